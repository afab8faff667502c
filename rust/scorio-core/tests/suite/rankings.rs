//! Checks ranks, agreement and separation with their definitions, pair by pair.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;
use scorio_core::NumericError;
use scorio_core::plan::stopping::{Rule, top};
use scorio_core::rank::RankError;
use scorio_core::rank::{
    self, Agreement, Tie, Uncertainty, Variant, agreement, groups, kendall, letters, pairwise,
    ranks, spearman, weighted_tau,
};
use scorio_core::{Error, Replicates};

use crate::support::critical;

const NO_TOLERANCE: f64 = 0.0;

fn replicates(count: u64) -> Replicates<'static> {
    Replicates { count, threads: 2, go_on: &|_| true }
}

fn ranking_confidence(first: (f64, f64), second: (f64, f64)) -> Result<(f64, f64), Error> {
    let actual = rank::ranking_confidence((&[first.0], &[first.1]), (&[second.0], &[second.1]))?;
    Ok(actual[0])
}

fn sign(a: f64, b: f64) -> i64 {
    i64::from(a > b) - i64::from(a < b)
}

fn all_pairs(models: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..models).flat_map(move |i| (0..i).map(move |j| (i, j)))
}

/// Weighted τ with ranks by (first, second), from its definition, pair by pair.
fn weighted_plainly(x: &[f64], y: &[f64]) -> f64 {
    let one = |first: &[f64], second: &[f64]| {
        let mut order: Vec<usize> = (0..x.len()).collect();
        order.sort_by(|&a, &b| (first[b], second[b]).partial_cmp(&(first[a], second[a])).unwrap());
        let weight = |model| {
            let rank = order.iter().position(|&other| other == model).unwrap();
            1.0 / (rank + 1) as f64
        };
        let product = |u: &[f64], v: &[f64]| -> f64 {
            all_pairs(x.len())
                .map(|(i, j)| {
                    (sign(u[i], u[j]) * sign(v[i], v[j])) as f64 * (weight(i) + weight(j))
                })
                .sum()
        };
        product(x, y) / (product(x, x).sqrt() * product(y, y).sqrt())
    };
    f64::midpoint(one(x, y), one(y, x))
}

/// Two rankings with ties. Neither ties all models.
fn two_rankings() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    let scores = |n| prop::collection::vec((0..6_u8).prop_map(f64::from), n);
    (2..14_usize)
        .prop_flat_map(move |n| (scores(n), scores(n)))
        .prop_filter("an order is needed", |(x, y)| {
            x.iter().any(|one| *one != x[0]) && y.iter().any(|one| *one != y[0])
        })
}

fn models() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    let model = ((0..20_u8).prop_map(f64::from), (0..80_u8).prop_map(|s| f64::from(s) / 10.0));
    prop::collection::vec(model, 0..9).prop_map(|models| models.into_iter().unzip())
}

