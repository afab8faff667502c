//! Success within a cap on the cost of a trial.

use super::error::CostError;
use super::rows::Capped;
use super::spending::Spending;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::leaderboard::{Score, ScoreRequest, scores_alone};

/// The costs of a question's successes, in ascending order.
struct SuccessCosts {
    row: usize,
    trials: u64,
    costs: Vec<f64>,
}

/// All trials of a table by cost.
pub(super) struct CostsOfSuccesses<'s, 'a> {
    spending: &'s Spending<'a>,
    questions: Vec<SuccessCosts>,
}

impl<'s, 'a> CostsOfSuccesses<'s, 'a> {
    /// The costs of successes.
    ///
    /// # Errors
    /// - Outcomes are neither success nor failure.
    /// - Costs are not kept.
    pub(super) fn of(spending: &'s Spending<'a>) -> Result<Self> {
        spending.require_successes("caps")?;
        if !spending.sums.keep_values() {
            return Err(CostError::NoValues.into());
        }
        let questions = spending.all().map(|one| {
            let success = one.outcomes.iter().find(|outcome| outcome.value == 1.0);
            let costs = success.map(|own| spending.sums.values(own.row)).transpose()?;
            Ok(SuccessCosts { row: one.row, trials: one.trials, costs: costs.unwrap_or_default() })
        });
        Ok(Self { spending, questions: questions.collect::<Result<_>>()? })
    }

    /// So many caps, at equal steps of the ranks of all successes' costs.
    pub(super) fn quantiles(&self, count: u64) -> Vec<f64> {
        let mut all: Vec<f64> = self.questions.iter().flat_map(|one| &one.costs).copied().collect();
        all.sort_by(f64::total_cmp);
        let place = |step: u64| {
            let place = (all.len() as u64 * step).div_ceil(count.max(1)).max(1) - 1;
            usize::try_from(place).ok().and_then(|place| all.get(place)).copied()
        };
        let mut caps: Vec<f64> = (1..=count).filter_map(place).collect();
        caps.dedup();
        caps
    }

    /// The rows of a cap.
    ///
    /// # Errors
    /// Those of a leaderboard.
    pub(super) fn within(&self, cap: f64, request: &ScoreRequest) -> Result<Vec<Capped>> {
        let scores = scores_alone(&self.counts(cap)?, request)?;
        let row = |one: Score| Capped {
            task: one.task,
            model: one.model,
            cap,
            success: one.score,
            sigma: one.sigma,
            lo: one.lo,
            hi: one.hi,
        };
        Ok(scores.into_iter().map(row).collect())
    }

    /// The counts of successes within a cap, of the trials with a cost.
    fn counts(&self, cap: f64) -> Result<Counts> {
        let all = &self.spending.counts;
        let mut cells = vec![0_u64; all.len() * 2];
        for one in &self.questions {
            let successes = one.costs.partition_point(|cost| *cost <= cap) as u64;
            if let Some([failures, wins]) = cells.get_mut(one.row * 2..one.row * 2 + 2) {
                (*failures, *wins) = (one.trials - successes, successes);
            }
        }
        all.recounted(all.categories().to_vec(), &cells)
    }
}
