//! How far two rankings of the same models agree.

use crate::error::Result;
use crate::kendall::{Correlation, Orders, Pairs};
use crate::random::Replicates;
use crate::rank::ranks;
use crate::spearman::spearman;
use crate::weighted::{WeightedTau, weighted_tau};

/// Every measure of agreement of two rankings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Models ranked.
    pub models: usize,
    /// Pairs that both rankings order alike.
    pub concordant: i128,
    /// Pairs that they order the opposite way.
    pub discordant: i128,
    /// Kendall's τ by equation 25 of arXiv:2510.04265, also with ties.
    pub tau_a: Correlation,
    /// The same by equation 26.
    pub tau_b: Correlation,
    /// Spearman's ρ.
    pub spearman: Correlation,
    /// Weighted τ.
    pub weighted_tau: WeightedTau,
    /// Models whose fractional ranks differ; 0 where the order is the same, ties included.
    pub displaced: usize,
    /// The largest difference of a model's fractional ranks.
    pub farthest: f64,
}

/// Compares two rankings by every measure; `seed` and `replicates` are for the p-value of weighted τ.
///
/// # Errors
/// Rankings of different length; fewer than two models; a NaN; a ranking that is one tie; no
/// replicate; an end of the work.
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
