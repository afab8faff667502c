//! Checks means of successes, expected ranks, posterior means and Luce's choices by plain formulas.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::disallowed_methods,
    reason = "tests"
)]

use ndarray::Array3;
use proptest::prelude::*;
use scorio_core::calls::GivenValue;
use scorio_core::rankers::{
    AlignedTrials, Cells, MethodOptions, RankSource, RankersError, method, methods,
};
use scorio_core::tally::Missing;
use scorio_core::{Error, Weights};

type Given<'a> = &'a [(&'a str, GivenValue)];
type Rows = Vec<Vec<(u32, u32)>>;

fn try_scores(name: &str, source: &RankSource, options: Given<'_>) -> Result<Vec<f64>, Error> {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    method(name).unwrap().scores(source, &MethodOptions::new(options))
}

fn number(name: &'static str, value: f64) -> (&'static str, GivenValue) {
    (name, GivenValue::Number(value))
}

fn text(name: &'static str, value: &str) -> (&'static str, GivenValue) {
    (name, GivenValue::Text(value.to_owned()))
}

fn source(rows: &[Vec<(u32, u32)>]) -> RankSource {
    let table = Array3::from_shape_fn((rows.len(), rows[0].len(), 2), |(i, m, c)| {
        let (won, trials) = rows[i][m];
        [trials - won, won][c]
    });
    RankSource::Expected(Cells::of_table(table.view(), None, None).unwrap())
}

fn scores(name: &str, rows: &[Vec<(u32, u32)>], options: Given<'_>) -> Vec<f64> {
    try_scores(name, &source(rows), options).unwrap()
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * (1.0 + expected.abs()), "{found} {expected}");
}

fn table(fewest: u32) -> impl Strategy<Value = Rows> {
    (2_usize..6, 1_usize..7).prop_flat_map(move |(models, questions)| {
        let cell = (fewest..6).prop_flat_map(|n| (0..=n, Just(n)));
        let row = prop::collection::vec(cell, questions);
        let row = row.prop_filter("a trial", |row| row.iter().any(|cell| cell.1 > 0));
        prop::collection::vec(row, models)
    })
}

fn pair(low: f64, high: f64) -> GivenValue {
    GivenValue::Numbers(vec![low, high])
}

/// P(X > Y) of Beta laws with whole shapes: a sum of chances that binomial counts stay below.
fn above(x: (f64, f64), y: (f64, f64)) -> f64 {
    let ln_beta = |a: f64, b: f64| libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    let mut sum = 0.0;
    let mut place = 0.0;
    while place < x.0 {
        let ln = ln_beta(y.0 + place, x.1 + y.1) - ln_beta(1.0 + place, x.1) - ln_beta(y.0, y.1);
        sum += libm::exp(ln) / (x.1 + place);
        place += 1.0;
    }
    sum
}

proptest! {
    #[test]
    fn averages_are_those_of_the_questions_asked(rows in table(0)) {
        let share = |cell: &(u32, u32)| f64::from(cell.0) / f64::from(cell.1);
        let asked = |row: &[(u32, u32)]| -> Vec<usize> {
            (0..row.len()).filter(|&m| row[m].1 > 0).collect()
        };
        let clips = [None, Some((0.2, 0.6)), Some((0.5, 1.0))];
        let averages = scores("avg", &rows, &[]);
        for (row, found) in rows.iter().zip(averages) {
            let own = asked(row);
            let sum: f64 = own.iter().map(|&m| share(&row[m])).sum();
            prop_assert!((found - sum / own.len() as f64).abs() < 1e-14);
        }
        for clip in clips {
            let options: Vec<_> =
                clip.iter().map(|&(low, high)| ("clip_range", pair(low, high))).collect();
            let (low, high) = clip.unwrap_or((0.01, 0.99));
            let weight = |m: usize| {
                let cells = rows.iter().map(|row| row[m]).filter(|cell| cell.1 > 0);
                let shares: Vec<f64> = cells.map(|cell| share(&cell)).collect();
                let mean = shares.iter().sum::<f64>() / shares.len() as f64;
                1.0 / mean.max(low).min(high)
            };
            for (row, found) in rows.iter().zip(scores("inverse_difficulty", &rows, &options)) {
                let own = asked(row);
                let sum: f64 = own.iter().map(|&m| weight(m) * share(&row[m])).sum();
                let all: f64 = own.iter().map(|&m| weight(m)).sum();
                prop_assert!((found - sum / all).abs() < 1e-14, "{} {}", found, sum / all);
            }
        }
    }

    #[test]
    fn expected_ranks_are_sums_of_chances(rows in table(0), alpha in 1_u8..4, beta in 1_u8..4) {
        let (alpha, beta) = (f64::from(alpha), f64::from(beta));
        let given = [number("prior_alpha", alpha), number("prior_beta", beta)];
        let shapes: Vec<(f64, f64)> = rows
            .iter()
            .map(|row| {
                let won: u32 = row.iter().map(|cell| cell.0).sum();
                let n: u32 = row.iter().map(|cell| cell.1).sum();
                (alpha + f64::from(won), beta + f64::from(n - won))
            })
            .collect();
        for (i, found) in scores("thompson", &rows, &given).into_iter().enumerate() {
            let others = (0..rows.len()).filter(|&j| j != i);
            let rank = 1.0 + others.map(|j| above(shapes[j], shapes[i])).sum::<f64>();
            prop_assert!((found + rank).abs() < 1e-11, "{} {}", found, rank);
        }
        if (alpha, beta) == (1.0, 1.0) {
            prop_assert_eq!(scores("thompson", &rows, &[]), scores("thompson", &rows, &given));
        }
    }

    #[test]
    fn metrics_of_trials_are_shares_of_subsets(rows in table(3)) {
        let choose = |n: u32, k: u32| -> f64 {
            (0..k).map(|i| (f64::from(n) - f64::from(i)) / f64::from(i + 1)).product()
        };
        let average = |of: &dyn Fn(u32, u32) -> f64| -> Vec<f64> {
            let mean = |row: &Vec<(u32, u32)>| {
                row.iter().map(|&(won, n)| of(won, n)).sum::<f64>() / row.len() as f64
            };
            rows.iter().map(mean).collect()
        };
        // j of 3 trials succeed.
        let chance = |j: u32, won: u32, n: u32| {
            choose(won, j) * choose(n - won, 3 - j) / choose(n, 3)
        };
        let from = |least: u32, won, n| (least..=3).map(|j| chance(j, won, n)).sum::<f64>();
        let k = number("k", 3.0);
        let upper = average(&|won, n| 2.0 / 3.0 * from(3, won, n));
        let tau = |tau: f64| [k.clone(), number("tau", tau)];
        for (name, given, expected) in [
            ("pass_at_k", std::slice::from_ref(&k), average(&|won, n| from(1, won, n))),
            ("pass_hat_k", std::slice::from_ref(&k), average(&|won, n| from(3, won, n))),
            ("g_pass_at_k_tau", &tau(0.5), average(&|won, n| from(2, won, n))),
            ("g_pass_at_k_tau", &tau(0.2), average(&|won, n| from(1, won, n))),
            ("g_pass_at_k_tau", &tau(1.0), average(&|won, n| from(3, won, n))),
            ("mg_pass_at_k", std::slice::from_ref(&k), upper),
            ("bayes", &[], average(&|won, n| f64::from(won + 1) / f64::from(n + 2))),
        ] {
            for (found, expected) in scores(name, &rows, given).iter().zip(expected) {
                prop_assert!((found - expected).abs() < 1e-13, "{} {} {}", name, found, expected);
            }
        }
        let quantile = [number("quantile", 0.841_344_746_068_542_9)];
        for (row, found) in rows.iter().zip(scores("bayes", &rows, &quantile)) {
            // One standard deviation above the mean.
            let own = row.iter().map(|&(won, n)| (f64::from(won), f64::from(n)));
            let (mean, variance) = own.fold((0.0, 0.0), |sum, (s, n)| {
                let spread = (s + 1.0) * (n - s + 1.0) / ((n + 2.0).powi(2) * (n + 3.0));
                (sum.0 + (s + 1.0) / (n + 2.0), sum.1 + spread)
            });
            prop_assert!((found - (mean + variance.sqrt()) / row.len() as f64).abs() < 1e-12);
        }
    }

    #[test]
    fn choices_of_winners_have_no_slope(
        array in (2_usize..6, 1_usize..4, 1_usize..4).prop_flat_map(|shape| {
            let outcome = prop::sample::select(vec![0.0, 0.0, 1.0, 1.0, f64::NAN]);
            let entries = prop::collection::vec(outcome, shape.0 * shape.1 * shape.2);
            entries.prop_map(move |all| Array3::from_shape_vec(shape, all).unwrap())
        }).prop_filter("a trial", |array| {
            array.outer_iter().all(|model| model.iter().any(|entry| !entry.is_nan()))
        }),
        variance in 0.2..3.0,
    ) {
        let aligned = RankSource::Aligned(AlignedTrials::new(array.view(), Missing::Drop).unwrap());
        let given = [number("prior_variance", variance)];
        let found = try_scores("bradley_terry_luce_map", &aligned, &given).unwrap();
        no_slope(&array, &found, |theta| theta / variance);
        // Without a prior there is not always a mode.
        match try_scores("bradley_terry_luce", &aligned, &[]) {
            Ok(found) => no_slope(&array, &found, |_| 0.0),
            Err(error) => prop_assert!(error.kind().starts_with("rankers."), "{}", error),
        }
    }
}

/// Each winner is chosen from itself and the losers: Σ θ_i − ln(π_i + Σ π_j).
fn no_slope(array: &Array3<f64>, theta: &[f64], pull: impl Fn(f64) -> f64) {
    assert!(theta.iter().sum::<f64>().abs() < 1e-12);
    let power: Vec<f64> = theta.iter().map(|&x| libm::exp(x)).collect();
    let mut slopes = vec![0.0; theta.len()];
    for question in 0..array.dim().1 {
        for trial in 0..array.dim().2 {
            let those = |outcome: f64| -> Vec<usize> {
                (0..theta.len()).filter(|&i| array[[i, question, trial]] == outcome).collect()
            };
            let losers = those(0.0);
            for winner in those(1.0) {
                let all = power[winner] + losers.iter().map(|&j| power[j]).sum::<f64>();
                slopes[winner] += 1.0 - power[winner] / all;
                for &loser in &losers {
                    slopes[loser] -= power[loser] / all;
                }
            }
        }
    }
    for (slope, &theta) in slopes.iter().zip(theta) {
        assert!(
            (slope - pull(theta)).abs() < 1e-10 * (1.0 + theta.abs()),
            "{slope} {}",
            pull(theta)
        );
    }
}

/// E d ≈ d + f‴ / (2 f″²) about the mode d of the log-density f.
#[test]
fn posterior_means_are_off_the_mode_by_its_skewness() {
    for (won, lost, variance) in [(9, 1, 1.0), (60, 40, 2.0), (2, 8, 0.5), (5, 5, 3.0)] {
        // Single trials: each question is won by one model.
        let row = |wins: bool| (0..won + lost).map(|m| (u32::from((m < won) == wins), 1)).collect();
        let found =
            scores("bayesian_mcmc", &[row(true), row(false)], &[number("prior_var", variance)]);
        let (w, n) = (f64::from(won), f64::from(won + lost));
        let p = |d: f64| 1.0 / (1.0 + libm::exp(-d));
        // d = θ − (−θ) has the prior variance 2 v.
        let mut d = 0.0;
        for _ in 0..60 {
            let slope = w - n * p(d) - d / (2.0 * variance);
            d += slope / (n * p(d) * (1.0 - p(d)) + 0.5 / variance);
        }
        let bend = n * p(d) * (1.0 - p(d)) + 0.5 / variance;
        let third = n * p(d) * (1.0 - p(d)) * (2.0 * p(d) - 1.0);
        let expected = d + third / (2.0 * bend * bend);
        close(found[0] - found[1], expected, 1e-12);
        close(found[0], -found[1], 1e-14);
        // And the mean itself, by a sum over many places.
        let density =
            |d: f64| libm::exp(w * d - n * libm::log1p(libm::exp(d)) - d * d / (4.0 * variance));
        let places = (-20_000..20_000).map(|step| f64::from(step) / 1000.0);
        let (mass, sum) =
            places.fold((0.0, 0.0), |(mass, sum), d| (mass + density(d), sum + d * density(d)));
        close(found[0] - found[1], sum / mass, 0.03);
    }
    let rows = [vec![(1, 1)], vec![(0, 1)]];
    let one = scores("bayesian_mcmc", &rows, &[]);
    assert_eq!(one, scores("bayesian_mcmc", &rows, &[number("prior_var", 1.0)]));
    assert_eq!(
        try_scores("bayesian_mcmc", &source(&rows), &[number("prior_var", 0.0)])
            .unwrap_err()
            .kind(),
        "check.positive"
    );
}

#[test]
fn options_of_means_outside_their_ranges_are_told() {
    let rows = [vec![(1, 4), (4, 4)], vec![(2, 4), (0, 4)]];
    let kind = |name: &str, options: Given<'_>| {
        try_scores(name, &source(&rows), options).map_or_else(|error| error.kind(), |_| "none")
    };
    let clip = |values: &[f64]| [("clip_range", GivenValue::Numbers(values.to_vec()))];
    for (values, expected) in [
        (&[0.5, 1.0][..], "none"),
        (&[0.0, 0.5], "check.range"),
        (&[0.5, 0.5], "check.range"),
        (&[0.5, 1.1], "check.range"),
        (&[0.5], "check.range"),
        (&[], "check.range"),
        (&[0.1, 0.5, 0.9], "check.range"),
    ] {
        assert_eq!(kind("inverse_difficulty", &clip(values)), expected, "{values:?}");
    }
    assert_eq!(kind("inverse_difficulty", &[number("clip_range", 0.5)]), "call.kind");
    assert_eq!(kind("thompson", &[number("prior_alpha", 0.0)]), "check.positive");
    assert_eq!(kind("thompson", &[number("prior_beta", -1.0)]), "check.positive");
    for name in ["pass_at_k", "pass_hat_k", "mg_pass_at_k", "g_pass_at_k_tau"] {
        let half = number("tau", 0.5);
        let tau = if name == "g_pass_at_k_tau" { std::slice::from_ref(&half) } else { &[] };
        let with = |k: f64| [&[number("k", k)], tau].concat();
        let error = try_scores(name, &source(&rows), tau).unwrap_err();
        assert_eq!(
            error,
            Error::Rankers(RankersError::OptionMissing {
                method: method(name).unwrap().name,
                option: "k"
            })
        );
        assert_eq!(error.remedy().unwrap().name(), "give_budget");
        assert_eq!(kind(name, &with(1.5)), "check.range");
        assert_eq!(kind(name, &with(0.0)), "check.budget");
        assert_eq!(kind(name, &with(4.0)), "none");
        let error = try_scores(name, &source(&rows), &with(5.0)).unwrap_err();
        assert_eq!(error.kind(), "rankers.budget");
        assert!(
            error.to_string().contains("k = 5 is more than the 4 trials of question 0 of model 0"),
            "{error}"
        );
        assert_eq!(error.remedy().unwrap().name(), "take_smaller_budget");
    }
    assert_eq!(kind("g_pass_at_k_tau", &[number("k", 2.0)]), "rankers.option_missing");
    // The place of a budget is the question in the data, not among those that were asked.
    let ragged = [vec![(1, 4), (4, 4)], vec![(0, 0), (0, 2)]];
    let error = try_scores("pass_at_k", &source(&ragged), &[number("k", 3.0)]).unwrap_err();
    assert!(error.to_string().contains("the 2 trials of question 1 of model 1"), "{error}");
}

