//! Gates: whether scores or questions reach a level.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scorio_core::gate::{GateRequest, gate};
use scorio_core::{Metric, ParameterValue, Weights};

use crate::counts::{Counts, Scoring};
use crate::failure::Failure;
use crate::rows::tuples;

/// Says of each score, or of each question, whether it reaches a level.
#[pyfunction]
pub(crate) fn gate_counts<'py>(
    py: Python<'py>,
    counts: &Counts,
    metric: String,
    budgets: Vec<i64>,
    options: Scoring,
    at_least: f64,
    scope: (bool, bool),
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let (per_question, family) = scope;
    let (parameters, mut scoring) = options.request()?;
    let weights = match parameters.get("weights") {
        Some(ParameterValue::Numbers(numbers)) => Some(Weights::new(numbers)),
        _ => None,
    };
    let weights = weights.transpose().map_err(Failure::from)?;
    let metrics = Metric::expand(&[metric], &budgets, &parameters).map_err(Failure::from)?;
    scoring.metrics = metrics;
    let request = GateRequest { scoring, at_least, per_question, family, weights };
    let rows = py.detach(|| gate(&counts.counts, &request)).map_err(Failure::from)?;
    tuples(py, &rows)
}
