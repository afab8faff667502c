//! Checks winner sets by enumeration, and the Davidson–Luce model by its own likelihood.
#![allow(missing_docs, clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

use proptest::prelude::*;
use scorio_core::rankers::StrengthPrior;
use scorio_core::rankers::sets::luce::davidson_luce;
use scorio_core::rankers::sets::winner_sets::WinnerSets;

/// The successes of five trials of four models on six questions: the table of the reference values.
const COUNTS: [[u64; 6]; 4] =
    [[5, 4, 3, 2, 0, 4], [4, 5, 1, 3, 1, 3], [3, 2, 2, 0, 1, 5], [1, 3, 0, 1, 0, 2]];

fn prior(variance: f64) -> StrengthPrior {
    StrengthPrior::Gaussian { variance, means: Vec::new() }
}

type Question = (Vec<(usize, f64, f64)>, f64);

fn questions(counts: &[Vec<(u64, u64)>]) -> Vec<Question> {
    let one = |question: usize| {
        let cells = counts.iter().enumerate().map(|(model, row)| (model, row[question]));
        let asked = cells.filter(|(_, cell)| cell.1 > 0);
        let share = |(model, (c, n)): (usize, (u64, u64))| (model, c as f64 / n as f64, n as f64);
        (asked.map(share).collect(), 1.0)
    };
    (0..counts[0].len()).map(one).collect()
}

fn reference() -> Vec<Vec<(u64, u64)>> {
    COUNTS.iter().map(|row| row.iter().map(|&count| (count, 5)).collect()).collect()
}

fn expected(counts: &[Vec<(u64, u64)>]) -> WinnerSets {
    WinnerSets::expected(counts.len(), questions(counts).into_iter())
}

/// Successes first, so that trial n of every model is one contest.
fn aligned() -> WinnerSets {
    let contests = (0..6).flat_map(|question| {
        (0..5).map(move |trial| {
            let won = |model: usize| (model, trial < COUNTS[model][question]);
            ((0..4).map(won).collect(), 1.0)
        })
    });
    WinnerSets::of_contests(4, contests)
}