#[test]
fn parts_of_a_success_have_means_and_no_subsets() {
    let table =
        Array3::from_shape_fn((2, 2, 3), |(i, m, c)| u8::from(c < 2) * 2 + u8::from(i == m));
    let weights = Weights::new(&[0.0, 0.5, 1.0]).unwrap();
    let cells = Cells::of_table(table.view(), Some(&weights), None).unwrap();
    let source = RankSource::Expected(cells);
    let found = try_scores("avg", &source, &[]).unwrap();
    // 3 halves and a success of 7 trials where model and question have one number, else 2 of 4.
    for score in found {
        close(score, f64::midpoint(2.5 / 7.0, 0.25), 1e-15);
    }
    for (name, options) in [("bayes", vec![]), ("pass_at_k", vec![number("k", 2.0)])] {
        let error = try_scores(name, &source, &options).unwrap_err();
        let parts =
            RankersError::Parts { method: method(name).unwrap().name, model: "0".to_owned() };
        assert_eq!(error, Error::Rankers(parts));
    }
}

#[test]
fn choices_of_winners_need_an_order() {
    let rows = [vec![(1, 2), (2, 2)], vec![(1, 2), (0, 2)]];
    for one in methods().filter(|one| one.name.starts_with("bradley_terry_luce")) {
        let error = one.scores(&source(&rows), &MethodOptions::default()).unwrap_err();
        assert_eq!(error, Error::Rankers(RankersError::NeedsOrder { method: one.name }));
        assert_eq!(error.remedy().unwrap().name(), "take_aligned_pairs");
    }
    let array = Array3::from_shape_fn((2, 1, 3), |(i, _, _)| u8::from(i == 0));
    let won = RankSource::Aligned(AlignedTrials::new(array.view(), Missing::Error).unwrap());
    let error = try_scores("bradley_terry_luce", &won, &[]).unwrap_err();
    assert_eq!((error.kind(), error.remedy().unwrap().name()), ("rankers.apart", "take_prior"));
    assert!(format!("{:?}", error.remedy()).contains("bradley_terry_luce_map"));
    // Two models are Bradley–Terry: 3 − 3 σ(d) = d / 2.
    let found = try_scores("bradley_terry_luce_map", &won, &[]).unwrap();
    let d = found[0] - found[1];
    close(3.0 / (1.0 + libm::exp(d)), d / 2.0, 1e-12);
    let known = [text("prior", "other")];
    assert_eq!(
        try_scores("bradley_terry_luce_map", &won, &known).unwrap_err().kind(),
        "call.choice"
    );
}

