//! Questions that are already counted, as count states.

use ndarray::ArrayView2;

use super::entry::Outcome;
use crate::counts::error::CountsError;
use crate::counts::limits::{MOST_TRIALS, enough};
use crate::counts::place::Place;
use crate::counts::states::{Builder, States};
use crate::error::Result;
use crate::tally::error::TallyError;

/// Count states of questions that are already counted.
///
/// `counts` is M × (C + 1): how often each question had each outcome.
///
/// # Errors
/// - There is no row, or there are fewer than two columns.
/// - An entry is not a whole number from 0.
/// - The counts of a question add up to more than 2^53.
pub fn tally_counts<T: Outcome>(counts: ArrayView2<'_, T>) -> Result<States> {
    let (rows, columns) = counts.dim();
    if rows == 0 || columns < 2 {
        return Err(TallyError::CountShape { rows, columns }.into());
    }
    enough(columns)?;
    let mut builder = Builder::new(columns);
    let mut empty = None;
    let mut line = vec![0; columns];
    for (row, entries) in counts.outer_iter().enumerate() {
        let mut trials = 0_u64;
        for (column, (slot, &entry)) in line.iter_mut().zip(entries).enumerate() {
            let wrong = || TallyError::Count { row, column, value: entry.text() };
            *slot = entry.category().ok_or_else(wrong)? as u64;
            trials = trials.saturating_add(*slot);
        }
        if trials > MOST_TRIALS {
            return Err(CountsError::Overflow { question: Place::Row(row) }.into());
        }
        if trials == 0 {
            empty = empty.or(Some(row));
        }
        builder.push(&line);
    }
    Ok(builder.finish().with_empty(empty))
}
