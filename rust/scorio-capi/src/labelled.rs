//! Trials with a judge's outcome and, some of them, a label: to counts.

use scorio_core::judge::arrays::LabelledArrays;

use crate::counts::{ModelLabels, ScorioCounts, ScorioModelRows};
use crate::failure::{ScorioStatus, guard};
use crate::pointer::{array, optional, reference, release, slot, writable};

/// Trials of models, each with the outcome of a judge and some with a label, made by `scorio_labelled_new`.
///
/// One thread adds to them. Threads may share them afterwards.
#[derive(Default)]
pub struct ScorioLabelled(LabelledArrays);

/// No trials.
///
/// `*trials` is only written on `SCORIO_OK`. Free it with `scorio_labelled_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_labelled_new(trials: *mut *mut ScorioLabelled) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        unsafe { slot(trials, "trials")? }.hand_out(ScorioLabelled::default());
        Ok(())
    })
}

/// Adds the trials of one model.
///
/// - `outcomes` and `labels` hold `count` trials, one question after another. NaN is no outcome, and no label.
/// - `lengths` holds the number of trials of each of `questions`.
/// - On an error the trials stay as they were.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_labelled_add(
    trials: *mut ScorioLabelled,
    rows: *const ScorioModelRows,
    outcomes: *const f64,
    labels: *const f64,
    count: usize,
    lengths: *const usize,
    questions: usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (trials, owned, outcomes, labels, lengths) = unsafe {
            let owned = ModelLabels::read(reference(rows, "rows")?, questions)?;
            let lengths = array(lengths, questions, "lengths")?;
            let outcomes = array(outcomes, count, "outcomes")?;
            let labels = array(labels, count, "labels")?;
            (&mut writable(trials, "trials")?.0, owned, outcomes, labels, lengths)
        };
        let added = trials.add(&owned.rows(), lengths, outcomes, labels);
        added.map_err(|error| owned.about(error))
    })
}

/// The counts of all trials, which every call takes. Each pair of an outcome and a label is a category.
///
/// - `ends` is NULL, or holds the least and the largest possible label. By default they are 0 and 1 if all
///   labels are, and otherwise the least and the largest that occur.
/// - More than 10 different outcomes are cut at their quantiles: into 5 bins if each labelled model has 50
///   labels, and otherwise into 3.
/// - Free `*counts` with `scorio_counts_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_labelled_counts(
    trials: *const ScorioLabelled,
    ends: *const f64,
    counts: *mut *mut ScorioCounts,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (trials, ends, counts) = unsafe {
            let ends = optional(ends, 2, "ends")?;
            (&reference(trials, "trials")?.0, ends, slot(counts, "counts")?)
        };
        let ends = match ends {
            Some(&[low, high]) => Some((low, high)),
            _ => None,
        };
        counts.hand_out(ScorioCounts(trials.counts(ends)?));
        Ok(())
    })
}

/// Frees trials. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_labelled_free(trials: *mut ScorioLabelled) {
    // SAFETY: the contract of the interface.
    unsafe { release(trials) };
}
