//! Ranks of scores, agreement of rankings, and separation of models.

use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use scorio_core::rank::{self, Correlation, Tie, Uncertainty, Variant, WeightedTau};

use crate::failure::Failure;
use crate::vector::Vector;
use crate::watch::watched;

type Ranks = (Vec<usize>, Vec<usize>, Vec<usize>, Vec<f64>);
type Tested = (f64, f64);
type Estimated = (f64, f64, f64);

fn tested(found: Correlation) -> Tested {
    (found.statistic, found.p_value)
}

fn estimated(found: WeightedTau) -> Estimated {
    (found.correlation.statistic, found.correlation.p_value, found.error)
}

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

/// Kendall's τ with its p-value.
///
/// If τ-a was requested, it comes with the first tie in gold, which makes it τ-b.
#[pyfunction]
pub(crate) fn kendall(
    py: Python<'_>,
    scores: Vector,
    gold: Vector,
    tau_a: bool,
) -> PyResult<(Tested, Option<(usize, usize)>)> {
    let variant = if tau_a { Variant::A } else { Variant::B };
    let found = py.detach(|| rank::kendall(&scores, &gold, variant));
    let (found, tied) = found.map_err(Failure::from)?;
    Ok((tested(found), tied))
}

/// Spearman's ρ with its p-value.
#[pyfunction]
pub(crate) fn spearman(py: Python<'_>, scores: Vector, gold: Vector) -> PyResult<Tested> {
    let found = py.detach(|| rank::spearman(&scores, &gold));
    Ok(tested(found.map_err(Failure::from)?))
}

/// Weighted τ, its p-value, and the error of the p-value.
#[pyfunction]
pub(crate) fn weighted_tau(
    py: Python<'_>,
    scores: Vector,
    gold: Vector,
    permutations: u64,
    seed: u64,
) -> PyResult<Estimated> {
    let found = watched(py, permutations, None, None, |replicates| {
        rank::weighted_tau(&scores, &gold, seed, *replicates)
    })?;
    Ok(estimated(found))
}

/// Models, concordant pairs and discordant pairs, then the coefficients, then the displacements.
type Compared = ((usize, i128, i128), (Tested, Tested, Tested, Estimated), (usize, f64));

/// Every measure of agreement.
#[pyfunction]
pub(crate) fn agreement(
    py: Python<'_>,
    scores: Vector,
    gold: Vector,
    permutations: u64,
    seed: u64,
) -> PyResult<Compared> {
    let found = watched(py, permutations, None, None, |replicates| {
        rank::agreement(&scores, &gold, seed, *replicates)
    })?;
    let kendall = (tested(found.tau_a), tested(found.tau_b));
    Ok((
        (found.models, found.concordant, found.discordant),
        (kendall.0, kendall.1, tested(found.spearman), estimated(found.weighted_tau)),
        (found.displaced, found.farthest),
    ))
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

/// P(row better than column).
#[pyfunction]
pub(crate) fn pairwise(
    py: Python<'_>,
    scores: Vector,
    sigmas: Vector,
) -> PyResult<Bound<'_, PyArray2<f64>>> {
    let found = py.detach(|| rank::pairwise(&scores, &sigmas));
    Ok(found.map_err(Failure::from)?.into_pyarray(py))
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

/// The letters of those sets, for each model.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn letters(
    py: Python<'_>,
    scores: Vec<f64>,
    sigmas: Vec<f64>,
    confidence: f64,
) -> PyResult<Vec<String>> {
    let found = py.detach(|| rank::letters(&scores, &sigmas, confidence));
    Ok(found.map_err(Failure::from)?)
}
