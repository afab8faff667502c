//! Plans of trials: how many a comparison needs, and what they will show.

use ndarray::{ArrayViewD, IxDyn};
use scorio_core::plan::{self, Components, Measured, Pair, Side};
use scorio_core::rows::{Cell, Kind, Value};
use scorio_core::{Prior, Weights};

use crate::counts::ScorioCounts;
use crate::failure::{Failure, ScorioStatus, guard};
use crate::matrix::ScorioStates;
use crate::options::{Options, ScorioOption};
use crate::pointer::{array, hand_out, reference, release, store};
use crate::table::{Named, ScorioTable};
use crate::workers::workers;

/// What is known of a model before its trials, made by `scorio_side_pilot` or `scorio_side_assumed`.
/// Threads may share it.
pub struct ScorioSide(Side);

/// A model after a pilot: the posterior of its count states under a uniform prior.
///
/// `*side` is only written on `SCORIO_OK`. Free it with `scorio_side_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_side_pilot(
    states: *const ScorioStates,
    side: *mut *mut ScorioSide,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let states = unsafe { reference(states, "states")? };
        let made = ScorioSide(Side::pilot(&states.0, &Prior::Uniform)?);
        // SAFETY: the contract of the interface.
        unsafe { hand_out(side, made, "side") }
    })
}

/// A model of assumed probabilities: `plan.assumed` of Python.
///
/// `p` has a success probability for each of `questions`, with `categories` 0. Otherwise it has a row
/// for each question, with a probability of each category.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_side_assumed(
    p: *const f64,
    questions: usize,
    categories: usize,
    side: *mut *mut ScorioSide,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let p = unsafe { table(p, &[questions], categories, "p") }?;
        let made = ScorioSide(Side::assumed(&p, categories > 0)?);
        // SAFETY: the contract of the interface.
        unsafe { hand_out(side, made, "side") }
    })
}

/// Frees what is known of a model. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_side_free(side: *mut ScorioSide) {
    // SAFETY: the contract of the interface.
    unsafe { release(side) };
}

/// Probabilities of these axes, with a last axis of categories unless there are 0.
///
/// # Safety
/// As [`array`].
pub(crate) unsafe fn table<'a>(
    p: *const f64,
    axes: &[usize],
    categories: usize,
    name: &'static str,
) -> Result<ArrayViewD<'a, f64>, Failure> {
    let mut shape = axes.to_vec();
    shape.extend((categories > 0).then_some(categories));
    let size = shape.iter().try_fold(1_usize, |size, &axis| size.checked_mul(axis));
    // SAFETY: as the caller promises.
    let values = unsafe { array(p, size.ok_or(Failure::Size(name))?, name) }?;
    ArrayViewD::from_shape(IxDyn(&shape), values).map_err(|_| Failure::Size(name))
}

fn weights(options: &mut Options) -> Result<Weights, Failure> {
    let given = options.numbers("weights")?;
    Ok(given.map_or_else(|| Ok(Weights::binary()), |w| Weights::new(&w))?)
}

fn figure(measured: Option<Measured>) -> [Value; 2] {
    measured.map_or([Value::Missing, Value::Missing], |one| {
        [Value::Real(one.value), Value::Real(one.error)]
    })
}

/// How many trials separate two models: `plan.trials_needed` of Python.
///
/// - `options` holds `count` values, and may be NULL for none: "weights", "confidence" (0.95) and
///   "power", which needs `replicates` of `seed`. They are made by `threads` threads, or by as many
///   as there are processors for 0.
/// - `*table` has one row: "trials", "trials_for_power", "power", "power_error" and "difference". Free
///   it with `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_trials_needed(
    a: *const ScorioSide,
    b: *const ScorioSide,
    options: *const ScorioOption,
    count: usize,
    replicates: u64,
    seed: u64,
    threads: usize,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (a, b, mut options) =
            unsafe { (reference(a, "a")?, reference(b, "b")?, Options::read(options, count)?) };
        let (weights, confidence) = (weights(&mut options)?, options.confidence()?);
        let power = options.number("power")?;
        options.finish()?;
        let pair = Pair::new(&a.0, &b.0, &weights)?;
        let mut row = vec![pair.trials_needed(confidence)?.value()];
        row.extend(for_power(&pair, confidence, power, (replicates, seed, threads))?);
        row.push(Value::Real(pair.difference()));
        let columns = [&[("trials", Kind::Whole)], &FOR_POWER[..], &[("difference", Kind::Real)]];
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, ScorioTable::new(&columns.concat(), [row]), "table") }
    })
}

const FOR_POWER: [Named; 3] =
    [("trials_for_power", Kind::Whole), ("power", Kind::Real), ("power_error", Kind::Real)];

/// The number of trials that has a power, and that power as measured.
fn for_power(
    pair: &Pair<'_>,
    confidence: f64,
    power: Option<f64>,
    (replicates, seed, threads): (u64, u64, usize),
) -> Result<[Value; 3], Failure> {
    let work = workers(replicates, threads);
    let found = match power {
        Some(power) => plan::trials_for_power(pair, confidence, power, &work, seed)?,
        None => None,
    };
    let [power, error] = figure(found.map(|(_, power)| power));
    Ok([found.map(|(trials, _)| trials).value(), power, error])
}