/// Every set of some models, as bits, with its chance under the model with tie parameters δ.
fn chances(theta: &[f64], delta: &[f64]) -> Vec<f64> {
    let models = theta.len();
    let weight = |set: usize| {
        let t = set.count_ones() as usize;
        if t == 0 || t == models {
            return 0.0;
        }
        let sum: f64 = (0..models).filter(|i| set >> i & 1 == 1).map(|i| theta[i]).sum();
        delta[t - 1] * (sum / t as f64).exp()
    };
    let weights: Vec<f64> = (0..1 << models).map(weight).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// The tie parameters that make the chances of all numbers of winners those observed.
fn tie_parameters(theta: &[f64], sizes: &[f64]) -> Vec<f64> {
    let mass = |t: usize| {
        let mut even = vec![0.0; theta.len()];
        even[t - 1] = 1.0;
        let weight = |set: usize| -> f64 {
            let own = (0..theta.len()).filter(|i| set >> i & 1 == 1);
            (own.map(|i| theta[i]).sum::<f64>() / t as f64).exp()
        };
        let sets = (0..1_usize << theta.len()).filter(|set| set.count_ones() as usize == t);
        sets.map(weight).sum::<f64>()
    };
    sizes.iter().enumerate().map(|(place, size)| size / mass(place + 1)).collect()
}

/// The derivatives of the full log-likelihood by the strengths, from every winner set.
fn slopes(sets: &WinnerSets, theta: &[f64]) -> Vec<f64> {
    let mut slopes = vec![0.0; theta.len()];
    for group in sets.groups() {
        let own: Vec<f64> = group.models.iter().map(|&model| theta[model]).collect();
        let sizes = group.sizes();
        if sizes.iter().all(|&size| size == 0.0) {
            continue;
        }
        let chances = chances(&own, &tie_parameters(&own, &sizes));
        let total: f64 = sizes.iter().sum();
        for (place, &model) in group.models.iter().enumerate() {
            let seen: f64 =
                group.wins[place].iter().enumerate().map(|(t, wins)| wins / (t + 1) as f64).sum();
            let fitted: f64 = (0..chances.len())
                .filter(|set| set >> place & 1 == 1)
                .map(|set| chances[set] / f64::from(set.count_ones()))
                .sum();
            slopes[model] += seen - total * fitted;
        }
    }
    slopes
}

fn table(missing: bool) -> impl Strategy<Value = Vec<Vec<(u64, u64)>>> {
    (2_usize..6, 1_usize..6).prop_flat_map(move |(models, questions)| {
        let cell = (u64::from(!missing)..5).prop_flat_map(|n| (0..=n, Just(n)));
        prop::collection::vec(prop::collection::vec(cell, questions), models)
    })
}

#[test]
fn aligned_contests_have_the_strengths_of_the_earlier_package() {
    // From its optimizer, to its five digits; the likelihood's slopes say the rest.
    let known = [8.311_462, 6.877_705, 2.009_165, 0.008_706_894];
    let theta = davidson_luce(&aligned(), None, None).unwrap();
    for (theta, known) in theta.iter().zip(known) {
        assert!((theta.exp() / known - 1.0).abs() < 2e-4, "{} {known}", theta.exp());
    }
    let known = [2.337_926_9, 2.030_579_4, 0.974_216_1, 0.216_219_0];
    let theta = davidson_luce(&aligned(), Some(&prior(1.0)), None).unwrap();
    for (theta, known) in theta.iter().zip(known) {
        assert!((theta.exp() / known - 1.0).abs() < 1e-5, "{} {known}", theta.exp());
    }
}

#[test]
fn the_likelihood_is_flat_at_the_strengths() {
    for sets in [aligned(), expected(&reference())] {
        let theta = davidson_luce(&sets, None, None).unwrap();
        assert!(theta.iter().sum::<f64>().abs() < 1e-13);
        for slope in slopes(&sets, &theta) {
            assert!(slope.abs() < 1e-11, "{slope}");
        }
        for variance in [0.1, 1.0, 100.0] {
            let theta = davidson_luce(&sets, Some(&prior(variance)), None).unwrap();
            for (slope, theta) in slopes(&sets, &theta).iter().zip(&theta) {
                assert!((slope - theta / variance).abs() < 1e-11);
            }
            let again = davidson_luce(&sets, Some(&prior(variance)), Some(&theta)).unwrap();
            for (one, other) in theta.iter().zip(&again) {
                assert!((one - other).abs() < 1e-14);
            }
        }
    }
}

#[test]
fn two_models_are_bradley_terry() {
    let sets = expected(&[vec![(3, 4), (1, 4)], vec![(1, 4), (2, 4)]]);
    // Wins of the first: 4 (¾ ¾ + ¼ ½), and of the second 4 (¼ ¼ + ¾ ½).
    let theta = davidson_luce(&sets, None, None).unwrap();
    assert!((theta[0] - theta[1] - (2.75_f64 / 1.75).ln()).abs() < 1e-14);
}

#[test]
fn the_largest_tie_is_told() {
    assert_eq!(aligned().largest_tie(), 3);
    let sets =
        WinnerSets::of_contests(3, [(vec![(0, true), (1, false), (2, false)], 1.0)].into_iter());
    assert_eq!(sets.largest_tie(), 1);
    assert_eq!(WinnerSets::of_contests(2, std::iter::empty()).largest_tie(), 0);
}

proptest! {
    #[test]
    fn expected_sets_are_those_of_all_outcomes(counts in table(true), times in 1_u32..3) {
        let mut found = vec![vec![0.0; counts.len()]; counts.len()];
        let asked = questions(&counts).into_iter().map(|one| (one.0, f64::from(times)));
        let sets = WinnerSets::expected(counts.len(), asked);
        for group in sets.groups() {
            for (&model, row) in group.models.iter().zip(&group.wins) {
                for (t, wins) in row.iter().enumerate() {
                    found[model][t] += wins;
                }
            }
        }
        let mut plain = vec![vec![0.0; counts.len()]; counts.len()];
        for (asked, _) in questions(&counts).iter().filter(|one| one.0.len() > 1) {
            let mean: f64 = asked.iter().map(|one| 1.0 / one.2).sum::<f64>() / asked.len() as f64;
            for set in 1..(1_usize << asked.len()) - 1 {
                let chance: f64 = asked
                    .iter()
                    .enumerate()
                    .map(|(i, one)| if set >> i & 1 == 1 { one.1 } else { 1.0 - one.1 })
                    .product();
                for (_, one) in asked.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
                    plain[one.0][set.count_ones() as usize - 1] +=
                        chance * f64::from(times) / mean;
                }
            }
        }
        for (found, plain) in found.concat().iter().zip(plain.concat()) {
            prop_assert!((found - plain).abs() < 1e-13 * plain.max(1.0), "{found} {plain}");
        }
    }

    #[test]
    fn posterior_strengths_are_where_the_slopes_meet(counts in table(true)) {
        let sets = expected(&counts);
        let theta = davidson_luce(&sets, Some(&prior(1.0)), None).unwrap();
        // Each group of models has tie parameters of its own.
        for (slope, theta) in slopes(&sets, &theta).iter().zip(&theta) {
            prop_assert!((slope - theta).abs() < 1e-11, "{slope} {theta}");
        }
    }

    #[test]
    fn names_of_models_change_nothing((counts, order) in table(true).prop_flat_map(|counts| {
        let order: Vec<usize> = (0..counts.len()).collect();
        (Just(counts), Just(order).prop_shuffle())
    })) {
        let moved: Vec<_> = order.iter().map(|&model| counts[model].clone()).collect();
        let theta = davidson_luce(&expected(&counts), Some(&prior(1.0)), None).unwrap();
        let again = davidson_luce(&expected(&moved), Some(&prior(1.0)), None).unwrap();
        for (&model, again) in order.iter().zip(&again) {
            prop_assert!((theta[model] - again).abs() < 1e-13);
        }
    }
}
