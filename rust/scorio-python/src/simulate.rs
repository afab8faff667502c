//! Biased coins as models, and their trials.

use numpy::ndarray::{ArrayD, IxDyn};
use numpy::{
    Element, IntoPyArray as _, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scorio_core::simulate;

use crate::failure::Failure;
use crate::vector::copied;
use crate::watch::watched;

/// Values as an array of this shape.
fn shaped<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
    values: Vec<T>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = ArrayD::from_shape_vec(IxDyn(shape), values);
    Ok(array.map_err(|error| PyValueError::new_err(error.to_string()))?.into_pyarray(py))
}

/// The axes before the last `count`, then others.
fn axes(of: &PyReadonlyArrayDyn<'_, f64>, count: usize, then: &[usize]) -> Vec<usize> {
    let kept = of.shape().len().saturating_sub(count);
    of.shape().iter().take(kept).chain(then).copied().collect()
}

/// The paper's means of the eleven models and of the eight originals.
#[pyfunction]
pub(crate) fn simulate_means() -> (Vec<f64>, Vec<f64>) {
    (simulate::MEANS.to_vec(), simulate::ORIGINAL_MEANS.to_vec())
}

#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn simulate_coins(
    py: Python<'_>,
    means: Vec<f64>,
    questions: usize,
    concentration: f64,
    seed: u64,
) -> PyResult<Bound<'_, PyArrayDyn<f64>>> {
    let made = py.detach(|| simulate::coins(&means, questions, concentration, seed));
    shaped(py, &[means.len(), questions], made.map_err(Failure::from)?)
}

#[pyfunction]
#[pyo3(signature = (questions, means, seed))]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn simulate_originals(
    py: Python<'_>,
    questions: usize,
    means: Option<Vec<f64>>,
    seed: u64,
) -> PyResult<Bound<'_, PyArrayDyn<f64>>> {
    let made = py.detach(|| simulate::originals(questions, means.as_deref(), seed));
    let models = simulate::ORIGINAL_MEANS.len();
    shaped(py, &[models, questions], made.map_err(Failure::from)?)
}

#[pyfunction]
pub(crate) fn simulate_updates(
    py: Python<'_>,
    replicates: usize,
    questions: usize,
    seed: u64,
) -> PyResult<Bound<'_, PyArrayDyn<f64>>> {
    let made = watched(py, replicates as u64, None, None, |work| {
        simulate::updates(questions, work, seed)
    })?;
    let models = simulate::ORIGINAL_MEANS.len();
    shaped(py, &[replicates, models, questions], made)
}

#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arrays over by value")]
pub(crate) fn simulate_categorical<'py>(
    py: Python<'py>,
    shares: PyReadonlyArrayDyn<'py, f64>,
    questions: usize,
    concentration: f64,
    seed: u64,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let probabilities = copied(&shares);
    let made =
        py.detach(|| simulate::categorical(&probabilities.view(), questions, concentration, seed));
    let categories = shares.shape().last().copied().unwrap_or_default();
    shaped(py, &axes(&shares, 1, &[questions, categories]), made.map_err(Failure::from)?)
}

#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arrays over by value")]
pub(crate) fn simulate_trials<'py>(
    py: Python<'py>,
    p: PyReadonlyArrayDyn<'py, f64>,
    trials: usize,
    categorical: bool,
    seed: u64,
) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
    let probabilities = copied(&p);
    let made = watched(py, 0, None, None, |work| {
        simulate::trials(&probabilities.view(), trials, categorical, work, seed)
    })?;
    let shape = axes(&p, usize::from(categorical), &[trials]);
    shaped(py, &shape, made)
}
