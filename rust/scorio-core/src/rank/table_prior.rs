//! The prior of the differences in a table: the spread of its scores.
//!
//! Of close models, a flat prior believes every difference that it sees. The other models of a table tell
//! how far scores differ at all. True scores are N(·, τ²), and errors have the variance v:
//!
//! ```text
//! v = mean of σ_d² / 2 over pairs,   T = Σ (s − s̄)² / v,   τ² = v (1 − b) / b
//! w(b) ∝ b^{(M−1)/2} e^{−bT/2} on (0, 1)
//! P(A > B) = ∫ w F(√k d / σ_d),   k = 2τ² / (2τ² + σ_d²)
//! P(best):   s̄ + k (s − s̄) + √k e,   k = τ² / (τ² + v)
//! ```
//!
//! b = v / (v + τ²) is the share of the error, whose prior is uniform (Strawderman 1971, Morris 1983). F is
//! that of z, and e is the error of a score. Fewer than four models tell too little of τ.

use std::sync::LazyLock;

use super::first::{of_draws, of_normals};
use crate::error::Result;
use crate::numeric::legendre;
use crate::numeric::portable::{exp, ln};
use crate::numeric::student::Distribution;

/// The fewest models that tell a spread.
pub(crate) const FEWEST: usize = 4;

/// Nodes that carry less than this share do not count.
const NEGLIGIBLE: f64 = 1e-14;

static NODES: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| legendre::nodes(48));

/// The mean of σ_d² / 2 over pairs of models.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PairErrors {
    sum: f64,
    pairs: u64,
}

impl PairErrors {
    /// Adds the variance of the difference of two models.
    pub(crate) fn add(&mut self, variance: f64) {
        self.sum += variance / 2.0;
        self.pairs += 1;
    }

    /// v. Without pairs it is 0.
    pub(crate) fn mean(self) -> f64 {
        if self.pairs == 0 { 0.0 } else { self.sum / self.pairs as f64 }
    }
}

/// What a table says of the differences of its models.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TablePrior {
    /// v, the mean variance of the error of a score.
    error: f64,
    /// Weights, which add up to 1, and b. Without nodes every difference is equally likely.
    nodes: Vec<(f64, f64)>,
}

impl TablePrior {
    /// The prior of a table with these scores.
    ///
    /// All differences are equally likely in a table of fewer than four models, or without errors.
    pub(crate) fn new(scores: &[f64], errors: PairErrors) -> Self {
        let (count, error) = (scores.len(), errors.mean());
        let mean = scores.iter().sum::<f64>() / count as f64;
        let square: f64 = scores.iter().map(|score| (score - mean) * (score - mean)).sum();
        let spread = square / error;
        if count < FEWEST || !(error > 0.0 && spread.is_finite()) {
            return Self { error, nodes: Vec::new() };
        }
        let models = count as f64;
        // Beyond this b there is no weight to speak of.
        let reach = models + 41.0 + 10.0 * (2.0 * models + 2.0).sqrt();
        let top = if spread > reach { reach / spread } else { 1.0 };
        let log = |b: f64| (models - 1.0) / 2.0 * ln(b) - b * spread / 2.0;
        let each: Vec<(f64, f64)> = NODES
            .iter()
            .map(|&(u, weight)| {
                let b = (1.0 - u * u) * top;
                (log(b) + ln(weight * u), b)
            })
            .collect();
        let highest = each.iter().fold(f64::NEG_INFINITY, |most, one| most.max(one.0));
        let weight = |log: f64| exp(log - highest);
        let all: f64 = each.iter().map(|one| weight(one.0)).sum();
        let nodes = each.into_iter().map(|(log, b)| (weight(log) / all, b));
        Self { error, nodes: nodes.filter(|one| one.0 > NEGLIGIBLE).collect() }
    }

    /// That of scores which are not multiplied by `unit`.
    pub(crate) fn unscaled(self, unit: f64) -> Self {
        Self { error: self.error / unit / unit, ..self }
    }

    /// Whether all differences are equally likely.
    pub(crate) fn is_flat(&self) -> bool {
        self.nodes.is_empty()
    }