#[test]
fn options_of_one_prior_are_none_of_another() {
    let rows = [vec![(1, 2), (2, 2)], vec![(1, 2), (1, 2)]];
    let kind = |options: Given<'_>| {
        let found = try_scores("bradley_terry_map", &source(&rows), options);
        found.map_or_else(|error| error.kind(), |_| "none")
    };
    let means = |values: &[f64]| ("prior_means", GivenValue::Numbers(values.to_vec()));
    for (options, expected) in [
        (&[means(&[0.1, 0.2])][..], "none"),
        (&[means(&[0.1])], "rankers.option_length"),
        (&[means(&[0.1, f64::NAN])], "check.finite"),
        (&[number("prior_variance", 0.0)], "check.positive"),
        (&[number("prior_scale", 1.0)], "rankers.unknown_option"),
        (&[text("prior", "gaussian"), number("prior_location", 1.0)], "rankers.unknown_option"),
        (
            &[text("prior", "laplace"), number("prior_scale", 1.0), number("prior_location", 1.0)],
            "none",
        ),
        (
            &[text("prior", "cauchy"), number("prior_scale", 1.0), number("prior_location", 1.0)],
            "none",
        ),
        (&[text("prior", "laplace"), number("prior_variance", 1.0)], "rankers.unknown_option"),
        (&[text("prior", "cauchy"), means(&[0.1, 0.2])], "rankers.unknown_option"),
        (&[text("prior", "cauchy"), number("prior_scale", 0.0)], "check.positive"),
        (&[text("prior", "laplace"), number("prior_location", f64::NAN)], "check.finite"),
        (&[number("prior", 1.0)], "call.kind"),
    ] {
        assert_eq!(kind(options), expected, "{options:?}");
    }
    let strength = |value| {
        try_scores("rao_kupper", &source(&rows), &[number("tie_strength", value)])
            .map_or_else(|error| error.kind(), |_| "none")
    };
    assert_eq!([strength(0.99), strength(f64::INFINITY)], ["check.range"; 2]);
    assert_eq!([strength(1.0), strength(1.1)], ["rankers.no_ties", "none"]);
}
