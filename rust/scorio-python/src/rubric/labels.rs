//! Matrices of a judge's outcomes and of labels, to counts.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use scorio_core::judge::labelled::{LabelledTrial, outcomes as outcomes_of};

use crate::counting::counts::Counts;
use crate::failure::Failure;
use crate::rubric::labelling::{CheckedFigure, TRIAL_NUMBER, labelling};

/// Trials of models × questions × trials, one after the other, over the rows of counts.
fn trials(
    outcomes: &PyReadonlyArray1<'_, f64>,
    labels: &PyReadonlyArray1<'_, f64>,
    models: &[String],
    questions: &[String],
) -> (scorio_core::Counts, Vec<LabelledTrial>) {
    let mut counts = scorio_core::Counts::of_trials();
    let mut rows = Vec::with_capacity(models.len() * questions.len());
    for model in models {
        rows.extend(questions.iter().map(|question| counts.row(model, "", question)));
    }
    let (outcomes, labels) = (outcomes.as_array(), labels.as_array());
    let each = outcomes.len() / rows.len().max(1);
    let trials = rows.iter().flat_map(|&row| std::iter::repeat_n(row, each));
    let trials = trials
        .zip(outcomes.iter().zip(labels.iter()))
        .map(|(row, (&outcome, &label))| LabelledTrial { row, outcome, text: None, label })
        .collect();
    (counts, trials)
}

/// Counts of models × questions × trials, one after the other. NaN stands for no outcome and no label.
#[pyfunction]
#[pyo3(signature = (outcomes, labels, models, questions, ends = None))]
pub(crate) fn count_labels(
    outcomes: PyReadonlyArray1<'_, f64>,
    labels: PyReadonlyArray1<'_, f64>,
    models: Vec<String>,
    questions: Vec<String>,
    ends: Option<(f64, f64)>,
) -> PyResult<Counts> {
    let (counts, trials) = trials(&outcomes, &labels, &models, &questions);
    let each = trials.len() / (models.len() * questions.len()).max(1);
    #[expect(clippy::cast_precision_loss, reason = "numbers of trials in a question are small")]
    let figures = (0..trials.len()).map(|place| (place % each.max(1)) as f64).collect();
    let numbers = [CheckedFigure { field: TRIAL_NUMBER.to_owned(), figures }];
    let report = scorio_logs::Report::default();
    Ok(labelling((&counts, &trials, &[]), &numbers, ends, report).map_err(Failure::from)?)
}

/// The outcome of each of these trials, as the categories of their counts name it.
#[pyfunction]
pub(crate) fn judged_outcomes(
    outcomes: PyReadonlyArray1<'_, f64>,
    labels: PyReadonlyArray1<'_, f64>,
    models: Vec<String>,
    questions: Vec<String>,
) -> Vec<String> {
    let (counts, trials) = trials(&outcomes, &labels, &models, &questions);
    outcomes_of(&counts, &trials, &[])
}
