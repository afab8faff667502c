//! Numeric outcomes of a model become sums, which hold those of several models.

use super::labelled::ModelRows;
use super::matrix::Missing;
use crate::check::{self, CheckError};
use crate::error::Result;
use crate::sums::sums::Sums;

/// Sums of the trials of one model, of one question after another. `lengths` has the number of each.
///
/// NaN is a missing outcome. Dropped trials count as missing. Every outcome is kept if `keep` is set.
///
/// # Errors
/// - There is no question, or lengths do not add up to the number of trials.
/// - An outcome is infinite, or missing and not dropped.
/// - There are more or fewer labels than questions.
/// - A question has two clusters or two weights.
/// - A weight is neither 0 nor from 1e-100 to 1e100.
pub fn sum_outcomes(
    outcomes: &[f64],
    lengths: &[usize],
    rows: &ModelRows<'_>,
    keep: bool,
    missing: Missing,
) -> Result<Sums> {
    let total = lengths.iter().try_fold(0_usize, |sum, &length| sum.checked_add(length));
    if lengths.is_empty() {
        return Err(CheckError::Empty { matrix: "R", rows: 0, columns: outcomes.len() }.into());
    }
    let needed = ("lengths", total.unwrap_or(usize::MAX));
    check::same_size(needed, ("R", outcomes.len()), "trials")?;
    rows.check("R", lengths.len())?;
    let mut sums = Sums::new(keep);
    let mut rest = outcomes;
    for (row, &length) in lengths.iter().enumerate() {
        let (own, after) = rest.split_at(length.min(rest.len()));
        rest = after;
        let gone = |value: &f64| missing == Missing::Drop && value.is_nan();
        let dropped = own.iter().filter(|value| gone(value)).count();
        let place = rows.place(sums.trials_mut(), row, dropped as u64)?;
        for &value in own.iter().filter(|value| !gone(value)) {
            sums.add(place, value, 1)?;
        }
    }
    Ok(sums)
}
