//! Posterior draws of TailPass profiles.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use scorio_core::tailpass::{Payoff, summary_of_draws};

use crate::arrays::vector::{Vector, copied};
use crate::failure::Failure;
use crate::scoring::tailpass::TailPass;
use crate::watch::watched;

/// The chances of each score: draws x questions x scores.
#[pyfunction]
pub(crate) fn tail_chances<'py>(
    py: Python<'py>,
    tail: &TailPass,
    draws: u64,
    seed: u64,
) -> PyResult<Bound<'py, PyArray3<f64>>> {
    let profile = &tail.profile;
    let found = watched(py, draws, None, None, |work| profile.drawn_chances(seed, work))?;
    let questions = profile.questions();
    let rows = usize::try_from(draws)?;
    let scores = found.len() / questions.max(1) / rows.max(1);
    found.into_pyarray(py).reshape([rows, questions, scores])
}

/// The profiles: draws x thresholds.
#[pyfunction]
pub(crate) fn tail_profiles<'py>(
    py: Python<'py>,
    tail: &TailPass,
    draws: u64,
    seed: u64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let profile = &tail.profile;
    let found = watched(py, draws, None, None, |work| profile.drawn_profiles(seed, work))?;
    found.into_pyarray(py).reshape([usize::try_from(draws)?, profile.thresholds().len()])
}

/// A utility of each draw: by its name, its number, its weights, and the target of a shortfall.
#[pyfunction]
#[pyo3(signature = (tail, payoff, of_mean, draws, seed))]
pub(crate) fn tail_utility<'py>(
    py: Python<'py>,
    tail: &TailPass,
    payoff: (String, f64, Vector, Vector),
    of_mean: bool,
    draws: u64,
    seed: u64,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (name, value, weights, target) = &payoff;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number")]
    let payoff = match name.as_str() {
        "linear" => Payoff::Linear(weights),
        "moment" => Payoff::Moment(*value),
        "power_mean" => Payoff::PowerMean(*value, weights),
        "rollout" => Payoff::Rollout(*value as u64, weights),
        "harmonic" => Payoff::Harmonic(*value),
        _ => Payoff::Shortfall { target, weights, epsilon: *value },
    };
    let found =
        watched(py, draws, None, None, |work| tail.profile.drawn(&payoff, of_mean, seed, work))?;
    Ok(found.into_pyarray(py))
}

/// Mean, standard deviation and the ends of the central interval of draws, for each column.
#[pyfunction]
pub(crate) fn tail_summary<'py>(
    py: Python<'py>,
    values: PyReadonlyArray2<'py, f64>,
    confidence: f64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let values = copied(&values);
    let width = values.ncols();
    let flat: Vec<f64> = values.into_iter().collect();
    let found = py.detach(|| summary_of_draws(&flat, width, confidence)).map_err(Failure::from)?;
    found.concat().into_pyarray(py).reshape([width, 4])
}
