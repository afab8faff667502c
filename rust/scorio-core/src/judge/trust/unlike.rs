//! Whether chance chose the labelled trials: they differ from others with the same outcome in a figure F.
//! It is how the judge rates the question's other trials, or a figure of each trial.
//!
//! ```text
//! z = Σ (F − mean of its outcome) / √max(Σ n (1 − n / T) s², Σ squared sums by question)
//! ```
//!
//! The sum is over labelled trials. n of the T trials of an outcome have labels, and F has the variance s²
//! among all T. A large z tells that chance did not choose. A small one proves nothing.

use std::collections::BTreeMap;

use crate::counts::counts::Counts;
use crate::judge::labelled::LabelledTrial;
use crate::judge::trials::{JudgedAnswers, JudgedTrials};

/// Where chance differs more once in a hundred.
const CHANCE: f64 = 2.58;

/// The terms of z, which add up over models.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unlike {
    sum: f64,
    /// By chance alone, if labels do not share questions.
    by_chance: f64,
    by_question: f64,
}

impl Unlike {
    /// The terms of a model, where the outcomes of the judge are numbers.
    pub(crate) fn of(trials: &JudgedTrials, values: &[f64]) -> Self {
        let others = |question: &JudgedAnswers, value: f64| {
            let all: f64 = question
                .cells
                .iter()
                .zip(values)
                .map(|(cell, value)| cell.trials as f64 * value)
                .sum();
            (all - value) / (question.trials() - 1) as f64
        };
        let usable = || trials.questions.iter().filter(|question| question.trials() > 1);
        let mut found = Self::default();
        let mut means = Vec::with_capacity(values.len());
        for (outcome, value) in values.iter().enumerate() {
            let (mut count, mut labels, mut sum, mut squares) = (0.0, 0.0, 0.0, 0.0);
            for question in usable() {
                let Some(cell) = question.cells.get(outcome) else { continue };
                let figure = others(question, *value);
                count += cell.trials as f64;
                labels += cell.labels as f64;
                sum += cell.trials as f64 * figure;
                squares += cell.trials as f64 * figure * figure;
            }
            means.push(sum / count);
            if count > 1.0 {
                let variance = ((squares - sum * sum / count) / (count - 1.0)).max(0.0);
                found.by_chance += labels * (1.0 - labels / count) * variance;
            }
        }
        for question in usable() {
            let cells = question.cells.iter().zip(values).zip(&means);
            let apart: f64 = cells
                .filter(|((cell, _), _)| cell.labels > 0)
                .map(|((cell, value), mean)| cell.labels as f64 * (others(question, *value) - mean))
                .sum();
            found.sum += apart;
            found.by_question += apart * apart;
        }
        found
    }

    /// The terms of this and another model.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            sum: self.sum + other.sum,
            by_chance: self.by_chance + other.by_chance,
            by_question: self.by_question + other.by_question,
        }
    }

    /// z. `None` if nothing can differ.
    pub(crate) fn z(self) -> Option<f64> {
        let variance = self.by_chance.max(self.by_question);
        (variance > 0.0).then(|| self.sum / variance.sqrt())
    }

    /// z, where chance hardly differs as much.
    pub(crate) fn told(self) -> Option<f64> {
        self.z().filter(|z| z.abs() > CHANCE)
    }

    /// The terms of a model by a figure of each of its trials.
    fn of_trials(trials: &[FiguredTrial]) -> Self {
        let mut by_outcome: BTreeMap<usize, Vec<&FiguredTrial>> = BTreeMap::new();
        for one in trials {
            by_outcome.entry(one.outcome).or_default().push(one);
        }
        let mut found = Self::default();
        let mut by_row: BTreeMap<usize, f64> = BTreeMap::new();
        for own in by_outcome.values() {
            let count = own.len() as f64;
            let mean = own.iter().map(|one| one.figure).sum::<f64>() / count;
            let apart = |one: &FiguredTrial| (one.figure - mean) * (one.figure - mean);
            let labels = own.iter().filter(|one| one.labelled).count() as f64;
            if own.len() > 1 {
                let variance = own.iter().map(|one| apart(one)).sum::<f64>() / (count - 1.0);
                found.by_chance += labels * (1.0 - labels / count) * variance;
            }
            for one in own.iter().filter(|one| one.labelled) {
                *by_row.entry(one.row).or_default() += one.figure - mean;
            }
        }
        for apart in by_row.values() {
            found.sum += apart;
            found.by_question += apart * apart;
        }
        found
    }
}

/// A trial with a figure.
struct FiguredTrial {
    row: usize,
    outcome: usize,
    labelled: bool,
    figure: f64,
}

/// Where the labelled trials differ from others by a figure of each trial, which chance does once in a
/// hundred: z of a model, by its name, or of all models together. Trials whose figure is no number are
/// left out.
#[must_use]
pub fn unlike_trials(
    counts: &Counts,
    trials: &[LabelledTrial],
    outcomes: &[usize],
    figures: &[f64],
) -> Vec<(Option<String>, f64)> {
    let mut models: BTreeMap<&str, Vec<FiguredTrial>> = BTreeMap::new();
    for ((trial, &outcome), &figure) in trials.iter().zip(outcomes).zip(figures) {
        let Some(question) = counts.get(trial.row).filter(|_| figure.is_finite()) else { continue };
        let (row, labelled) = (trial.row, !trial.label.is_nan());
        let own = models.entry(question.model).or_default();
        own.push(FiguredTrial { row, outcome, labelled, figure });
    }
    let each: Vec<_> = models.iter().map(|(model, own)| (*model, Unlike::of_trials(own))).collect();
    let all = each.iter().map(|(_, one)| *one).reduce(Unlike::and).filter(|_| each.len() > 1);
    let each =
        each.iter().filter_map(|(model, one)| Some((Some((*model).to_owned()), one.told()?)));
    each.chain(all.and_then(Unlike::told).map(|z| (None, z))).collect()
}
