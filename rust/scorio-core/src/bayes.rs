//! Bayes@N: posterior mean and standard deviation of a weighted score under a Dirichlet prior,
//! and avg@N, its image on the scale of the plain average.
//!
//! Per question, with ν_j = 1 + n_j (prior outcomes R0 are among the n_j) and T = Σ ν_j, the
//! score Σ w_j π_j has mean m = Σ ν_j w_j / T and variance Σ (ν_j / T)(w_j − m)² / (T + 1)
//! (Algorithm 1 and eq. 15 of arXiv:2510.04265).

use crate::double::Double;
use crate::error::{Error, Result};
use crate::interval::Estimate;
use crate::states::States;
use crate::weights::Weights;

/// Bayes@N: the mean of the questions' posterior scores, and its standard deviation.
///
/// # Errors
/// As many weights as categories are needed.
pub fn bayes(states: &States, weights: &Weights) -> Result<Estimate> {
    dataset(states, weights, |counts| Scale::Bayes.question(counts, weights.scaled()))
}

/// avg@N: the mean of the questions' average scores, with σ = (T / N) σ_Bayes per question
/// (eq. 18 and 20; with different N, each question has its own).
///
/// # Errors
/// As [`bayes`]; a question without trials.
pub fn avg(states: &States, weights: &Weights) -> Result<Estimate> {
    states.require_trials()?;
    dataset(states, weights, |counts| Scale::Avg.question(counts, weights.scaled()))
}

/// On which scale a question's score and its σ are: that of the posterior mean, or its image on
/// that of the plain average.
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
    /// A metric other than `bayes` and `avg`.
    pub fn of(metric: &str) -> Result<Self> {
        match metric {
            "bayes" => Ok(Self::Bayes),
            "avg" => Ok(Self::Avg),
            _ => Err(Error::NotCompared { metric: metric.to_owned() }),
        }
    }

    /// Mean and variance of one question's score; on the scale of the average it needs a trial.
    pub(crate) fn question(self, counts: &[u64], weights: &[f64]) -> (Double, Double) {
        let (mean, variance, total) = posterior(counts, weights);
        if self == Self::Bayes {
            return (mean, variance);
        }
        let trials = total - counts.len() as f64;
        let mut sum = Double::ZERO;
        for (&n, &w) in counts.iter().zip(weights) {
            sum = sum + Double::from(n as f64) * w;
        }
        (sum / trials, variance * (total * total) / (trials * trials))
    }
}

/// The mean over questions of independent scores, from each question's mean and variance.
fn dataset(
    states: &States,
    weights: &Weights,
    question: impl Fn(&[u64]) -> (Double, Double),
) -> Result<Estimate> {
    weights.require(states.categories())?;
    states.require_observed()?;
    if states.is_empty() {
        return Err(Error::NoCounts);
    }
    let mut mu = Double::ZERO;
    // Weights are scaled to 1..2, so that their variances neither overflow nor underflow.
    let mut variance = Double::ZERO;
    for state in states.iter() {
        let (mean, spread) = question(state.counts);
        mu = mu + mean * state.multiplicity as f64;
        variance = variance + spread * state.multiplicity as f64;
    }
    let questions = states.questions() as f64;
    Estimate::new(weights.unscale(mu / questions), weights.unscale(variance.sqrt() / questions))
}

/// Mean, variance and T of one question's score.
fn posterior(counts: &[u64], weights: &[f64]) -> (Double, Double, f64) {
    let pairs = || counts.iter().zip(weights).map(|(&n, &w)| ((n + 1) as f64, w));
    let total: f64 = pairs().map(|(nu, _)| nu).sum();
    let mean = pairs().fold(Double::ZERO, |sum, (nu, w)| sum + Double::from(nu) * w) / total;
    // About the mean and not about w_0, as the paper writes it: the difference of two large
    // numbers there cancels when the weights share an offset (w = 10^6 + ε).
    let spread = pairs().fold(Double::ZERO, |sum, (nu, w)| {
        let distance = Double::from(w) - mean;
        sum + distance * distance * nu
    });
    (mean, spread / total / (total + 1.0), total)
}
