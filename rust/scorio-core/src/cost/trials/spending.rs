//! The costs of each question of a model, by outcome.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::cost::error::CostError;
use crate::cost::trials::legend::{outcome_of, outcomes};
use crate::counts::counts::Counts;
use crate::counts::label::EMPTY;
use crate::counts::question::{Key, Question};
use crate::error::Result;
use crate::numeric::double::Double;
use crate::sums::powers::PowerSums;
use crate::sums::sums::Sums;

/// The costs of a question's trials with one outcome.
#[derive(Clone, Copy, Debug)]
pub(in crate::cost) struct OutcomeCosts<'a> {
    /// The outcome.
    pub(in crate::cost) value: f64,
    /// Trials with a cost.
    pub(in crate::cost) trials: u64,
    pub(in crate::cost) powers: &'a PowerSums,
    /// The row of the sums.
    pub(in crate::cost) row: usize,
}

/// The costs of a question.
#[derive(Clone, Debug)]
pub(in crate::cost) struct CostQuestion<'a> {
    /// Its row in the counts of outcomes.
    pub(in crate::cost) row: usize,
    pub(in crate::cost) task: &'a str,
    pub(in crate::cost) question: &'a str,
    pub(in crate::cost) model: &'a str,
    pub(in crate::cost) weight: f64,
    pub(in crate::cost) cluster: Option<&'a str>,
    pub(in crate::cost) outcomes: Vec<OutcomeCosts<'a>>,
    /// Trials without a cost.
    pub(in crate::cost) lacking: u64,
    /// Trials with a cost.
    pub(in crate::cost) trials: u64,
    /// The sums of all of them.
    pub(in crate::cost) powers: PowerSums,
}

impl CostQuestion<'_> {
    /// The mean outcome of the trials with a cost.
    pub(in crate::cost) fn success(&self) -> f64 {
        let sum: f64 = self.outcomes.iter().map(|one| one.value * one.trials as f64).sum();
        sum / self.trials as f64
    }

    /// Σ (y − ȳ)(c − c̄) and Σ (y − ȳ)² over the trials with a cost, times 2^`shift`.
    pub(in crate::cost) fn products(&self, shift: i32) -> (f64, f64) {
        let middle = self.success();
        let fold = self.outcomes.iter().fold((Double::ZERO, 0.0), |(sum, squares), one| {
            let off = one.value - middle;
            let costs = one.powers.mean(1, shift);
            (sum + costs * off, squares + off * off * one.trials as f64)
        });
        (fold.0.value(), fold.1)
    }

    /// The name in messages.
    pub(in crate::cost) fn name(&self) -> String {
        let Self { model, task, question, .. } = *self;
        let counts = &[];
        Question {
            model,
            task,
            question,
            counts,
            score: "",
            cluster: None,
            weight: None,
            missing: 0,
        }
        .name()
    }
}

/// The costs of all models, and the counts of their outcomes.
pub(in crate::cost) struct Spending<'a> {
    pub(in crate::cost) sums: &'a Sums,
    /// The outcomes of all trials, whether they have a cost or not.
    pub(in crate::cost) counts: Counts,
    pub(in crate::cost) outcomes: Vec<f64>,
    models: BTreeMap<&'a str, Vec<CostQuestion<'a>>>,
}

