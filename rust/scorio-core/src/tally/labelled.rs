//! Trials and counts of a model become labelled counts, which hold those of several models.

use ndarray::{ArrayView1, ArrayView2, Axis};

use super::entry::Outcome;
use super::matrix::{Matrix, Missing};
use super::ragged::{each_row, lines};
use crate::check::{self, CheckError};
use crate::counts::counts::Counts;
use crate::counts::limits::enough;
use crate::error::Result;
use crate::tally::error::TallyError;

/// What is known of the rows of a matrix: whose trials they are, and of which questions.
///
/// Each list has an entry for each row, or is empty. Then tasks have no name, and questions are
/// named by their rows from 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelRows<'a> {
    /// The model.
    pub model: &'a str,
    /// Tasks of questions.
    pub tasks: &'a [String],
    /// Names of questions.
    pub questions: &'a [String],
    /// Clusters of questions.
    pub clusters: &'a [String],
    /// Weights of questions.
    pub weights: &'a [f64],
}

impl ModelRows<'_> {
    pub(crate) fn check(&self, name: &'static str, rows: usize) -> Result<()> {
        let sizes = [
            ("tasks", self.tasks.len()),
            ("questions", self.questions.len()),
            ("cluster", self.clusters.len()),
            ("weight", self.weights.len()),
        ];
        for label in sizes.into_iter().filter(|(_, size)| *size > 0) {
            check::same_size(label, (name, rows), "entries, one for each row")?;
        }
        Ok(())
    }

    /// Adds the question of a row, and its trials without an outcome.
    pub(crate) fn place(&self, counts: &mut Counts, row: usize, missing: u64) -> Result<usize> {
        let task = self.tasks.get(row).map_or("", String::as_str);
        let place = match self.questions.get(row) {
            Some(question) => counts.row(self.model, task, question),
            None => counts.row(self.model, task, &row.to_string()),
        };
        let cluster = self.clusters.get(row).map(String::as_str);
        counts.describe(place, cluster, self.weights.get(row).copied())?;
        counts.add_missing(place, missing)?;
        Ok(place)
    }

    /// Adds the counts of a row, and its trials without an outcome.
    fn add(&self, counts: &mut Counts, row: usize, line: &[u64], missing: u64) -> Result<usize> {
        let place = self.place(counts, row, missing)?;
        line.iter()
            .enumerate()
            .try_for_each(|(category, &outcomes)| counts.add(place, category, outcomes))?;
        Ok(place)
    }
}

/// Counts of the trials of one model: M × N outcomes, or those of one question after another, of
/// which `lengths` has the number of each.
///
/// Categories are named by their numbers. Dropped trials count as missing.
///
/// # Errors
/// - The matrix is empty.
/// - An entry is outside 0..`categories`, or missing and not dropped.
/// - There are more or fewer labels than rows.
/// - A question has two clusters or two weights.
/// - A weight is neither 0 nor from 1e-100 to 1e100.
pub fn count_outcomes<T: Outcome>(
    outcomes: ArrayView2<'_, T>,
    lengths: Option<&[usize]>,
    rows: &ModelRows<'_>,
    categories: usize,
    missing: Missing,
) -> Result<Counts> {
    rows.check("R", lengths.map_or(outcomes.nrows(), <[usize]>::len))?;
    let mut result = numbered(categories)?;
    let mut add = |row: usize, entries: ArrayView1<'_, T>, line: &[u64]| {
        let missing = (entries.len() as u64).saturating_sub(line.iter().sum::<u64>());
        let place = rows.add(&mut result, row, line, missing)?;
        for (number, entry) in (0..).zip(entries) {
            if let Some(category) = entry.category() {
                result.number(place, number, u16::try_from(category).unwrap_or(u16::MAX));
            }
        }
        Ok(())
    };
    let (count, trials) = outcomes.dim();
    let all = outcomes;
    let Some(lengths) = lengths else {
        lines(&Matrix { name: "R", entries: outcomes }, categories, missing, |row, line| {
            add(row, all.index_axis_move(Axis(0), row), line)
        })?;
        return Ok(result);
    };
    if count != 1 {
        return Err(CheckError::Empty { matrix: "R", rows: count, columns: trials }.into());
    }
    let flat: ArrayView1<'_, T> = outcomes.index_axis_move(Axis(0), 0);
    let mut rest = flat;
    each_row("R", flat, lengths, categories, missing, |row, line| {
        let length = lengths.get(row).copied().unwrap_or_default();
        let (own, after) = rest.split_at(Axis(0), length.min(rest.len()));
        rest = after;
        add(row, own, line)
    })?;
    Ok(result)
}

/// The same counts of questions that are already counted: a column for each category.
///
/// # Errors
/// - There is no row, or there are fewer than two columns.
/// - An entry is not a whole number from 0.
/// - Those about labels.
/// - A question has more than 2^53 trials.
pub fn count_table<T: Outcome>(table: ArrayView2<'_, T>, rows: &ModelRows<'_>) -> Result<Counts> {
    let (questions, columns) = table.dim();
    if questions == 0 || columns < 2 {
        return Err(TallyError::CountShape { rows: questions, columns }.into());
    }
    rows.check("counts", questions)?;
    let mut result = numbered(columns)?;
    let mut line = vec![0; columns];
    for (row, entries) in table.outer_iter().enumerate() {
        for (column, (slot, &entry)) in line.iter_mut().zip(entries).enumerate() {
            let wrong = || TallyError::Count { row, column, value: entry.text() };
            *slot = entry.category().ok_or_else(wrong)? as u64;
        }
        rows.add(&mut result, row, &line, 0)?;
    }
    Ok(result)
}

/// Empty counts, whose categories are named by their numbers.
///
/// # Errors
/// There are fewer than two categories, or too many.
pub fn numbered(categories: usize) -> Result<Counts> {
    enough(categories)?;
    Counts::new((0..categories).map(|category| category.to_string()).collect())
}
