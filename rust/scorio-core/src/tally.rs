//! From a results matrix R, read once and in place, to count states.

use ndarray::{ArrayView1, ArrayView2, Axis};

use crate::binary::{tally_binary, tally_binary_columns};
use crate::categorical::tally_complete;
use crate::counts::Counts;
use crate::error::{Error, Place, Result};
use crate::outcome::Outcome;
use crate::states::{Builder, States};

/// What to do with missing entries, which are NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The first one is an error.
    Error,
    /// They are left out: the question has fewer trials.
    Drop,
}

/// A matrix argument, by its name.
#[derive(Clone)]
pub struct Matrix<'a, T> {
    /// Name in messages.
    pub name: &'static str,
    /// M × N entries, any strides.
    pub entries: ArrayView2<'a, T>,
}

impl<T: Outcome> Matrix<'_, T> {
    /// Checks the shape: at least one row and `columns` columns.
    fn check(&self, columns: usize) -> Result<()> {
        if self.entries.nrows() == 0 || self.entries.ncols() < columns {
            let (rows, columns) = self.entries.dim();
            return Err(Error::Empty { matrix: self.name, rows, columns });
        }
        Ok(())
    }

    /// Adds the counts of one row.
    fn count_row(&self, row: usize, missing: Missing, counts: &mut [u64]) -> Result<()> {
        for (column, &entry) in self.entries.row(row).iter().enumerate() {
            if entry.is_missing() {
                if missing == Missing::Error {
                    return Err(Error::Missing { matrix: self.name, row, column });
                }
                continue;
            }
            let categories = counts.len();
            match entry.category().and_then(|category| counts.get_mut(category)) {
                Some(count) => *count += 1,
                None => return Err(bad_entry(self.name, row, column, entry.text(), categories)),
            }
        }
        Ok(())
    }
}

/// An entry that is none of the categories.
pub(crate) fn bad_entry(
    matrix: &'static str,
    row: usize,
    column: usize,
    value: String,
    categories: usize,
) -> Error {
    let hint = match categories {
        2 => "with two categories, outcomes are 0 and 1 (for more, give w one weight per category)"
            .to_owned(),
        _ => format!("w has {categories} weights, so categories are 0..{}", categories - 1),
    };
    Error::Category { matrix, row, column, value, hint }
}

