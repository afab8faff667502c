//! Ranks of scores, agreement of rankings, and separation of models.

use numpy::{IntoPyArray, PyArray2, PyReadonlyArray1};
use pyo3::prelude::*;
use scorio_core::rank::{self, Correlation, Tie, Uncertainty, Variant, WeightedTau};

use crate::failure::Failure;
use crate::watch::watched;

type Vector<'py> = PyReadonlyArray1<'py, f64>;
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
    scores: Vector<'_>,
    sigmas: Option<Vector<'_>>,
    confidence: f64,
    overlap: bool,
    tol: f64,
) -> PyResult<Ranks> {
    let tie = if overlap { Tie::Overlap } else { Tie::ZScore };
    let sigmas = sigmas.as_ref().map(|sigmas| sigmas.as_slice()).transpose()?;
    let uncertainty = sigmas.map(|sigmas| Uncertainty { sigmas, confidence, tie });
    let scores = scores.as_slice()?;
    let found = py.detach(|| rank::ranks(scores, tol, uncertainty));
    let found = found.map_err(Failure::from)?;
    Ok((found.competition, found.competition_max, found.dense, found.fractional))
}

/// Kendall's τ with its p-value.
///
/// If τ-a was requested, it comes with the first tie in gold, which makes it τ-b.
#[pyfunction]
pub(crate) fn kendall(
    py: Python<'_>,
    scores: Vector<'_>,
    gold: Vector<'_>,
    tau_a: bool,
) -> PyResult<(Tested, Option<(usize, usize)>)> {
    let variant = if tau_a { Variant::A } else { Variant::B };
    let (scores, gold) = (scores.as_slice()?, gold.as_slice()?);
    let found = py.detach(|| rank::kendall(scores, gold, variant));
    let (found, tied) = found.map_err(Failure::from)?;
    Ok((tested(found), tied))
}

/// Spearman's ρ with its p-value.
#[pyfunction]
pub(crate) fn spearman(py: Python<'_>, scores: Vector<'_>, gold: Vector<'_>) -> PyResult<Tested> {
    let (scores, gold) = (scores.as_slice()?, gold.as_slice()?);
    let found = py.detach(|| rank::spearman(scores, gold));
    Ok(tested(found.map_err(Failure::from)?))
}

/// Weighted τ, its p-value, and the error of the p-value.
#[pyfunction]
pub(crate) fn weighted_tau(
    py: Python<'_>,
    scores: Vector<'_>,
    gold: Vector<'_>,
    permutations: u64,
    seed: u64,
) -> PyResult<Estimated> {
    let (scores, gold) = (scores.as_slice()?, gold.as_slice()?);
    let found = watched(py, permutations, None, None, |replicates| {
        rank::weighted_tau(scores, gold, seed, *replicates)
    })?;
    Ok(estimated(found))
}

/// Models, concordant pairs and discordant pairs, then the coefficients, then the displacements.
type Compared = ((usize, i128, i128), (Tested, Tested, Tested, Estimated), (usize, f64));

/// Every measure of agreement.
#[pyfunction]
pub(crate) fn agreement(
    py: Python<'_>,
    scores: Vector<'_>,
    gold: Vector<'_>,
    permutations: u64,
    seed: u64,
) -> PyResult<Compared> {
    let (scores, gold) = (scores.as_slice()?, gold.as_slice()?);
    let found = watched(py, permutations, None, None, |replicates| {
        rank::agreement(scores, gold, seed, *replicates)
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
    mu_a: Vector<'_>,
    sigma_a: Vector<'_>,
    mu_b: Vector<'_>,
    sigma_b: Vector<'_>,
) -> PyResult<(Vec<f64>, Vec<f64>)> {
    let first = (mu_a.as_slice()?, sigma_a.as_slice()?);
    let second = (mu_b.as_slice()?, sigma_b.as_slice()?);
    let found = rank::ranking_confidence(first, second).map_err(Failure::from)?;
    Ok(found.into_iter().unzip())
}

/// P(row better than column).
#[pyfunction]
pub(crate) fn pairwise<'py>(
    py: Python<'py>,
    scores: Vector<'py>,
    sigmas: Vector<'py>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (scores, sigmas) = (scores.as_slice()?, sigmas.as_slice()?);
    let found = py.detach(|| rank::pairwise(scores, sigmas));
    Ok(found.map_err(Failure::from)?.into_pyarray(py))
}

/// The largest sets of models in which no two are separated.
#[pyfunction]
pub(crate) fn groups(
    py: Python<'_>,
    scores: Vector<'_>,
    sigmas: Vector<'_>,
    confidence: f64,
) -> PyResult<Vec<Vec<usize>>> {
    let (scores, sigmas) = (scores.as_slice()?, sigmas.as_slice()?);
    let found = py.detach(|| rank::groups(scores, sigmas, confidence));
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
