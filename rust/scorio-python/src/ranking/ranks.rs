//! Ranks of scores, and separation of models.

use pyo3::prelude::*;
use scorio_core::rank::{self, Tie, Uncertainty};

use crate::arrays::vector::Vector;
use crate::failure::Failure;

type Ranks = (Vec<usize>, Vec<usize>, Vec<usize>, Vec<f64>);
/// Ranks by each convention. Without σ, they depend on the scores alone.
#[pyfunction]
pub(crate) fn ranks(
    py: Python<'_>,
    scores: Vector,
    sigmas: Option<Vector>,
    confidence: f64,
    overlap: bool,
    tol: f64,
) -> PyResult<Ranks> {
    let tie = if overlap { Tie::Overlap } else { Tie::ZScore };
    let uncertainty = sigmas.as_deref().map(|sigmas| Uncertainty { sigmas, confidence, tie });
    let found = py.detach(|| rank::ranks(&scores, tol, uncertainty));
    let found = found.map_err(Failure::from)?;
    Ok((found.competition, found.competition_max, found.dense, found.fractional))
}

/// ρ and z of each pair of models.
#[pyfunction]
pub(crate) fn ranking_confidence(
    mu_a: Vector,
    sigma_a: Vector,
    mu_b: Vector,
    sigma_b: Vector,
) -> PyResult<(Vec<f64>, Vec<f64>)> {
    let found =
        rank::ranking_confidence((&mu_a, &sigma_a), (&mu_b, &sigma_b)).map_err(Failure::from)?;
    Ok(found.into_iter().unzip())
}

/// The largest sets of models in which no two are separated.
#[pyfunction]
pub(crate) fn groups(
    py: Python<'_>,
    scores: Vector,
    sigmas: Vector,
    confidence: f64,
) -> PyResult<Vec<Vec<usize>>> {
    let found = py.detach(|| rank::groups(&scores, &sigmas, confidence));
    Ok(found.map_err(Failure::from)?)
}
