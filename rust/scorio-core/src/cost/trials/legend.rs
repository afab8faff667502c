//! How sums name the costs of trials with one outcome.

use crate::cost::error::CostError;
use crate::counts::counts::Counts;
use crate::error::Result;

const COST: &str = "cost where the outcome is ";

/// The score under which sums hold how many trials of a question have no outcome.
pub(in crate::cost) const NO_OUTCOME: &str = "cost without an outcome";

/// The score under which sums hold the costs of trials with an outcome.
#[must_use]
pub fn score_of(outcome: f64) -> String {
    format!("{COST}{outcome}")
}

/// The outcome whose costs stand under a score.
#[must_use]
pub fn outcome_of(score: &str) -> Option<f64> {
    score.strip_prefix(COST)?.parse().ok().filter(|outcome: &f64| outcome.is_finite())
}

/// Whether sums hold costs by outcome.
#[must_use]
pub fn holds_costs(trials: &Counts) -> bool {
    let of_outcomes = |score: &&str| outcome_of(score).is_some();
    let scores = trials.scores();
    scores.iter().any(of_outcomes)
        && scores.iter().all(|one| *one == NO_OUTCOME || of_outcomes(one))
}

/// The outcomes of sums of costs, in ascending order.
///
/// # Errors
/// They are no costs.
pub(in crate::cost) fn outcomes(trials: &Counts) -> Result<Vec<f64>> {
    if !holds_costs(trials) {
        return Err(CostError::NoCosts.into());
    }
    let mut outcomes: Vec<f64> = trials.scores().into_iter().filter_map(outcome_of).collect();
    outcomes.sort_unstable_by(f64::total_cmp);
    outcomes.dedup();
    Ok(outcomes)
}
