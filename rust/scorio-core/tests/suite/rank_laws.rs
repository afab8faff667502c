//! p-values of Kendall's τ with ties and of many models, and groups of which some can be left out.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use scorio_core::rank::{Variant, groups, kendall, letters};

use crate::support::critical;

/// The two-sided normal probability beyond a balance of S with this variance.
fn normal(balance: f64, variance: f64) -> f64 {
    libm::erfc(balance / variance.sqrt() / std::f64::consts::SQRT_2)
}

fn p_of(x: &[f64], y: &[f64]) -> f64 {
    let plain = kendall(x, y, Variant::B).unwrap().0.p_value;
    let turned: Vec<f64> = y.iter().map(|y| -y).collect();
    for other in [kendall(y, x, Variant::B), kendall(x, &turned, Variant::B)] {
        assert!((other.unwrap().0.p_value / plain - 1.0).abs() < 1e-12);
    }
    plain
}

#[test]
fn p_values_with_ties_are_normal_with_their_variance() {
    let near = |found: f64, expected: f64| {
        assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
    };
    // Kendall's variance: {n (n − 1) (2n + 5) − Σ t (t − 1) (2t + 5) − Σ u (u − 1) (2u + 5)} / 18
    // + Σ t (t − 1) Σ u (u − 1) / (2 n (n − 1))
    // + Σ t (t − 1) (t − 2) Σ u (u − 1) (u − 2) / (9 n (n − 1) (n − 2)).
    near(p_of(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]), normal(5.0, (156.0 - 18.0) / 18.0));
    // Groups of 2 and 2 in one, of 3 in the other.
    let found = p_of(&[1.0, 1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 2.0, 2.0, 3.0]);
    near(found, normal(6.0, (300.0 - 36.0 - 66.0) / 18.0 + 4.0 * 6.0 / 40.0));
    // Groups of 3 in both.
    let found = p_of(&[1.0, 1.0, 1.0, 2.0, 3.0], &[1.0, 2.0, 2.0, 2.0, 3.0]);
    let variance = (300.0 - 66.0 - 66.0) / 18.0 + 6.0 * 6.0 / 40.0 + 6.0 * 6.0 / 540.0;
    near(found, normal(5.0, variance));
    // Without a balance any ranking is as far.
    assert!((p_of(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 1.0]) - 1.0).abs() < 1e-15);
}

#[test]
fn p_values_are_exact_for_33_models() {
    let order = |models: usize| (0..models).map(|i| i as f64).collect::<Vec<_>>();
    let turned = |models: usize, first: usize| {
        let mut gold = order(models);
        gold[..first].reverse();
        gold
    };
    // The number of orders with so many inversions, from the polynomial Π (1 + x + … + x^(n − 1)).
    let tail = |models: u32, most: usize| {
        let mut ways = vec![0_u128; most + 1];
        ways[0] = 1;
        let mut all = 1_u128;
        for size in 2..=models {
            all *= u128::from(size);
            let sum = |d: usize| ways[d.saturating_sub(size as usize - 1)..=d].iter().sum();
            ways = (0..=most).map(sum).collect();
        }
        2.0 * ways.iter().sum::<u128>() as f64 / all as f64
    };
    for models in [2_u32, 3, 5, 12, 33] {
        let size = models as usize;
        for first in [0, 2, 3, size / 2, size] {
            let first = first.min(size);
            let discordant = first * first.saturating_sub(1) / 2;
            let least = discordant.min(size * (size - 1) / 2 - discordant);
            let found = p_of(&order(size), &turned(size, first));
            let expected = tail(models, least).min(1.0);
            assert!((found / expected - 1.0).abs() < 1e-12, "{models} {first} {found} {expected}");
        }
    }
    // From 34 models on they are normal, but for one discordant pair or none.
    let variance = 34.0 * 33.0 * 73.0 / 18.0;
    for first in [3_usize, 9, 17] {
        let balance = 561.0 - (first * (first - 1)) as f64;
        let found = p_of(&order(34), &turned(34, first));
        assert!((found / normal(balance, variance) - 1.0).abs() < 1e-10, "{first} {found}");
    }
    let factorial = (1..=34).map(f64::from).product::<f64>();
    for (first, ways) in [(0, 1.0), (2, 34.0)] {
        let found = p_of(&order(34), &turned(34, first));
        assert!((found * factorial / 2.0 / ways - 1.0).abs() < 1e-12, "{first} {found}");
    }
}

#[test]
fn as_few_groups_as_needed_still_hold_every_pair() {
    // Pairs at ±0.708 r with σ = r / z* are just separated, and models of different pairs are not.
    // Of three pairs on, every pair of models is in several of the largest sets.
    for pairs in 1..=6 {
        let z = critical(2 * pairs as usize, 0.95);
        let models = (0..pairs).flat_map(|pair| {
            let radius = libm::ldexp(1.0, 4 * pair);
            [(radius * 0.708, radius / z), (-radius * 0.708, radius / z)]
        });
        let (mus, sigmas): (Vec<_>, Vec<_>) = models.unzip();
        let found = groups(&mus, &sigmas, 0.95).unwrap();
        let shown = letters(&mus, &sigmas, 0.95).unwrap();
        let together =
            |group: &[usize], i: usize, j: usize| group.contains(&i) && group.contains(&j);
        for i in 0..mus.len() {
            for j in 0..i {
                let apart = i / 2 == j / 2;
                let holding = found.iter().filter(|group| together(group, i, j)).count();
                assert_eq!(holding == 0, apart, "{pairs} {i} {j} {found:?}");
                assert_eq!(apart, !shown[i].chars().any(|letter| shown[j].contains(letter)));
            }
        }
        for group in &found {
            assert_eq!(group.len(), usize::try_from(pairs).unwrap());
            let alone = |i: usize, j: usize| {
                i != j && found.iter().filter(|other| together(other, i, j)).count() == 1
            };
            let needed = group.iter().any(|&i| group.iter().any(|&j| alone(i, j)));
            assert!(needed || pairs == 1, "{group:?} {found:?}");
        }
        // Four sets of three hold the twelve pairs of six models.
        if pairs == 3 {
            assert_eq!(found.len(), 4);
        }
    }
}
