//! Calibration of item banks.

use pyo3::prelude::*;
use scorio_core::Weights;
use scorio_core::adaptive::{CalibrationTable, ScoreScale, ScoredCell, calibrate_bank};
use scorio_core::irt::{CalibrationMethod, CalibrationRequest};

use crate::arrays::vector::Vector;
use crate::counting::counts::Counts;
use crate::counting::sums::Sums;
use crate::failure::Outcome;
use crate::watch::stoppable;

/// Model, task, question, cluster, number of trials, sum of scores, and the lowest and highest score.
type Cell = (String, String, String, Option<String>, f64, f64, Option<(f64, f64)>);
/// Slopes, difficulties, their standard deviations, dispersions, and whether items are kept.
type FittedCurves = (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>, Vec<bool>);
/// Models, mean outcomes and correlations of items.
type Checks = (Vec<u64>, Vec<f64>, Vec<f64>);
/// φ, mean and variance of difficulties, variance of log slopes, standard deviation of abilities,
/// items without variation, quartiles of correlations, conformance, ceiling, and whether items
/// differ.
type Facts = (f64, f64, f64, f64, f64, usize, [f64; 3], f64, f64, bool);

fn cells(found: Vec<ScoredCell>) -> Vec<Cell> {
    let cell = |one: ScoredCell| {
        (one.model, one.task, one.question, one.cluster, one.trials, one.sum, one.ends)
    };
    found.into_iter().map(cell).collect()
}

/// The cells of counts, and the range of the weights.
#[pyfunction]
pub(crate) fn scored_counts(
    py: Python<'_>,
    counts: &Counts,
    w: Option<Vec<f64>>,
) -> PyResult<(Vec<Cell>, (f64, f64))> {
    stoppable(py, || -> Outcome<_> {
        let weights = w.map(|w| Weights::new(&w)).transpose()?;
        let (found, range) = ScoredCell::of_counts(&counts.counts, weights.as_ref())?;
        Ok((cells(found), range))
    })
}

/// The cells of numeric scores.
#[pyfunction]
pub(crate) fn scored_sums(py: Python<'_>, sums: &Sums) -> PyResult<Vec<Cell>> {
    stoppable(py, || Outcome::Ok(cells(ScoredCell::of_sums(&sums.sums)?)))
}

/// The method of a name.
pub(crate) fn method_named(name: &str) -> CalibrationMethod {
    match name {
        "eb-slopes" => CalibrationMethod::EmpiricalSlopes,
        "ql" => CalibrationMethod::QuasiLikelihood,
        "moments" => CalibrationMethod::Moments,
        _ => CalibrationMethod::Empirical,
    }
}

/// Calibrates items: the trials and sums of models × items, model by model.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the arguments of Python's function")]
pub(crate) fn calibrate_items(
    py: Python<'_>,
    models: Vec<String>,
    items: Vec<String>,
    trials: Vector,
    sums: Vector,
    strata: Vec<Option<String>>,
    scores: (f64, f64, bool),
    method: &str,
    drop_negative: bool,
    threads: usize,
) -> PyResult<(FittedCurves, Checks, Vec<f64>, Facts)> {
    let (trials, sums) = (trials.to_vec(), sums.to_vec());
    let table = CalibrationTable { models, items, trials, sums };
    let scale = ScoreScale { lo: scores.0, hi: scores.1, greater_is_better: scores.2 };
    let method = method_named(method);
    let request =
        CalibrationRequest { method, drop_negative, threads, ..CalibrationRequest::default() };
    stoppable(py, || -> Outcome<_> {
        table.check()?;
        let found = calibrate_bank(&table, strata, scale, &request)?;
        let (columns, own) = (found.columns, found.calibration);
        let curves = (columns.a, columns.b, columns.s, columns.phi, columns.kept);
        let checks = (found.models, found.means, own.correlations);
        let said = found.report;
        let facts = (
            own.dispersion,
            own.mean,
            own.variance,
            own.slope_variance,
            said.ability_spread,
            said.without_variation,
            said.quartiles,
            said.conformance,
            said.ceiling,
            own.differ,
        );
        Ok((curves, checks, own.abilities, facts))
    })
}
