//! The next item of one model, without a run.

use super::choosing::Chooser;
use super::model_trials::ModelTrials;
use crate::adaptive::items::bank::ItemBank;
use crate::adaptive::items::given::ItemOutcomes;
use crate::adaptive::options::{ModelCost, RunOptions};

/// The item that a run with these options asks a model next, or nothing if all are taken.
///
/// `pending` has the places of items that are asked and not answered. Of the options, those of the
/// choice of items count: goal, selection, strata, prior and seed. Among the best, `top` draws the
/// random number of place `drawn`.
#[must_use]
pub fn next_item(
    bank: &ItemBank,
    outcomes: &ItemOutcomes,
    pending: &[usize],
    options: &RunOptions,
    drawn: u64,
) -> Option<usize> {
    let model = ModelTrials::given(bank, options.prior, outcomes, pending);
    Chooser::new(bank, options).item(bank, &model, &ModelCost::Same(1.0), drawn)
}
