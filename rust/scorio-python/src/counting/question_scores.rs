//! Scores of all models on all questions.

use numpy::PyArray1;
use pyo3::prelude::*;
use scorio_core::Weights;
use scorio_core::compare::QuestionScores;

use crate::arrays::load::load_numpy;
use crate::counting::counts::Counts;
use crate::counting::sums::Sums;
use crate::failure::Failure;

/// Models, the score, task and name of each question, and models x questions means, one by one.
type ByQuestion<'py> = (Vec<String>, Vec<(String, String, String)>, Bound<'py, PyArray1<f64>>);

/// The plain score of each model on each question; NaN where there is none.
#[pyfunction]
pub(crate) fn question_scores<'py>(
    py: Python<'py>,
    counts: &Counts,
    w: Option<Vec<f64>>,
) -> PyResult<ByQuestion<'py>> {
    load_numpy(py)?;
    let weights = w.map(|w| Weights::new(&w)).transpose().map_err(Failure::from)?;
    let found = py
        .detach(|| QuestionScores::of_counts(&counts.counts, weights.as_ref()))
        .map_err(Failure::from)?;
    Ok((found.models, found.questions, PyArray1::from_vec(py, found.values)))
}

/// The same of numeric scores.
#[pyfunction]
pub(crate) fn question_means<'py>(py: Python<'py>, sums: &Sums) -> PyResult<ByQuestion<'py>> {
    load_numpy(py)?;
    let found = py.detach(|| QuestionScores::of_sums(&sums.sums)).map_err(Failure::from)?;
    Ok((found.models, found.questions, PyArray1::from_vec(py, found.values)))
}
