//! The counts of one rubric while trials come in.

use super::error::RubricError;
use super::rows::RubricTally;
use super::rubric::{Grade, MissingSignal, Rubric};
use super::rubrics::Rubrics;
use super::trial::TrialName;
use crate::counts::counts::Counts;
use crate::counts::order::Order;
use crate::error::Result;

/// A trial to be graded.
pub(super) struct SignalledTrial<'t> {
    pub(super) row: usize,
    pub(super) code: Option<u32>,
    pub(super) signals: &'t [f64],
    /// What it is, for messages.
    pub(super) name: &'t dyn Fn() -> TrialName,
}

/// How many trials of each row are in each category.
#[derive(Clone, Debug, Default)]
pub(super) struct CategoryTable {
    cells: Vec<u64>,
    dropped: Vec<u64>,
    order: Option<Order>,
    tally: [u64; 4],
}

const GRADED: usize = 0;
const DROPPED: usize = 1;
const MOVED: usize = 2;
const OVERLAPS: usize = 3;

impl CategoryTable {
    pub(super) fn new(ordered: bool) -> Self {
        Self { order: ordered.then(Order::default), ..Self::default() }
    }

    /// Grades a trial by a rubric: its category, unless it is left out.
    pub(super) fn add(
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
            Grade::Missing(signal) => match rubric.missing {
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

    fn count(&mut self, what: usize) {
        if let Some(count) = self.tally.get_mut(what) {
            *count += 1;
        }
    }

    /// The counts, over the questions of `counts`.
    pub(super) fn counts(self, rubric: &Rubric, counts: &Counts) -> Result<(Counts, RubricTally)> {
        let [trials, dropped, moved, overlaps] = self.tally;
        let tally = RubricTally { rubric: rubric.name.clone(), trials, dropped, moved, overlaps };
        let graded = counts.regraded(rubric.names(), &self.cells, &self.dropped, self.order)?;
        Ok((graded, tally))
    }
}
