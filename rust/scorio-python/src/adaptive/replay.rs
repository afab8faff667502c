//! Replay of recorded outcomes.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scorio_core::adaptive::{Calibrators, ReplayOptions, ReplayTable, ReplayTruth, replay};

use crate::adaptive::fit::method_named;
use crate::adaptive::run::{OptionsGiven, options};
use crate::arrays::vector::Vector;
use crate::calls::rows::{cell, tuples};
use crate::failure::Failure;
use crate::watch::watched;

/// Recorded scores, by name.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct TableGiven {
    models: Vec<String>,
    items: Vec<String>,
    strata: Vec<Option<String>>,
    families: Vec<String>,
    costs: Vec<f64>,
}

/// What a replay is to do, by name.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ReplayGiven {
    hold_out: usize,
    folds: usize,
    calibrate: Option<usize>,
    calibrate_on: Option<Vec<usize>>,
    method: String,
    score_range: Option<(f64, f64)>,
    greater_is_better: bool,
    drop_negative: bool,
    tau: f64,
    truth: String,
}

/// Rows of one kind.
type Tuples<'py> = Vec<Bound<'py, PyTuple>>;
/// Steps, numbers of items that tables show, needs, decisions, the summary, and hold-out sets.
type Replayed<'py> =
    (Tuples<'py>, Vec<u64>, Tuples<'py>, Tuples<'py>, Bound<'py, PyAny>, Tuples<'py>);

/// Replays the trials and sums of models × items, model by model.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the arguments of Python's function")]
pub(crate) fn adaptive_replay(
    py: Python<'_>,
    table: TableGiven,
    trials: Vector,
    sums: Vector,
    given: ReplayGiven,
    run: OptionsGiven,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Replayed<'_>> {
    let table = ReplayTable {
        models: table.models,
        items: table.items,
        trials: trials.to_vec(),
        sums: sums.to_vec(),
        strata: table.strata,
        families: table.families,
        costs: table.costs,
    };
    let calibrate = match (given.calibrate, given.calibrate_on) {
        (None, None) => Calibrators::Rest,
        (Some(count), _) => Calibrators::Some(count),
        (None, Some(models)) => Calibrators::These(models),
    };
    let options = ReplayOptions {
        hold_out: given.hold_out,
        folds: given.folds,
        calibrate,
        method: method_named(&given.method),
        range: given.score_range,
        greater_is_better: given.greater_is_better,
        drop_negative: given.drop_negative,
        tau: given.tau,
        truth: ReplayTruth::named(&given.truth).map_err(Failure::from)?,
        run: options(run, &[])?,
    };
    let found = watched(py, options.folds as u64, threads, progress, |workers| {
        replay(&table, &options, workers)
    })?;
    let summary = cell(py, scorio_core::rows::Cell::value(&found.summary))?;
    Ok((
        tuples(py, &found.steps)?,
        found.shown,
        tuples(py, &found.needs)?,
        tuples(py, &found.decisions)?,
        summary,
        tuples(py, &found.sets)?,
    ))
}
