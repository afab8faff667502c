//! How well two rankings of the same models agree.

use crate::error::Result;
use crate::numeric::random::Replicates;
use crate::rank::kendall::{Correlation, Orders, Pairs};
use crate::rank::ranks::ranks;
use crate::rank::spearman::spearman;
use crate::rank::weighted_tau::{WeightedTau, weighted_tau};

/// Every measure of agreement of two rankings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Models ranked.
    pub models: usize,
    /// Pairs that both rankings order the same way.
    pub concordant: i128,
    /// Pairs that they order the opposite way.
    pub discordant: i128,
    /// Kendall's τ-a, equation 25 of arXiv:2510.04265, even with ties.
    pub tau_a: Correlation,
    /// Kendall's τ-b, equation 26.
    pub tau_b: Correlation,
    /// Spearman's ρ.
    pub spearman: Correlation,
    /// Weighted τ.
    pub weighted_tau: WeightedTau,
    /// Models whose fractional ranks differ. It is 0 for the same order with the same ties.
    pub displaced: usize,
    /// The largest difference between a model's two fractional ranks.
    pub farthest: f64,
}

/// Compares two rankings by every measure.
///
/// The p-value of weighted τ takes `seed` and `replicates`.
///
/// # Errors
/// - The rankings differ in length, or have fewer than two models.
/// - A score is NaN.
/// - A ranking ties all models.
/// - There is no replicate.
/// - `replicates` stopped the work.
pub fn agreement(
    scores: &[f64],
    gold: &[f64],
    seed: u64,
    replicates: Replicates<'_>,
) -> Result<Agreement> {
    let pairs = Pairs::new(&Orders::new(scores, gold)?);
    let (Some(tau_b), Some(p_value)) = (pairs.tau_b(), pairs.p_value()) else {
        return Err(pairs.one_tie());
    };
    let (own, golden) = (ranks(scores, 0.0, None)?, ranks(gold, 0.0, None)?);
    let gaps = || own.fractional.iter().zip(&golden.fractional).map(|(a, b)| (a - b).abs());
    Ok(Agreement {
        models: scores.len(),
        concordant: pairs.concordant,
        discordant: pairs.discordant,
        tau_a: Correlation { statistic: pairs.tau_a(), p_value },
        tau_b: Correlation { statistic: tau_b, p_value },
        spearman: spearman(scores, gold)?,
        weighted_tau: weighted_tau(scores, gold, seed, replicates)?,
        displaced: gaps().filter(|&gap| gap > 0.0).count(),
        farthest: gaps().fold(0.0, f64::max),
    })
}
