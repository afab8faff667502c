//! When to stop, and which model to try next.

use pyo3::prelude::*;
use scorio_core::plan::stopping::{self, Rule};

use crate::failure::Outcome;

fn rule(by_score: bool) -> Rule {
    if by_score { Rule::Score } else { Rule::Overlap }
}

#[pyfunction]
#[pyo3(signature = (mu, sigma, confidence, clip))]
pub(crate) fn stopping_interval(
    mu: f64,
    sigma: f64,
    confidence: f64,
    clip: Option<(f64, f64)>,
) -> Outcome<(f64, f64)> {
    let interval = stopping::interval(mu, sigma, confidence, clip)?;
    Ok((interval.lo, interval.hi))
}

#[pyfunction]
pub(crate) fn stopping_narrow(sigma: f64, confidence: f64, name: &str, most: f64) -> Outcome<bool> {
    Ok(stopping::narrow(sigma, confidence, name, most)?)
}

#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn stopping_top(
    mus: Vec<f64>,
    sigmas: Vec<f64>,
    confidence: f64,
    by_score: bool,
) -> Outcome<(usize, Vec<usize>)> {
    let top = stopping::top(&mus, &sigmas, confidence, rule(by_score))?;
    Ok((top.leader, top.ambiguous))
}

#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn stopping_next(
    mus: Vec<f64>,
    sigmas: Vec<f64>,
    confidence: f64,
    by_score: bool,
) -> Outcome<(usize, usize)> {
    Ok(stopping::next(&mus, &sigmas, confidence, rule(by_score))?)
}
