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

/// The two functions of a subset metric: its unbiased estimate, and its posterior.
macro_rules! subset_metric {
    ($point:ident, $posterior:ident, $credit:path) => {
        #[pyfunction]
        pub(crate) fn $point(py: Python<'_>, states: &States, k: i64) -> Outcome<f64> {
            let credit = $credit(k)?;
            Ok(py.detach(|| subset::point(&states.states, credit, |_| states.shortest.clone()))?)
        }

        #[pyfunction]
        pub(crate) fn $posterior(
            py: Python<'_>,
            states: &States,
            k: i64,
            confidence: f64,
            bounds: Bounds,
            prior: (f64, f64),
        ) -> Outcome<(f64, f64, f64, f64)> {
            let credit = $credit(k)?;
            let estimate = py.detach(|| subset::posterior(&states.states, credit, prior))?;
            four(estimate, confidence, bounds)
        }
    };
}

subset_metric!(pass_at_k, pass_at_k_ci, Credit::pass_at);
subset_metric!(pass_hat_k, pass_hat_k_ci, Credit::pass_hat);
subset_metric!(maj_at_k, maj_at_k_ci, Credit::majority);
