//! A results matrix R, read once and in place, becomes count states.

use ndarray::ArrayView2;

use super::binary::{tally_binary, tally_binary_columns};
use super::complete::tally_complete;
use super::entry::Outcome;
use crate::check::{self, CheckError};
use crate::counts::error::CountsError;
use crate::counts::limits::enough;
use crate::counts::states::{Builder, States};
use crate::error::Result;
use crate::numeric::watch;
use crate::tally::error::TallyError;

/// Rows between two looks at whether the work goes on.
const ASKING: usize = 1 << 8;

/// What to do with missing entries, that is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The first missing entry is an error.
    Error,
    /// Missing entries are dropped, so the question has fewer trials.
    Drop,
}

/// A matrix argument and its name.
#[derive(Clone)]
pub struct Matrix<'a, T> {
    /// Name in messages.
    pub name: &'static str,
    /// M × N entries, with any strides.
    pub entries: ArrayView2<'a, T>,
}

impl<T: Outcome> Matrix<'_, T> {
    /// Checks the shape: at least one row and `columns` columns.
    fn check(&self, columns: usize) -> Result<()> {
        if self.entries.nrows() == 0 || self.entries.ncols() < columns {
            let (rows, columns) = self.entries.dim();
            return Err(CheckError::Empty { matrix: self.name, rows, columns }.into());
        }
        Ok(())
    }

    /// The counts of all rows, one after another.
    ///
    /// # Errors
    /// As [`tally`] without a prior.
    pub(crate) fn row_counts(&self, categories: usize, missing: Missing) -> Result<Vec<u64>> {
        enough(categories)?;
        self.check(1)?;
        let (rows, columns) = self.entries.dim();
        let mut counts = vec![0; rows * categories];
        let mut bytes = vec![0; columns];
        for (row, counts) in counts.chunks_exact_mut(categories).enumerate() {
            let run = self.entries.row(row);
            let narrow = run.to_slice().is_some_and(|run| T::narrow(run, &mut bytes));
            // Bytes of 0 and 1 are counted by their sum.
            if let ([failures, successes], true) = (&mut *counts, narrow)
                && bytes.iter().fold(0, |all, byte| all | byte) <= 1
            {
                *successes = bytes.iter().map(|&byte| u64::from(byte)).sum();
                *failures = columns as u64 - *successes;
                continue;
            }
            self.count_row(row, missing, counts)?;
            if counts.iter().all(|&count| count == 0) {
                return Err(CountsError::NoTrials { row }.into());
            }
        }
        Ok(counts)
    }

    /// Adds the counts of one row.
    pub(crate) fn count_row(
        &self,
        row: usize,
        missing: Missing,
        counts: &mut [u64],
    ) -> std::result::Result<(), TallyError> {
        for (column, &entry) in self.entries.row(row).iter().enumerate() {
            if entry.is_missing() {
                if missing == Missing::Error {
                    return Err(TallyError::Missing { matrix: self.name, row, column });
                }
                continue;
            }
            let categories = counts.len();
            let Some(count) = entry.category().and_then(|category| counts.get_mut(category)) else {
                let (matrix, value) = (self.name, entry.text());
                return Err(TallyError::Category { matrix, row, column, value, categories });
            };
            *count += 1;
        }
        Ok(())
    }
}

/// Count states of R.
///
/// The outcomes of `prior` (R0: M × D, D ≥ 0) are added question by question.
///
/// # Errors
/// - A matrix is empty.
/// - An entry is outside 0..`categories`.
/// - An entry is missing, under [`Missing::Error`].
/// - R0 has another number of rows.
pub fn tally<T: Outcome>(
    matrix: &Matrix<'_, T>,
    prior: Option<&Matrix<'_, i64>>,
    categories: usize,
    missing: Missing,
) -> Result<States> {
    check_shapes(matrix, prior, categories)?;
    // The fast passes cannot take NaN or a wrong entry. The careful pass below finds the place.
    let quick = if categories == 2 && prior.is_none() { tally_bytes(matrix.entries) } else { None };
    let before = prior.map(|prior| prior.entries);
    if let Some(states) = quick.or_else(|| tally_complete(matrix.entries, before, categories)) {
        return Ok(states);
    }
    tally_each(matrix, prior, categories, missing)
}

/// As [`tally`], entry by entry: for entries that are likely missing or wrong.
///
/// # Errors
/// As [`tally`].
pub fn tally_each<T: Outcome>(
    matrix: &Matrix<'_, T>,
    prior: Option<&Matrix<'_, i64>>,
    categories: usize,
    missing: Missing,
) -> Result<States> {
    check_shapes(matrix, prior, categories)?;
    let mut builder = Builder::new(categories);
    let mut empty = None;
    let mut counts = vec![0; categories];
    for row in 0..matrix.entries.nrows() {
        if row.is_multiple_of(ASKING) {
            watch::going()?;
        }
        counts.fill(0);
        matrix.count_row(row, missing, &mut counts)?;
        if counts.iter().all(|&count| count == 0) {
            empty = empty.or(Some(row));
        }
        if let Some(prior) = prior {
            prior.count_row(row, Missing::Error, &mut counts)?;
        }
        builder.push(&counts);
    }
    Ok(builder.finish().with_empty(empty))
}

fn check_shapes<T: Outcome>(
    matrix: &Matrix<'_, T>,
    prior: Option<&Matrix<'_, i64>>,
    categories: usize,
) -> Result<()> {
    enough(categories)?;
    matrix.check(1)?;
    if let Some(prior) = prior {
        prior.check(0)?;
        let sizes = (prior.entries.nrows(), matrix.entries.nrows());
        check::same_size((prior.name, sizes.0), (matrix.name, sizes.1), "rows (questions)")?;
    }
    Ok(())
}

/// Count states of a 0/1 matrix of bytes with adjacent rows or columns.
fn tally_bytes<T: Outcome>(entries: ArrayView2<'_, T>) -> Option<States> {
    if let Some(run) = entries.as_slice() {
        return tally_binary(T::as_bytes(run)?, entries.ncols());
    }
    let columns = entries.columns().into_iter().map(|column| T::as_bytes(column.to_slice()?));
    tally_binary_columns(columns, entries.nrows())
}
