//! How the ranking of models settles as trials are added.
#![allow(non_snake_case, reason = "R and R0 are the mathematics' own names")]

use std::ffi::c_char;

use ndarray::ArrayView4;
use scorio_core::convergence::{Choices, Course, Measure, Outcomes, Scheme, Study};
use scorio_core::rows::{Cell, Kind, Value};
use scorio_core::{Prior, Weights};

use crate::counts::texts;
use crate::failure::{Failure, ScorioStatus, guard};
use crate::matrix::{ScorioMatrix, with_view};
use crate::metric::{ScorioParameter, parameters_of};
use crate::options::{Options, ScorioOption};
use crate::plan::table;
use crate::pointer::{array, check, fill, hand_out, reference, release};
use crate::table::{Named, ScorioTable};
use crate::workers::workers;

/// Which metrics to follow through which replicates, made by `scorio_study_new`. Threads may share
/// it.
pub struct ScorioStudy {
    study: Study,
    measures: Vec<Measure>,
}

/// Outcomes of several models on the same questions, in the order of their trials. There may be
/// several sets of them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioResults {
    /// The outcomes of the first model in the first set, a row for each question.
    pub first: ScorioMatrix,
    /// The number of models.
    pub models: usize,
    /// From a model to the next, in entries.
    pub model_stride: isize,
    /// The number of sets, 1 for a single one.
    pub sets: usize,
    /// From a set to the next, in entries.
    pub set_stride: isize,
}

/// Prepares to follow the ranking of models from the first trial to the last: `scorio.convergence` of
/// Python.
///
/// - `R0` is NULL, or has outcomes known beforehand, which `bayes` starts from.
/// - `gold` is NULL, or has `gold_rows` rows with a score for each model, one or one for each set.
/// - `metrics` holds `metric_count` names, such as "bayes" or "pass_at_k". `budgets` holds `budget_count`
///   numbers k for those that have one. `parameters` holds `parameter_count` values, and may be NULL for none.
/// - `options` holds `option_count` values, and may be NULL for none: "scheme" ("column", "row" or
///   "given") and "confidence".
///
/// `*study` is only written on `SCORIO_OK`. Free it with `scorio_study_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_study_new(
    R: *const ScorioResults,
    R0: *const ScorioResults,
    gold: *const f64,
    gold_rows: usize,
    metrics: *const *const c_char,
    metric_count: usize,
    budgets: *const i64,
    budget_count: usize,
    parameters: *const ScorioParameter,
    parameter_count: usize,
    options: *const ScorioOption,
    option_count: usize,
    seed: u64,
    study: *mut *mut ScorioStudy,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (results, known, names, budgets, parameters, mut options) = unsafe {
            (
                reference(R, "R")?,
                R0.as_ref(),
                texts(metrics, metric_count, "metrics")?,
                array(budgets, budget_count, "budgets")?,
                parameters_of(parameters, parameter_count)?,
                Options::read(options, option_count)?,
            )
        };
        let scheme = match options.choice("scheme", &["column", "row", "given"])? {
            0 => Scheme::Column,
            1 => Scheme::Row,
            _ => Scheme::Given,
        };
        let confidence = options.number("confidence")?;
        options.finish()?;
        let weights = match parameters.get("weights") {
            Some(scorio_core::ParameterValue::Numbers(w)) => Some(Weights::new(w)?),
            _ => None,
        };
        let categories = weights.as_ref().map_or(2, |w| w.values().len());
        let measures = Measure::expand(&names, budgets, &parameters)?;
        let entries = results.outcomes("R", categories)?;
        let prior = known.map(|known| known.outcomes("R0", categories)).transpose()?;
        // SAFETY: the contract of the interface.
        let gold = (!gold.is_null())
            .then(|| unsafe { table(gold, &[gold_rows, results.models], 0, "gold") })
            .transpose()?;
        let gold = gold.map(ndarray::ArrayBase::into_dimensionality).transpose();
        let choices = Choices {
            measures: &measures,
            gold: gold.map_err(|_| Failure::Size("gold"))?,
            weights: None,
            prior: Prior::Uniform,
            scheme,
            confidence,
            seed,
        };
        let study_of = Study::new(entries, prior, choices, &workers(0, 0))?;
        let made = ScorioStudy { study: study_of, measures };
        // SAFETY: the contract of the interface.
        unsafe { hand_out(study, made, "study") }
    })
}

/// Frees a study. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_study_free(study: *mut ScorioStudy) {
    // SAFETY: the contract of the interface.
    unsafe { release(study) };
}