    /// P(A > B) from the difference, its σ, and the distribution of its error.
    ///
    /// # Errors
    /// The degrees of freedom have no tail.
    pub(crate) fn above(
        &self,
        difference: f64,
        sigma: f64,
        distribution: Distribution,
    ) -> Result<f64> {
        let z = if difference == 0.0 { 0.0 } else { difference / sigma };
        if self.is_flat() {
            return distribution.below(z);
        }
        let square = sigma * sigma;
        let mut sum = 0.0;
        for &(weight, b) in &self.nodes {
            // 2τ² b: without a division by b.
            let spread = 2.0 * self.error * (1.0 - b);
            sum += weight * distribution.below((spread / (spread + b * square)).sqrt() * z)?;
        }
        Ok(sum.clamp(0.0, 1.0))
    }

    /// P(best) of models with independent normal errors.
    pub(crate) fn first_of_independent(&self, scores: &[(f64, f64)]) -> Vec<f64> {
        let mean = scores.iter().map(|one| one.0).sum::<f64>() / scores.len().max(1) as f64;
        self.averaged(scores.len(), |shrunk| {
            let root = shrunk.sqrt();
            // Dividing by √k moves no rank: √k (s − s̄) + e.
            let one = |&(score, sigma): &(f64, f64)| (root * (score - mean), sigma);
            of_normals(&scores.iter().map(one).collect::<Vec<_>>())
        })
    }

    /// P(best) of models with these scores and draws of them.
    pub(crate) fn first_of_draws(&self, scores: &[f64], draws: &[Vec<f64>]) -> Vec<f64> {
        self.averaged(scores.len(), |shrunk| {
            // √k (s − s̄) + draw − s, without s̄, which is the same for all.
            let moved: Vec<f64> =
                scores.iter().map(|score| (shrunk.sqrt() - 1.0) * score).collect();
            of_draws(&moved, draws)
        })
    }

    /// The mean over the nodes of what a share k of the differences gives.
    fn averaged(&self, models: usize, chances: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
        if self.is_flat() {
            return chances(1.0);
        }
        let mut sums = vec![0.0; models];
        for &(weight, b) in &self.nodes {
            for (sum, chance) in sums.iter_mut().zip(chances(1.0 - b)) {
                *sum += weight * chance;
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prior(scores: &[f64], sigma: f64) -> TablePrior {
        let mut errors = PairErrors::default();
        errors.add(2.0 * sigma * sigma);
        TablePrior::new(scores, errors)
    }

    #[test]
    fn few_models_or_none_with_errors_leave_all_differences_as_they_are() {
        for prior in [prior(&[0.1, 0.2, 0.4], 0.1), prior(&[0.1, 0.2, 0.3, 0.4], 0.0)] {
            assert!(prior.is_flat());
            let flat = prior.above(0.03, 0.02, Distribution::Normal).unwrap();
            assert_eq!(flat, Distribution::Normal.below(1.5).unwrap());
        }
    }

    #[test]
    fn close_models_are_shrunk_and_wide_tables_are_not() {
        let at = |scores: &[f64], sigma| {
            prior(scores, sigma).above(0.03, 0.02, Distribution::Normal).unwrap()
        };
        let flat = Distribution::Normal.below(1.5).unwrap();
        let close = at(&[0.50, 0.51, 0.50, 0.49, 0.50], 0.014);
        let wide = at(&[0.1, 0.9, 0.3, 0.5, 0.7], 0.014);
        assert!(close > 0.5 && close < flat - 0.1 && (wide - flat).abs() < 0.01, "{close} {wide}");
        // Of equal scores, T = 0 and E[1 − b] = 2 / (M + 3): the mean of b^{(M−1)/2} on (0, 1).
        let equal = prior(&[0.5; 5], 0.03);
        let shrink: f64 = equal.nodes.iter().map(|(weight, b)| weight * (1.0 - b)).sum();
        assert!((shrink - 0.25).abs() < 1e-12, "{shrink}");
    }

    #[test]
    fn large_spreads_and_tables_keep_their_weight() {
        for (models, scale) in [(4, 1e6), (500, 1.0), (500, 1e4), (20_000, 0.02)] {
            let scores: Vec<f64> = (0..models).map(|i| scale * f64::from(i % 7)).collect();
            let prior = prior(&scores, 0.02);
            let all: f64 = prior.nodes.iter().map(|one| one.0).sum();
            assert!((all - 1.0).abs() < 1e-12 && prior.nodes.len() > 4, "{models} {scale}");
        }
    }
}
