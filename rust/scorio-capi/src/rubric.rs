//! Rubrics: the text of a rubric file becomes a handle, which grades the signals of trials.

use std::collections::HashMap;
use std::ffi::c_char;

use ndarray::ArrayView2;
use scorio_core::rubric::PAPER;
use scorio_core::rubric::file::read;
use scorio_core::rubric::matrix::{MatrixGrades, SignalMatrix, grade_matrix};
use scorio_core::rubric::rubric::Rubric;
use scorio_core::rubric::rubrics::Rubrics;
use scorio_core::rubric::signal::{Signal, SignalSource};

use crate::failure::{Failure, Outcome, ScorioStatus, guard};
use crate::pointer::{
    array, check, fill, hand_out, optional, reference, release, store, text, write_text,
};

/// The rubrics of a file, made by `scorio_rubrics_read`. Threads may share them.
pub struct ScorioRubrics(Rubrics);

/// The task or the model of each trial.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioLabels {
    /// For each trial the place of its name in `names`, from 0.
    pub codes: *const i64,
    /// The names, texts that a NUL ends. NULL if the codes have no names. The file's frozen values
    /// are for names, and a code without one has its own digits as its name.
    pub names: *const *const c_char,
    /// Their number.
    pub count: usize,
}

/// Reads the text of a rubric file (docs/rubrics.md). "paper" stands for the twelve rubrics of
/// arXiv:2510.04265.
///
/// `*rubrics` is only written on `SCORIO_OK`. Free it with `scorio_rubrics_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_read(
    text: *const c_char,
    rubrics: *mut *mut ScorioRubrics,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let source = unsafe { self::text(text, "text") }?;
        let found = read(if source == "paper" { PAPER } else { &source })?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(rubrics, ScorioRubrics(found), "rubrics") }
    })
}

/// Frees rubrics. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_free(rubrics: *mut ScorioRubrics) {
    // SAFETY: the contract of the interface.
    unsafe { release(rubrics) };
}

/// The number of rubrics, of signals and of thresholds of a file. In all calls they are numbered
/// from 0, in the order of the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_sizes(
    rubrics: *const ScorioRubrics,
    count: *mut usize,
    signals: *mut usize,
    thresholds: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let file = &unsafe { reference(rubrics, "rubrics") }?.0;
        check(count, 1, "count")?;
        check(signals, 1, "signals")?;
        check(thresholds, 1, "thresholds")?;
        // SAFETY: the contract of the interface.
        unsafe {
            store(count, file.rubrics().len(), "count")?;
            store(signals, file.signals().len(), "signals")?;
            store(thresholds, file.thresholds().len(), "thresholds")
        }
    })
}

/// Writes the name of a rubric.
///
/// The text is cut to `capacity` bytes, including the NUL at its end, and may be NULL. `*length` is
/// the full length without the NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_name(
    rubrics: *const ScorioRubrics,
    rubric: usize,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        unsafe { give(text, capacity, length, &of(rubrics, rubric)?.1.name) }
    })
}

/// Writes the name of a signal, as `scorio_rubrics_name` writes that of a rubric.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_signal(
    rubrics: *const ScorioRubrics,
    signal: usize,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        unsafe {
            let signals = reference(rubrics, "rubrics")?.0.signals();
            give(text, capacity, length, &at(signals, signal, "signal")?.name)
        }
    })
}

/// Writes the name of a threshold, as `scorio_rubrics_name` writes that of a rubric.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_threshold(
    rubrics: *const ScorioRubrics,
    threshold: usize,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        unsafe {
            let thresholds = reference(rubrics, "rubrics")?.0.thresholds();
            give(text, capacity, length, &at(thresholds, threshold, "threshold")?.name)
        }
    })
}

/// The number of categories of a rubric.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_categories(
    rubrics: *const ScorioRubrics,
    rubric: usize,
    categories: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        unsafe { store(categories, of(rubrics, rubric)?.1.categories.len(), "categories") }
    })
}

