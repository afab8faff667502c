//! Checks ratings of streams with plain twins, game by game, and their means over orders.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::disallowed_methods,
    reason = "tests"
)]

use std::f64::consts::{LN_10, PI, SQRT_2, TAU};

use ndarray::Array3;
use scorio_core::calls::GivenValue;
use scorio_core::rankers::{
    AlignedTrials, Cells, MethodOptions, RankSource, RankersError, Rated, method,
};
use scorio_core::tally::Missing;
use scorio_core::{Error, NumericError, Replicates, Weights};

const TIES: [&str; 3] = ["skip", "draw", "correct_draw_only"];

/// Results of models of different skill. `gaps` of a hundred are missing.
fn results(
    seed: u64,
    (models, questions, trials): (usize, usize, usize),
    gaps: u64,
) -> Array3<f64> {
    let mut state = seed;
    let mut below = |end: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % end
    };
    Array3::from_shape_fn((models, questions, trials), |(model, question, _)| {
        let skill = 30 + (40 * model / models + 7 * question % 30) as u64;
        let (missing, won) = (below(100) < gaps, below(100) < skill);
        if missing { f64::NAN } else { f64::from(u8::from(won)) }
    })
}

fn aligned(array: &Array3<f64>) -> RankSource {
    RankSource::Aligned(AlignedTrials::new(array.view(), Missing::Drop).unwrap())
}

fn expected(array: &Array3<f64>) -> RankSource {
    RankSource::Expected(Cells::of_array(array.view(), Missing::Drop).unwrap())
}

fn text(value: &str) -> GivenValue {
    GivenValue::Text(value.to_owned())
}

fn number(value: f64) -> GivenValue {
    GivenValue::Number(value)
}

fn try_rate(
    name: &str,
    source: &RankSource,
    options: &[(&str, GivenValue)],
) -> Result<Rated, Error> {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    let alone = Replicates { count: 1, threads: 1, go_on: &|_| true };
    method(name).unwrap().rate(source, &MethodOptions::new(options), 3, &alone)
}

fn rate(name: &str, source: &RankSource, options: &[(&str, GivenValue)]) -> Rated {
    try_rate(name, source, options).unwrap()
}

/// A game of two models and the score of the first: 1, or ½ for a draw.
type Game = (usize, usize, f64);

/// The games of each event, with whether a round ends.
fn events(array: &Array3<f64>, ties: &str) -> Vec<(Vec<Game>, bool)> {
    let (models, questions, trials) = array.dim();
    let mut events = Vec::new();
    for trial in 0..trials {
        for question in 0..questions {
            let mut games = Vec::new();
            for i in 0..models {
                for j in 0..models {
                    let [a, b] = [i, j].map(|model| array[[model, question, trial]]);
                    let drawn = ties == "draw" || ties == "correct_draw_only" && a == 1.0;
                    if a > b {
                        games.push((i, j, 1.0));
                    } else if a == b && i < j && drawn {
                        games.push((i, j, 0.5));
                    }
                }
            }
            events.push((games, question + 1 == questions));
        }
    }
    events
}

fn plain_elo(array: &Array3<f64>, ties: &str, step: f64) -> Vec<f64> {
    let mut rating = vec![0.0; array.dim().0];
    for (games, _) in events(array, ties) {
        let before = rating.clone();
        for (i, j, score) in games {
            let expected = 1.0 / (1.0 + libm::exp10((before[j] - before[i]) / 400.0));
            let other = 1.0 / (1.0 + libm::exp10((before[i] - before[j]) / 400.0));
            rating[i] += step * (score - expected);
            rating[j] += step * (1.0 - score - other);
        }
    }
    rating
}