proptest! {
    #[test]
    fn coefficients_match_their_definitions((x, y) in two_rankings()) {
        let pairs: Vec<_> = all_pairs(x.len())
            .map(|(i, j)| (sign(x[i], x[j]), sign(y[i], y[j])))
            .collect();
        let count = |which: &dyn Fn(&(i64, i64)) -> bool| pairs.iter().filter(|p| which(p)).count();
        let concordant = count(&|p| p.0 * p.1 > 0);
        let discordant = count(&|p| p.0 * p.1 < 0);
        let balance = concordant as f64 - discordant as f64;
        let untied = (count(&|p| p.0 != 0) as f64, count(&|p| p.1 != 0) as f64);
        let actual = agreement(&x, &y, 1, replicates(200)).unwrap();
        prop_assert_eq!(actual.concordant, concordant as i128);
        prop_assert_eq!(actual.discordant, discordant as i128);
        prop_assert_eq!(actual.tau_a.statistic, balance / pairs.len() as f64);
        prop_assert!((actual.tau_b.statistic - balance / untied.0.sqrt() / untied.1.sqrt()).abs() < 1e-14);
        prop_assert_eq!(kendall(&x, &y, Variant::B).unwrap(), (actual.tau_b, None));
        let weighted = actual.weighted_tau.correlation.statistic;
        prop_assert!((weighted - weighted_plainly(&x, &y)).abs() < 1e-14);
        // Symmetric, to the last bit.
        let turned = agreement(&y, &x, 1, replicates(200)).unwrap();
        prop_assert_eq!(actual.tau_b, turned.tau_b);
        prop_assert_eq!(actual.spearman, turned.spearman);
        prop_assert_eq!(weighted, turned.weighted_tau.correlation.statistic);
        prop_assert_eq!(actual.displaced, turned.displaced);
        for p in [actual.tau_b.p_value, actual.spearman.p_value, actual.weighted_tau.correlation.p_value] {
            prop_assert!((0.0..=1.0).contains(&p), "{}", p);
        }
    }

    #[test]
    fn same_and_opposite_orders_have_exactly_one((x, _) in two_rankings()) {
        let grown: Vec<f64> = x.iter().map(|&x| libm::exp(x) - 1e6).collect();
        let turned: Vec<f64> = x.iter().map(|x| -x).collect();
        let statistics = |actual: Agreement| {
            [actual.tau_b.statistic, actual.spearman.statistic, actual.weighted_tau.correlation.statistic]
        };
        let same = agreement(&x, &grown, 1, replicates(10)).unwrap();
        prop_assert_eq!((same.displaced, same.farthest, same.discordant), (0, 0.0, 0));
        prop_assert_eq!(statistics(same), [1.0; 3]);
        let opposite = agreement(&x, &turned, 1, replicates(10)).unwrap();
        prop_assert_eq!(statistics(opposite), [-1.0; 3]);
        prop_assert_eq!(opposite.concordant, 0);
    }

    #[test]
    fn groups_are_the_largest_sets_without_a_separated_pair_and_as_few_as_needed((mus, sigmas) in models()) {
        let apart = |i: usize, j: usize| {
            let (rho, _) = ranking_confidence((mus[i], sigmas[i]), (mus[j], sigmas[j])).unwrap();
            mus[i] != mus[j] && 1.0 - (2.0 * rho - 1.0).powi(mus.len() as i32 - 1) <= 0.05
        };
        let sets = 1..1_usize << mus.len();
        let members = |set: usize| (0..mus.len()).filter(move |i| set >> i & 1 == 1);
        let together = |set: usize| members(set).all(|i| members(set).all(|j| i == j || !apart(i, j)));
        let fitting: Vec<_> = sets.filter(|&set| together(set)).collect();
        let largest: Vec<Vec<usize>> = fitting
            .iter()
            .filter(|&&set| !fitting.iter().any(|&other| other != set && other & set == set))
            .map(|&set| members(set).collect())
            .collect();
        let mut actual = groups(&mus, &sigmas, 0.95).unwrap();
        for group in &mut actual {
            prop_assert!(group.windows(2).all(|pair| mus[pair[0]] >= mus[pair[1]]));
            group.sort_unstable();
        }
        prop_assert!(actual.iter().all(|group| largest.contains(group)));
        for group in &actual {
            let in_another = |i: &usize, j: &usize| {
                actual.iter().any(|other| other != group && other.contains(i) && other.contains(j))
            };
            let covered = group.iter().all(|i| group.iter().all(|j| in_another(i, j)));
            prop_assert!(!covered, "{:?} is not needed in {:?}", group, actual);
        }
        let shown = letters(&mus, &sigmas, 0.95).unwrap();
        for (i, j) in all_pairs(mus.len()) {
            prop_assert_eq!(apart(i, j), !shown[i].chars().any(|letter| shown[j].contains(letter)));
        }
        let table = pairwise(&mus, &sigmas).unwrap();
        for (i, j) in all_pairs(mus.len()) {
            prop_assert!((table[[i, j]] + table[[j, i]] - 1.0).abs() < 1e-15);
            let (rho, _) = ranking_confidence((mus[i], sigmas[i]), (mus[j], sigmas[j])).unwrap();
            prop_assert_eq!(table[[i, j]].max(table[[j, i]]), rho);
        }
    }

    #[test]
    fn nothing_depends_on_the_order_of_the_models(
        (mus, sigmas, tolerance, turns) in models().prop_flat_map(|(mus, sigmas)| {
            let turns: Vec<usize> = (0..mus.len()).collect();
            let tolerance = prop::sample::select(vec![0.0, 1.0]);
            (Just(mus), Just(sigmas), tolerance, Just(turns).prop_shuffle())
        })
    ) {
        let turned = |values: &[f64]| turns.iter().map(|&i| values[i]).collect::<Vec<_>>();
        for tie in [Tie::ZScore, Tie::Overlap] {
            let dense = |mus: &[f64], sigmas: &[f64]| {
                let uncertainty = Some(Uncertainty { sigmas, confidence: 0.95, tie });
                ranks(mus, tolerance, uncertainty).unwrap().dense
            };
            let plain = dense(&mus, &sigmas);
            let actual = dense(&turned(&mus), &turned(&sigmas));
            prop_assert_eq!(actual, turns.iter().map(|&i| plain[i]).collect::<Vec<_>>());
        }
        // The statistic and the p-value by random orders, to the last bit.
        if mus.iter().any(|one| *one != mus[0]) && sigmas.iter().any(|one| *one != sigmas[0]) {
            let actual = weighted_tau(&turned(&mus), &turned(&sigmas), 3, replicates(1));
            prop_assert_eq!(actual, weighted_tau(&mus, &sigmas, 3, replicates(1)));
            let actual = weighted_tau(&turned(&mus), &turned(&sigmas), 3, replicates(99));
            prop_assert_eq!(actual, weighted_tau(&mus, &sigmas, 3, replicates(99)));
        }
    }

    #[test]
    fn conventions_match_their_definitions(scores in prop::collection::vec(0..6_u8, 0..12)) {
        let scores: Vec<f64> = scores.into_iter().map(f64::from).collect();
        let actual = ranks(&scores, NO_TOLERANCE, None).unwrap();
        for (i, score) in scores.iter().enumerate() {
            let higher = scores.iter().filter(|other| *other > score).count();
            let equal = scores.iter().filter(|other| *other == score).count();
            prop_assert_eq!(actual.competition[i], higher + 1);
            prop_assert_eq!(actual.competition_max[i], higher + equal);
            prop_assert_eq!(actual.fractional[i], higher as f64 + f64::midpoint(equal as f64, 1.0));
        }
    }
}

