//! Checks strengths from pairs by closed forms of two models, and by slopes of plain likelihoods.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use ndarray::Array3;
use proptest::prelude::*;
use scorio_core::Error;
use scorio_core::rankers::{
    Cells, PairLaw, PairModel, Penalty, RankersError, StrengthPrior, Strengths, TrialPairs,
};
use scorio_core::tally::Missing;

/// Two models, the wins of the first and of the second, and their ties.
type Games = (usize, usize, usize, usize, usize);

/// Every game is a question of its own, with one trial of its two models.
fn pairs(models: usize, games: &[Games]) -> TrialPairs {
    let single: Vec<_> = games
        .iter()
        .flat_map(|&(i, j, won, lost, tied)| {
            [(won, 1.0, 0.0), (lost, 0.0, 1.0), (tied, 1.0, 1.0)]
                .into_iter()
                .flat_map(move |(times, own, other)| vec![(i, j, own, other); times])
        })
        .collect();
    let mut array = Array3::from_elem((models, single.len(), 1), f64::NAN);
    for (question, &(i, j, own, other)) in single.iter().enumerate() {
        (array[[i, question, 0]], array[[j, question, 0]]) = (own, other);
    }
    TrialPairs::expected(&Cells::of_array(array.view(), Missing::Drop).unwrap(), None)
}

fn model(law: PairLaw, prior: Option<StrengthPrior>) -> PairModel {
    PairModel { method: "one", law, prior }
}

fn fit(law: PairLaw, prior: Option<StrengthPrior>, pairs: &TrialPairs) -> Strengths {
    model(law, prior).fit(pairs, None).unwrap()
}

fn refused(law: PairLaw, prior: Option<StrengthPrior>, pairs: &TrialPairs) -> RankersError {
    match model(law, prior).fit(pairs, None).unwrap_err() {
        Error::Rankers(error) => error,
        other => panic!("{other}"),
    }
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * (1.0 + expected.abs()), "{found} {expected}");
}

fn logistic(d: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-d))
}

fn phi(d: f64) -> f64 {
    0.5 * libm::erfc(-d / std::f64::consts::SQRT_2)
}

const KUPPER: PairLaw = PairLaw::RaoKupper { tie_strength: 1.5 };
const LAWS: [PairLaw; 4] = [PairLaw::Logit, PairLaw::Probit, PairLaw::Davidson, KUPPER];

/// The log-likelihood by the chances of a win, a loss and a tie.
fn likelihood(law: PairLaw, pairs: &TrialPairs, theta: &[f64], x: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..theta.len() {
        for j in 0..i {
            let d = theta[i] - theta[j];
            let [win, loss, tie] = match law {
                PairLaw::Logit => [logistic(d), logistic(-d), 1.0],
                PairLaw::Probit => [phi(d), phi(-d), 1.0],
                PairLaw::Davidson => {
                    let parts = [libm::exp(d / 2.0), libm::exp(-d / 2.0), libm::exp(x)];
                    parts.map(|part| part / (parts[0] + parts[1] + parts[2]))
                }
                PairLaw::RaoKupper { tie_strength } => {
                    let eta = libm::log(tie_strength);
                    let (win, loss) = (logistic(d - eta), logistic(-d - eta));
                    [win, loss, 1.0 - win - loss]
                }
            };
            let counts = [pairs.wins()[(i, j)], pairs.wins()[(j, i)], pairs.ties()[(i, j)]];
            let parts = counts.into_iter().zip([win, loss, tie]);
            sum += parts.map(|(n, p)| if n > 0.0 { n * libm::log(p) } else { 0.0 }).sum::<f64>();
        }
    }
    sum
}

/// The derivative by one strength or, at their end, by ln ν.
fn slope(law: PairLaw, pairs: &TrialPairs, found: &Strengths, at: usize) -> f64 {
    let step = 1e-5;
    let moved = |by: f64| {
        let (mut theta, mut x) = (found.theta.clone(), found.ln_nu.unwrap_or(0.0));
        *theta.get_mut(at).unwrap_or(&mut x) += by;
        likelihood(law, pairs, &theta, x)
    };
    (moved(step) - moved(-step)) / (2.0 * step)
}

