//! Numbers of several models, and what their trials cost: exact sums.

use std::ffi::c_char;

use scorio_core::cost::outcome_counts;
use scorio_core::cost::trials::arrays::{CostPolicies, cost_outcomes};
use scorio_core::tally::sum_outcomes;
use scorio_core::{Error, Sums};

use crate::counts::{FieldTexts, ModelLabels, ScorioCounts, ScorioModelRows};
use crate::failure::{ScorioStatus, guard};
use crate::matrix::policy;
use crate::pointer::{array, reference, release, slot, writable};

/// Number, sum and sums of powers of each question's numeric scores or costs, made by `scorio_sums_new`.
///
/// One thread adds to them. Threads may share them afterwards.
pub struct ScorioSums(pub(crate) Sums);

/// Empty sums. They keep every number if `keep_values` is set, which "max_at_k" and caps on costs need.
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

/// Adds what the trials of one model cost, for "cost", "cost_gate" and "plan_costs". Sums hold numeric scores or
/// costs, and not both.
///
/// - `outcomes` and `costs` hold `count` trials, one question after another. NaN is no outcome, and no cost.
///   `lengths` holds the number of trials of each of `questions`.
/// - A missing outcome is an error unless `drop_missing` is set. Then it counts as missing.
/// - A missing cost is an error unless `drop_costs` is set. Then scores count its trial, and costs do not.
/// - Costs of one model and question add up. On an error the sums stay as they were.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_sums_add_costs(
    sums: *mut ScorioSums,
    rows: *const ScorioModelRows,
    outcomes: *const f64,
    costs: *const f64,
    count: usize,
    lengths: *const usize,
    questions: usize,
    drop_missing: bool,
    drop_costs: bool,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (sums, owned, outcomes, costs, lengths) = unsafe {
            let owned = ModelLabels::read(reference(rows, "rows")?, questions)?;
            let lengths = array(lengths, questions, "lengths")?;
            let outcomes = array(outcomes, count, "outcomes")?;
            let costs = array(costs, count, "costs")?;
            (&mut writable(sums, "sums")?.0, owned, outcomes, costs, lengths)
        };
        let keep = sums.keep_values();
        let (missing, missing_cost) = (policy(drop_missing), policy(drop_costs));
        let policies = CostPolicies { missing, missing_cost, keep };
        let found = cost_outcomes(outcomes, costs, lengths, &owned.rows(), policies);
        let found = found.map_err(|error| match error {
            // It names the model.
            Error::Cost(_) => error.into(),
            error => owned.about(error),
        })?;
        let mut merged = sums.clone();
        merged.merge_all(&[&found])?;
        *sums = merged;
        Ok(())
    })
}

/// The counts of the outcomes of trials with costs, which every call about counts takes.
///
/// Categories are named by the outcomes, in ascending order. Free `*counts` with `scorio_counts_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_sums_outcomes(
    sums: *const ScorioSums,
    counts: *mut *mut ScorioCounts,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (sums, counts) = unsafe { (&reference(sums, "sums")?.0, slot(counts, "counts")?) };
        counts.hand_out(ScorioCounts(outcome_counts(sums)?));
        Ok(())
    })
}

/// Notes the values of a field of some questions, as `scorio_counts_note` does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_sums_note(
    sums: *mut ScorioSums,
    field: *const c_char,
    tasks: *const *const c_char,
    questions: *const *const c_char,
    values: *const *const c_char,
    count: usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (sums, noted) = unsafe {
            let noted = FieldTexts::read(field, (tasks, questions, values), count)?;
            (&mut writable(sums, "sums")?.0, noted)
        };
        let mut copy = sums.clone();
        noted.note(copy.trials_mut())?;
        *sums = copy;
        Ok(())
    })
}

/// Frees sums. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_sums_free(sums: *mut ScorioSums) {
    // SAFETY: the contract of the interface.
    unsafe { release(sums) };
}