#[test]
fn ties_by_tolerance_z_and_overlap() {
    let dense = |scores: &[f64], tolerance, uncertainty| {
        ranks(scores, tolerance, uncertainty).unwrap().dense
    };
    assert_eq!(dense(&[0.5, 0.25, 0.0], 0.25, None), [1, 1, 1]);
    assert_eq!(dense(&[0.5, 0.25, 0.0], 0.2, None), [1, 2, 3]);
    assert_eq!(dense(&[0.0, -0.0, f64::INFINITY, f64::INFINITY], 0.0, None), [2, 2, 1, 1]);
    // z = 2/√2 = 1.41 and 2.5/√2 = 1.77. The intervals reach 1.96 to either side.
    let by = |tie| Some(Uncertainty { sigmas: &[1.0; 3], confidence: 0.95, tie });
    assert_eq!(dense(&[4.5, 2.5, 0.0], 0.0, by(Tie::ZScore)), [1, 1, 2]);
    assert_eq!(dense(&[4.5, 2.5, 0.0], 0.0, by(Tie::Overlap)), [1, 1, 1]);
    // Intervals of zero width overlap only if they are equal.
    let exact = |tie| Some(Uncertainty { sigmas: &[0.0; 3], confidence: 0.95, tie });
    assert_eq!(dense(&[1.0, 1.0, 0.5], 0.0, exact(Tie::Overlap)), [1, 1, 2]);
}

