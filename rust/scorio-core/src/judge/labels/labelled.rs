//! Counts of trials with the outcome of a judge and, some of them, a label.

use std::collections::{BTreeMap, BTreeSet};

use super::legend::{Legend, MOST_OUTCOMES, NO_OUTCOME};
use super::levels::{JudgeLevels, LEVELS};
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::judge::error::JudgeError;

/// A trial by its row in counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelledTrial {
    /// Its row: model, task and question.
    pub row: usize,
    /// The outcome of the judge. NaN stands for none.
    pub outcome: f64,
    /// The place of the outcome among texts, if it is no number.
    pub text: Option<usize>,
    /// The label. NaN stands for none.
    pub label: f64,
}

/// A judge with more outcomes gives numbers, which are cut into levels.
const MOST_NUMBERS: usize = 10;
/// The most labels.
const MOST_LABELS: usize = 101;
/// What graders write for numbers. They are texts beside other texts.
const LETTERS: [(&str, f64); 4] = [("C", 1.0), ("I", 0.0), ("N", 0.0), ("P", 0.5)];

/// Counts of labels, with what they were made of.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledCounts {
    /// The counts.
    pub counts: Counts,
    /// The outcome of each trial, by its place among those that there are.
    pub outcomes: Vec<usize>,
}

/// Counts whose categories tell outcomes and labels.
///
/// `texts` are the outcomes that are no numbers. If all that occur are C, I, N and P, they are numbers.
///
/// More than 10 numbers of a judge are cut at the quantiles of all trials of a task, into 15 levels.
///
/// # Errors
/// - No trial has a label, or there are more than 101 different ones.
/// - There are more than 20 outcomes.
/// - A label lies beyond `range`, or its ends are not in order.
pub fn labelled(
    counts: &Counts,
    trials: &[LabelledTrial],
    texts: &[String],
    range: Option<(f64, f64)>,
) -> Result<LabelledCounts> {
    if trials.iter().all(|trial| trial.label.is_nan()) {
        return Err(JudgeError::NoLabels.into());
    }
    counted(counts, trials, texts, range)
}

/// Counts whose categories tell outcomes, where no trial has a label yet.
///
/// # Errors
/// - There are more than 20 outcomes, or there is one alone.
pub fn unlabelled(
    counts: &Counts,
    trials: &[LabelledTrial],
    texts: &[String],
) -> Result<LabelledCounts> {
    counted(counts, trials, texts, None)
}

fn counted(
    counts: &Counts,
    trials: &[LabelledTrial],
    texts: &[String],
    range: Option<(f64, f64)>,
) -> Result<LabelledCounts> {
    let trials = &with_letters(trials, texts);
    let labels = distinct(trials.iter().map(|trial| trial.label));
    if labels.len() > MOST_LABELS {
        let labels = labels.len();
        return Err(JudgeError::Labels { labels, most: MOST_LABELS }.into());
    }
    let outcomes = JudgeOutcomes::of(counts, trials, texts);
    let names = &outcomes.names;
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
    let places: Vec<usize> = trials.iter().map(|trial| outcomes.place(trial)).collect();
    for (trial, &outcome) in trials.iter().zip(&places) {
        let label = labels.iter().position(|label| *label == trial.label);
        let category = outcome * each + label.map_or(0, |place| place + 1);
        if let Some(cell) = cells.get_mut(trial.row * width + category) {
            *cell += 1;
        }
    }
    let counts = counts.recounted(categories, &cells)?;
    Ok(LabelledCounts { counts, outcomes: places })
}

/// The trials, whose letters of graders are numbers if there are no other texts.
#[must_use]
pub fn with_letters(trials: &[LabelledTrial], texts: &[String]) -> Vec<LabelledTrial> {
    let letter = |text: usize| {
        let text = texts.get(text)?;
        LETTERS.iter().find(|(letter, _)| letter == text).map(|(_, number)| *number)
    };
    let mut own = trials.to_vec();
    let mut used = trials.iter().filter_map(|trial| trial.text);
    if used.all(|text| letter(text).is_some()) {
        for trial in &mut own {
            if let Some(number) = trial.text.take().and_then(letter) {
                trial.outcome = number;
            }
        }
    }
    own
}

