//! Bayesian bootstraps: random weights of trials or questions, and the spread of a score under them.

use rand::RngExt as _;
use rand::distr::Open01;

use crate::check;
use crate::error::Result;
use crate::numeric::portable::ln;
use crate::numeric::random::{Purpose, Replicates, Stream, stream};
use crate::posterior::interval::Interval;

/// How a Bayesian bootstrap is drawn.
#[derive(Clone, Copy)]
pub struct Resampling<'a> {
    /// The confidence of the interval.
    pub confidence: f64,
    /// The seed of the draws.
    pub seed: u64,
    /// Their number, and who works on them.
    pub replicates: &'a Replicates<'a>,
    /// The cluster of each question, where questions are a sample. `None` if these questions are
    /// meant.
    pub clusters: Option<&'a [usize]>,
}

impl Resampling<'_> {
    /// The interval of the mean over questions, whose scores `score_of` draws.
    ///
    /// # Errors
    /// - The confidence is outside (0, 1).
    /// - There is no replicate, or the caller stopped the work.
    pub(crate) fn interval(
        &self,
        mu: f64,
        scores_of: impl Fn(&mut Stream) -> Vec<f64> + Sync,
    ) -> Result<Interval> {
        check::level("confidence", self.confidence)?;
        let (seed, clusters) = (self.seed, self.clusters);
        let drawn = self.replicates.map(|range| {
            Ok(range
                .map(|replicate| {
                    let mut stream = stream(seed, Purpose::Bootstrap, replicate);
                    let scores = scores_of(&mut stream);
                    mean(&scores, clusters, &mut stream)
                })
                .collect::<Vec<f64>>())
        })?;
        let mut drawn: Vec<f64> = drawn.into_iter().flatten().collect();
        drawn.sort_unstable_by(f64::total_cmp);
        let tail = (1.0 - self.confidence) / 2.0;
        let (lo, hi) = (quantile(&drawn, tail), quantile(&drawn, 1.0 - tail));
        Ok(Interval { mu, sigma: deviation(&drawn), lo, hi })
    }
}

/// The mean of some scores, weighted by cluster if questions are a sample.
fn mean(scores: &[f64], clusters: Option<&[usize]>, stream: &mut Stream) -> f64 {
    let Some(clusters) = clusters else {
        return scores.iter().sum::<f64>() / scores.len() as f64;
    };
    let count = clusters.iter().max().map_or(0, |last| last + 1);
    let weights: Vec<f64> = (0..count).map(|_| exponential(stream)).collect();
    let (mut sum, mut all) = (0.0, 0.0);
    for (score, &cluster) in scores.iter().zip(clusters) {
        let weight = weights.get(cluster).copied().unwrap_or(0.0);
        sum += weight * score;
        all += weight;
    }
    sum / all
}

/// An exponential number: such weights, divided by their sum, have the uniform Dirichlet law.
pub(crate) fn exponential(stream: &mut Stream) -> f64 {
    let uniform: f64 = stream.sample(Open01);
    -ln(uniform)
}

/// The quantile of sorted numbers, linear between them.
fn quantile(sorted: &[f64], p: f64) -> f64 {
    let place = p * (sorted.len().max(1) - 1) as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the length")]
    let lower = place.floor() as usize;
    let value = |index: usize| sorted.get(index).or(sorted.last()).copied().unwrap_or(f64::NAN);
    let (low, high) = (value(lower), value(lower + 1));
    low + (place - place.floor()) * (high - low)
}

/// The standard deviation of some draws.
fn deviation(drawn: &[f64]) -> f64 {
    let count = drawn.len() as f64;
    let mean = drawn.iter().sum::<f64>() / count;
    let squares: f64 = drawn.iter().map(|one| (one - mean) * (one - mean)).sum();
    if count > 1.0 { (squares / (count - 1.0)).sqrt() } else { 0.0 }
}