#[test]
fn the_largest_sigma_of_equal_scores_decides() {
    let tied = |scores: &[f64], sigmas: &[f64], tolerance| {
        let uncertainty = Uncertainty { sigmas, confidence: 0.95, tie: Tie::ZScore };
        ranks(scores, tolerance, Some(uncertainty)).unwrap().dense
    };
    // z = 0.5/10 with the larger σ, 354 with the smaller. The larger is above, below, or on both
    // sides.
    assert_eq!(tied(&[1.0, 1.0, 0.5], &[10.0, 0.001, 0.001], 0.0), [1, 1, 1]);
    assert_eq!(tied(&[1.0, 1.0, 0.5], &[0.001, 10.0, 0.001], 0.0), [1, 1, 1]);
    assert_eq!(tied(&[1.0, 0.5, 0.5], &[0.001, 10.0, 0.001], 0.0), [1, 1, 1]);
    assert_eq!(tied(&[1.0, 0.5, 0.5], &[0.001, 0.001, 10.0], 0.0), [1, 1, 1]);
    assert_eq!(tied(&[1.0, 1.0, 0.5], &[0.001; 3], 0.0), [1, 1, 2]);
    // Scores within the tolerance are one block. Scores that only tie by z are not, and their σ
    // does not spread.
    assert_eq!(tied(&[1.0, 0.9, 0.5], &[10.0, 0.001, 0.001], 0.2), [1, 1, 1]);
    assert_eq!(tied(&[1.0, 0.9, 0.5], &[10.0, 0.001, 0.001], 0.0), [1, 1, 2]);
}

#[test]
fn z_has_no_overflow_and_no_underflow() {
    let huge = 1.7e308;
    let dense = |scores: &[f64], sigmas: &[f64], tie| {
        let uncertainty = Uncertainty { sigmas, confidence: 0.95, tie };
        ranks(scores, 0.0, Some(uncertainty)).unwrap().dense
    };
    // z = 2/√2 and 2/(1 + 1) for the intervals. Then z = 2/√0.02 = 14.1 and 2/0.2 = 10.
    for (sigma, expected) in [(huge, [1, 1]), (huge / 10.0, [1, 2])] {
        for tie in [Tie::ZScore, Tie::Overlap] {
            assert_eq!(dense(&[huge, -huge], &[sigma; 2], tie), expected);
        }
        for rule in [Rule::Score, Rule::Overlap] {
            let actual = top(&[huge, -huge], &[sigma; 2], 0.95, rule).unwrap();
            assert_eq!(actual.ambiguous.is_empty(), expected == [1, 2]);
        }
    }
    // The ends of the intervals overflow: 1 − 1.96·0.6 = −0.176 is above −1 + 1.96·0 and below 0.
    let settled = |rival| {
        let actual = top(&[huge, rival], &[huge * 0.6, 0.0], 0.95, Rule::Overlap).unwrap();
        actual.ambiguous.is_empty()
    };
    assert!(settled(-huge) && !settled(0.0));
    let wide = top(&[huge, -huge], &[huge, 0.0], 0.95, Rule::Overlap).unwrap();
    assert!(wide.ambiguous.is_empty());
    // With an infinite σ, nothing is separated.
    assert_eq!(dense(&[1.0, 0.0], &[f64::INFINITY, 0.0], Tie::ZScore), [1, 1]);
    let least = f64::from_bits(1);
    assert_eq!(ranking_confidence((least, 0.0), (0.0, 0.0)).unwrap(), (1.0, f64::INFINITY));
    assert_eq!(ranking_confidence((least, 0.0), (0.0, least)).unwrap().1, 1.0);
    let table = pairwise(&[least, 0.0], &[0.0, 0.0]).unwrap();
    assert_eq!(table.into_raw_vec_and_offset().0, [0.5, 1.0, 0.0, 0.5]);
}