/// Writes the name of a category of a rubric, as `scorio_rubrics_name` writes that of a rubric.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_category(
    rubrics: *const ScorioRubrics,
    rubric: usize,
    category: usize,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        unsafe {
            let categories = &of(rubrics, rubric)?.1.categories;
            give(text, capacity, length, &at(categories, category, "category")?.name)
        }
    })
}

/// What each category of a rubric is worth: the weights of "bayes" and "avg".
///
/// `weights` must hold a number for each category.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_weights(
    rubrics: *const ScorioRubrics,
    rubric: usize,
    weights: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        unsafe { fill(weights, &of(rubrics, rubric)?.1.weights(), "weights") }
    })
}

/// Whether a rubric reads each signal, in its rules or for its thresholds. Signals that the file
/// has as numbers are not read.
///
/// `reads` must hold a value for each signal of the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_reads(
    rubrics: *const ScorioRubrics,
    rubric: usize,
    reads: *mut bool,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (file, own) = unsafe { of(rubrics, rubric) }?;
        let chosen = file.clone().choose(std::slice::from_ref(&own.name))?;
        let read = |(used, signal): (bool, &Signal)| {
            used && matches!(signal.source, SignalSource::Field { .. })
        };
        let read: Vec<_> =
            chosen.used_signals().into_iter().zip(file.signals()).map(read).collect();
        // SAFETY: the contract of the interface.
        unsafe { fill(reads, &read, "reads") }
    })
}

/// Grades trials by a rubric: the category of each of them, from 0, or -1 if the rubric leaves it
/// out.
///
/// - `signals` has a row for each of `trials`, one after another, and a column for each signal of
///   the file. They are the numbers that the rules compare: what the file says of `scale`, `is` and
///   `matches` is done already. NaN is a missing signal. What a rubric does not read may be NaN.
/// - `tasks` and `models` say what each trial belongs to. NULL stands for one task, or one model,
///   without a name. Quantiles are of the trials of a task, or of a model in it, among these trials.
/// - `categories` must hold a number for each trial.
/// - `thresholds` is NULL, or holds a row for each trial and a column for each threshold of the
///   file. Those that the rubric does not use, and quantiles over no trial, are NaN.
///
/// To score the trials, make their categories the outcomes of a matrix, and call `scorio_tally` and
/// "bayes" with the weights of the rubric.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rubrics_grade(
    rubrics: *const ScorioRubrics,
    rubric: usize,
    signals: *const f64,
    trials: usize,
    columns: usize,
    tasks: *const ScorioLabels,
    models: *const ScorioLabels,
    categories: *mut i32,
    thresholds: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (file, own) = unsafe { of(rubrics, rubric) }?;
        let size = |columns, name| trials.checked_mul(columns).ok_or(Failure::Size(name));
        let entries = size(columns, "signals")?;
        check(categories, trials, "categories")?;
        if !thresholds.is_null() {
            check(thresholds, size(file.thresholds().len(), "thresholds")?, "thresholds")?;
        }
        // SAFETY: the contract of the interface.
        let entries = unsafe { array(signals, entries, "signals") }?;
        let signals = ArrayView2::from_shape((trials, columns), entries)
            .map_err(|_| Failure::Size("signals"))?;
        // SAFETY: the contract of the interface.
        let (tasks, models) = unsafe {
            (
                Labels::read(tasks, trials, ["tasks", "tasks.codes", "tasks.names"])?,
                Labels::read(models, trials, ["models", "models.codes", "models.names"])?,
            )
        };
        let (groups, group_of) = groups(&tasks, &models, trials);
        let matrix = SignalMatrix { signals, groups: &groups, group_of: &group_of };
        let graded = grade_matrix(file, &own.name, &matrix)?;
        let found: Vec<_> = graded.categories.iter().map(|&one| code(one)).collect();
        // SAFETY: the contract of the interface.
        unsafe {
            give_thresholds(thresholds, &graded, trials)?;
            fill(categories, &found, "categories")
        }
    })
}

/// A category as C has it.
fn code(category: Option<usize>) -> i32 {
    category.and_then(|category| i32::try_from(category).ok()).unwrap_or(-1)
}