/// The smallest difference from a model that `trials` trials separate:
/// `plan.smallest_difference` of Python. NaN if there is none.
///
/// `options` holds `count` values, and may be NULL for none: "weights", "confidence" (0.95) and
/// "power" (0.8).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_smallest_difference(
    a: *const ScorioSide,
    trials: u64,
    options: *const ScorioOption,
    count: usize,
    difference: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (a, mut options) = unsafe { (reference(a, "a")?, Options::read(options, count)?) };
        let (weights, confidence) = (weights(&mut options)?, options.confidence()?);
        let power = options.number("power")?.unwrap_or(0.8);
        options.finish()?;
        let found = plan::smallest_difference(&a.0, &weights, trials, confidence, power)?;
        // SAFETY: the contract of the interface.
        unsafe { store(difference, found.unwrap_or(f64::NAN), "difference") }
    })
}

/// What to expect after each of `length` numbers of trials: `plan.foresee` of Python.
///
/// - `options` may hold "weights" and "confidence" (0.95). The rest is as for
///   `scorio_trials_needed`.
/// - `*table` has a row for each number. Each measured figure has a column with its error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_foresee(
    a: *const ScorioSide,
    b: *const ScorioSide,
    trials: *const u64,
    length: usize,
    options: *const ScorioOption,
    count: usize,
    replicates: u64,
    seed: u64,
    threads: usize,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (a, b, trials, mut options) = unsafe {
            let trials = array(trials, length, "trials")?;
            (reference(a, "a")?, reference(b, "b")?, trials, Options::read(options, count)?)
        };
        let (weights, confidence) = (weights(&mut options)?, options.confidence()?);
        options.finish()?;
        let (pair, work) = (Pair::new(&a.0, &b.0, &weights)?, workers(replicates, threads));
        let found = plan::foresee(&pair, trials, confidence, &work, seed)?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, ScorioTable::of(&found), "table") }
    })
}

/// What looking after each of `length` numbers of trials does: `plan.repeated_looks` of Python.
///
/// `*table` has one row: "stopped", "wrong", "wrong_once" and "trials", each with its error, then
/// "confidence" and "equal", whether the models are known to be equal. The rest is as for
/// `scorio_foresee`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_repeated_looks(
    a: *const ScorioSide,
    b: *const ScorioSide,
    looks: *const u64,
    length: usize,
    options: *const ScorioOption,
    count: usize,
    replicates: u64,
    seed: u64,
    threads: usize,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (a, b, looks, mut options) = unsafe {
            let looks = array(looks, length, "looks")?;
            (reference(a, "a")?, reference(b, "b")?, looks, Options::read(options, count)?)
        };
        let (weights, confidence) = (weights(&mut options)?, options.confidence()?);
        options.finish()?;
        let (pair, work) = (Pair::new(&a.0, &b.0, &weights)?, workers(replicates, threads));
        let found = plan::looks(&pair, looks, confidence, &work, seed)?;
        let figures = [found.stopped, found.wrong, found.wrong_once, found.trials];
        let mut row: Vec<_> = figures.into_iter().flat_map(|one| figure(Some(one))).collect();
        row.extend([found.restoring.value(), found.equal.value()]);
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, ScorioTable::new(&LOOKS, [row]), "table") }
    })
}

const LOOKS: [Named; 6] = [
    ("stopped", Kind::Row("Measured")),
    ("wrong", Kind::Row("Measured")),
    ("wrong_once", Kind::Row("Measured")),
    ("trials", Kind::Row("Measured")),
    ("confidence", Kind::Real),
    ("equal", Kind::Flag),
];

/// How many more trials of each question bring a model's interval to a half-width:
/// `plan.trials_for_half_width` of Python.
///
/// `*table` has one row: "half_width", as it is, and "more". `options` may hold "weights" and
/// "confidence" (0.95).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_trials_for_half_width(
    side: *const ScorioSide,
    half_width: f64,
    options: *const ScorioOption,
    count: usize,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (side, mut options) =
            unsafe { (reference(side, "side")?, Options::read(options, count)?) };
        let (weights, confidence) = (weights(&mut options)?, options.confidence()?);
        options.finish()?;
        let now = side.0.half_width(&weights, 0, confidence)?;
        let more = side.0.further_for_half_width(&weights, half_width, confidence)?;
        let columns = [("half_width", Kind::Real), ("more", Kind::Whole)];
        let row = vec![Value::Real(now), more.value()];
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, ScorioTable::new(&columns, [row]), "table") }
    })
}