#[test]
fn two_models_have_closed_forms() {
    for (won, lost, tied) in [(7, 3, 0), (7, 3, 2), (5, 5, 4), (1, 9, 1), (20, 19, 1)] {
        let pairs = pairs(2, &[(0, 1, won, lost, tied)]);
        let [w, l, t] = [won, lost, tied].map(|n| n as f64);
        let ratio = libm::log(w / l);
        let d = |law| {
            let found = fit(law, None, &pairs);
            assert!((found.theta[0] + found.theta[1]).abs() < 1e-14);
            found.theta[0] - found.theta[1]
        };
        close(d(PairLaw::Logit), ratio, 1e-14);
        close(d(PairLaw::Davidson), ratio, 1e-14);
        close(phi(d(PairLaw::Probit)), w / (w + l), 1e-14);
        let ln_nu = fit(PairLaw::Davidson, None, &pairs).ln_nu;
        assert_eq!(ln_nu.is_some(), tied > 0);
        if let Some(ln_nu) = ln_nu {
            close(ln_nu, libm::log(t / (w * l).sqrt()), 1e-14);
        }
        // (l + t) u² + κ (l − w) u − (w + t) = 0 for u = e^d.
        for kappa in [1.1, 1.5, 4.0] {
            let half = kappa * (w - l) / 2.0;
            let u = (half + (half * half + (l + t) * (w + t)).sqrt()) / (l + t);
            close(d(PairLaw::RaoKupper { tie_strength: kappa }), libm::log(u), 1e-14);
        }
    }
    // Without ties, a tie strength of 1 is Bradley–Terry's.
    let law = PairLaw::RaoKupper { tie_strength: 1.0 };
    let found = fit(law, None, &pairs(2, &[(0, 1, 7, 3, 0)]));
    close(found.theta[0] - found.theta[1], libm::log(7.0 / 3.0), 1e-14);
}

#[test]
fn errors_of_two_models_have_closed_forms() {
    for (won, lost, tied) in [(7, 3, 2), (5, 5, 4), (1, 9, 1), (20, 19, 1)] {
        let pairs = pairs(2, &[(0, 1, won, lost, tied)]);
        let [w, l, t] = [won, lost, tied].map(|n| n as f64);
        for law in LAWS {
            let found = fit(law, None, &pairs);
            let d = found.theta[0] - found.theta[1];
            let variance = match law {
                // Logs of counts: 1 / w + 1 / l, with or without ties.
                PairLaw::Logit | PairLaw::Davidson => 1.0 / w + 1.0 / l,
                PairLaw::Probit => {
                    let density = libm::exp(-d * d / 2.0) / std::f64::consts::TAU.sqrt();
                    w * l / ((w + l) * (w + l) * (w + l) * density * density)
                }
                PairLaw::RaoKupper { tie_strength } => {
                    let eta = libm::log(tie_strength);
                    let (win, loss) = (logistic(d - eta), logistic(-d - eta));
                    1.0 / ((w + t) * win * (1.0 - win) + (l + t) * loss * (1.0 - loss))
                }
            };
            let covariance = model(law, None).covariance(&pairs, &found).unwrap();
            for (place, sign) in [((0, 0), 1.0), ((0, 1), -1.0), ((1, 0), -1.0), ((1, 1), 1.0)] {
                close(covariance[place], sign * variance / 4.0, 1e-13);
            }
        }
    }
}

/// The first is half the difference above 0, so that the derivative by d is half of its own twice.
#[test]
fn two_models_with_a_prior_have_its_slope_and_its_curvature() {
    let smooth: [(StrengthPrior, Slopes); 4] = [
        // (d − 0.7)² / (4 · 0.3), as only differences of means count.
        (StrengthPrior::Gaussian { variance: 0.3, means: vec![0.4, -0.3] }, |d| {
            ((d - 0.7) / 0.6, 1.0 / 0.6)
        }),
        (StrengthPrior::Gaussian { variance: 2.0, means: Vec::new() }, |d| (d / 4.0, 0.25)),
        // ln(1 + (d/2 − m)²/s²) + ln(1 + (d/2 + m)²/s²).
        (StrengthPrior::Cauchy { location: 0.5, scale: 0.8 }, |d| cauchy(d, 0.5, 0.8)),
        (StrengthPrior::Cauchy { location: 0.0, scale: 0.1 }, |d| cauchy(d, 0.0, 0.1)),
    ];
    for (won, lost) in [(90, 10), (45, 6), (60, 40), (9, 1), (3, 2)] {
        let pairs = pairs(2, &[(0, 1, won, lost, 0)]);
        let (w, n) = (won as f64, (won + lost) as f64);
        for (prior, slopes) in &smooth {
            let found = fit(PairLaw::Logit, Some(prior.clone()), &pairs);
            let d = found.theta[0] - found.theta[1];
            let (p, (first, second)) = (logistic(d), slopes(d));
            assert!((w - n * p - first).abs() < 1e-11, "{prior:?} {d}");
            let covariance =
                model(PairLaw::Logit, Some(prior.clone())).covariance(&pairs, &found).unwrap();
            let variance = 1.0 / (n * p * (1.0 - p) + second);
            close(covariance[(0, 0)], variance / 4.0, 1e-10);
            close(covariance[(0, 1)], -variance / 4.0, 1e-10);
        }
        // |d| / s keeps a difference of 0 that the slope there does not overcome.
        for scale in [0.01, 0.1, 1.0] {
            let laplace = StrengthPrior::Laplace { location: 0.0, scale };
            let found = fit(PairLaw::Logit, Some(laplace.clone()), &pairs);
            let d = found.theta[0] - found.theta[1];
            let left = w - 1.0 / scale;
            let expected = if left > n / 2.0 { libm::log(left / (n - left)) } else { 0.0 };
            close(d, expected, 1e-12);
            let error = model(PairLaw::Logit, Some(laplace)).covariance(&pairs, &found);
            let expected = RankersError::Corners { method: "one" };
            assert_eq!(error.unwrap_err(), Error::Rankers(expected));
        }
    }
}

