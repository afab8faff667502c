//! The Davidson–Luce model of winner sets (Firth, Kosmidis and Turner 2019, arXiv:1909.07123).
//!
//! The set W of t winners has a chance in proportion to δ_t (Π_{i ∈ W} α_i)^(1/t). Given t, the tie
//! parameter δ_t cancels, and at the maximum it makes the chance of t the observed share. So the
//! strengths have the highest likelihood given the number of winners:
//! l(θ) = Σ_i θ_i Σ_t S_it / t − Σ_t E_t ln e_t(exp(θ / t)), with θ = ln α, E_t contests of t winners,
//! and the elementary symmetric function e_t. Contests of other models have δ_t of their own.

use crate::error::Result;
use crate::numeric::portable::{exp, ln, ln_1p};
use crate::numeric::watch;
use crate::rankers::sets::winner_sets::{Contests, WinnerSets, added, others};
use crate::rankers::solver::newton::Slope;
use crate::rankers::solver::strength_prior::{StrengthPrior, highest};

/// The centred log-strengths with the highest likelihood, or posterior density.
///
/// Without a prior, the models
/// have to be linked: for any two groups of models, a member of each wins a contest that a member of
/// the other loses. A `start` saves steps.
///
/// # Errors
/// The iteration does not converge.
pub fn davidson_luce(
    sets: &WinnerSets,
    prior: Option<&StrengthPrior>,
    start: Option<&[f64]>,
) -> Result<Vec<f64>> {
    let size = sets.size();
    let mut theta = vec![0.0; size];
    for (theta, &start) in theta.iter_mut().zip(start.unwrap_or_default()) {
        *theta = start;
    }
    highest(prior, size, theta, |theta| likelihood(theta, sets))
}

/// The log-likelihood given the numbers of winners.
fn likelihood(theta: &[f64], sets: &WinnerSets) -> Slope {
    let mut place = Slope::flat(theta.len());
    for group in sets.groups() {
        let own: Vec<f64> =
            group.models.iter().filter_map(|&model| theta.get(model)).copied().collect();
        let all: f64 = group.sizes().iter().sum();
        for (t, events) in (1..own.len()).zip(group.sizes()) {
            if events > 0.0 {
                add(&mut place, group, t, events, &own, events > 1e-9 * all);
            }
        }
    }
    place
}

/// Adds the contests of t winners.
///
/// Tilted to t successes on average, independent trials with odds exp(θ_i / t + κ) have this law
/// of W if |W| = t. `curved` says whether they are enough to count for the second derivatives,
/// which decide how fast the iteration is, and not where it ends.
fn add(slope: &mut Slope, group: &Contests, t: usize, events: f64, theta: &[f64], curved: bool) {
    let order = t as f64;
    let odds: Vec<f64> = theta.iter().map(|theta| theta / order).collect();
    let tilt = tilt(&odds, order);
    let odds: Vec<f64> = odds.iter().map(|odds| odds + tilt).collect();
    let shares: Vec<f64> = odds.iter().map(|&odds| logistic(odds)).collect();
    let mut laws = vec![Vec::new(); shares.len()];
    others(&shares, &[1.0], &mut laws);
    let all = added(&[1.0], &shares);
    let chance = all.get(t).copied().unwrap_or(0.0);
    let total: f64 = odds.iter().map(|&odds| softplus(odds)).sum();
    slope.value -= events * (ln(chance) - order * tilt + total);
    let mut rest = vec![0.0; shares.len()];
    let means: Vec<f64> = shares
        .iter()
        .zip(&laws)
        .map(|(share, law)| share * law.get(t - 1).copied().unwrap_or(0.0) / chance)
        .collect();
    for (place, &model) in group.models.iter().enumerate() {
        let seen = group.wins.get(place).and_then(|row| row.get(t - 1)).copied();
        slope.value += theta[place] * seen.unwrap_or(0.0) / order;
        slope.gradient[model] += (seen.unwrap_or(0.0) - events * means[place]) / order;
        if !curved {
            continue;
        }
        // What is found of stopped work is discarded.
        if !watch::goes_on() {
            return;
        }
        let weight = events / (order * order);
        slope.hessian[(model, model)] += weight * means[place] * (1.0 - means[place]);
        for (before, &other) in group.models.iter().enumerate().take(place) {
            let both = if t < 2 {
                0.0
            } else {
                without(&laws[place], shares[before], &mut rest);
                shares[place] * shares[before] * rest[t - 2] / chance
            };
            let covariance = weight * (both - means[place] * means[before]);
            slope.hessian[(model, other)] += covariance;
            slope.hessian[(other, model)] += covariance;
        }
    }
}
/// κ with Σ logistic(odds + κ) = t, roughly: any κ is right, and one near it overflows nowhere.
fn tilt(odds: &[f64], t: f64) -> f64 {
    let low = odds.iter().fold(f64::INFINITY, |low, &odds| low.min(odds));
    let high = odds.iter().fold(f64::NEG_INFINITY, |high, &odds| high.max(odds));
    let even = ln(t / (odds.len() as f64 - t));
    let (mut from, mut to) = (even - high, even - low);
    for _ in 0..40 {
        let middle = f64::midpoint(from, to);
        let sum: f64 = odds.iter().map(|&odds| logistic(odds + middle)).sum();
        if (sum - t).abs() < 0.01 {
            return middle;
        }
        if sum < t { from = middle } else { to = middle }
    }
    f64::midpoint(from, to)
}

fn logistic(x: f64) -> f64 {
    if x < 0.0 { exp(x) / (1.0 + exp(x)) } else { 1.0 / (1.0 + exp(-x)) }
}

/// ln(1 + e^x)
fn softplus(x: f64) -> f64 {
    x.max(0.0) + ln_1p(exp(-x.abs()))
}

/// The law of the number of successes without one of them, whose probability is p.
///
/// The division starts from the end where it does not amplify errors.
fn without(law: &[f64], p: f64, rest: &mut [f64]) {
    let last = law.len() - 2;
    rest.fill(0.0);
    if p <= 0.5 {
        let mut before = 0.0;
        for k in 0..=last {
            before = ((law.get(k).copied().unwrap_or(0.0) - p * before) / (1.0 - p)).max(0.0);
            rest.get_mut(k).into_iter().for_each(|slot| *slot = before);
        }
    } else {
        let mut after = 0.0;
        for k in (0..=last).rev() {
            after = ((law.get(k + 1).copied().unwrap_or(0.0) - (1.0 - p) * after) / p).max(0.0);
            rest.get_mut(k).into_iter().for_each(|slot| *slot = after);
        }
    }
}
