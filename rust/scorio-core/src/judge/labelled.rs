//! Counts of trials with the outcome of a judge and, some of them, a label.

use std::collections::BTreeMap;

use super::error::JudgeError;
use super::legend::{Legend, MOST_OUTCOMES, NO_OUTCOME};
use super::levels::{JudgeLevels, LEVELS};
use crate::counts::counts::Counts;
use crate::error::Result;

/// A trial by its row in counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelledTrial {
    /// Its row: model, task and question.
    pub row: usize,
    /// The outcome of the judge. NaN stands for none.
    pub outcome: f64,
    /// The label. NaN stands for none.
    pub label: f64,
}

/// A judge with more outcomes gives numbers, which are cut into levels.
const MOST_NUMBERS: usize = 10;
/// The most labels.
const MOST_LABELS: usize = 101;
/// Counts whose categories tell outcomes and labels.
///
/// More than 10 numbers of a judge are cut at the quantiles of all trials of a task, into 15 levels.
///
/// # Errors
/// - No trial has a label, or there are more than 101 different ones.
/// - A label lies beyond `range`.
pub fn labelled(
    counts: &Counts,
    trials: &[LabelledTrial],
    range: Option<(f64, f64)>,
) -> Result<Counts> {
    let labels = distinct(trials.iter().map(|trial| trial.label));
    if labels.is_empty() {
        return Err(JudgeError::NoLabels.into());
    }
    if labels.len() > MOST_LABELS {
        let labels = labels.len();
        return Err(JudgeError::Labels { labels, most: MOST_LABELS }.into());
    }
    let outcomes = JudgeOutcomes::of(counts, trials);
    let names = outcomes.names();
    if names.len() > MOST_OUTCOMES {
        let outcomes = names.len();
        return Err(JudgeError::Outcomes { outcomes, most: MOST_OUTCOMES }.into());
    }
    let kinds = || std::iter::once(None).chain(labels.iter().copied().map(Some));
    let categories: Vec<String> = names
        .iter()
        .flat_map(|name| kinds().map(move |label| Legend::name(name, label, range)))
        .collect();
    // The legend finds labels beyond their ends.
    Legend::of(&categories)?;
    let (width, each) = (categories.len(), labels.len() + 1);
    let mut cells = vec![0_u64; counts.len() * width];
    for trial in trials {
        let outcome = outcomes.place(trial);
        let label = labels.iter().position(|label| *label == trial.label);
        let category = outcome * each + label.map_or(0, |place| place + 1);
        if let Some(cell) = cells.get_mut(trial.row * width + category) {
            *cell += 1;
        }
    }
    counts.recounted(categories, &cells)
}

/// The numbers of some values in ascending order.
fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = values.filter(|value| !value.is_nan()).map(|v| v + 0.0).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers
}

/// How the outcomes of a judge are told apart.
struct JudgeOutcomes {
    /// Of each row its group of rows, which is its task.
    tasks: Vec<usize>,
    /// The numbers, if they are not cut.
    numbers: Vec<f64>,
    /// Where the numbers of each task are cut.
    cuts: Option<Vec<Vec<f64>>>,
    /// Some trial has no outcome.
    lacking: bool,
}

impl JudgeOutcomes {
    fn of(counts: &Counts, trials: &[LabelledTrial]) -> Self {
        let mut known = BTreeMap::new();
        let tasks = counts.iter().map(|question| {
            let next = known.len();
            *known.entry(question.task).or_insert(next)
        });
        let tasks: Vec<usize> = tasks.collect();
        let numbers = distinct(trials.iter().map(|trial| trial.outcome));
        let lacking = trials.iter().any(|trial| trial.outcome.is_nan());
        let cuts = (numbers.len() > MOST_NUMBERS).then(|| cuts(trials, &tasks, known.len()));
        Self { tasks, numbers, cuts, lacking }
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = match &self.cuts {
            None => self.numbers.iter().map(f64::to_string).collect(),
            Some(_) => (0..LEVELS).map(|level| JudgeLevels::name(level, LEVELS)).collect(),
        };
        if self.lacking {
            names.push(NO_OUTCOME.to_owned());
        }
        names
    }

    /// The place of a trial's outcome among the names.
    fn place(&self, trial: &LabelledTrial) -> usize {
        let kinds = match &self.cuts {
            None => self.numbers.len(),
            Some(_) => LEVELS,
        };
        if trial.outcome.is_nan() {
            return kinds;
        }
        match &self.cuts {
            None => self.numbers.iter().position(|number| *number == trial.outcome).unwrap_or(0),
            Some(cuts) => {
                let own = self.tasks.get(trial.row).and_then(|task| cuts.get(*task));
                own.map_or(0, |own| own.iter().filter(|cut| trial.outcome > **cut).count())
            }
        }
    }
}

/// Where the numbers of each task are cut: at the smallest value x with F(x) ≥ q.
fn cuts(trials: &[LabelledTrial], tasks: &[usize], count: usize) -> Vec<Vec<f64>> {
    let mut values = vec![Vec::new(); count];
    for trial in trials.iter().filter(|trial| !trial.outcome.is_nan()) {
        if let Some(own) = tasks.get(trial.row).and_then(|task| values.get_mut(*task)) {
            own.push(trial.outcome);
        }
    }
    let cut = |values: &Vec<f64>, level: usize| {
        let place = (level * values.len()).div_ceil(LEVELS).saturating_sub(1);
        values.get(place).copied().unwrap_or(f64::INFINITY)
    };
    for own in &mut values {
        own.sort_by(f64::total_cmp);
    }
    values.iter().map(|own| (1..LEVELS).map(|level| cut(own, level)).collect()).collect()
}