#[test]
fn p_values_count_permutations() {
    // Of the 4! orders 1, 3, 5, 6, 5, 3, 1 have 0..6 inversions.
    let x = [1.0, 2.0, 3.0, 4.0];
    let p = |y: &[f64]| kendall(&x, y, Variant::A).unwrap().0.p_value;
    assert_eq!(p(&[1.0, 2.0, 3.0, 4.0]), 2.0 / 24.0);
    assert!((p(&[2.0, 1.0, 3.0, 4.0]) - 8.0 / 24.0).abs() < 1e-15);
    assert_eq!(p(&[4.0, 1.0, 2.0, 3.0]), 1.0);
    // With a tie: weighted τ over all 3! orders. Two of them have the highest value.
    let tied = weighted_tau(&[3.0, 2.0, 1.0], &[2.0, 1.0, 1.0], 0, replicates(6)).unwrap();
    assert_eq!((tied.correlation.p_value, tied.error), (2.0 / 6.0, 0.0));
    // Two of 8! orders are as extreme. Random orders hardly ever hit them.
    let order: Vec<f64> = (0..8).map(f64::from).collect();
    let all = weighted_tau(&order, &order, 3, replicates(40_320)).unwrap();
    assert_eq!(all.correlation.p_value, 2.0 / 40_320.0);
    let sampled =
        weighted_tau(&order, &[1.0, 0.0, 3.0, 2.0, 5.0, 7.0, 6.0, 4.0], 3, replicates(5000));
    let exact =
        weighted_tau(&order, &[1.0, 0.0, 3.0, 2.0, 5.0, 7.0, 6.0, 4.0], 3, replicates(1 << 20));
    let (sampled, exact) = (sampled.unwrap(), exact.unwrap());
    let off = sampled.correlation.p_value - exact.correlation.p_value;
    assert!(sampled.error > 0.0 && exact.error == 0.0 && off.abs() < 5.0 * sampled.error);
}

#[test]
fn all_permutations_can_be_ended_and_shared() {
    let order: Vec<f64> = (0..12).map(f64::from).collect();
    let ended = Replicates { count: 1_000_000_000, threads: 2, go_on: &|begun| begun < 5000 };
    assert_eq!(weighted_tau(&order, &order, 0, ended), Err(Error::Numeric(NumericError::Stopped)));
    let (x, y) = (&order[..7], [3.0, 1.0, 2.0, 2.0, 5.0, 4.0, 6.0]);
    let by = |threads| {
        weighted_tau(x, &y, 0, Replicates { count: 5040, threads, go_on: &|_| true }).unwrap()
    };
    assert_eq!(by(1), by(3));
    assert_eq!(by(1).error, 0.0);
}

#[test]
fn spearmans_tail_has_closed_forms() {
    // One swap of neighbours: ρ = 1 − 12/(n³ − n), exactly 1/2 for three models and 4/5 for four.
    let p = |models: u8| {
        let x: Vec<f64> = (0..models).map(f64::from).collect();
        let mut y = x.clone();
        y.swap(0, 1);
        let actual = spearman(&x, &y).unwrap();
        (actual.statistic, actual.p_value)
    };
    let close = |(rho, p): (f64, f64), expected: (f64, f64)| {
        assert!((rho - expected.0).abs() <= 1e-15, "{rho}");
        assert!((p / expected.1 - 1.0).abs() < 1e-14, "{p} is not {}", expected.1);
    };
    // Abramowitz & Stegun 26.7.3 and 26.7.4 with θ = arcsin ρ, for ν = 1, 2 and 4.
    close(p(3), (0.5, 1.0 - 2.0 / std::f64::consts::PI * libm::asin(0.5)));
    close(p(4), (0.8, 1.0 - 0.8));
    let rho = 1.0 - 12.0 / 210.0;
    close(p(6), (rho, (1.0 - rho) * (1.0 - rho) * (2.0 + rho) / 2.0));
    // With two models both orders are equally far from 0. Without correlation all orders are.
    assert_eq!(spearman(&[1.0, 2.0], &[2.0, 1.0]).unwrap().p_value, 1.0);
    assert_eq!(spearman(&[1.0, 2.0, 3.0], &[1.0, 2.0, 1.0]).unwrap().p_value, 1.0);
}

#[test]
fn a_tied_gold_ranking_is_reported_and_gives_tau_b() {
    let (x, gold) = ([4.0, 3.0, 2.0, 1.0], [3.0, 1.0, 2.0, 1.0]);
    let b = kendall(&x, &gold, Variant::B).unwrap().0;
    assert_eq!(kendall(&x, &gold, Variant::A).unwrap(), (b, Some((1, 3))));
    // Ties outside gold are allowed.
    let (a, tied) = kendall(&gold, &x, Variant::A).unwrap();
    assert_eq!((a.statistic, tied), (3.0 / 6.0, None));
}