/// Stores the thresholds of each trial, if they are wanted.
///
/// # Safety
/// NULL, or memory for the thresholds of all trials.
unsafe fn give_thresholds(pointer: *mut f64, graded: &MatrixGrades, trials: usize) -> Outcome {
    if pointer.is_null() {
        return Ok(());
    }
    let values: Vec<_> =
        (0..trials).flat_map(|trial| graded.thresholds_of(trial)).copied().collect();
    // SAFETY: as the caller promises.
    unsafe { fill(pointer, &values, "thresholds") }
}

/// A file and one of its rubrics.
///
/// # Safety
/// As [`reference`].
unsafe fn of<'a>(
    rubrics: *const ScorioRubrics,
    rubric: usize,
) -> Result<(&'a Rubrics, &'a Rubric), Failure> {
    // SAFETY: as the caller promises.
    let file = &unsafe { reference(rubrics, "rubrics") }?.0;
    Ok((file, at(file.rubrics(), rubric, "rubric")?))
}

/// The entry at a place.
fn at<'a, T>(entries: &'a [T], place: usize, name: &'static str) -> Result<&'a T, Failure> {
    let count = entries.len();
    entries.get(place).ok_or(Failure::Place { name, place, count })
}

/// Writes a text and its length.
///
/// # Safety
/// As `scorio_rubrics_name` says.
unsafe fn give(text: *mut c_char, capacity: usize, length: *mut usize, full: &str) -> Outcome {
    check(length, 1, "length")?;
    // SAFETY: as the caller promises.
    unsafe { store(length, write_text(text, capacity, full), "length") }
}

/// The tasks or the models of trials: none, or a code for each.
struct Labels<'a> {
    codes: Option<&'a [i64]>,
    names: Option<Vec<String>>,
}

impl Labels<'_> {
    /// # Safety
    /// NULL, or what `ScorioLabels` says, with a code for each trial.
    unsafe fn read(
        labels: *const ScorioLabels,
        trials: usize,
        [name, codes_name, names_name]: [&'static str; 3],
    ) -> Result<Self, Failure> {
        if labels.is_null() {
            return Ok(Self { codes: None, names: None });
        }
        // SAFETY: as the caller promises.
        let (codes, names) = unsafe {
            let labels = reference(labels, name)?;
            (
                array(labels.codes, trials, codes_name)?,
                optional(labels.names, labels.count, names_name)?,
            )
        };
        let Some(names) = names else { return Ok(Self { codes: Some(codes), names: None }) };
        let known = |code: i64| usize::try_from(code).is_ok_and(|code| code < names.len());
        if let Some((trial, &code)) = codes.iter().enumerate().find(|&(_, &code)| !known(code)) {
            return Err(Failure::Code { name, trial, code, count: names.len() });
        }
        // SAFETY: as the caller promises.
        let names = names.iter().map(|&one| unsafe { text(one, names_name) });
        Ok(Self { codes: Some(codes), names: Some(names.collect::<Result<_, _>>()?) })
    }

    /// The code of a trial.
    fn code(&self, trial: usize) -> i64 {
        self.codes.and_then(|codes| codes.get(trial)).copied().unwrap_or(0)
    }

    /// The name of a code.
    fn name(&self, code: i64) -> String {
        match (&self.names, self.codes) {
            (Some(names), _) => {
                let name = usize::try_from(code).ok().and_then(|code| names.get(code));
                name.cloned().unwrap_or_default()
            }
            (None, Some(_)) => code.to_string(),
            (None, None) => String::new(),
        }
    }
}

/// The tasks and models there are, and for each trial the place of its own.
fn groups(
    tasks: &Labels<'_>,
    models: &Labels<'_>,
    trials: usize,
) -> (Vec<(String, String)>, Vec<usize>) {
    let (mut groups, mut places) = (Vec::new(), HashMap::new());
    let of = (0..trials).map(|trial| {
        let (task, model) = (tasks.code(trial), models.code(trial));
        *places.entry((task, model)).or_insert_with(|| {
            groups.push((tasks.name(task), models.name(model)));
            groups.len() - 1
        })
    });
    let of = of.collect();
    (groups, of)
}
