//! Bayes@N: posterior mean and standard deviation of a weighted score. avg@N is the same on the
//! scale of the plain average.
//!
//! Each question has ν_j = n_j plus the prior's pseudo-count, which is 1 for a uniform prior. Prior
//! outcomes R0 are part of n_j. With T = Σ ν_j, the score Σ w_j π_j has
//!
//! - the mean m = Σ ν_j w_j / T,
//! - the variance Σ (ν_j / T)(w_j − m)² / (T + 1),
//!
//! by Algorithm 1 and equation 15 of arXiv:2510.04265.

use crate::counts::error::CountsError;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::weights::Weights;
use crate::numeric::double::Double;
use crate::posterior::interval::Estimate;
use crate::posterior::prior::Prior;

/// Bayes@N: the mean of the questions' posterior scores, and its standard deviation.
///
/// # Errors
/// - There are more or fewer weights than categories.
/// - A Beta prior meets other than two categories.
pub fn bayes(states: &States, weights: &Weights, prior: &Prior) -> Result<Estimate> {
    dataset(states, weights, prior, Scale::Bayes)
}

/// avg@N: the mean of the questions' average scores.
///
/// Each question has σ = (T / N) σ_Bayes with its own N (equations 18 and 20).
///
/// # Errors
/// - Those of [`bayes`].
/// - A question has no trial.
pub fn avg(states: &States, weights: &Weights, prior: &Prior) -> Result<Estimate> {
    states.require_trials()?;
    dataset(states, weights, prior, Scale::Avg)
}

/// The scale of a question's score and σ: the posterior mean, or the plain average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// As [`bayes`].
    Bayes,
    /// As [`avg`].
    Avg,
}

impl Scale {
    /// The scale of a metric.
    ///
    /// # Errors
    /// The metric is neither `bayes` nor `avg`.
    pub fn of(metric: &str) -> Result<Self> {
        match metric {
            "bayes" => Ok(Self::Bayes),
            "avg" => Ok(Self::Avg),
            _ => Err(MetricError::NotCompared { metric: metric.to_owned() }.into()),
        }
    }

    /// Mean and variance of one question's score. The scale of the average needs a trial.
    pub(crate) fn question(
        self,
        counts: &[u64],
        weights: &[f64],
        pseudo_counts: &[f64],
    ) -> (Double, Double) {
        let (mean, variance, total) = posterior(counts, weights, pseudo_counts);
        if self == Self::Bayes {
            return (mean, variance);
        }
        let trials = counts.iter().sum::<u64>() as f64;
        let mut sum = Double::ZERO;
        for (&n, &w) in counts.iter().zip(weights) {
            sum = sum + Double::from(n as f64) * w;
        }
        let ratio = total / trials;
        (sum / trials, variance * ratio * ratio)
    }
}

/// The mean over questions of independent scores, from each question's mean and variance. Questions
/// with weights have a weighted mean.
fn dataset(states: &States, weights: &Weights, prior: &Prior, scale: Scale) -> Result<Estimate> {
    weights.require(states.categories())?;
    let pseudo_counts = prior.pseudo_counts(states.categories())?;
    states.require_observed()?;
    if states.is_empty() {
        return Err(CountsError::NoCounts.into());
    }
    let is_share = weights.scaled() == [0.0, 1.0] && weights.lost().is_empty();
    let MeanSums { mu, variance, lost } = match *pseudo_counts {
        [failures, successes] if is_share => shares(states, (failures, successes), scale),
        _ => sums(states, weights, &pseudo_counts, scale),
    };
    let (mu, sigma) = (states.mean(mu), states.mean(variance.sqrt()));
    Estimate::new(weights.unscale(mu) + states.mean(lost), weights.unscale(sigma))
}

/// Sums over questions of what they tell.
#[derive(Default)]
struct MeanSums {
    mu: Double,
    variance: Double,
    /// The mean of weights that are lost beside the largest.
    lost: Double,
}

