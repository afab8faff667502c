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
    let mut mu = Double::ZERO;
    // Weights are scaled to 1..2, so their variances neither overflow nor underflow.
    let mut variance = Double::ZERO;
    let mut lost = Double::ZERO;
    for state in states.iter() {
        let (mean, spread) = scale.question(state.counts, weights.scaled(), &pseudo_counts);
        mu = mu + mean * state.weight;
        variance = variance + spread * state.square;
        if !weights.lost().is_empty() {
            let (mean, _) = scale.question(state.counts, weights.lost(), &pseudo_counts);
            lost = lost + mean * state.weight;
        }
    }
    let (mu, sigma) = (states.mean(mu), states.mean(variance.sqrt()));
    Estimate::new(weights.unscale(mu) + states.mean(lost), weights.unscale(sigma))
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