impl<'a> Spending<'a> {
    /// The costs that sums hold.
    ///
    /// # Errors
    /// - The sums hold no costs.
    /// - A question has a sum of costs below 0.
    pub(in crate::cost) fn of(sums: &'a Sums) -> Result<Self> {
        let OutcomeRows { counts, outcomes, rows: own_rows } = OutcomeRows::of(sums)?;
        let mut rows: Vec<Option<CostQuestion<'a>>> = Vec::with_capacity(counts.len());
        rows.resize_with(counts.len(), || None);
        for ((row, (one, powers)), (own, outcome)) in sums.iter().enumerate().zip(own_rows) {
            let Key { model, task, question, .. } = one.key();
            let trials = one.trials();
            let (Some(slot), Some(value)) = (rows.get_mut(own), outcome) else { continue };
            let found = slot.get_or_insert_with(|| CostQuestion {
                row: own,
                task,
                question,
                model,
                weight: one.weight.unwrap_or(1.0),
                cluster: one.cluster,
                outcomes: Vec::with_capacity(outcomes.len()),
                lacking: 0,
                trials: 0,
                powers: PowerSums::default(),
            });
            found.lacking += one.missing;
            if trials > 0 {
                if powers.mean(1, 0).value() < 0.0 {
                    let (question, cost) = (found.name(), powers.mean(trials, 0).value());
                    return Err(CostError::Negative { question, cost }.into());
                }
                found.trials += trials;
                found.powers.merge(powers);
                found.outcomes.push(OutcomeCosts { value, trials, powers, row });
            }
        }
        let mut models: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for one in rows.into_iter().flatten() {
            models.entry(one.model).or_default().push(one);
        }
        // Sums over questions are rounded, so their order must not depend on the log's.
        let places = question_places(&counts);
        for questions in models.values_mut() {
            questions.sort_by_cached_key(|one: &CostQuestion<'_>| {
                let key = counts.labels_of(one.row).map(|[_, task, _, question]| [task, question]);
                key.and_then(|key| places.get(&key).copied())
            });
            for one in questions {
                one.outcomes.sort_by(|a, b| a.value.total_cmp(&b.value));
            }
        }
        Ok(Self { sums, counts, outcomes, models })
    }

    /// The questions of a model in a task, or all of them, that count: with a weight and a cost.
    pub(in crate::cost) fn questions(
        &self,
        model: &str,
        task: Option<&str>,
    ) -> Vec<&CostQuestion<'a>> {
        let all = self.models.get(model).into_iter().flatten();
        all.filter(|one| {
            one.trials > 0 && one.weight != 0.0 && task.is_none_or(|task| task == one.task)
        })
        .collect()
    }

    /// All questions with a cost, in any order.
    pub(in crate::cost) fn all(&self) -> impl Iterator<Item = &CostQuestion<'a>> {
        self.models.values().flatten().filter(|one| one.trials > 0)
    }

    /// Trials of a model without a cost.
    pub(in crate::cost) fn lacking(&self, model: &str, task: Option<&str>) -> u64 {
        let all = self.models.get(model).into_iter().flatten();
        all.filter(|one| task.is_none_or(|task| task == one.task)).map(|one| one.lacking).sum()
    }

    /// Refuses outcomes that are neither success nor failure.
    pub(in crate::cost) fn require_successes(&self, what: &'static str) -> Result<()> {
        match self.outcomes.iter().find(|outcome| **outcome != 0.0 && **outcome != 1.0) {
            Some(&outcome) => Err(CostError::Partial { what, outcome }.into()),
            None => Ok(()),
        }
    }
}

/// The outcomes with failure and success, if there are no others. A single other one has 0 beside it.
fn categories(mut outcomes: Vec<f64>) -> Vec<f64> {
    if outcomes.iter().all(|outcome| *outcome == 0.0 || *outcome == 1.0) {
        return vec![0.0, 1.0];
    }
    if outcomes.len() == 1 {
        outcomes.push(0.0);
        outcomes.sort_unstable_by(f64::total_cmp);
    }
    outcomes
}

/// The place of each question among all, by the numbers of its labels. Most often all models have the same
/// questions, so that few names are compared.
fn question_places(counts: &Counts) -> HashMap<[u32; 2], usize, FxBuildHasher> {
    let mut places: HashMap<[u32; 2], usize, FxBuildHasher> = HashMap::default();
    let mut names = Vec::new();
    for (row, one) in counts.iter().enumerate() {
        let Some([_, task, _, question]) = counts.labels_of(row) else { continue };
        if places.insert([task, question], 0).is_none() {
            names.push((one.task, one.question, [task, question]));
        }
    }
    names.sort_unstable();
    for (place, (.., key)) in names.into_iter().enumerate() {
        places.insert(key, place);
    }
    places
}

/// The counts of outcomes behind sums of costs.
struct OutcomeRows {
    counts: Counts,
    outcomes: Vec<f64>,
    /// Of each row of the sums its row in the counts, and its outcome.
    rows: Vec<(usize, Option<f64>)>,
}

impl OutcomeRows {
    fn of(sums: &Sums) -> Result<Self> {
        let trials = sums.trials();
        let outcomes = categories(outcomes(trials)?);
        let mut counts = trials.emptied(Some(outcomes.iter().map(f64::to_string).collect()));
        let mut places: BTreeMap<u32, Option<(f64, usize)>> = BTreeMap::new();
        let mut rows = Vec::with_capacity(trials.len());
        for (row, one) in trials.iter().enumerate() {
            let Some([model, task, score, question]) = trials.labels_of(row) else { continue };
            let own = counts.row_of_labels([model, task, EMPTY, question]);
            if one.cluster.is_some() || one.weight.is_some() {
                counts.describe(own, one.cluster, one.weight)?;
            }
            let place = places.entry(score).or_insert_with(|| {
                let value = outcome_of(one.score)?;
                let category = outcomes.iter().position(|outcome| *outcome == value);
                Some((value, category.unwrap_or(0)))
            });
            match *place {
                Some((_, category)) => counts.add(own, category, one.trials() + one.missing)?,
                None => counts.add_missing(own, one.missing)?,
            }
            rows.push((own, place.map(|(value, _)| value)));
        }
        Ok(Self { counts, outcomes, rows })
    }
}

/// The counts of the outcomes of trials whose costs sums hold by outcome.
///
/// # Errors
/// The sums hold no costs.
pub fn outcome_counts(sums: &Sums) -> Result<Counts> {
    Ok(OutcomeRows::of(sums)?.counts)
}