/// The first and the second derivative of a penalty by the difference.
type Slopes = fn(f64) -> (f64, f64);

fn cauchy(d: f64, location: f64, scale: f64) -> (f64, f64) {
    let of = |x: f64| {
        let below = scale * scale + x * x;
        (2.0 * x / below, 2.0 * (scale * scale - x * x) / (below * below))
    };
    let (one, other) = (of(d / 2.0 - location), of(d / 2.0 + location));
    (f64::midpoint(one.0, other.0), (one.1 + other.1) / 4.0)
}

#[test]
fn the_highest_of_several_tops_is_found() {
    for (won, lost, scale) in [(6, 2, 0.01), (7, 2, 0.01), (9, 1, 0.05), (20, 12, 0.001)] {
        let pairs = pairs(2, &[(0, 1, won, lost, 0)]);
        let density = |d: f64| {
            let x = d / (2.0 * scale);
            likelihood(PairLaw::Logit, &pairs, &[d / 2.0, -d / 2.0], 0.0) - 2.0 * libm::log1p(x * x)
        };
        let found =
            fit(PairLaw::Logit, Some(StrengthPrior::Cauchy { location: 0.0, scale }), &pairs);
        let own = density(found.theta[0] - found.theta[1]);
        assert!((-4000..4000).all(|step| density(f64::from(step) / 500.0) <= own + 1e-9));
    }
}

#[test]
fn a_penalty_by_a_function_is_that_of_its_prior() {
    let pairs = pairs(4, &[(0, 1, 5, 2, 1), (1, 2, 4, 3, 0), (2, 3, 6, 1, 2), (0, 3, 9, 2, 1)]);
    // The squares of all differences are as many times those about the mean as there are models.
    let differences = |theta: &[f64]| {
        let all = theta.iter().flat_map(|a| theta.iter().map(move |b| (a - b) * (a - b)));
        all.sum::<f64>() / (2.0 * 4.0) / (2.0 * 0.4)
    };
    for law in LAWS {
        let gaussian = StrengthPrior::Gaussian { variance: 0.4, means: Vec::new() };
        let custom = StrengthPrior::Custom(Penalty::new(differences));
        let (known, found) =
            (fit(law, Some(gaussian.clone()), &pairs), fit(law, Some(custom.clone()), &pairs));
        for (known, found) in known.theta.iter().zip(&found.theta) {
            close(*found, *known, 1e-7);
        }
        let expected = model(law, Some(gaussian)).covariance(&pairs, &known).unwrap();
        let covariance = model(law, Some(custom)).covariance(&pairs, &found).unwrap();
        for (found, expected) in covariance.values().iter().zip(expected.values()) {
            assert!((found - expected).abs() < 1e-5, "{law:?}: {found} {expected}");
        }
    }
}

