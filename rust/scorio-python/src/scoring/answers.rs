//! Answers that are selected at run time.

use pyo3::prelude::*;
use scorio_core::answers::{Ballot, Resampling, VerifiedTrials, vote, vote_interval};

use crate::arrays::vector::Vector;
use crate::failure::Outcome;
use crate::watch::watched;

/// A score for each budget, and how many questions are too short for it.
type Curve = Vec<(f64, u64)>;

/// How to draw: confidence, replicates, seed and the cluster of each question.
type Drawing = (f64, u64, u64, Option<Vec<usize>>);

#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn best_of(
    py: Python<'_>,
    rewards: Vector,
    scores: Vector,
    lengths: Vec<usize>,
    budgets: Vec<i64>,
    drop_short: bool,
) -> Outcome<Curve> {
    Ok(py.detach(|| {
        let trials = VerifiedTrials::new(&rewards, &scores, &lengths)?;
        budgets.iter().map(|&k| trials.point(k, drop_short)).collect::<scorio_core::Result<_>>()
    })?)
}

#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn best_of_interval(
    py: Python<'_>,
    rewards: Vector,
    scores: Vector,
    lengths: Vec<usize>,
    k: i64,
    drawing: Drawing,
) -> PyResult<(f64, f64, f64, f64)> {
    drawn(py, &drawing, |resampling| {
        VerifiedTrials::new(&rewards, &scores, &lengths)?.interval(k, resampling)
    })
}

/// How often each answer was given: the correct one, the others, and none.
type Votes = Vec<(u64, Vec<u64>, u64)>;

fn ballots(votes: Votes) -> Vec<Ballot> {
    let ballot = |(correct, others, abstained)| Ballot { correct, others, abstained };
    votes.into_iter().map(ballot).collect()
}

#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn plurality(
    py: Python<'_>,
    votes: Votes,
    budgets: Vec<i64>,
    drop_short: bool,
) -> Outcome<Curve> {
    Ok(py.detach(|| {
        let ballots = ballots(votes);
        budgets.iter().map(|&k| vote(&ballots, k, drop_short)).collect::<scorio_core::Result<_>>()
    })?)
}

#[pyfunction]
pub(crate) fn plurality_interval(
    py: Python<'_>,
    votes: Votes,
    k: i64,
    drawing: Drawing,
) -> PyResult<(f64, f64, f64, f64)> {
    let ballots = ballots(votes);
    drawn(py, &drawing, |resampling| vote_interval(&ballots, k, resampling))
}

fn drawn(
    py: Python<'_>,
    (confidence, count, seed, clusters): &Drawing,
    work: impl FnOnce(&Resampling<'_>) -> scorio_core::Result<scorio_core::Interval> + Send,
) -> PyResult<(f64, f64, f64, f64)> {
    let found = watched(py, *count, None, None, |replicates| {
        let clusters = clusters.as_deref();
        work(&Resampling { confidence: *confidence, seed: *seed, replicates, clusters })
    })?;
    Ok((found.mu, found.sigma, found.lo, found.hi))
}
