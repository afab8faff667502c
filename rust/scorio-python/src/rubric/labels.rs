//! Matrices of a judge's outcomes and of labels, to counts.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use scorio_core::judge::labelled::LabelledTrial;

use crate::counting::counts::Counts;
use crate::rubric::labelling::{CheckedFigure, TRIAL_NUMBER, labelling};

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
    let mut counts = scorio_core::Counts::of_trials();
    let mut rows = Vec::with_capacity(models.len() * questions.len());
    for model in &models {
        rows.extend(questions.iter().map(|question| counts.row(model, "", question)));
    }
    let (outcomes, labels) = (outcomes.as_array(), labels.as_array());
    let each = outcomes.len() / rows.len().max(1);
    let trials = rows.iter().flat_map(|&row| std::iter::repeat_n(row, each));
    let trials: Vec<LabelledTrial> = trials
        .zip(outcomes.iter().zip(labels.iter()))
        .map(|(row, (&outcome, &label))| LabelledTrial { row, outcome, text: None, label })
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "numbers of trials in a question are small")]
    let figures = (0..trials.len()).map(|place| (place % each.max(1)) as f64).collect();
    let numbers = [CheckedFigure { field: TRIAL_NUMBER.to_owned(), figures }];
    let report = scorio_logs::Report::default();
    Ok(labelling((&counts, &trials, &[]), &numbers, ends, report)?)
}