#[test]
fn covariances_invert_the_curvature() {
    let pairs = pairs(4, &[(0, 1, 5, 2, 1), (1, 2, 4, 3, 0), (2, 3, 3, 3, 2), (0, 3, 9, 2, 1)]);
    for law in LAWS {
        let found = fit(law, None, &pairs);
        let free = 4 + usize::from(found.ln_nu.is_some());
        let step = 1e-4;
        // Minus the second derivatives by one number of the place and by a direction.
        let bent = |at: usize, direction: &[f64]| {
            let along = |by: f64| {
                let moved = |place: usize, x: f64| x + by * direction[place];
                let mut there = found.clone();
                for (place, x) in there.theta.iter_mut().enumerate() {
                    *x = moved(place, *x);
                }
                there.ln_nu = found.ln_nu.map(|x| moved(4, x));
                slope(law, &pairs, &there, at)
            };
            (along(-step) - along(step)) / (2.0 * step)
        };
        let covariance = model(law, None).covariance(&pairs, &found).unwrap();
        for model in 0..4 {
            let mut direction = covariance.row(model).to_vec();
            close(direction.iter().sum(), 0.0, 1e-14);
            if free == 5 {
                // ln ν follows the strengths, so that its own slope stays 0.
                direction.push(0.0);
                let pull = bent(4, &direction);
                direction[4] = -pull / bent(4, &[0.0, 0.0, 0.0, 0.0, 1.0]);
            }
            for other in 0..4 {
                let expected = f64::from(u8::from(model == other)) - 0.25;
                assert!((bent(other, &direction) - expected).abs() < 1e-4, "{law:?}");
            }
        }
    }
}

#[test]
fn a_strength_may_go_back_to_its_corner() {
    // All three leave the corner, as their slopes are as steep. The links pull the first back.
    let pairs = pairs(3, &[(0, 2, 11, 9, 0), (1, 2, 2, 0, 0)]);
    let prior = StrengthPrior::Laplace { location: 0.0, scale: 2.0 };
    let found = fit(PairLaw::Logit, Some(prior), &pairs);
    at_corners(PairLaw::Logit, &pairs, &found, 0.0, 0.5);
    assert!(found.theta[1] > 0.1 && found.theta[2] < -0.1);
}

/// Beside the slope of the likelihood, the prior pulls by its rate, or less on the corner.
fn at_corners(law: PairLaw, pairs: &TrialPairs, found: &Strengths, location: f64, rate: f64) {
    assert!(found.theta.iter().sum::<f64>().abs() < 1e-12);
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for (model, theta) in found.theta.iter().enumerate() {
        let slope = slope(law, pairs, found, model);
        let side = if (theta - location).abs() < 1e-12 { 0.0 } else { (theta - location).signum() };
        let (low, high) = if side == 0.0 {
            (slope - rate, slope + rate)
        } else {
            (slope - side * rate, slope - side * rate)
        };
        (least, most) = (least.min(high), most.max(low));
    }
    // One level, that of the sum, is in the range of every model.
    assert!(
        most <= least + 1e-6 * (1.0 + rate),
        "{law:?} {location} {rate}: {least} {most} {found:?}"
    );
}

/// Models that beat one another in a circle, and other games.
fn table() -> impl Strategy<Value = (usize, Vec<Games>)> {
    (2_usize..6).prop_flat_map(|models| {
        let counts = (0_usize..6, 0_usize..6, 0_usize..3);
        prop::collection::vec(counts, models * models).prop_map(move |counts| {
            let circle = (0..models).map(|i| (i, (i + 1) % models, 1, 0, 0));
            let others = (0..models * models).zip(counts);
            let others = others.filter(|(place, _)| place / models > place % models);
            let others = others.map(|(place, (a, b, t))| (place / models, place % models, a, b, t));
            (models, circle.chain(others).collect())
        })
    })
}

