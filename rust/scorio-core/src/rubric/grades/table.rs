//! The counts of one rubric while trials come in.

use super::limits::group_name;
use super::trial::TrialName;
use crate::counts::counts::Counts;
use crate::counts::order::Order;
use crate::error::Result;
use crate::rubric::error::RubricError;
use crate::rubric::rows::RubricTally;
use crate::rubric::rules::rubric::{Grade, MissingSignal, Rubric};
use crate::rubric::rules::rubrics::Rubrics;

/// A trial to be graded.
pub(super) struct SignalledTrial<'t> {
    pub(in crate::rubric) row: usize,
    pub(super) code: Option<u32>,
    pub(in crate::rubric) signals: &'t [f64],
    /// What it is, for messages.
    pub(in crate::rubric) name: &'t dyn Fn() -> TrialName,
    /// Its task and its model, for messages.
    pub(in crate::rubric) group: (&'t str, &'t str),
}

/// How many trials of each row are in each category.
#[derive(Clone, Debug, Default)]
pub(super) struct CategoryTable {
    cells: Vec<u64>,
    dropped: Vec<u64>,
    order: Option<Order>,
    tally: [u64; 4],
    /// For each signal, how many trials it left open.
    pub(in crate::rubric) lacking: Vec<u64>,
}

const GRADED: usize = 0;
const DROPPED: usize = 1;
const MOVED: usize = 2;
const OVERLAPS: usize = 3;

impl CategoryTable {
    pub(in crate::rubric) fn new(ordered: bool) -> Self {
        Self { order: ordered.then(Order::default), ..Self::default() }
    }

    /// Grades a trial by a rubric: its category, unless it is left out.
    pub(in crate::rubric) fn add(
        &mut self,
        rubrics: &Rubrics,
        rubric: &Rubric,
        thresholds: &[f64],
        trial: &SignalledTrial<'_>,
    ) -> Result<Option<usize>> {
        let width = rubric.categories.len();
        if self.dropped.len() <= trial.row {
            self.dropped.resize(trial.row + 1, 0);
            self.cells.resize((trial.row + 1) * width, 0);
        }
        let values = || rubrics.values(rubric, trial.signals);
        let category = match rubric.grade(trial.signals, thresholds) {
            Grade::Category(category) => category,
            Grade::Unmatched => {
                let (rubric, trial) = (rubric.name.clone(), (trial.name)());
                return Err(RubricError::Unmatched { rubric, trial, values: values() }.into());
            }
            Grade::NoThreshold(place) => {
                let threshold = rubrics.thresholds().get(place);
                let (task, model) = trial.group;
                return Err(RubricError::NoTrials {
                    trial: (trial.name)(),
                    threshold: threshold.map_or(String::new(), |one| one.name.clone()),
                    group: group_name(rubric.scope, task, model),
                }
                .into());
            }
            Grade::Missing(signal) => match self.lacks(signal, rubric) {
                MissingSignal::Category(category) => {
                    self.count(MOVED);
                    category
                }
                MissingSignal::Drop => {
                    self.count(DROPPED);
                    if let Some(dropped) = self.dropped.get_mut(trial.row) {
                        *dropped += 1;
                    }
                    return Ok(None);
                }
                MissingSignal::Error => {
                    let signal = rubrics.signals().get(signal);
                    return Err(RubricError::Missing {
                        rubric: rubric.name.clone(),
                        signal: signal.map_or(String::new(), |signal| signal.name.clone()),
                        trial: (trial.name)(),
                        values: values(),
                    }
                    .into());
                }
            },
        };
        self.count(GRADED);
        if rubric.overlaps(trial.signals, thresholds) {
            self.count(OVERLAPS);
        }
        if let Some(cell) = self.cells.get_mut(trial.row * width + category) {
            *cell += 1;
        }
        if let (Some(order), Ok(category)) = (&mut self.order, u16::try_from(category)) {
            order.put(trial.row, trial.code, category);
        }
        Ok(Some(category))
    }

    /// What the rubric does with a trial that lacks a signal, which is counted.
    fn lacks(&mut self, signal: usize, rubric: &Rubric) -> MissingSignal {
        if self.lacking.len() <= signal {
            self.lacking.resize(signal + 1, 0);
        }
        if let Some(lacking) = self.lacking.get_mut(signal) {
            *lacking += 1;
        }
        rubric.missing
    }

    fn count(&mut self, what: usize) {
        if let Some(count) = self.tally.get_mut(what) {
            *count += 1;
        }
    }

    /// The counts, over the questions of `counts`.
    pub(in crate::rubric) fn counts(
        self,
        rubrics: &Rubrics,
        rubric: &Rubric,
        counts: &Counts,
    ) -> Result<(Counts, RubricTally)> {
        let [trials, dropped, moved, overlaps] = self.tally;
        let lacking = rubrics.signals().iter().zip(&self.lacking).filter(|(_, count)| **count > 0);
        let lacking: Vec<_> = lacking.map(|(one, count)| format!("{} {count}", one.name)).collect();
        let (rubric_name, lacking) = (rubric.name.clone(), lacking.join(", "));
        let tally = RubricTally { rubric: rubric_name, trials, dropped, moved, lacking, overlaps };
        let graded = counts.regraded(
            rubric.names(),
            &self.cells,
            &self.dropped,
            self.order,
            rubric.weights(),
        )?;
        Ok((graded, tally))
    }
}
