//! The results of each question and model.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::error::HorizonError;
use crate::calls::Input;
use crate::counts::counts::Counts;
use crate::counts::error::CountsError;
use crate::counts::question::Question;
use crate::error::Result;
use crate::judge::error::JudgeError;
use crate::judge::legend::Legend;
use crate::metric::weights::Weights;
use crate::numeric::sorting::sort_by_key;
use crate::sums::sums::Sums;

/// The results of a question and a model.
pub(super) struct TaskResult<'a> {
    pub(super) question: Question<'a>,
    /// The row of the counts.
    pub(super) row: usize,
    /// The place of the question among all, by name.
    pub(super) place: usize,
    /// The sum of the outcomes.
    pub(super) sum: f64,
    pub(super) trials: f64,
    /// The variance of the mean by the trials. `None` for a single trial.
    pub(super) variance: Option<f64>,
}

/// The results of all models by name, with those of each by question.
pub(super) type TaskResults<'a> = BTreeMap<&'a str, Vec<TaskResult<'a>>>;

/// The results of all models, and the number of questions.
///
/// # Errors
/// Outcomes that are no shares of success, or none at all.
pub(super) fn results_of<'c>(
    input: Input<'c>,
    counts: &'c Counts,
) -> Result<(TaskResults<'c>, usize)> {
    counts.require_one_score()?;
    if Legend::of(counts.categories())?.is_some() {
        return Err(JudgeError::Question.into());
    }
    let values = match input {
        Input::Sums(sums) => {
            require_shares(sums)?;
            Vec::new()
        }
        _ => shares_of(counts)?,
    };
    let mut names: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut known: HashMap<[u32; 2], (&str, &str), FxBuildHasher> = HashMap::default();
    for row in 0..counts.len() {
        let (Some(question), Some([_, task, _, name])) = (counts.get(row), counts.labels_of(row))
        else {
            continue;
        };
        known.entry([task, name]).or_insert((question.task, question.question));
    }
    for name in known.values() {
        names.insert(*name, 0);
    }
    for (place, slot) in names.values_mut().enumerate() {
        *slot = place;
    }
    let places: HashMap<[u32; 2], usize, FxBuildHasher> = known
        .iter()
        .map(|(&labels, name)| (labels, names.get(name).copied().unwrap_or_default()))
        .collect();
    let mut models = TaskResults::new();
    for row in 0..counts.len() {
        let (Some(question), Some([_, task, _, name])) = (counts.get(row), counts.labels_of(row))
        else {
            continue;
        };
        if question.trials() == 0 || counts.weight(&question)?.is_none() {
            continue;
        }
        let place = places.get(&[task, name]).copied().unwrap_or_default();
        let own = models.entry(question.model).or_default();
        own.push(match input {
            Input::Sums(sums) => outcome_of_numbers(sums, question, row, place),
            _ => outcome(question, row, place, &values),
        });
    }
    for own in models.values_mut() {
        sort_by_key(own, |one| one.place);
    }
    if models.is_empty() {
        // With the sentence of the leaderboard: there are no trials, or all weights are 0.
        counts.scored()?;
        return Err(CountsError::NoCounts.into());
    }
    Ok((models, names.len()))
}

/// What each category is worth, as a share of success.
fn shares_of(counts: &Counts) -> Result<Vec<f64>> {
    let weights = Weights::default_of(counts)?;
    weights.require(counts.categories().len())?;
    let (low, high) = weights.range();
    if low < 0.0 || high > 1.0 {
        return Err(HorizonError::Outcomes { low, high }.into());
    }
    Ok(weights.values())
}

/// Refuses numbers that are no shares of success, as far as the means of questions tell.
fn require_shares(sums: &Sums) -> Result<()> {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for (question, powers) in sums.iter().filter(|(question, _)| question.trials() > 0) {
        let mean = powers.mean(question.trials(), 0).value();
        (low, high) = (low.min(mean), high.max(mean));
    }
    if low < 0.0 || high > 1.0 {
        return Err(HorizonError::Outcomes { low, high }.into());
    }
    Ok(())
}

fn outcome_of_numbers<'a>(
    sums: &Sums,
    question: Question<'a>,
    row: usize,
    place: usize,
) -> TaskResult<'a> {
    let (powers, n) = (sums.powers(question.key()), question.trials());
    let trials = n as f64;
    let squares = powers.deviations(n, 0).value();
    let variance = (trials > 1.0).then(|| squares / trials / (trials - 1.0));
    let sum = powers.mean(n, 0).value() * trials;
    TaskResult { question, row, place, sum, trials, variance }
}

fn outcome<'a>(question: Question<'a>, row: usize, place: usize, values: &[f64]) -> TaskResult<'a> {
    let trials = question.trials() as f64;
    let of = |value: &dyn Fn(f64) -> f64| -> f64 {
        let parts = question.counts.iter().zip(values);
        parts.map(|(&count, &worth)| count as f64 * value(worth)).sum()
    };
    let sum = of(&|worth| worth);
    let mean = sum / trials;
    let squares = of(&|worth| (worth - mean) * (worth - mean));
    let variance = (trials > 1.0).then(|| squares / trials / (trials - 1.0));
    TaskResult { question, row, place, sum, trials, variance }
}