proptest! {
    #[test]
    fn the_likelihood_is_flat_at_the_strengths((models, games) in table()) {
        let pairs = pairs(models, &games);
        for law in LAWS {
            let found = fit(law, None, &pairs);
            let free = models + usize::from(found.ln_nu.is_some());
            let law = if law == PairLaw::Davidson && free == models { PairLaw::Logit } else { law };
            for at in 0..free {
                prop_assert!(slope(law, &pairs, &found, at).abs() < 1e-6, "{:?}", law);
            }
            let again = model(law, None).fit(&pairs, Some(&found)).unwrap();
            for (one, other) in again.theta.iter().zip(&found.theta) {
                prop_assert!((one - other).abs() < 1e-13);
            }
            let prior = StrengthPrior::Gaussian { variance: 0.5, means: Vec::new() };
            let found = fit(law, Some(prior), &pairs);
            for (at, theta) in found.theta.iter().enumerate() {
                prop_assert!((slope(law, &pairs, &found, at) - theta / 0.5).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn corners_hold_what_their_rate_overcomes(
        (models, games) in table(),
        location in prop::sample::select(vec![0.0, 0.3, -0.4, 1.5]),
        scale in prop::sample::select(vec![0.05, 0.3, 0.9, 3.0]),
    ) {
        let pairs = pairs(models, &games);
        for law in LAWS {
            let found = fit(law, Some(StrengthPrior::Laplace { location, scale }), &pairs);
            let tied = found.ln_nu.is_some();
            let law = if law == PairLaw::Davidson && !tied { PairLaw::Logit } else { law };
            at_corners(law, &pairs, &found, location, 1.0 / scale);
            if tied {
                prop_assert!(slope(law, &pairs, &found, models).abs() < 1e-6);
            }
        }
    }
}

#[test]
fn data_without_strengths_are_told() {
    let text = str::to_owned;
    let below = |above, below| RankersError::Apart {
        method: "one",
        above: text(above),
        below: text(below),
    };
    let never = pairs(2, &[(0, 1, 3, 0, 0)]);
    for law in [PairLaw::Logit, PairLaw::Probit, KUPPER] {
        assert_eq!(refused(law, None, &never), below("0", "1"));
    }
    // Five are above the sixth. Three of them are named.
    let circle: Vec<Games> = (0..5).map(|i| (i, (i + 1) % 5, 1, 0, 0)).collect();
    let last = pairs(6, &[&circle[..], &[(2, 5, 1, 0, 0)]].concat());
    assert_eq!(refused(PairLaw::Logit, None, &last), below("0, 1, 2 and 2 more", "5"));
    let even = pairs(2, &[(0, 1, 0, 0, 3)]);
    // The first model alone is the first of the smallest parts, and is named last.
    let expected = RankersError::AllTies { method: "one", first: text("1"), second: text("0") };
    assert_eq!(refused(PairLaw::Logit, None, &even), expected);
    let apart = pairs(4, &[(0, 1, 1, 1, 1), (2, 3, 1, 1, 1)]);
    for law in LAWS {
        let expected = RankersError::Unlinked { first: text("2, 3"), second: text("0, 1") };
        assert_eq!(refused(law, None, &apart), expected);
    }
    let none = PairLaw::RaoKupper { tie_strength: 1.0 };
    assert_eq!(refused(none, None, &pairs(2, &[(0, 1, 2, 2, 1)])), RankersError::NoTies);
}

#[test]
fn ties_that_explain_everything_are_told() {
    let without_limit = RankersError::Ties { method: "one" };
    for games in [
        // The winner of each pair also ties: d = 1 explains that, and 2 where they never meet.
        &[(0, 1, 2, 0, 1), (1, 2, 2, 0, 1)][..],
        &[(0, 1, 0, 0, 2), (1, 2, 0, 0, 1)],
        &[(0, 1, 1, 0, 1), (1, 2, 0, 0, 1), (0, 2, 0, 0, 1)],
    ] {
        assert_eq!(refused(PairLaw::Davidson, None, &pairs(3, games)), without_limit);
    }
    // d = 1 and 1 make 2, which is no tie. A circle of wins has no d at all.
    for games in [
        &[(0, 1, 2, 0, 1), (1, 2, 2, 0, 1), (0, 2, 0, 0, 1)][..],
        &[(0, 1, 1, 0, 1), (1, 2, 1, 0, 0), (2, 0, 1, 0, 0)],
        &[(0, 1, 1, 1, 1), (1, 2, 1, 0, 1)],
    ] {
        let pairs = pairs(3, games);
        let found = fit(PairLaw::Davidson, None, &pairs);
        for at in 0..4 {
            assert!(slope(PairLaw::Davidson, &pairs, &found, at).abs() < 1e-6);
        }
    }
    // A prior holds strengths. It holds no tie strength where nothing is won.
    let prior = StrengthPrior::Gaussian { variance: 1.0, means: Vec::new() };
    let even = pairs(2, &[(0, 1, 0, 0, 3)]);
    assert_eq!(refused(PairLaw::Davidson, Some(prior.clone()), &even), without_limit);
    let found = fit(PairLaw::Davidson, Some(prior), &pairs(2, &[(0, 1, 2, 0, 1)]));
    assert!(found.theta[0] > 0.0 && found.ln_nu.is_some_and(f64::is_finite));
}

#[test]
fn penalties_that_are_not_smooth_are_told() {
    let pairs = pairs(2, &[(0, 1, 3, 1, 1)]);
    let refused = |penalty: fn(&[f64]) -> f64| {
        refused(PairLaw::Logit, Some(StrengthPrior::Custom(Penalty::new(penalty))), &pairs)
    };
    let infinite = RankersError::Penalty { value: f64::INFINITY };
    assert_eq!(refused(|theta| if theta[0] > 0.1 { f64::INFINITY } else { 0.0 }), infinite);
    assert_eq!(refused(|theta| 3.0 * (theta[0] - 0.2).abs()), RankersError::Rough);
    let (one, other) = (Penalty::new(|_| 0.0), Penalty::new(|_| 0.0));
    assert!(one == one.clone() && one != other && format!("{one:?}") == "Penalty");
}