/// Follows the ranking through `replicates`, by `threads` threads, or by as many as there are
/// processors for 0.
///
/// - `*courses` has a row for each metric: "metric", "k", "parameters", "start", "never", "mean",
///   "mean_error" and "slowest".
/// - `*steps` has a row for each metric and number of trials: "metric", "k", "parameters", "n", "tau",
///   "tau_error", "flat", "pmf" and "cdf".
///
/// Free the tables with `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_study_run(
    study: *const ScorioStudy,
    replicates: u64,
    threads: usize,
    courses: *mut *mut ScorioTable,
    steps: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let study = unsafe { reference(study, "study")? };
        let found = study.study.run(&workers(replicates, threads))?;
        let all = || study.measures.iter().zip(&found);
        let ends = all().map(|(measure, course)| ended(measure, course));
        let rows = all().flat_map(|(measure, course)| stepped(measure, course));
        let (ends, rows) = (ScorioTable::new(&COURSES, ends), ScorioTable::new(&STEPS, rows));
        check(courses, 1, "courses")?;
        // SAFETY: the contract of the interface.
        unsafe {
            hand_out(steps, rows, "steps")?;
            hand_out(courses, ends, "courses")
        }
    })
}

/// The ranks of the models in a replicate, counted from 0, by a metric, counted from 0.
///
/// `*ranks` has a row for each number of trials, "n", with the rank of each model in "ranks". Free it
/// with `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_study_trajectory(
    study: *const ScorioStudy,
    metric: usize,
    replicate: u64,
    ranks: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let study = unsafe { reference(study, "study")? };
        let found = study.study.trajectory(metric, replicate)?;
        let start = study.measures.get(metric).and_then(Measure::budget).unwrap_or(1);
        let row = |(n, ranks): (u64, Vec<usize>)| {
            let ranks = ranks.into_iter().map(|rank| rank as f64).collect();
            vec![Value::Whole(n), Value::Reals(ranks)]
        };
        let rows = (start..).zip(found).map(row);
        let columns = [("n", Kind::Whole), ("ranks", Kind::Reals(0))];
        // SAFETY: the contract of the interface.
        unsafe { hand_out(ranks, ScorioTable::new(&columns, rows), "ranks") }
    })
}

/// The outcomes of a replicate, counted from 0, as they were drawn.
///
/// `outcomes` must hold a byte for each: trial by trial, in each model by model, in each question by
/// question.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_study_replicate(
    study: *const ScorioStudy,
    replicate: u64,
    outcomes: *mut u8,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let study = unsafe { reference(study, "study")? };
        let found = study.study.replicate(replicate)?;
        // SAFETY: the contract of the interface.
        unsafe { fill(outcomes, &found, "outcomes") }
    })
}

impl ScorioResults {
    fn outcomes(&self, name: &'static str, categories: usize) -> Result<Outcomes, Failure> {
        let Self { first, models, model_stride, sets, set_stride } = self;
        let found = with_view!(
            first,
            "R",
            |entries: ArrayView4<_>| Outcomes::new(name, entries, categories),
            sets((*models, *model_stride), (*sets, *set_stride), name)
        );
        Ok(found?)
    }
}

const COURSES: [Named; 8] = [
    ("metric", Kind::Text),
    ("k", Kind::Whole),
    ("parameters", Kind::Text),
    ("start", Kind::Whole),
    ("never", Kind::Real),
    ("mean", Kind::Real),
    ("mean_error", Kind::Real),
    ("slowest", Kind::Whole),
];

fn named(measure: &Measure) -> Vec<Value> {
    vec![
        Value::Text(measure.name().to_owned()),
        measure.budget().value(),
        Value::Text(measure.parameters().to_owned()),
    ]
}

fn ended(measure: &Measure, course: &Course) -> Vec<Value> {
    let mut row = named(measure);
    row.push(Value::Whole(course.start as u64));
    row.extend([course.never, course.mean, course.mean_error].map(Value::Real));
    row.push(Value::Whole(course.slowest));
    row
}

const STEPS: [Named; 9] = [
    ("metric", Kind::Text),
    ("k", Kind::Whole),
    ("parameters", Kind::Text),
    ("n", Kind::Whole),
    ("tau", Kind::Real),
    ("tau_error", Kind::Real),
    ("flat", Kind::Real),
    ("pmf", Kind::Real),
    ("cdf", Kind::Real),
];

fn stepped(measure: &Measure, course: &Course) -> Vec<Vec<Value>> {
    let figures = [&course.tau, &course.error, &course.flat, &course.pmf, &course.cdf];
    let row = |place: usize| {
        let mut row = named(measure);
        row.push(Value::Whole((course.start + place) as u64));
        let at = |figure: &&Vec<f64>| Value::Real(figure.get(place).copied().unwrap_or(f64::NAN));
        row.extend(figures.iter().map(at));
        row
    };
    (0..course.tau.len()).map(row).collect()
}