/// The outcome of each trial, as the categories of [`labelled`] name it. It is empty where the question has
/// weight 0, and the trial does not count.
#[must_use]
pub fn outcomes(counts: &Counts, trials: &[LabelledTrial], texts: &[String]) -> Vec<String> {
    let trials = &with_letters(trials, texts);
    let known = JudgeOutcomes::of(counts, trials, texts);
    let name = |trial: &LabelledTrial| {
        let weight = counts.get(trial.row).and_then(|question| question.weight);
        let own = known.names.get(known.place(trial)).filter(|_| weight != Some(0.0));
        own.cloned().unwrap_or_default()
    };
    trials.iter().map(name).collect()
}

/// The numbers of some values in ascending order.
fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = values.filter(|value| !value.is_nan()).map(|v| v + 0.0).collect();
    numbers.sort_unstable_by(f64::total_cmp);
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
    /// Numbers or bins, then texts, then that there is none.
    names: Vec<String>,
    /// Of each text that occurs the place of its name.
    texts: BTreeMap<usize, usize>,
}

impl JudgeOutcomes {
    fn of(counts: &Counts, trials: &[LabelledTrial], texts: &[String]) -> Self {
        let mut known = BTreeMap::new();
        let tasks = counts.iter().map(|question| {
            let next = known.len();
            *known.entry(question.task).or_insert(next)
        });
        let tasks: Vec<usize> = tasks.collect();
        let plain = trials.iter().filter(|trial| trial.text.is_none());
        let numbers = distinct(plain.map(|trial| trial.outcome));
        let lacking = trials.iter().any(|trial| trial.text.is_none() && trial.outcome.is_nan());
        let cuts = (numbers.len() > MOST_NUMBERS).then(|| cuts(trials, &tasks, known.len()));
        let mut names: Vec<String> = match &cuts {
            None => numbers.iter().map(f64::to_string).collect(),
            Some(_) => (0..LEVELS).map(|level| JudgeLevels::name(level, LEVELS)).collect(),
        };
        let used: BTreeSet<usize> = trials.iter().filter_map(|trial| trial.text).collect();
        let mut places = BTreeMap::new();
        for text in used {
            // A number stands for a text that is not known, of a judge with far too many.
            let name = texts.get(text).map_or_else(|| text.to_string(), |one| Legend::outcome(one));
            places.insert(text, place_among(&mut names, name));
        }
        if lacking {
            place_among(&mut names, NO_OUTCOME.to_owned());
        }
        Self { tasks, numbers, cuts, names, texts: places }
    }

    /// The place of a trial's outcome among the names.
    fn place(&self, trial: &LabelledTrial) -> usize {
        if let Some(text) = trial.text {
            return self.texts.get(&text).copied().unwrap_or(0);
        }
        if trial.outcome.is_nan() {
            return self.names.iter().position(|name| name == NO_OUTCOME).unwrap_or(0);
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

/// The place of a name, which is added if it is new.
fn place_among(names: &mut Vec<String>, name: String) -> usize {
    names.iter().position(|known| *known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}

/// Where the numbers of each task are cut: at the smallest value x with F(x) ≥ q.
fn cuts(trials: &[LabelledTrial], tasks: &[usize], count: usize) -> Vec<Vec<f64>> {
    let mut values = vec![Vec::new(); count];
    for trial in trials.iter().filter(|one| one.text.is_none() && !one.outcome.is_nan()) {
        if let Some(own) = tasks.get(trial.row).and_then(|task| values.get_mut(*task)) {
            own.push(trial.outcome);
        }
    }
    let cut = |values: &Vec<f64>, level: usize| {
        let place = (level * values.len()).div_ceil(LEVELS).saturating_sub(1);
        values.get(place).copied().unwrap_or(f64::INFINITY)
    };
    for own in &mut values {
        own.sort_unstable_by(f64::total_cmp);
    }
    values.iter().map(|own| (1..LEVELS).map(|level| cut(own, level)).collect()).collect()
}
