//! The outcomes that are recorded of held-out models, and the truth.

use super::super::error::AdaptiveError;
use crate::adaptive::items::bank::ItemBank;
use crate::error::Result;
use crate::rank::kendall::{Orders, Pairs};

/// The outcomes of held-out models on the items that all of them have.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    items: usize,
    /// Outcomes on the scale of the bank, model by model. Scores outside its range are clipped.
    outcomes: Vec<f64>,
    /// The true score of each model: its mean over all items, or over the half that nobody asks.
    pub(super) scores: Vec<f64>,
    /// The same on the scale of outcomes, where high is good.
    pub(super) gold: Vec<f64>,
    /// Scores that were clipped.
    pub(super) clipped: u64,
    /// Pairs that the truth leaves open.
    ties: Vec<Vec<bool>>,
}

impl Recorded {
    /// The record of scores on the items of a bank, and of those that are the truth, model by model. Two
    /// models tie if the interval of the mean difference of their true scores holds 0: `z` standard
    /// errors on either side.
    pub(super) fn new(
        bank: &ItemBank,
        scores: &[Vec<f64>],
        truth: &[Vec<f64>],
        z: f64,
    ) -> Result<Self> {
        let (mut outcomes, mut clipped) = (Vec::new(), 0);
        for own in scores {
            for (item, &score) in own.iter().enumerate() {
                let (outcome, outside) = bank.outcome(item, score, true)?;
                outcomes.push(outcome);
                clipped += u64::from(outside);
            }
        }
        let count = truth.first().map_or(0, Vec::len) as f64;
        let means: Vec<f64> = truth.iter().map(|own| own.iter().sum::<f64>() / count).collect();
        let better = if bank.scale().greater_is_better { 1.0 } else { -1.0 };
        let gold: Vec<f64> = means.iter().map(|mean| better * mean).collect();
        let tied = |one: &Vec<f64>, other: &Vec<f64>| {
            let gaps: Vec<f64> = one.iter().zip(other).map(|(x, y)| x - y).collect();
            let mean = gaps.iter().sum::<f64>() / count;
            let squares: f64 = gaps.iter().map(|gap| (gap - mean) * (gap - mean)).sum();
            mean.abs() <= z * (squares / (count - 1.0).max(1.0) / count).sqrt()
        };
        let ties =
            truth.iter().map(|one| truth.iter().map(|other| tied(one, other)).collect()).collect();
        Ok(Self { items: bank.len(), outcomes, scores: means, gold, clipped, ties })
    }

    /// An outcome.
    pub(super) fn outcome(&self, model: usize, item: usize) -> f64 {
        self.outcomes[model * self.items + item]
    }

    /// Whether the truth leaves a pair open.
    pub(super) fn ties(&self, one: usize, other: usize) -> bool {
        self.ties[one][other]
    }

    /// Kendall's τ-b of estimates with the true scores: 0 if the estimates are all equal.
    pub(super) fn tau(&self, estimates: &[f64]) -> Result<f64> {
        Ok(Pairs::new(&Orders::new(estimates, &self.gold)?).tau_b().unwrap_or(0.0))
    }

    /// The chance of a best model, if one of those with the highest estimate is taken at random.
    pub(super) fn top(&self, estimates: &[f64]) -> f64 {
        let most = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (highest, best) = (most(estimates), most(&self.gold));
        let taken = || estimates.iter().zip(&self.gold).filter(|one| *one.0 == highest);
        taken().filter(|one| *one.1 == best).count() as f64 / taken().count().max(1) as f64
    }

    /// Checks that the models differ.
    pub(super) fn check(&self, models: &[String]) -> Result<()> {
        if self.gold.iter().all(|one| *one == self.gold[0]) {
            let (models, score) = (models.join(", "), self.scores[0]);
            return Err(AdaptiveError::HeldAlike { models, score }.into());
        }
        Ok(())
    }
}