fn plain_glicko(array: &Array3<f64>, ties: &str, growth: f64, most: f64) -> (Vec<f64>, Vec<f64>) {
    let models = array.dim().0;
    let (q, mut rating, mut rd) = (LN_10 / 400.0, vec![0.0; models], vec![most.min(350.0); models]);
    for (games, _) in events(array, ties) {
        for rd in &mut rd {
            *rd = libm::hypot(*rd, growth).min(most);
        }
        let (before, own) = (rating.clone(), rd.clone());
        let g = |j: usize| 1.0 / (1.0 + 3.0 * q * q * own[j] * own[j] / (PI * PI)).sqrt();
        for i in 0..models {
            let (mut information, mut surprise) = (0.0, 0.0);
            for &(a, b, score) in games.iter().filter(|game| game.0 == i || game.1 == i) {
                let (j, score) = if a == i { (b, score) } else { (a, 1.0 - score) };
                let expected = 1.0 / (1.0 + libm::exp10(-g(j) * (before[i] - before[j]) / 400.0));
                information += q * q * g(j) * g(j) * expected * (1.0 - expected);
                surprise += q * g(j) * (score - expected);
            }
            if information > 0.0 {
                let precision = 1.0 / (own[i] * own[i]) + information;
                rating[i] += surprise / precision;
                rd[i] = 1.0 / precision.sqrt();
            }
        }
    }
    (rating, rd)
}

/// The mean and the variance of a standard normal number between two limits, by Simpson's rule.
fn moments(low: f64, high: f64) -> (f64, f64) {
    let (low, high) = (low.max(-12.0), high.min(12.0));
    let (panels, mut sums) = (4000, [0.0; 3]);
    let step = (high - low) / f64::from(panels);
    for place in 0..=panels {
        let x = low + step * f64::from(place);
        let weight = match place {
            0 => 1.0,
            _ if place == panels => 1.0,
            _ => f64::from(2 + 2 * (place % 2)),
        };
        let density = weight * libm::exp(-x * x / 2.0);
        sums = [sums[0] + density, sums[1] + density * x, sums[2] + density * x * x];
    }
    let mean = sums[1] / sums[0];
    (mean, sums[2] / sums[0] - mean * mean)
}

fn plain_trueskill(array: &Array3<f64>, ties: &str, margin: f64, tau: f64) -> (Vec<f64>, Vec<f64>) {
    let models = array.dim().0;
    let (beta, mut mean, mut variance) =
        (25.0 / 6.0, vec![0.0; models], vec![25.0 * 25.0 / 9.0; models]);
    for (games, ends) in events(array, ties) {
        let (mut precision, mut natural): (Vec<f64>, Vec<f64>) =
            mean.iter().zip(&variance).map(|(m, v)| (1.0 / v, m / v)).unzip();
        for (i, j, score) in games {
            let c = (2.0 * beta * beta + variance[i] + variance[j]).sqrt();
            let (t, e) = ((mean[i] - mean[j]) / c, margin / c);
            let (v, left) = match (score == 0.5, margin == 0.0) {
                (true, true) => (-t, 0.0),
                (true, false) => moments(-e - t, e - t),
                (false, _) => {
                    let x = t - e;
                    let v = libm::exp(-x * x / 2.0) / TAU.sqrt() / (0.5 * libm::erfc(-x / SQRT_2));
                    (v, 1.0 - v * (v + x))
                }
            };
            for (k, sign) in [(i, 1.0), (j, -1.0)] {
                let own = variance[k] * (1.0 - variance[k] / (c * c) * (1.0 - left));
                let moved = mean[k] + sign * variance[k] / c * v;
                precision[k] += 1.0 / own - 1.0 / variance[k];
                natural[k] += moved / own - mean[k] / variance[k];
            }
        }
        for k in 0..models {
            (mean[k], variance[k]) = (natural[k] / precision[k], 1.0 / precision[k]);
            if ends {
                variance[k] += tau * tau;
            }
        }
    }
    (mean, variance.iter().map(|v| v.sqrt()).collect())
}

