//! Checks walks, flows, eigenvectors and games of models by the equations that define them.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use ndarray::Array3;
use proptest::prelude::*;
use scorio_core::Error;
use scorio_core::calls::GivenValue;
use scorio_core::rankers::{Cells, MethodOptions, RankSource, RankersError, TrialPairs, method};
use scorio_core::tally::Missing;

type Given<'a> = &'a [(&'a str, GivenValue)];

fn try_scores(name: &str, source: &RankSource, options: Given<'_>) -> Result<Vec<f64>, Error> {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    method(name).unwrap().scores(source, &MethodOptions::new(options))
}

fn scores(name: &str, source: &RankSource, options: Given<'_>) -> Vec<f64> {
    try_scores(name, source, options).unwrap()
}

fn number(name: &'static str, value: f64) -> (&'static str, GivenValue) {
    (name, GivenValue::Number(value))
}

fn text(name: &'static str, value: &str) -> (&'static str, GivenValue) {
    (name, GivenValue::Text(value.to_owned()))
}

fn numbers(name: &'static str, values: &[f64]) -> (&'static str, GivenValue) {
    (name, GivenValue::Numbers(values.to_vec()))
}

/// Single trials of models on questions; NaN where a model was not asked.
fn single(lines: &[&[f64]]) -> RankSource {
    let array = Array3::from_shape_fn((lines.len(), lines[0].len(), 1), |(i, m, _)| lines[i][m]);
    RankSource::Expected(Cells::of_array(array.view(), Missing::Drop).unwrap())
}

const NONE: f64 = f64::NAN;

/// Models with successes and failures, so that each beats each.
fn linked() -> impl Strategy<Value = RankSource> {
    (2_usize..7, 1_usize..5).prop_flat_map(|(models, questions)| {
        let cell = (1_u64..6, 1_u64..6);
        prop::collection::vec(cell, models * questions).prop_map(move |cells| {
            let table = Array3::from_shape_fn((models, questions, 2), |(i, m, c)| {
                let (failed, won) = cells[i * questions + m];
                [failed, won][c]
            });
            RankSource::Expected(Cells::of_table(table.view(), None, None).unwrap())
        })
    })
}

fn total(pairs: &TrialPairs, i: usize, j: usize) -> f64 {
    pairs.wins()[(i, j)] + pairs.wins()[(j, i)] + pairs.ties()[(i, j)]
}

fn share(pairs: &TrialPairs, i: usize, j: usize) -> f64 {
    (pairs.wins()[(i, j)] + pairs.ties()[(i, j)] / 2.0) / total(pairs, i, j)
}

/// As much leaves each model as comes to it, and shares add up to 1.
fn stays(shares: &[f64], rate: impl Fn(usize, usize) -> f64) {
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-13);
    for i in 0..shares.len() {
        let others = (0..shares.len()).filter(|&j| j != i);
        let (mut into, mut out) = (0.0, 0.0);
        for j in others {
            into += shares[j] * rate(j, i);
            out += shares[i] * rate(i, j);
        }
        assert!((into - out).abs() < 1e-13, "{into} {out}");
    }
}

proptest! {
    #[test]
    fn walks_stay_where_they_are(
        source in linked(), damping in 0.05..0.95, smoothing in 0.0..2.0, alpha in 0.1..4.0,
    ) {
        let pairs = source.pairs(None);
        let size = pairs.len();
        let others = (size - 1) as f64;
        let walk = |to: f64, from, by| {
            damping * share(&pairs, by, from) / others + (1.0 - damping) * to
        };
        let even = 1.0 / size as f64;
        stays(&scores("pagerank", &source, &[number("damping", damping)]), |i, j| walk(even, i, j));
        let jumps: Vec<f64> = (0..size).map(|i| (i % 3) as f64 + 0.5).collect();
        let sum: f64 = jumps.iter().sum();
        let given = [number("damping", damping), numbers("teleport", &jumps)];
        stays(&scores("pagerank", &source, &given), |i, j| walk(jumps[j] / sum, i, j));

        for ties in ["half", "ignore"] {
            let won = |i, j| {
                let tied = if ties == "half" { pairs.ties()[(i, j)] / 2.0 } else { 0.0 };
                pairs.wins()[(i, j)] + tied + smoothing
            };
            for teleport in [0.0, 0.3] {
                let given = [
                    text("tie_handling", ties),
                    number("smoothing", smoothing),
                    number("teleport", teleport),
                ];
                stays(&scores("rank_centrality", &source, &given), |i, j| {
                    let step = won(j, i) / (won(i, j) + won(j, i)) / others;
                    (1.0 - teleport) * step + teleport * even
                });
            }
        }
        for population in [2.0, 20.0] {
            let given = [number("alpha", alpha), number("population_size", population)];
            stays(&scores("alpharank", &source, &given), |i, j| {
                let edge = alpha * population / (population - 1.0) * (share(&pairs, j, i) - 0.5);
                if edge == 0.0 {
                    1.0 / population
                } else {
                    libm::expm1(-edge) / libm::expm1(-population * edge)
                }
            });
        }
    }

    #[test]
    fn keeners_scores_are_what_the_table_scales(source in linked()) {
        let pairs = source.pairs(None);
        let found = scores("spectral", &source, &[]);
        prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-13);
        let value = |i: usize| -> f64 {
            let others = (0..pairs.len()).filter(|&j| j != i);
            let of = |j| {
                let all = total(&pairs, i, j);
                (share(&pairs, i, j) * all + 1.0) / (all + 2.0)
            };
            others.map(|j| of(j) * found[j]).sum::<f64>() / found[i]
        };
        for i in 1..pairs.len() {
            prop_assert!((value(i) / value(0) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn potentials_fit_the_flow_by_least_squares(source in linked(), epsilon in 0.1..2.0) {
        let pairs = source.pairs(None);
        let (wins, ties) = (pairs.wins(), pairs.ties());
        for stat in ["binary", "log_odds"] {
            for weights in ["total", "decisive", "uniform"] {
                let given = [
                    text("pairwise_stat", stat),
                    text("weight_method", weights),
                    number("epsilon", epsilon),
                ];
                let found = scores("hodge_rank", &source, &given);
                prop_assert!(found.iter().sum::<f64>().abs() < 1e-12);
                for i in 0..pairs.len() {
                    let mut left = 0.0;
                    for j in (0..pairs.len()).filter(|&j| j != i) {
                        let (w, l, t) = (wins[(i, j)], wins[(j, i)], ties[(i, j)]);
                        let weight = match weights {
                            "total" => w + l + t,
                            "decisive" => w + l,
                            _ => 1.0,
                        };
                        let flow = match stat {
                            "binary" => (w - l) / (w + l + t),
                            _ => libm::log((w + t + epsilon) / (l + t + epsilon)),
                        };
                        left += weight * (found[i] - found[j] - flow);
                    }
                    prop_assert!(left.abs() < 1e-10, "{} {}: {}", stat, weights, left);
                }
            }
        }
    }

    #[test]
    fn no_model_beats_the_mixture(source in linked()) {
        let pairs = source.pairs(None);
        let kind = |kind| scores("nash", &source, &[text("score_type", kind)]);
        let (mixture, against) = (kind("equilibrium"), kind("vs_equilibrium"));
        prop_assert!((mixture.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        prop_assert_eq!(&against, &scores("nash", &source, &[]));
        let advantages = kind("advantage_vs_equilibrium");
        for (i, (advantage, against)) in advantages.iter().zip(&against).enumerate() {
            let edges = (0..pairs.len()).filter(|&j| j != i);
            let expected: f64 =
                edges.map(|j| (share(&pairs, i, j) - share(&pairs, j, i)) * mixture[j]).sum();
            prop_assert!((advantage - expected).abs() < 1e-12 && expected < 1e-9);
            prop_assert!((against - 0.5 - expected / 2.0).abs() < 1e-12);
            prop_assert!(mixture[i] >= 0.0 && (mixture[i] < 1e-6 || expected > -1e-6));
        }
    }

    #[test]
    fn the_serial_order_is_the_smoothest_vector(source in linked(), signs: bool) {
        let pairs = source.pairs(None);
        let size = pairs.len();
        let compared = |i: usize, j: usize| {
            let more = if i == j { 0.0 } else { pairs.wins()[(i, j)] - pairs.wins()[(j, i)] };
            match (i == j || more == 0.0, signs) {
                (true, _) => 0.0,
                (_, true) => more.signum(),
                _ => more / total(&pairs, i, j),
            }
        };
        let similar = |i: usize, j: usize| {
            let both = (0..size).map(|k| compared(i, k) * compared(j, k));
            f64::midpoint(size as f64, both.sum())
        };
        let image = |x: &[f64]| -> Vec<f64> {
            (0..size).map(|i| (0..size).map(|j| similar(i, j) * (x[i] - x[j])).sum()).collect()
        };
        let inner = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let given = [text("comparison", if signs { "sign" } else { "prob_diff" })];
        let found = scores("serial_rank", &source, &given);
        let length = inner(&found, &found).sqrt();
        // Where no order explains the wins, scores are mean differences, and have another length.
        prop_assume!((length - 1.0).abs() < 1e-9);
        prop_assert!(found.iter().sum::<f64>().abs() < 1e-7);
        let turned = image(&found);
        let value = inner(&found, &turned);
        for (x, y) in found.iter().zip(&turned) {
            prop_assert!((y - value * x).abs() < 1e-6 * (1.0 + value), "{} {}", y, value * x);
        }
        let wins: Vec<f64> = (0..size).map(|i| (0..size).map(|j| compared(i, j)).sum()).collect();
        prop_assert!(inner(&found, &wins) >= 0.0);
        // No other vector of mean 0 is smoother.
        for place in 0..size {
            let other: Vec<f64> = (0..size)
                .map(|i| f64::from(u8::from(i == place)) - 1.0 / size as f64)
                .collect();
            prop_assert!(inner(&other, &image(&other)) >= (value - 1e-9) * inner(&other, &other));
        }
    }
}

#[test]
fn a_pair_that_met_once_counts() {
    // The first won the only trial. A walk leaves the second always, and else jumps to either.
    let once = single(&[&[1.0], &[0.0]]);
    for (ties, teleport) in [("half", 0.2), ("ignore", 0.2), ("ignore", 0.6)] {
        let given = [text("tie_handling", ties), number("teleport", teleport)];
        let found = scores("rank_centrality", &once, &given);
        assert!((found[0] - (1.0 - teleport / 2.0)).abs() < 1e-15, "{found:?}");
    }
    // A part of a comparison is none of the others: 1/2 and 1/4 make 2 : 1.
    let smooth = [number("smoothing", 0.25), number("teleport", 0.0), text("tie_handling", "half")];
    let tied = single(&[&[1.0, 1.0, NONE], &[0.0, NONE, 1.0], &[NONE, 0.0, 1.0]]);
    let found = scores("rank_centrality", &tied, &smooth);
    // Steps from the first: 1/6 to each other; back: 5/6. The others tie.
    assert!((found[0] / found[1] - 5.0).abs() < 1e-13 && (found[1] - found[2]).abs() < 1e-15);
    // Without jumps and wins of the second, the walk has no way back.
    let error = try_scores("rank_centrality", &once, &[]).unwrap_err();
    let expected = RankersError::Apart {
        method: "rank_centrality",
        above: "0".to_owned(),
        below: "1".to_owned(),
    };
    assert_eq!((error.remedy().unwrap().name(), error), ("take_prior", Error::Rankers(expected)));
}

#[test]
fn models_that_never_met_have_no_shares() {
    let apart = single(&[&[1.0, NONE], &[0.0, 1.0], &[NONE, 0.0]]);
    let unlinked = RankersError::Unlinked { first: "0".to_owned(), second: "2".to_owned() };
    for name in ["pagerank", "alpharank", "nash"] {
        let error = try_scores(name, &apart, &[]).unwrap_err();
        assert_eq!(error, Error::Rankers(unlinked.clone()), "{name}");
    }
    // These need no comparison of all pairs.
    assert!(try_scores("spectral", &apart, &[]).is_ok());
    assert!(try_scores("serial_rank", &apart, &[]).is_ok());
    let found = scores("hodge_rank", &apart, &[]);
    for (found, expected) in found.iter().zip([1.0, 0.0, -1.0]) {
        assert!((found - expected).abs() < 1e-14);
    }
    let parts = single(&[&[1.0, NONE], &[0.0, NONE], &[NONE, 0.0], &[NONE, 1.0]]);
    let error = try_scores("hodge_rank", &parts, &[]).unwrap_err();
    assert_eq!(error.kind(), "rankers.unlinked");
    let even = single(&[&[1.0], &[1.0]]);
    let decisive = [text("weight_method", "decisive")];
    let error = try_scores("hodge_rank", &even, &decisive).unwrap_err();
    assert_eq!(error.kind(), "rankers.all_ties");
    assert_eq!(scores("hodge_rank", &even, &[]), [0.0, 0.0]);
    let teleport = [number("teleport", 0.5)];
    assert!(try_scores("rank_centrality", &parts, &teleport).is_ok());
}

#[test]
fn a_circle_of_wins_ties_all() {
    let circle = single(&[&[1.0, NONE, 0.0], &[0.0, 1.0, NONE], &[NONE, 0.0, 1.0]]);
    for name in [
        "pagerank",
        "spectral",
        "rank_centrality",
        "alpharank",
        "nash",
        "hodge_rank",
        "serial_rank",
    ] {
        let found = scores(name, &circle, &[]);
        assert!(found.iter().all(|x| (x - found[0]).abs() < 1e-9), "{name}: {found:?}");
    }
}

/// Every pair has a question of its own, whose shares of successes differ by its edge.
fn of_edges(edges: &[Vec<f64>]) -> RankSource {
    let models = edges.len();
    let pairs: Vec<_> = (0..models).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
    let table = Array3::from_shape_fn((models, pairs.len(), 2), |(model, question, category)| {
        let (i, j) = pairs[question];
        let half = 5e11_f64;
        let part = (half * edges[i][j]).round();
        match (model == i, model == j, category) {
            (false, false, _) => 0.0,
            (true, _, 1) | (_, true, 0) => half + part,
            _ => half - part,
        }
    });
    RankSource::Expected(Cells::of_table(table.view(), None, None).unwrap())
}

#[test]
fn edges_of_very_different_size_have_a_mixture() {
    let mut state = 7_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    for size in 5..15 {
        for _ in 0..100 {
            let mut edges = vec![vec![0.0; size]; size];
            for (i, j) in (0..size).flat_map(|i| (0..i).map(move |j| (i, j))) {
                edges[i][j] = (2.0 * next() - 1.0) * libm::exp10(-2.0 * next());
                edges[j][i] = -edges[i][j];
            }
            let equilibrium = [text("score_type", "equilibrium")];
            let mixture = scores("nash", &of_edges(&edges), &equilibrium);
            for row in &edges {
                let advantage: f64 = row.iter().zip(&mixture).map(|(edge, x)| edge * x).sum();
                assert!(advantage < 1e-5, "{advantage}");
            }
        }
    }
}

#[test]
fn the_order_of_a_ladder_is_its_serial_order() {
    // Each of nine models wins against all after it.
    let source = {
        let array = Array3::from_shape_fn((9, 8, 1), |(i, m, _)| u8::from(i <= m));
        RankSource::Expected(Cells::of_array(array.view(), Missing::Error).unwrap())
    };
    for comparison in ["prob_diff", "sign"] {
        let found = scores("serial_rank", &source, &[text("comparison", comparison)]);
        assert!(found.windows(2).all(|pair| pair[0] > pair[1] + 1e-6), "{found:?}");
        for (one, other) in found.iter().zip(found.iter().rev()) {
            assert!((one + other).abs() < 1e-9);
        }
    }
    assert_eq!(scores("nash", &source, &[text("score_type", "equilibrium")])[0], 1.0);
}

#[test]
fn options_outside_their_ranges_are_told() {
    let source = single(&[&[1.0, 0.0], &[0.0, 1.0]]);
    let kind = |name, options: Given<'_>| {
        try_scores(name, &source, options).map_or_else(|error| error.kind(), |_| "none")
    };
    for (name, option, wrong, right, told) in [
        ("pagerank", "damping", &[0.0, 1.0, f64::NAN][..], &[0.001, 0.999][..], "check.level"),
        (
            "rank_centrality",
            "smoothing",
            &[-0.1, f64::INFINITY],
            &[0.0, 10.0],
            "check.not_negative",
        ),
        ("rank_centrality", "teleport", &[-0.1, 1.0], &[0.0, 0.999], "check.range"),
        ("alpharank", "population_size", &[1.0, 2.5], &[2.0, 3.0], "check.range"),
    ] {
        for &value in wrong {
            assert_eq!(kind(name, &[number(option, value)]), told, "{option} {value}");
        }
        for &value in right {
            assert_eq!(kind(name, &[number(option, value)]), "none", "{option} {value}");
        }
    }
    assert_eq!(kind("alpharank", &[number("alpha", 0.0)]), "check.positive");
    assert_eq!(kind("hodge_rank", &[number("epsilon", 0.0)]), "check.positive");
    assert_eq!(kind("pagerank", &[numbers("teleport", &[0.0, 0.0])]), "check.positive");
    assert_eq!(kind("pagerank", &[numbers("teleport", &[2.0, -1.0])]), "check.not_negative");
    assert_eq!(kind("pagerank", &[numbers("teleport", &[2.0, f64::NAN])]), "check.finite");
    assert_eq!(kind("pagerank", &[number("teleport", 1.0)]), "call.kind");
    let error = try_scores("pagerank", &source, &[numbers("teleport", &[1.0])]).unwrap_err();
    let expected = RankersError::OptionLength { option: "teleport", numbers: 1, models: 2 };
    assert_eq!(error, Error::Rankers(expected));
    for (name, option) in [
        ("nash", "score_type"),
        ("hodge_rank", "pairwise_stat"),
        ("hodge_rank", "weight_method"),
        ("serial_rank", "comparison"),
        ("rank_centrality", "tie_handling"),
    ] {
        assert_eq!(kind(name, &[text(option, "other")]), "call.choice", "{option}");
    }
    // Jumps to the first alone, from which no win leads away.
    let lost = single(&[&[1.0], &[0.0]]);
    let found = scores("pagerank", &lost, &[numbers("teleport", &[1.0, 0.0])]);
    assert_eq!(found, [1.0, 0.0]);
}
