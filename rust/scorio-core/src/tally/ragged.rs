//! Questions with different numbers of trials, one after another, become counts.

use ndarray::{ArrayView1, Axis};

use super::entry::Outcome;
use super::matrix::{Matrix, Missing};
use crate::check::{self, CheckError};
use crate::counts::counts::Counts;
use crate::counts::limits::enough;
use crate::counts::states::{Builder, States};
use crate::error::Result;
use crate::tally::error::TallyError;

/// Count states of questions with different numbers of trials.
///
/// `outcomes` holds the trials of one question after another. `lengths` holds the number of trials
/// of each question.
///
/// # Errors
/// As [`tally`](crate::tally::tally).
pub fn tally_ragged<T: Outcome>(
    outcomes: ArrayView1<'_, T>,
    lengths: &[usize],
    categories: usize,
    missing: Missing,
) -> Result<States> {
    let mut builder = Builder::new(categories);
    let mut empty = None;
    each_row("R", outcomes, lengths, categories, missing, |row, counts| {
        if counts.iter().all(|&count| count == 0) {
            empty = empty.or(Some(row));
        }
        builder.push(counts);
        Ok(())
    })?;
    Ok(builder.finish().with_empty(empty))
}

/// Labels of the rows of a matrix: each list has one for each row, or is empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowLabels<'a> {
    /// Clusters of questions.
    pub clusters: &'a [String],
    /// Weights of questions.
    pub weights: &'a [f64],
}

/// Counts of one model from the trials of its questions, in the form of [`tally_ragged`].
///
/// Questions are named by their rows from 0, categories by their numbers. `name` is the name of the
/// matrix and of the model.
///
/// # Errors
/// - Those of [`tally`](crate::tally::tally).
/// - There are more or fewer labels than rows.
/// - A weight is neither 0 nor from 1e-100 to 1e100.
pub fn count_rows<T: Outcome>(
    name: &'static str,
    outcomes: ArrayView1<'_, T>,
    lengths: &[usize],
    labels: RowLabels<'_>,
    categories: usize,
    missing: Missing,
) -> Result<Counts> {
    let sizes = [("cluster", labels.clusters.len()), ("weight", labels.weights.len())];
    for label in sizes.into_iter().filter(|(_, size)| *size > 0) {
        check::same_size(label, (name, lengths.len()), "entries, one for each row")?;
    }
    let mut result = Counts::new((0..categories).map(|category| category.to_string()).collect())?;
    each_row(name, outcomes, lengths, categories, missing, |row, counts| {
        let place = result.row(name, "", &row.to_string());
        let cluster = labels.clusters.get(row).map(String::as_str);
        result.describe(place, cluster, labels.weights.get(row).copied())?;
        counts
            .iter()
            .enumerate()
            .try_for_each(|(category, &count)| result.add(place, category, count))
    })?;
    Ok(result)
}

/// Calls `each` with every row and its counts.
pub(super) fn each_row<T: Outcome>(
    name: &'static str,
    outcomes: ArrayView1<'_, T>,
    lengths: &[usize],
    categories: usize,
    missing: Missing,
    mut each: impl FnMut(usize, &[u64]) -> Result<()>,
) -> Result<()> {
    enough(categories)?;
    let total = lengths.iter().fold(0_usize, |sum, &length| sum.saturating_add(length));
    if total != outcomes.len() {
        return Err(TallyError::Lengths { outcomes: outcomes.len(), total }.into());
    }
    if lengths.is_empty() {
        return Err(CheckError::Empty { matrix: name, rows: 0, columns: 0 }.into());
    }
    let mut counts = vec![0; categories];
    let mut rest = outcomes;
    for (row, &length) in lengths.iter().enumerate() {
        let (trials, after) = rest.split_at(Axis(0), length);
        rest = after;
        counts.fill(0);
        let line = Matrix { name, entries: trials.insert_axis(Axis(0)) };
        line.count_row(0, missing, &mut counts).map_err(|error| at_row(error, row))?;
        each(row, &counts)?;
    }
    Ok(())
}

/// Calls `each` with every row of a matrix and its counts.
pub(super) fn lines<T: Outcome>(
    matrix: &Matrix<'_, T>,
    categories: usize,
    missing: Missing,
    mut each: impl FnMut(usize, &[u64]) -> Result<()>,
) -> Result<()> {
    let (rows, columns) = matrix.entries.dim();
    if rows == 0 || columns == 0 {
        return Err(CheckError::Empty { matrix: matrix.name, rows, columns }.into());
    }
    let mut counts = vec![0; categories];
    for row in 0..rows {
        counts.fill(0);
        matrix.count_row(row, missing, &mut counts)?;
        each(row, &counts)?;
    }
    Ok(())
}

/// The error of a single line, moved to its row.
fn at_row(mut error: TallyError, place: usize) -> TallyError {
    if let TallyError::Category { row, .. } | TallyError::Missing { row, .. } = &mut error {
        *row = place;
    }
    error
}