/// Count states of R, with the outcomes of `prior` (R0: M × D, D ≥ 0) added question by question.
///
/// # Errors
/// An empty matrix; an entry outside 0..`categories`; a missing one under [`Missing::Error`];
/// R0 of another height.
pub fn tally<T: Outcome>(
    matrix: &Matrix<'_, T>,
    prior: Option<&Matrix<'_, i64>>,
    categories: usize,
    missing: Missing,
) -> Result<States> {
    enough(categories)?;
    matrix.check(1)?;
    if let Some(prior) = prior {
        prior.check(0)?;
        if prior.entries.nrows() != matrix.entries.nrows() {
            return Err(Error::Shape {
                left: prior.name,
                left_size: prior.entries.nrows(),
                right: matrix.name,
                right_size: matrix.entries.nrows(),
                axis: "rows (questions)",
            });
        }
    }
    // Whatever the quick passes cannot take (NaN, a wrong entry) the careful one below explains.
    let quick = if categories == 2 && prior.is_none() { tally_bytes(matrix.entries) } else { None };
    let before = prior.map(|prior| prior.entries);
    if let Some(states) = quick.or_else(|| tally_complete(matrix.entries, before, categories)) {
        return Ok(states);
    }
    let mut builder = Builder::new(categories);
    let mut empty = None;
    let mut counts = vec![0; categories];
    for row in 0..matrix.entries.nrows() {
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

/// Count states of a 0/1 matrix whose entries are bytes, with rows or columns end to end.
fn tally_bytes<T: Outcome>(entries: ArrayView2<'_, T>) -> Option<States> {
    if let Some(run) = entries.as_slice() {
        return tally_binary(T::as_bytes(run)?, entries.ncols());
    }
    let columns = entries.columns().into_iter().map(|column| T::as_bytes(column.to_slice()?));
    tally_binary_columns(columns, entries.nrows())
}

/// Count states of questions with different numbers of trials: `outcomes` holds their trials one
/// question after another, `lengths` says how many belong to each.
///
/// # Errors
/// As [`tally`].
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

/// Counts of one model from the trials of its questions, as [`tally_ragged`] takes them: questions
/// are named by their rows from 0, categories by their numbers. `name` is that of the matrix and of
/// the model; `tasks` has a task for each row, or none at all.
///
/// # Errors
/// As [`tally`]; more or fewer tasks than rows.
pub fn count_rows<T: Outcome>(
    name: &'static str,
    outcomes: ArrayView1<'_, T>,
    lengths: &[usize],
    tasks: &[String],
    categories: usize,
    missing: Missing,
) -> Result<Counts> {
    if !tasks.is_empty() && tasks.len() != lengths.len() {
        return Err(Error::Shape {
            left: "cluster",
            left_size: tasks.len(),
            right: name,
            right_size: lengths.len(),
            axis: "entries, one for each row",
        });
    }
    let mut result = Counts::new((0..categories).map(|category| category.to_string()).collect())?;
    each_row(name, outcomes, lengths, categories, missing, |row, counts| {
        let task = tasks.get(row).map_or("", String::as_str);
        let place = result.row(name, task, &row.to_string());
        counts
            .iter()
            .enumerate()
            .try_for_each(|(category, &count)| result.add(place, category, count))
    })?;
    Ok(result)
}

/// Calls `each` with every row and its counts.
fn each_row<T: Outcome>(
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
        return Err(Error::Lengths { outcomes: outcomes.len(), total });
    }
    if lengths.is_empty() {
        return Err(Error::Empty { matrix: name, rows: 0, columns: 0 });
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

/// Count states of questions that are counted already: M × (C + 1), how often each question had each
/// outcome.
///
/// # Errors
/// No row, or fewer than two columns; an entry that is not a whole number from 0; a question whose
/// counts add up to more than 2^53.
pub fn tally_counts<T: Outcome>(counts: ArrayView2<'_, T>) -> Result<States> {
    let (rows, columns) = counts.dim();
    if rows == 0 || columns < 2 {
        return Err(Error::CountShape { rows, columns });
    }
    enough(columns)?;
    let mut builder = Builder::new(columns);
    let mut empty = None;
    let mut line = vec![0; columns];
    for (row, entries) in counts.outer_iter().enumerate() {
        let mut trials = 0_u64;
        for (column, (slot, &entry)) in line.iter_mut().zip(entries).enumerate() {
            let wrong = || Error::Count { row, column, value: entry.text() };
            *slot = entry.category().ok_or_else(wrong)? as u64;
            trials = trials.saturating_add(*slot);
        }
        if trials > MOST_TRIALS {
            return Err(Error::CountOverflow { question: Place::Row(row) });
        }
        if trials == 0 {
            empty = empty.or(Some(row));
        }
        builder.push(&line);
    }
    Ok(builder.finish().with_empty(empty))
}

/// The most trials of a question: beyond them doubles cease to be exact.
pub(crate) const MOST_TRIALS: u64 = 1 << 53;

/// The most categories: as many as a log may have.
const MOST_CATEGORIES: usize = 65_536;

/// Refuses numbers of categories of which no score can be made.
fn enough(categories: usize) -> Result<()> {
    if (2..=MOST_CATEGORIES).contains(&categories) {
        return Ok(());
    }
    Err(Error::CategoryCount { categories })
}

/// The error of a single line, moved to the row that it stands in.
fn at_row(error: Error, place: usize) -> Error {
    match error {
        Error::Category { matrix, column, value, hint, .. } => {
            Error::Category { matrix, row: place, column, value, hint }
        }
        Error::Missing { matrix, column, .. } => Error::Missing { matrix, row: place, column },
        other => other,
    }
}