#[test]
fn the_number_of_groups_is_bounded() {
    // Pairs at ±r/√2 with σ = r/z* are just separated, but models of different pairs are not. So
    // every choice of one model from each pair is a group.
    let cocktail = |pairs: i32| {
        let z = critical(2 * pairs as usize, 0.95);
        let models = (0..pairs).flat_map(|pair| {
            let radius = libm::ldexp(1.0, pair);
            [(radius * 0.708, radius / z), (-radius * 0.708, radius / z)]
        });
        let (mus, sigmas): (Vec<_>, Vec<_>) = models.unzip();
        groups(&mus, &sigmas, 0.95)
    };
    assert!(cocktail(2).unwrap().len() == 4 && cocktail(9).unwrap().len() < 512);
    assert_eq!(cocktail(10), Err(Error::Rank(RankError::TooManyGroups { most: 1000 })));
}

#[test]
fn letters_go_on_after_z() {
    let mus: Vec<f64> = (0..28).map(|i| -f64::from(i)).collect();
    let shown = letters(&mus, &[0.0; 28], 0.95).unwrap();
    assert_eq!((shown[0].as_str(), shown[25].as_str(), shown[26].as_str()), ("a", "z", "a1"));
    // 2 / √(2 × 0.6²) is 2.36, and z* of three models is 2.236.
    assert_eq!(letters(&[3.0, 2.0, 1.0], &[0.6; 3], 0.95).unwrap(), ["a", "ab", "b"]);
}

#[test]
fn the_confidence_of_a_ranking() {
    // 5/√(3² + 4²) = 1: P(Z < 1).
    let (rho, z) = ranking_confidence((0.0, 3.0), (5.0, 4.0)).unwrap();
    assert!((rho - 0.841_344_746_068_542_9).abs() < 1e-15 && z == 1.0);
    assert_eq!(ranking_confidence((1.0, 0.0), (1.0, 0.0)).unwrap(), (0.5, 0.0));
    assert_eq!(ranking_confidence((1.0, 0.0), (2.0, 0.0)).unwrap(), (1.0, f64::INFINITY));
    let (_, z) = ranking_confidence((f64::MAX, f64::MAX), (-f64::MAX, f64::MAX)).unwrap();
    assert!((z - 2.0_f64.sqrt()).abs() < 1e-15);
}

#[test]
fn bad_rankings_are_errors() {
    let refused =
        |x: &[f64], y: &[f64]| agreement(x, y, 0, replicates(10)).unwrap_err().to_string();
    assert_eq!(refused(&[1.0], &[1.0, 2.0]), "scores has 1 entries but gold has 2");
    assert_eq!(
        refused(&[1.0], &[1.0]),
        "1 model to compare: rankings agree or differ from two models on"
    );
    assert_eq!(refused(&[1.0, 2.0], &[f64::NAN, 1.0]), "gold[0] = NaN cannot be ranked");
    let tied = "all of gold are equal: there is no order that another ranking could agree with";
    assert_eq!(refused(&[1.0, 2.0], &[1.0, 1.0]), tied);
    assert_eq!(spearman(&[1.0, 2.0], &[1.0, 1.0]).unwrap_err().to_string(), tied);
    let weighted = weighted_tau(&[1.0, 1.0], &[1.0, 2.0], 0, replicates(10));
    assert_eq!(weighted, Err(Error::Rank(RankError::AllTied { name: "scores" })));
    assert_eq!(
        weighted_tau(&[1.0, 2.0], &[1.0, 2.0], 0, replicates(0)),
        Err(Error::Numeric(NumericError::NoReplicates))
    );
    let negative = ranks(&[1.0], -1.0, None).unwrap_err().to_string();
    assert_eq!(negative, "tol = -1 is not a finite number from 0");
    let infinite = groups(&[f64::INFINITY], &[1.0], 0.95);
    assert!(matches!(
        infinite,
        Err(Error::Rank(RankError::Unrankable { name: "scores", index: 0, .. }))
    ));
    let refused = ranking_confidence((1.0, 0.1), (f64::NAN, 0.1)).unwrap_err().to_string();
    assert_eq!(refused, "mu_b[0] = NaN cannot be ranked");
    let negative = pairwise(&[1.0], &[-1.0]).unwrap_err();
    assert_eq!(negative.to_string(), "sigmas[0] = -1 cannot be ranked");
}