fn near(found: &[f64], expected: &[f64], initial: f64, tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    let largest = expected.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
    for (found, expected) in found.iter().zip(expected) {
        let off = (found - initial - expected).abs();
        assert!(off <= tolerance * (largest + initial.abs()), "{found} {expected}");
    }
}

/// From five models on, a player meets four others at once.
#[test]
fn ratings_are_those_of_plain_games() {
    for models in 2..13 {
        for (place, ties) in TIES.into_iter().enumerate() {
            let gaps = if models % 3 == 0 { 25 } else { 0 };
            let array = results(models as u64 + 100 * place as u64, (models, 5, 3), gaps);
            let source = aligned(&array);
            let handled = ("tie_handling", text(ties));
            let found = rate("elo", &source, std::slice::from_ref(&handled));
            near(&found.scores, &plain_elo(&array, ties, 32.0), 1500.0, 1e-14);
            assert_eq!((found.order_sd, found.deviation), (None, None));
            let options = [handled.clone(), ("c", number(20.0)), ("rd_max", number(340.0))];
            let found = rate("glicko", &source, &options);
            let (expected, rd) = plain_glicko(&array, ties, 20.0, 340.0);
            near(&found.scores, &expected, 1500.0, 1e-13);
            near(&found.deviation.unwrap(), &rd, 0.0, 1e-13);
        }
    }
    let array = results(9, (7, 6, 4), 10);
    let options = [("K", number(50.0)), ("initial_rating", number(-100.0))];
    let found = rate("elo", &aligned(&array), &options);
    near(&found.scores, &plain_elo(&array, "correct_draw_only", 50.0), -100.0, 1e-13);
}

#[test]
fn ratings_too_far_apart_for_odds_are_those_of_plain_games() {
    for (place, ties) in TIES.into_iter().enumerate() {
        let array = results(place as u64, (6, 7, 4), 10);
        let options = [("tie_handling", text(ties)), ("K", number(3e5))];
        let found = rate("elo", &aligned(&array), &options);
        let expected = plain_elo(&array, ties, 3e5);
        assert!(expected.iter().any(|rating| rating.abs() > 4e5));
        near(&found.scores, &expected, 1500.0, 1e-12);
    }
}

#[test]
fn beliefs_are_those_of_plain_games() {
    for (place, ties) in TIES.into_iter().enumerate() {
        for (margin, tau) in [(0.0, 25.0 / 300.0), (2.0, 0.0), (15.0, 1.0)] {
            let array = results(17 + place as u64, (5, 4, 2), 10);
            let options = [
                ("tie_handling", text(ties)),
                ("draw_margin", number(margin)),
                ("tau", number(tau)),
            ];
            let found = rate("trueskill", &aligned(&array), &options);
            let (expected, sigmas) = plain_trueskill(&array, ties, margin, tau);
            near(&found.scores, &expected, 25.0, 1e-10);
            near(&found.deviation.unwrap(), &sigmas, 0.0, 1e-10);
        }
    }
    // Without the option, ties are skipped, nothing is a draw, and beliefs drift by 1/12.
    let array = results(5, (4, 4, 3), 0);
    let found = rate("trueskill", &aligned(&array), &[]);
    near(&found.scores, &plain_trueskill(&array, "skip", 0.0, 1.0 / 12.0).0, 25.0, 1e-10);
}

fn one_game(first: f64, second: f64) -> Array3<f64> {
    Array3::from_shape_vec((2, 1, 1), vec![first, second]).unwrap()
}