/// How many more trials of each question separate a model from a baseline:
/// `plan.trials_to_separate` of Python.
///
/// `*table` has one row: "difference", "z", "more", "trials_for_power", "power" and "power_error". The
/// rest is as for `scorio_trials_needed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_trials_to_separate(
    side: *const ScorioSide,
    baseline: *const ScorioSide,
    options: *const ScorioOption,
    count: usize,
    replicates: u64,
    seed: u64,
    threads: usize,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (side, baseline, mut options) = unsafe {
            let baseline = reference(baseline, "baseline")?;
            (reference(side, "side")?, baseline, Options::read(options, count)?)
        };
        let (weights, confidence) = (weights(&mut options)?, options.confidence()?);
        let power = options.number("power")?;
        options.finish()?;
        let pair = Pair::new(&side.0, &baseline.0, &weights)?;
        let more = pair.further_needed(confidence)?;
        let mut row =
            vec![Value::Real(pair.difference()), Value::Real(pair.further_z(0)), more.value()];
        row.extend(for_power(&pair, confidence, power, (replicates, seed, threads))?);
        let columns = [
            &[("difference", Kind::Real), ("z", Kind::Real), ("more", Kind::Whole)],
            &FOR_POWER[..],
        ];
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, ScorioTable::new(&columns.concat(), [row]), "table") }
    })
}

/// What each of `length` numbers of new trials shows of a model: `plan.budget` of Python.
///
/// `*table` has a row for each number: "trials", "half_width" and "smallest_difference". `options` may
/// hold "weights", "confidence" (0.95) and "power" (0.8).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_plan_budget(
    side: *const ScorioSide,
    trials: *const u64,
    length: usize,
    options: *const ScorioOption,
    count: usize,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (side, trials, mut options) = unsafe {
            let trials = array(trials, length, "trials")?;
            (&reference(side, "side")?.0, trials, Options::read(options, count)?)
        };
        let (weights, confidence) = (weights(&mut options)?, options.confidence()?);
        let power = options.number("power")?.unwrap_or(0.8);
        options.finish()?;
        let row = |&n: &u64| {
            let half = side.new_half_width(&weights, n, confidence)?;
            let least = plan::smallest_difference(side, &weights, n, confidence, power)?;
            Ok(vec![Value::Whole(n), Value::Real(half), least.value()])
        };
        let rows = trials.iter().map(row).collect::<scorio_core::Result<Vec<_>>>()?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, ScorioTable::new(&BUDGET, rows), "table") }
    })
}

const BUDGET: [Named; 3] =
    [("trials", Kind::Whole), ("half_width", Kind::Real), ("smallest_difference", Kind::Real)];

/// How to split a budget over more questions or more trials of each: `plan.questions_or_trials` of
/// Python.
///
/// - `a` and `b` are counts of one model each, on the same questions.
/// - `options` holds `count` values, and may be NULL for none: "weights", "question_cost" (0) and
///   "max_questions".
/// - `*table` has one row: "questions", "trials", "sigma", "between" and "within". Free it with
///   `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_questions_or_trials(
    a: *const ScorioCounts,
    b: *const ScorioCounts,
    budget: u64,
    options: *const ScorioOption,
    count: usize,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (a, b, mut options) = unsafe {
            (&reference(a, "a")?.0, &reference(b, "b")?.0, Options::read(options, count)?)
        };
        for (name, counts) in [("a", a), ("b", b)] {
            let models = counts.models().len();
            if models != 1 {
                return Err(Failure::Models { name, models });
            }
            if counts.has_weights() {
                return Err(Failure::Weighted(name));
            }
        }
        let variances = Components::of_counts(a, b, &weights(&mut options)?)?;
        let found = split(variances, a.len() as u64, budget, options)?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, found, "table") }
    })
}

/// The same of assumed success probabilities of both models, for each of `questions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_questions_or_trials_assumed(
    a: *const f64,
    b: *const f64,
    questions: usize,
    budget: u64,
    options: *const ScorioOption,
    count: usize,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (a, b, options) = unsafe {
            let (a, b) = (array(a, questions, "a")?, array(b, questions, "b")?);
            (a, b, Options::read(options, count)?)
        };
        let found = split(Components::assumed(a, b)?, questions as u64, budget, options)?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, found, "table") }
    })
}

/// The best split. Without a sign that questions differ, there are no fewer than were tried.
fn split(
    variances: Components,
    pilot: u64,
    budget: u64,
    mut options: Options,
) -> Result<ScorioTable, Failure> {
    let cost = options.number("question_cost")?.unwrap_or(0.0);
    let most = options.whole("max_questions")?.unwrap_or(plan::MOST_TRIALS);
    options.finish()?;
    let least = if variances.between > 0.0 { 1 } else { pilot.min(most) };
    let best = variances.best(budget, cost, least..=most)?;
    let figures = [best.sigma, variances.between, variances.within].map(Value::Real);
    let mut row = vec![Value::Whole(best.questions), Value::Whole(best.trials)];
    row.extend(figures);
    Ok(ScorioTable::new(&SPLIT, [row]))
}

const SPLIT: [Named; 5] = [
    ("questions", Kind::Whole),
    ("trials", Kind::Whole),
    ("sigma", Kind::Real),
    ("between", Kind::Real),
    ("within", Kind::Real),
];
