//! Trials that stand in a matrix of signals, graded at once.

use ndarray::ArrayView2;

use super::grading::never_seen;
use super::kept::Kept;
use super::limits::{Limits, TrialGroups};
use super::table::{CategoryTable, SignalledTrial};
use super::trial::TrialName;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::rubric::error::RubricError;
use crate::rubric::rules::rubrics::Rubrics;
use crate::rubric::rules::signal::{Signal, SignalSource};

/// Trials with their signals, and the task and the model that each of them belongs to.
#[derive(Clone, Copy, Debug)]
pub struct SignalMatrix<'a> {
    /// A row for each trial, a column for each signal of the file. A number that is not finite is
    /// missing. Columns of signals that the file has as numbers are not read.
    pub signals: ArrayView2<'a, f64>,
    /// The task and the model of each group of trials.
    pub groups: &'a [(String, String)],
    /// For each trial the place of its group.
    pub group_of: &'a [usize],
}

/// What a rubric made of the trials of a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixGrades {
    /// For each trial its category, unless it was left out.
    pub categories: Vec<Option<usize>>,
    rows: Vec<usize>,
    thresholds: Vec<Vec<f64>>,
}

impl MatrixGrades {
    /// The thresholds of a trial, in the order of the file. Those that the rubric does not use, and
    /// quantiles over no trial, are NaN.
    #[must_use]
    pub fn thresholds_of(&self, trial: usize) -> &[f64] {
        let values = self.rows.get(trial).and_then(|&row| self.thresholds.get(row));
        values.map_or(&[], Vec::as_slice)
    }
}

/// Grades the trials of a matrix by one rubric of a file. Quantiles are those of these trials.
///
/// # Errors
/// - There is no rubric of that name.
/// - The matrix does not have a column for each signal, or a group for each trial.
/// - As [`Grading::finish`](super::grading::Grading::finish). Errors name the row of a trial.
pub fn grade_matrix(
    rubrics: &Rubrics,
    name: &str,
    matrix: &SignalMatrix<'_>,
) -> Result<MatrixGrades> {
    let rubrics = rubrics.clone().choose(&[name.to_owned()])?;
    let Some(rubric) = rubrics.rubrics().first() else {
        return Err(RubricError::NoRubrics.into());
    };
    let (trials, columns) = matrix.signals.dim();
    if columns != rubrics.signals().len() {
        let signals = rubrics.signals().len();
        return Err(RubricError::Columns { columns, signals }.into());
    }
    if trials != matrix.group_of.len() {
        let groups = matrix.group_of.len();
        return Err(RubricError::Groups { trials, groups }.into());
    }
    let used = rubrics.used_signals();
    let mut counts = Counts::of_trials();
    let rows: Vec<_> =
        matrix.groups.iter().map(|(task, model)| counts.row(model, task, "")).collect();
    let row_of = |trial: usize| {
        let group = matrix.group_of.get(trial);
        group.and_then(|&group| rows.get(group)).copied()
    };

    let mut kept = Kept::new(&used, false, false, u64::MAX);
    let mut signals = vec![f64::NAN; columns];
    let mut seen = vec![false; columns];
    for (trial, values) in matrix.signals.rows().into_iter().enumerate() {
        let Some(row) = row_of(trial) else {
            let groups = matrix.groups.len();
            return Err(RubricError::Groups { trials, groups }.into());
        };
        for ((signal, &value), known) in signals.iter_mut().zip(values).zip(rubrics.signals()) {
            *signal = read(known, value);
        }
        for (seen, signal) in seen.iter_mut().zip(&signals) {
            *seen |= !signal.is_nan();
        }
        kept.push(row, None, &signals)?;
    }

    let (mut groups, mut limits) = (TrialGroups::default(), Limits::new(&rubrics));
    let mut table = CategoryTable::new(false);
    let mut grade = || -> Result<Vec<Option<usize>>> {
        limits.take(&rubrics, &mut groups, &counts, &kept)?;
        let mut categories = Vec::with_capacity(trials);
        for trial in 0..trials {
            let row = kept.row(trial).unwrap_or(0);
            kept.read(trial, &mut signals);
            let group = groups.of(&counts, row);
            let thresholds = limits.of(rubric.scope, rubric.rule, group);
            let name = || TrialName::Row(trial);
            let group =
                groups.names.get(group).map_or(("", ""), |(task, model)| (&**task, &**model));
            let signalled =
                SignalledTrial { row, code: None, signals: &signals, name: &name, group };
            categories.push(table.add(&rubrics, rubric, thresholds, &signalled)?);
        }
        Ok(categories)
    };
    let graded = grade();
    if let Some(signal) = never_seen(&rubrics, &seen, std::slice::from_ref(&table)) {
        let (signal, source_text) = (signal.name.clone(), String::new());
        return Err(RubricError::NoSignal { signal, source_text }.into());
    }
    let categories = graded?;
    let rows = (0..trials).map(|trial| kept.row(trial).unwrap_or(0)).collect();
    let thresholds = (0..counts.len())
        .map(|row| limits.of(rubric.scope, rubric.rule, groups.of(&counts, row)).to_vec())
        .collect();
    Ok(MatrixGrades { categories, rows, thresholds })
}

/// The value of a signal, of which the matrix has this number.
fn read(signal: &Signal, value: f64) -> f64 {
    match signal.source {
        SignalSource::Constant(number) => number,
        SignalSource::Field { .. } if value.is_finite() => value,
        SignalSource::Field { .. } => f64::NAN,
    }
}