#[test]
fn draws_and_wins_have_their_limits() {
    let (sigma, beta) = (("sigma_initial", number(1.0)), ("beta", number(1.0)));
    let common = [sigma, beta, ("tau", number(0.0)), ("tie_handling", text("draw"))];
    // The difference of performances has a standard deviation of 2.
    let played = |array: &Array3<f64>, margin: f64, initial: f64| {
        let own = [("draw_margin", number(margin)), ("mu_initial", number(initial))];
        let found = rate("trueskill", &aligned(array), &[&common[..], &own[..]].concat());
        let deviations = found.deviation.unwrap();
        assert_eq!(deviations[0], deviations[1]);
        (found.scores, deviations[0])
    };
    // A draw within a margin that is never left tells nothing.
    for margin in [30.0, 60.0, 80.0, 100.0, 120.0, 160.0, 200.0, 300.0, 1e6] {
        let (scores, deviation) = played(&one_game(1.0, 1.0), margin, 0.0);
        assert!(scores[0].abs() < 1e-12 && scores[1].abs() < 1e-12, "{scores:?}");
        assert!((deviation - 1.0).abs() < 1e-12, "{margin}: {deviation}");
    }
    // A draw without a margin makes the difference of performances certain: 1 − 1/4 is left.
    let (scores, deviation) = played(&one_game(0.0, 0.0), 0.0, 3.0);
    assert_eq!(scores, [3.0, 3.0]);
    assert!((deviation - 0.75_f64.sqrt()).abs() < 1e-15);
    // A win by a margin far above all beliefs is as certain: the difference is the margin.
    for margin in [4e3, 2e5, 2e8, 6e8, 1e15] {
        let (scores, deviation) = played(&one_game(1.0, 0.0), margin, 0.0);
        assert!((scores[0] / (margin / 4.0) - 1.0).abs() < 1e-5, "{margin}: {scores:?}");
        assert_eq!(scores[0], -scores[1]);
        assert!((deviation - 0.75_f64.sqrt()).abs() < 1e-6, "{margin}: {deviation}");
    }
    // A win against an equal: the mean of the half of a normal law is √(2/π).
    let (scores, deviation) = played(&one_game(1.0, 0.0), 0.0, 0.0);
    assert!((scores[0] - 0.5 * (2.0 / PI).sqrt()).abs() < 1e-15);
    assert!((deviation - (1.0 - 0.25 * 2.0 / PI).sqrt()).abs() < 1e-15);
}

/// If a model has all trials of a question or none, no order changes a rating by one question.
#[test]
fn where_orders_change_nothing_the_mean_is_that_of_one() {
    let array = Array3::from_shape_fn((5, 1, 4), |(model, _, _)| f64::from(u8::from(model > 2)));
    for name in ["elo", "glicko", "trueskill"] {
        let (one, drawn) = (rate(name, &aligned(&array), &[]), rate(name, &expected(&array), &[]));
        near(&drawn.scores, &one.scores, 0.0, 1e-13);
        assert!(drawn.order_sd.unwrap().iter().all(|sd| sd.abs() < 1e-6));
        assert_eq!(drawn.deviation.is_some(), name != "elo");
        near(&drawn.deviation.unwrap_or_default(), &one.deviation.unwrap_or_default(), 0.0, 1e-13);
        let single = rate(name, &expected(&array), &[("orders", number(1.0))]);
        assert_eq!((single.scores, single.order_sd), (one.scores, None));
    }
}

/// More orders keep the first ones, so that means tell the rating of each order.
#[test]
fn spreads_are_those_of_single_orders() {
    let mut array = results(4, (4, 3, 4), 15);
    for question in 0..3 {
        for trial in 0..4 {
            // The last model has the trials of the first, in another order.
            array[[3, question, trial]] = array[[0, question, (trial + 1) % 4]];
        }
    }
    let source = expected(&array);
    for name in ["elo", "glicko", "trueskill"] {
        let of = |orders: u32| rate(name, &source, &[("orders", number(f64::from(orders)))]);
        let (mut single, mut sum): (Vec<Vec<f64>>, Vec<f64>) = (Vec::new(), vec![0.0; 4]);
        for orders in 1..6_u32 {
            let found = of(orders);
            assert_eq!(found.scores[0], found.scores[3]);
            let all: Vec<f64> = found.scores.iter().map(|x| x * f64::from(orders)).collect();
            single.push(all.iter().zip(&sum).map(|(all, sum)| all - sum).collect());
            sum = all;
            let Some(spread) = found.order_sd else {
                assert_eq!(orders, 1);
                continue;
            };
            assert_eq!(spread[0], spread[3]);
            for model in 1..3 {
                let off = |one: &Vec<f64>| one[model] - one.iter().sum::<f64>() / 4.0;
                let mean = single.iter().map(off).sum::<f64>() / f64::from(orders);
                let squares: f64 = single.iter().map(|one| (off(one) - mean).powi(2)).sum();
                let expected = (squares / f64::from(orders - 1)).sqrt();
                assert!((spread[model] / expected - 1.0).abs() < 1e-8, "{name} {orders}");
            }
        }
    }
    // By default there are 64.
    assert_eq!(rate("elo", &source, &[]), rate("elo", &source, &[("orders", number(64.0))]));
}

