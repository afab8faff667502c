//! Numeric scores of several models: their sums, their leaderboard and their comparison.

use scorio_core::Sums;
use scorio_core::tally::sum_outcomes;

use crate::counts::{ModelLabels, ScorioModelRows};
use crate::failure::{ScorioStatus, guard};
use crate::matrix::policy;
use crate::pointer::{array, reference, release, slot, writable};

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
    guard(|| {
        // SAFETY: the contract of the interface.
        unsafe { slot(sums, "sums")? }.hand_out(ScorioSums(Sums::new(keep_values)));
        Ok(())
    })
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

/// Frees sums. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_sums_free(sums: *mut ScorioSums) {
    // SAFETY: the contract of the interface.
    unsafe { release(sums) };
}
