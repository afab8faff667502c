//! Matrices of a judge's outcomes and of labels, to counts.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use scorio_core::judge::arrays::LabelledArrays;
use scorio_core::tally::ModelRows;

use crate::counting::counts::Counts;
use crate::failure::Failure;
use crate::rubric::labelling::{Checked, TRIAL_NUMBER, labelling};

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
    let (outcomes, labels) = (outcomes.as_slice()?, labels.as_slice()?);
    let size = outcomes.len() / models.len().max(1);
    let lengths = vec![size / questions.len().max(1); questions.len()];
    let mut trials = LabelledArrays::default();
    let of_models = models.iter().zip(outcomes.chunks(size.max(1)).zip(labels.chunks(size.max(1))));
    for (model, (outcomes, labels)) in of_models {
        let rows = ModelRows { model, questions: &questions, ..ModelRows::default() };
        trials.add(&rows, &lengths, outcomes, labels).map_err(Failure::from)?;
    }
    let each = lengths.first().copied().unwrap_or_default().max(1);
    #[expect(clippy::cast_precision_loss, reason = "numbers of trials in a question are small")]
    let figures = (0..outcomes.len()).map(|place| (place % each) as f64).collect();
    let numbers = [Checked { field: TRIAL_NUMBER.to_owned(), figures }];
    let report = scorio_logs::Report::default();
    let (counts, trials) = (trials.questions(), trials.trials());
    Ok(labelling((counts, trials, &[]), &numbers, ends, report).map_err(Failure::from)?)
}
