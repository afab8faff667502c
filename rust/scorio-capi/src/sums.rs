//! Numeric scores of several models: their sums, their leaderboard and their comparison.

use std::ffi::c_char;

use scorio_core::Sums;
use scorio_core::compare::{CompareRequest, compare_sums, compare_sums_ordered};
use scorio_core::tally::sum_outcomes;

use crate::compare::{give, of_pairs, request};
use crate::counts::{ModelLabels, ScorioModelRows};
use crate::failure::{ScorioStatus, guard};
use crate::matrix::policy;
use crate::options::{Options, ScorioOption};
use crate::pointer::{array, hand_out, reference, release, text, writable};
use crate::table::ScorioTable;

/// Number, sum and sum of squares of each question's numeric scores, made by `scorio_sums_new`.
///
/// One thread adds to them. Threads may share them afterwards.
pub struct ScorioSums(pub(crate) Sums);

/// Empty sums. They keep every outcome if `keep_values` is set, which "max_at_k" needs.
///
/// `*sums` is only written on `SCORIO_OK`. Free it with `scorio_sums_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_sums_new(
    keep_values: bool,
    sums: *mut *mut ScorioSums,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    guard(|| unsafe { hand_out(sums, ScorioSums(Sums::new(keep_values)), "sums") })
}

/// Adds the numeric scores of one model.
///
/// - `scores` holds the trials of all questions, one question after another. `lengths` holds the
///   number of trials of each of `questions`.
/// - A missing score (NaN) is an error unless `drop_missing` is set. Then it counts as missing.
/// - Scores of one model and question add up. On an error the sums stay as they were.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_sums_add(
    sums: *mut ScorioSums,
    rows: *const ScorioModelRows,
    scores: *const f64,
    count: usize,
    lengths: *const usize,
    questions: usize,
    drop_missing: bool,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (sums, owned, scores, lengths) = unsafe {
            let owned = ModelLabels::read(reference(rows, "rows")?, questions)?;
            let lengths = array(lengths, questions, "lengths")?;
            (&mut writable(sums, "sums")?.0, owned, array(scores, count, "scores")?, lengths)
        };
        let keep = sums.keep_values();
        let found = sum_outcomes(scores, lengths, &owned.rows(), keep, policy(drop_missing))?;
        let mut merged = sums.clone();
        merged.merge_all(&[&found])?;
        *sums = merged;
        Ok(())
    })
}

/// Compares models with a baseline by numeric scores: `scorio.compare` of Python.
///
/// `options` may hold "paired" (1), "sampled" (0), "cluster" ("none", "task" or "cluster"), "by_task"
/// (0), "confidence" (0.95) and "margin". The rest is as for `scorio_compare`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_sums_compare(
    sums: *const ScorioSums,
    baseline: *const c_char,
    options: *const ScorioOption,
    option_count: usize,
    rows: *mut *mut ScorioTable,
    questions: *mut *mut ScorioTable,
    unmatched: *mut *mut ScorioTable,
    uncompared: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (sums, baseline, options) = unsafe {
            let options = Options::read(options, option_count)?;
            (reference(sums, "sums")?, text(baseline, "baseline")?, options)
        };
        let request = CompareRequest { baseline, ..request(options, true)? };
        let found = compare_sums(&sums.0, &request)?;
        // SAFETY: the contract of the interface.
        unsafe { give(&found, rows, [questions, unmatched, uncompared]) }
    })
}

/// Compares every model with every other by numeric scores: `scorio.compare_pairs` of Python.
///
/// `*rows` is as for `scorio_compare_pairs`, and the options as for `scorio_sums_compare`, without
/// "by_task" and "margin".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_sums_compare_pairs(
    sums: *const ScorioSums,
    options: *const ScorioOption,
    option_count: usize,
    rows: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (sums, options) =
            unsafe { (reference(sums, "sums")?, Options::read(options, option_count)?) };
        let found = compare_sums_ordered(&sums.0, &request(options, false)?)?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(rows, of_pairs(&found), "rows") }
    })
}

/// Frees sums. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_sums_free(sums: *mut ScorioSums) {
    // SAFETY: the contract of the interface.
    unsafe { release(sums) };
}
