//! Scores of the whole benchmark from some items: how far off they are, and whether intervals hold.

use super::courses::{ReplayScoring, answered};
use super::orders::Design;
use super::truth::Recorded;
use crate::adaptive::items::bank::ItemBank;
use crate::adaptive::items::whole::{WholeScore, assisted, predicted};
use crate::error::Result;
use crate::irt::{AbilityPrior, mode};
use crate::numeric::student::Distribution;

/// The errors of a design's scores after so many items, over the models of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScoreErrors {
    pub(super) design: Design,
    pub(super) scoring: ReplayScoring,
    pub(super) items: usize,
    /// Sum of squared errors.
    pub(super) squares: f64,
    /// Intervals that hold the score.
    pub(super) covered: u64,
    /// Models with a score.
    pub(super) models: u64,
    /// Kendall's τ of the scores.
    pub(super) tau: f64,
    /// The chance of a best model.
    pub(super) top: f64,
}

/// An error that is rounding.
const ROUNDING: f64 = 1e-9;

/// The errors of a design's scores. Each model has the items of its order. Intervals have
/// this confidence.
pub(super) fn scored(
    design: Design,
    orders: &[Vec<usize>],
    bank: &ItemBank,
    recorded: &Recorded,
    (prior, confidence): (AbilityPrior, f64),
    points: &[usize],
) -> Result<Vec<ScoreErrors>> {
    let all = if design.is_sample() {
        vec![ReplayScoring::Mean, ReplayScoring::Ability, ReplayScoring::Assisted]
    } else {
        vec![ReplayScoring::Ability]
    };
    let unit = bank.scale().hi - bank.scale().lo;
    let mut found = Vec::new();
    for &items in points.iter().filter(|&&items| orders.iter().all(|own| own.len() >= items)) {
        let mut of: Vec<ScoreErrors> = all
            .iter()
            .map(|&scoring| ScoreErrors {
                design,
                scoring,
                items,
                squares: 0.0,
                covered: 0,
                models: 0,
                tau: 0.0,
                top: 0.0,
            })
            .collect();
        let mut estimates = vec![Vec::new(); of.len()];
        for (model, order) in orders.iter().enumerate() {
            let mut places = order[..items].to_vec();
            places.sort_unstable();
            let cells = answered(&places, bank.curves(), recorded, model);
            let ability = mode(&cells, prior);
            for (one, estimates) in of.iter_mut().zip(&mut estimates) {
                let whole = match one.scoring {
                    ReplayScoring::Ability => Some(predicted(bank, &places, &cells, ability)),
                    ReplayScoring::Assisted => assisted(bank, &places, &cells, ability),
                    ReplayScoring::Mean => sampled(cells.iter().map(|cell| cell.sum), bank.len()),
                };
                let Some(whole) = whole else { continue };
                estimates.push(whole.mean);
                let error = (bank.score(whole.mean) - recorded.scores[model]).abs();
                one.squares += error * error;
                one.covered += u64::from(error <= unit * (whole.reach(confidence)? + ROUNDING));
                one.models += 1;
            }
        }
        for (one, estimates) in of.iter_mut().zip(&estimates) {
            if estimates.len() == orders.len() {
                (one.tau, one.top) = (recorded.tau(estimates)?, recorded.top(estimates));
            }
        }
        found.extend(of.into_iter().filter(|one| one.models > 0));
    }
    Ok(found)
}

/// The mean of a random sample of so many items: σ² = (1 − n/M) s²/n.
fn sampled(outcomes: impl Iterator<Item = f64> + Clone, items: usize) -> Option<WholeScore> {
    let n = outcomes.clone().count() as f64;
    let mean = outcomes.clone().sum::<f64>() / n;
    let squares: f64 = outcomes.map(|one| (one - mean) * (one - mean)).sum();
    let variance = (1.0 - n / items as f64).max(0.0) * squares / (n - 1.0) / n;
    (n > 1.0).then(|| {
        let error = Distribution::Normal;
        WholeScore { mean, sigma: variance.sqrt(), error }
    })
}
