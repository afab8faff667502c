//! Trials of a model in arrays, with their costs: to sums of costs by outcome.

use crate::check::{self, CheckError};
use crate::cost::trials::costed::{CostCounter, is_cost};
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::sums::sums::Sums;
use crate::tally::{Missing, ModelRows, TallyError};

/// What to do with a trial that lacks something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostPolicies {
    /// With a missing outcome. A dropped one counts as missing, and so does not its cost.
    pub missing: Missing,
    /// With a missing cost. A dropped one leaves its trial out of costs, not of scores.
    pub missing_cost: Missing,
    /// Whether every cost is kept, which caps need.
    pub keep: bool,
}

/// Sums of the costs of one model by outcome, of one question after another. `lengths` has the number of each.
///
/// NaN stands for no outcome and for no cost.
///
/// # Errors
/// - There is no question, or outcomes, costs and lengths do not fit together.
/// - An outcome or a cost is infinite, or missing and not dropped. A cost is below 0.
/// - There are more or fewer labels than questions.
/// - A question has two clusters or two weights, or a weight that is neither 0 nor from 1e-100 to 1e100.
pub fn cost_outcomes(
    outcomes: &[f64],
    costs: &[f64],
    lengths: &[usize],
    rows: &ModelRows<'_>,
    policies: CostPolicies,
) -> Result<Sums> {
    let total = lengths.iter().try_fold(0_usize, |sum, &length| sum.checked_add(length));
    if lengths.is_empty() {
        let (rows, columns) = (0, outcomes.len());
        return Err(CheckError::Empty { matrix: "outcomes", rows, columns }.into());
    }
    let needed = ("lengths", total.unwrap_or(usize::MAX));
    check::same_size(needed, ("outcomes", outcomes.len()), "trials")?;
    check::same_size(("costs", costs.len()), ("outcomes", outcomes.len()), "trials")?;
    rows.check("outcomes", lengths.len())?;
    let mut values: Vec<f64> =
        outcomes.iter().map(|outcome| outcome + 0.0).filter(|outcome| !outcome.is_nan()).collect();
    values.sort_unstable_by(f64::total_cmp);
    values.dedup();
    let mut counts = Counts::of_trials();
    let mut counter = CostCounter::new(policies.keep);
    let mut all = outcomes.iter().zip(costs);
    for (question, &length) in lengths.iter().enumerate() {
        let row = rows.place(&mut counts, question, 0)?;
        for (column, (&outcome, &cost)) in all.by_ref().take(length).enumerate() {
            if outcome.is_nan() {
                if policies.missing == Missing::Error {
                    let (matrix, row) = ("outcomes", question);
                    return Err(TallyError::Missing { matrix, row, column }.into());
                }
                counts.add_missing(row, 1)?;
                continue;
            }
            check::finite("outcomes", &[question, column], outcome)?;
            if !cost.is_nan() && !is_cost(cost) {
                let (name, index) = ("costs".to_owned(), vec![question, column]);
                return Err(CheckError::NotNegative { name, index, value: cost }.into());
            }
            let place = values.binary_search_by(|value| value.total_cmp(&(outcome + 0.0)));
            counter.add(row, place.unwrap_or(0), cost);
        }
    }
    Ok(counter.sums(&counts, &values, policies.missing_cost == Missing::Drop)?.0)
}