#[test]
fn trials_that_cannot_be_rated_are_told() {
    let array = results(1, (3, 2, 2), 0);
    let kind = |name, source: &RankSource, options: &[_]| {
        try_rate(name, source, options).unwrap_err().kind()
    };
    for orders in [0.0, 1.5, 1_000_001.0, f64::NAN] {
        let given = [("orders", number(orders))];
        assert_eq!(kind("elo", &expected(&array), &given), "check.range", "{orders}");
    }
    for name in ["elo", "glicko", "trueskill"] {
        let error = try_rate(name, &aligned(&array), &[("orders", number(2.0))]).unwrap_err();
        assert_eq!(error, Error::Rankers(RankersError::OrderedAlready { method: name }));
        assert_eq!(error.remedy().unwrap().name(), "take_expected_pairs");
        // Two trials of one model, one of which counts by half.
        for (whole, model) in [(0, "b"), (1, "a")] {
            let mut table = Array3::from_elem((2, 1, 3), 1.0);
            table[[whole, 0, 1]] = 2.0;
            let (weights, names) = (Weights::new(&[0.0, 0.5, 1.0]).unwrap(), ["a", "b"]);
            let names = names.map(str::to_owned);
            let cells = Cells::of_table(table.view(), Some(&weights), Some(&names)).unwrap();
            let error = try_rate(name, &RankSource::Expected(cells), &[]).unwrap_err();
            let expected = RankersError::Parts { method: name, model: model.to_owned() };
            assert_eq!(error, Error::Rankers(expected));
            assert_eq!(error.remedy().unwrap().name(), "take_other_method");
        }
    }
    let huge = [("K", number(1.7e308)), ("initial_rating", number(1.7e308))];
    let error = try_rate("elo", &aligned(&one_game(1.0, 0.0)), &huge).unwrap_err();
    assert_eq!(error, Error::Numeric(NumericError::NotFinite { what: "the rating" }));
    for (name, option) in [
        ("elo", "K"),
        ("glicko", "rd_max"),
        ("glicko", "initial_rd"),
        ("trueskill", "sigma_initial"),
        ("trueskill", "beta"),
    ] {
        let zero = [(option, number(0.0))];
        assert_eq!(kind(name, &aligned(&array), &zero), "check.positive", "{option}");
    }
    for (name, option) in [("glicko", "c"), ("trueskill", "tau"), ("trueskill", "draw_margin")] {
        assert!(try_rate(name, &aligned(&array), &[(option, number(0.0))]).is_ok());
        let below = [(option, number(-1.0))];
        assert_eq!(kind(name, &aligned(&array), &below), "check.not_negative", "{option}");
    }
    for (name, option) in
        [("elo", "initial_rating"), ("glicko", "initial_rating"), ("trueskill", "mu_initial")]
    {
        let infinite = [(option, number(f64::INFINITY))];
        assert_eq!(kind(name, &aligned(&array), &infinite), "check.finite", "{option}");
    }
    let other = [("tie_handling", text("half"))];
    assert_eq!(kind("elo", &aligned(&array), &other), "call.choice");
}
