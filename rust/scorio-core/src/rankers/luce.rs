//! The Davidson–Luce model of winner sets (Firth, Kosmidis and Turner 2019, arXiv:1909.07123).
//!
//! The set W of t winners has a chance in proportion to δ_t (Π_{i ∈ W} α_i)^(1/t). Given t, the tie
//! parameter δ_t cancels, and at the maximum it makes the chance of t the observed share. So the
//! strengths have the highest likelihood given the number of winners:
//! l(θ) = Σ_i θ_i Σ_t S_it / t − Σ_t E_t ln e_t(exp(θ / t)), with θ = ln α, E_t contests of t winners,
//! and the elementary symmetric function e_t. Contests of other models have δ_t of their own.

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp, ln, ln_1p};
use crate::rank::chances::without;
use crate::rankers::pair_model::StrengthPrior;
use crate::rankers::square::{Cholesky, Square};
use crate::rankers::winner_sets::{Contests, WinnerSets, added, others};

/// Newton's steps, at most. A concave function takes about ten.
const MOST_STEPS: usize = 200;

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
    let mut here = LuceSlopes::at(&theta, sets, prior);
    let mut close = false;
    for _ in 0..MOST_STEPS {
        let Some(factor) = Cholesky::of(&here.hessian) else { break };
        let step = factor.solve(&here.gradient);
        let size_of = |step: &[f64]| step.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let long = size_of(&step);
        // Digits double with each step. After one of 1e-8, the next leaves only rounding.
        if close || long <= 1e-15 * (1.0 + size_of(&theta)) {
            for (theta, step) in theta.iter_mut().zip(&step) {
                *theta += step;
            }
            let mean = theta.iter().sum::<f64>() / size as f64;
            return Ok(theta.into_iter().map(|theta| theta - mean).collect());
        }
        close = long <= 1e-8 * (1.0 + size_of(&theta));
        let mut part = (8.0 / long).min(1.0);
        loop {
            let tried: Vec<f64> =
                theta.iter().zip(&step).map(|(x, step)| x + part * step).collect();
            let there = LuceSlopes::at(&tried, sets, prior);
            // A value that falls by rounding alone is no reason to halve.
            if close || there.value >= here.value - 1e-12 * here.value.abs() {
                (theta, here) = (tried, there);
                break;
            }
            part /= 2.0;
            if part < 1e-10 {
                return Err(NumericError::NotFinite { what: "the strength" }.into());
            }
        }
    }
    Err(NumericError::NotFinite { what: "the strength" }.into())
}

/// The value, its gradient and minus its second derivatives.
struct LuceSlopes {
    value: f64,
    gradient: Vec<f64>,
    hessian: Square,
}

impl LuceSlopes {
    fn at(theta: &[f64], sets: &WinnerSets, prior: Option<&StrengthPrior>) -> Self {
        let size = theta.len();
        let mut place =
            Self { value: 0.0, gradient: vec![0.0; size], hessian: Square::zeros(size) };
        for group in sets.groups() {
            let own: Vec<f64> =
                group.models.iter().filter_map(|&model| theta.get(model)).copied().collect();
            let all: f64 = group.sizes().iter().sum();
            for (t, events) in (1..own.len()).zip(group.sizes()) {
                if events > 0.0 {
                    place.add(group, t, events, &own, events > 1e-9 * all);
                }
            }
        }
        if let Some(prior) = prior {
            place.add_prior(prior, theta);
        }
        // Only differences matter: 1 1ᵀ, which changes nothing else, gives the mean a slope.
        let level = (0..size).fold(0.0_f64, |most, i| most.max(place.hessian[(i, i)]));
        for i in 0..size {
            for j in 0..size {
                place.hessian[(i, j)] += level / size as f64;
            }
        }
        place
    }

    /// Adds the prior of the centred strengths.
    fn add_prior(&mut self, prior: &StrengthPrior, theta: &[f64]) {
        let size = theta.len();
        let mean = |model: usize| prior.means.get(model).copied().unwrap_or(0.0);
        let off: Vec<f64> =
            theta.iter().enumerate().map(|(model, theta)| theta - mean(model)).collect();
        let centre = off.iter().sum::<f64>() / size as f64;
        for (i, off) in off.into_iter().enumerate() {
            let off = off - centre;
            self.value -= off * off / (2.0 * prior.variance);
            self.gradient[i] -= off / prior.variance;
            for j in 0..size {
                let own = f64::from(u8::from(i == j));
                self.hessian[(i, j)] += (own - 1.0 / size as f64) / prior.variance;
            }
        }
    }

    /// Adds the contests of t winners.
    ///
    /// Tilted to t successes on average, independent trials with odds exp(θ_i / t + κ) have this law
    /// of W if |W| = t. `curved` says whether they are enough to count for the second derivatives,
    /// which decide how fast the iteration is, and not where it ends.
    fn add(&mut self, group: &Contests, t: usize, events: f64, theta: &[f64], curved: bool) {
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
        self.value -= events * (ln(chance) - order * tilt + total);
        let mut rest = vec![0.0; shares.len()];
        let means: Vec<f64> = shares
            .iter()
            .zip(&laws)
            .map(|(share, law)| share * law.get(t - 1).copied().unwrap_or(0.0) / chance)
            .collect();
        for (place, &model) in group.models.iter().enumerate() {
            let seen = group.wins.get(place).and_then(|row| row.get(t - 1)).copied();
            self.value += theta[place] * seen.unwrap_or(0.0) / order;
            self.gradient[model] += (seen.unwrap_or(0.0) - events * means[place]) / order;
            if !curved {
                continue;
            }
            let weight = events / (order * order);
            self.hessian[(model, model)] += weight * means[place] * (1.0 - means[place]);
            for (before, &other) in group.models.iter().enumerate().take(place) {
                let both = if t < 2 {
                    0.0
                } else {
                    without(&laws[place], shares[before], &mut rest);
                    shares[place] * shares[before] * rest[t - 2] / chance
                };
                let covariance = weight * (both - means[place] * means[before]);
                self.hessian[(model, other)] += covariance;
                self.hessian[(other, model)] += covariance;
            }
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
