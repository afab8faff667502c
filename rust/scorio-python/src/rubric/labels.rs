//! Matrices of a judge's outcomes and of labels, to counts.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use scorio_core::judge::arrays::LabelledArrays;
use scorio_core::judge::labelled::outcomes as outcomes_of;
use scorio_core::tally::ModelRows;

use crate::counting::counts::Counts;
use crate::failure::Failure;
use crate::rubric::labelling::{CheckedFigure, TRIAL_NUMBER, labelling};

/// Trials of models × questions × trials, one after the other.
fn trials(
    outcomes: &PyReadonlyArray1<'_, f64>,
    labels: &PyReadonlyArray1<'_, f64>,
    models: &[String],
    questions: &[String],
) -> PyResult<LabelledArrays> {
    let (outcomes, labels) = (outcomes.as_slice()?, labels.as_slice()?);
    let size = outcomes.len() / models.len().max(1);
    let lengths = vec![size / questions.len().max(1); questions.len()];
    let mut trials = LabelledArrays::default();
    let of_models = models.iter().zip(outcomes.chunks(size.max(1)).zip(labels.chunks(size.max(1))));
    for (model, (outcomes, labels)) in of_models {
        let rows = ModelRows { model, questions, ..ModelRows::default() };
        trials.add(&rows, &lengths, outcomes, labels).map_err(Failure::from)?;
    }
    Ok(trials)
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
    let trials = trials(&outcomes, &labels, &models, &questions)?;
    let each = trials.trials().len() / (models.len() * questions.len()).max(1);
    let each = each.max(1);
    #[expect(clippy::cast_precision_loss, reason = "numbers of trials in a question are small")]
    let figures = (0..trials.trials().len()).map(|place| (place % each) as f64).collect();
    let numbers = [CheckedFigure { field: TRIAL_NUMBER.to_owned(), figures }];
    let report = scorio_logs::Report::default();
    let (counts, trials) = (trials.questions(), trials.trials());
    Ok(labelling((counts, trials, &[]), &numbers, ends, report)?)
}

/// The outcome of each of these trials, as the categories of their counts name it.
#[pyfunction]
pub(crate) fn judged_outcomes(
    outcomes: PyReadonlyArray1<'_, f64>,
    labels: PyReadonlyArray1<'_, f64>,
    models: Vec<String>,
    questions: Vec<String>,
) -> PyResult<Vec<String>> {
    let trials = trials(&outcomes, &labels, &models, &questions)?;
    Ok(outcomes_of(trials.questions(), trials.trials(), &[]))
}
