//! Trials with an outcome and a cost, to sums of costs by outcome.

use std::collections::BTreeMap;

use super::error::CostError;
use super::legend::score_of;
use crate::counts::counts::Counts;
use crate::counts::question::Key;
use crate::error::Result;
use crate::sums::sums::Sums;

/// A trial by its row in counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostTrial {
    /// Its row: model, task and question.
    pub row: usize,
    /// The outcome. NaN stands for none.
    pub outcome: f64,
    /// The cost. NaN stands for none.
    pub cost: f64,
}

/// What to do with trials that lack something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LackingTrials {
    /// Trials without a cost count for scores alone. Otherwise they are an error.
    pub drop_costs: bool,
    /// Trials without an outcome are failures, or are left out. Without either they are an error.
    pub outcomes: LackingOutcomes,
}

/// What trials without an outcome are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LackingOutcomes {
    /// An error.
    #[default]
    Error,
    /// Failures.
    Fail,
    /// Left out.
    Drop,
}

/// The trials of a model that cost nothing, among all with a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeTrials {
    /// The model.
    pub model: String,
    /// Trials that cost 0.
    pub free: u64,
    /// Trials with a cost.
    pub trials: u64,
}

/// Costs by outcome, of the questions of `counts`, and how many trials of a model cost nothing, where some do.
///
/// # Errors
/// - No trial has a cost, or some lack it and `lacking` does not drop them.
/// - A trial has no outcome, and `lacking` does not say what it is.
/// - A cost is below 0 or infinite.
pub fn costed(
    counts: &Counts,
    trials: &[CostTrial],
    lacking: LackingTrials,
    keep: bool,
) -> Result<(Sums, Vec<FreeTrials>)> {
    if trials.iter().all(|trial| trial.cost.is_nan()) {
        return Err(CostError::NoCosts.into());
    }
    let name = |row: usize| counts.get(row).map_or(String::new(), |question| question.name());
    let mut models: BTreeMap<&str, CostedTrials> = BTreeMap::new();
    let mut sums = Sums::new(keep);
    let mut rows: BTreeMap<(usize, u64), usize> = BTreeMap::new();
    for trial in trials {
        let Some(question) = counts.get(trial.row) else { continue };
        let own = models.entry(question.model).or_default();
        let outcome = match (trial.outcome.is_nan(), lacking.outcomes) {
            (false, _) => trial.outcome + 0.0,
            (true, LackingOutcomes::Fail) => 0.0,
            (true, LackingOutcomes::Drop) => continue,
            (true, LackingOutcomes::Error) => {
                return Err(CostError::NoOutcome { question: name(trial.row) }.into());
            }
        };
        own.trials += 1;
        let row = *rows.entry((trial.row, outcome.to_bits())).or_insert_with(|| {
            let score = score_of(outcome);
            sums.trials_mut().row_of(Key { score: &score, ..question.key() })
        });
        sums.trials_mut().describe(row, question.cluster, question.weight)?;
        if trial.cost.is_nan() {
            own.lacking += 1;
            sums.trials_mut().add_missing(row, 1)?;
            continue;
        }
        if trial.cost < 0.0 {
            let (question, cost) = (name(trial.row), trial.cost);
            return Err(CostError::Negative { question, cost }.into());
        }
        own.free += u64::from(trial.cost == 0.0);
        sums.add(row, trial.cost, 1)?;
    }
    if let Some((model, own)) = models.iter().find(|(_, own)| own.lacking > 0)
        && !lacking.drop_costs
    {
        let (model, CostedTrials { lacking, trials, .. }) = ((*model).to_owned(), *own);
        return Err(CostError::Lacking { model, lacking, trials }.into());
    }
    let free = models.into_iter().filter(|(_, own)| own.free > 0);
    let free = free.map(|(model, own)| FreeTrials {
        model: model.to_owned(),
        free: own.free,
        trials: own.trials - own.lacking,
    });
    Ok((sums, free.collect()))
}

/// How many trials a model has, how many lack a cost, and how many cost nothing.
#[derive(Clone, Copy, Debug, Default)]
struct CostedTrials {
    trials: u64,
    lacking: u64,
    free: u64,
}
