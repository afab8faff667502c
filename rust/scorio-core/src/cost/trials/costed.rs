//! Trials with an outcome and a cost, to sums of costs by outcome.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::cost::error::CostError;
use crate::cost::trials::legend::{NO_OUTCOME, score_of};
use crate::counts::counts::Counts;
use crate::counts::question::Key;
use crate::error::Result;
use crate::metric::weights::Weights;
use crate::sums::RowSums;
use crate::sums::sums::Sums;

/// Costs that wait until they are added together.
const WAITING: usize = 1 << 18;

/// Costs of trials by their row and their outcome, beside the counts of their outcomes.
///
/// They are added many at a time, which takes a fraction of the time of one by one.
#[derive(Clone, Debug, Default)]
pub struct CostCounter {
    waiting: Vec<WaitingCost>,
    /// The place of a row and an outcome.
    places: HashMap<(u32, u32), usize, FxBuildHasher>,
    /// By place, as the next three.
    keys: Vec<(u32, u32)>,
    found: Vec<Found>,
    rows: RowSums,
    /// The costs of a place that are added together.
    together: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
struct WaitingCost {
    row: u32,
    outcome: u32,
    cost: f64,
}

/// The trials of a row with an outcome: those with a cost, those without, and those that cost nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    trials: u64,
    lacking: u64,
    free: u64,
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

/// A row and an outcome as numbers of 32 bits: there is no memory for more.
#[expect(clippy::cast_possible_truncation, reason = "there is no memory for more")]
fn key(row: usize, outcome: usize) -> (u32, u32) {
    (row as u32, outcome as u32)
}

impl CostCounter {
    /// No costs yet. It keeps each if `keep` is set.
    #[must_use]
    pub fn new(keep: bool) -> Self {
        Self { rows: RowSums::new(keep), ..Self::default() }
    }

    /// Adds the cost of a trial of a row with an outcome, by its place among the outcomes. NaN stands for no
    /// cost. A cost below 0 or an infinite one is none, either: the caller refuses it.
    #[inline]
    pub fn add(&mut self, row: usize, outcome: usize, cost: f64) {
        let (row, outcome) = key(row, outcome);
        self.waiting.push(WaitingCost { row, outcome, cost });
        if self.waiting.len() >= WAITING {
            self.add_waiting();
        }
    }

    /// Takes a trial back that was added before.
    pub fn take_back(&mut self, row: usize, outcome: usize, cost: f64) {
        self.add_waiting();
        let Some(&place) = self.places.get(&key(row, outcome)) else { return };
        let Some(found) = self.found.get_mut(place) else { return };
        if is_cost(cost) {
            found.trials -= 1;
            found.free -= u64::from(cost == 0.0);
            self.rows.remove(place, cost);
        } else {
            found.lacking -= 1;
        }
    }

    fn add_waiting(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_by_key(|one| (one.row, one.outcome));
        for alike in waiting.chunk_by(|a, b| (a.row, a.outcome) == (b.row, b.outcome)) {
            let Some(first) = alike.first() else { continue };
            let next = self.keys.len();
            let place = *self.places.entry((first.row, first.outcome)).or_insert(next);
            if place == next {
                self.keys.push((first.row, first.outcome));
                self.found.push(Found::default());
            }
            self.together.clear();
            self.together.extend(alike.iter().map(|one| one.cost).filter(|cost| is_cost(*cost)));
            self.rows.add_all(place, &self.together);
            if let Some(found) = self.found.get_mut(place) {
                found.trials += self.together.len() as u64;
                found.lacking += (alike.len() - self.together.len()) as u64;
                found.free += self.together.iter().filter(|cost| **cost == 0.0).count() as u64;
            }
        }
        waiting.clear();
        self.waiting = waiting;
    }

    /// Sums of the costs by outcome, and how many trials of a model cost nothing, where some do. `counts` has
    /// the labels of the rows. `outcomes` are by place.
    ///
    /// # Errors
    /// No trial has a cost. Some lack it, and are not left out. An outcome is NaN or infinite.
    pub fn finish(
        mut self,
        counts: &Counts,
        outcomes: &[f64],
        lacking: bool,
    ) -> Result<(Sums, Vec<FreeTrials>)> {
        self.add_waiting();
        if self.found.iter().all(|found| found.trials == 0) {
            return Err(CostError::NoCosts.into());
        }
        self.sums(counts, outcomes, lacking)
    }

    /// The same, where other models may have costs.
    pub(in crate::cost) fn sums(
        mut self,
        counts: &Counts,
        outcomes: &[f64],
        lacking: bool,
    ) -> Result<(Sums, Vec<FreeTrials>)> {
        self.add_waiting();
        let mut models: BTreeMap<&str, Found> = BTreeMap::new();
        let mut trials = counts.emptied(None);
        let scores: Vec<u32> = outcomes.iter().map(|one| trials.label(&score_of(*one))).collect();
        let mut rows = RowSums::new(self.rows.keep_values());
        let mut places: Vec<_> = self.keys.iter().copied().zip(0_usize..).collect();
        // In the order of the log's questions.
        places.sort_unstable();
        for ((row, outcome), place) in places {
            let row = row as usize;
            let (Some(question), Some(found)) = (counts.get(row), self.found.get(place)) else {
                continue;
            };
            let (Some([model, task, _, name]), Some(&score)) =
                (counts.labels_of(row), scores.get(outcome as usize))
            else {
                continue;
            };
            let own = models.entry(question.model).or_default();
            own.trials += found.trials;
            own.lacking += found.lacking;
            own.free += found.free;
            if found.trials + found.lacking == 0 {
                continue;
            }
            let to = trials.row_of_labels([model, task, score, name]);
            if question.cluster.is_some() || question.weight.is_some() {
                trials.describe(to, question.cluster, question.weight)?;
            }
            trials.add(to, 0, found.trials)?;
            trials.add_missing(to, found.lacking)?;
            rows.take(to, &self.rows, place);
        }
        for question in counts.iter().filter(|question| question.missing > 0) {
            let to = trials.row_of(Key { score: NO_OUTCOME, ..question.key() });
            trials.describe(to, question.cluster, question.weight)?;
            trials.add_missing(to, question.missing)?;
        }
        for (model, own) in &models {
            if own.lacking > 0 && !lacking {
                let (model, lacking) = ((*model).to_owned(), own.lacking);
                let trials = own.trials + lacking;
                return Err(CostError::Lacking { model, lacking, trials }.into());
            }
        }
        let free = models.into_iter().filter(|(_, own)| own.free > 0);
        let free = free.map(|(model, Found { free, trials, .. })| FreeTrials {
            model: model.to_owned(),
            free,
            trials,
        });
        Ok((Sums::of_added(trials, rows), free.collect()))
    }
}

/// What the categories of counts are worth as outcomes, by place.
///
/// # Errors
/// There are not two, and their names are no numbers.
pub fn worth_of_categories(counts: &Counts) -> Result<Vec<f64>> {
    Ok(Weights::default_of(counts)?.values())
}

/// Whether a number is the cost of a trial.
#[must_use]
pub fn is_cost(number: f64) -> bool {
    number >= 0.0 && number.is_finite()
}