/// The sums of any weights.
fn sums(states: &States, weights: &Weights, pseudo_counts: &[f64], scale: Scale) -> MeanSums {
    // Weights are scaled to 1..2, so their variances neither overflow nor underflow.
    let mut sums = MeanSums::default();
    for state in states.iter() {
        let (mean, spread) = scale.question(state.counts, weights.scaled(), pseudo_counts);
        sums.mu = sums.mu + mean * state.weight;
        sums.variance = sums.variance + spread * state.square;
        if !weights.lost().is_empty() {
            let (mean, _) = scale.question(state.counts, weights.lost(), pseudo_counts);
            sums.lost = sums.lost + mean * state.weight;
        }
    }
    sums
}

/// The sums of the weights 0 and 1. The mean is ν₁ / T, and the variance ν₀ ν₁ / (T² (T + 1)).
///
/// So questions with equally many trials are added before they are divided.
fn shares(states: &States, (failures, successes): (f64, f64), scale: Scale) -> MeanSums {
    let mut sums = MeanSums::default();
    let mut states = states.iter().peekable();
    while let Some(first) = states.peek() {
        let trials = first.trials();
        let (mut mean, mut spread) = (Double::ZERO, Double::ZERO);
        while let Some(state) = states.next_if(|state| state.trials() == trials) {
            let &[f, c] = state.counts else { continue };
            let (f, c) = (f as f64, c as f64);
            let (lower, upper) = (Double::sum(f, failures), Double::sum(c, successes));
            let own = if scale == Scale::Bayes { upper } else { Double::from(c) };
            mean = mean + own * state.weight;
            spread = spread + lower * upper * state.square;
        }
        let trials = Double::from(trials as f64);
        let total = trials + Double::sum(failures, successes);
        // On the scale of the average, σ is T / N times as large.
        let part = if scale == Scale::Bayes { total } else { trials };
        sums.mu = sums.mu + mean.over(part);
        sums.variance = sums.variance + spread.over(part).over(part).over(total + Double::ONE);
    }
    sums
}

/// Mean, variance and T of one question's score.
fn posterior(counts: &[u64], weights: &[f64], pseudo_counts: &[f64]) -> (Double, Double, Double) {
    let after = || counts.iter().zip(pseudo_counts).map(|(&n, &a)| Double::sum(n as f64, a));
    let pairs = || after().zip(weights.iter().copied());
    let total = after().fold(Double::ZERO, |sum, nu| sum + nu);
    let mean = pairs().fold(Double::ZERO, |sum, (nu, w)| sum + nu * w) / total;
    // About the mean, while the paper writes it about w_0. There the difference of two large
    // numbers cancels if the weights share an offset (w = 10^6 + ε).
    let spread = pairs().fold(Double::ZERO, |sum, (nu, w)| {
        let distance = Double::from(w) - mean;
        sum + distance * distance * nu
    });
    (mean, spread / total / (total + Double::ONE), total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::states::Builder;

    #[test]
    fn shares_are_the_means_of_the_weights_0_and_1() {
        let mut seed = 1_u64;
        let mut drawn = |end: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % end
        };
        let weights = Weights::binary();
        for round in 0..2_000 {
            let most = [2, 9, 81, 1_000_000][round % 4];
            let weighted = round % 3 == 0;
            let mut builder = Builder::weighted(2, weighted);
            for _ in 0..=drawn(40) {
                let trials = if round % 5 == 0 { 1 + drawn(most) } else { most };
                let successes = drawn(trials + 1);
                let weight = if weighted { 1.0 + drawn(7) as f64 / 8.0 } else { 1.0 };
                builder.push_weighted(&[trials - successes, successes], weight);
            }
            let states = builder.finish();
            let prior = match round % 7 {
                0 => [0.5, 0.5],
                1 => [0.1, 7.25],
                2 => [1e-9, 1e9],
                _ => [1.0, 1.0],
            };
            for scale in [Scale::Bayes, Scale::Avg] {
                let fast = shares(&states, (prior[0], prior[1]), scale);
                let plain = sums(&states, &weights, &prior, scale);
                let off =
                    |one: Double, other: Double| (one - other).hi.abs() / other.hi.max(1e-300);
                assert!(off(fast.mu, plain.mu) < 1e-28, "{:?} {:?}", fast.mu, plain.mu);
                assert!(off(fast.variance, plain.variance) < 1e-27, "{states:?} {prior:?}");
            }
        }
    }
}
