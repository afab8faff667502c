//! The metrics of count states.

use pyo3::prelude::*;
use scorio_core::{Credit, Estimate, Interval, Weights, bayes as core, subset};

use crate::failure::Outcome;
use crate::matrix::States;

type Bounds = Option<(f64, f64)>;

fn weights(w: Option<Vec<f64>>) -> Outcome<Weights> {
    w.map_or_else(|| Ok(Weights::binary()), |w| Ok(Weights::new(&w)?))
}

fn pair(estimate: Estimate) -> (f64, f64) {
    (estimate.mu(), estimate.sigma())
}

fn four(estimate: Estimate, confidence: f64, bounds: Bounds) -> Outcome<(f64, f64, f64, f64)> {
    let Interval { mu, sigma, lo, hi } = estimate.interval(confidence, bounds)?;
    Ok((mu, sigma, lo, hi))
}

#[pyfunction]
pub(crate) fn bayes(states: &States, w: Option<Vec<f64>>) -> Outcome<(f64, f64)> {
    Ok(pair(core::bayes(&states.states, &weights(w)?)?))
}

#[pyfunction]
pub(crate) fn bayes_ci(
    states: &States,
    w: Option<Vec<f64>>,
    confidence: f64,
    bounds: Bounds,
) -> Outcome<(f64, f64, f64, f64)> {
    four(core::bayes(&states.states, &weights(w)?)?, confidence, bounds)
}

#[pyfunction]
pub(crate) fn avg(states: &States, w: Option<Vec<f64>>) -> Outcome<(f64, f64)> {
    Ok(pair(core::avg(&states.states, &weights(w)?)?))
}

#[pyfunction]
pub(crate) fn avg_ci(
    states: &States,
    w: Option<Vec<f64>>,
    confidence: f64,
    bounds: Bounds,
) -> Outcome<(f64, f64, f64, f64)> {
    four(core::avg(&states.states, &weights(w)?)?, confidence, bounds)
}

#[pyfunction]
pub(crate) fn pass_at_k(py: Python<'_>, states: &States, k: i64) -> Outcome<f64> {
    let credit = Credit::pass_at(k)?;
    Ok(py.detach(|| subset::point(&states.states, credit, |_| states.shortest.clone()))?)
}

#[pyfunction]
pub(crate) fn pass_hat_k(py: Python<'_>, states: &States, k: i64) -> Outcome<f64> {
    let credit = Credit::pass_hat(k)?;
    Ok(py.detach(|| subset::point(&states.states, credit, |_| states.shortest.clone()))?)
}

#[pyfunction]
pub(crate) fn pass_at_k_ci(
    py: Python<'_>,
    states: &States,
    k: i64,
    confidence: f64,
    bounds: Bounds,
    prior: (f64, f64),
) -> Outcome<(f64, f64, f64, f64)> {
    let credit = Credit::pass_at(k)?;
    four(py.detach(|| subset::posterior(&states.states, credit, prior))?, confidence, bounds)
}

#[pyfunction]
pub(crate) fn pass_hat_k_ci(
    py: Python<'_>,
    states: &States,
    k: i64,
    confidence: f64,
    bounds: Bounds,
    prior: (f64, f64),
) -> Outcome<(f64, f64, f64, f64)> {
    let credit = Credit::pass_hat(k)?;
    four(py.detach(|| subset::posterior(&states.states, credit, prior))?, confidence, bounds)
}
