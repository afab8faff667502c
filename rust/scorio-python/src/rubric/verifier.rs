//! Calibration of verifiers.

use numpy::PyReadonlyArray2;
use pyo3::prelude::*;
use scorio_core::rubric::verifier::{Logits, Verifier};

use crate::arrays::vector::{Vector, copied};
use crate::failure::Outcome;
use crate::watch::stoppable;

/// The temperature of a verifier.
#[pyfunction]
pub(crate) fn verifier_fit(
    py: Python<'_>,
    logits: PyReadonlyArray2<'_, f64>,
    labels: Vec<usize>,
    baseline: Vector,
) -> PyResult<f64> {
    let logits = copied(&logits);
    let values: Vec<f64> = logits.iter().copied().collect();
    let logits = Logits { values: &values, classes: logits.ncols() };
    Ok(stoppable(py, || Verifier::fit(logits, &labels, &baseline))?.temperature)
}

/// The probabilities of classes, row by row.
#[pyfunction]
pub(crate) fn verifier_probabilities(
    logits: PyReadonlyArray2<'_, f64>,
    baseline: Vector,
    temperature: f64,
) -> Outcome<Vec<Vec<f64>>> {
    let logits = copied(&logits);
    let values: Vec<f64> = logits.iter().copied().collect();
    let classes = logits.ncols();
    let verifier = Verifier { baseline: baseline.to_vec(), temperature };
    let p = verifier.probabilities(Logits { values: &values, classes })?;
    Ok(p.chunks(classes.max(1)).map(<[f64]>::to_vec).collect())
}

/// Negative log-likelihood, Brier score and calibration error.
#[pyfunction]
pub(crate) fn verifier_report(
    logits: PyReadonlyArray2<'_, f64>,
    labels: Vec<usize>,
    baseline: Vector,
    temperature: f64,
) -> Outcome<(f64, f64, f64)> {
    let logits = copied(&logits);
    let values: Vec<f64> = logits.iter().copied().collect();
    let verifier = Verifier { baseline: baseline.to_vec(), temperature };
    let classes = logits.ncols();
    let fit = verifier.report(Logits { values: &values, classes }, &labels)?;
    Ok((fit.nll, fit.brier, fit.ece))
}
