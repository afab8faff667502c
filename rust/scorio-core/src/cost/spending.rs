//! The costs of each question of a model, by outcome.

use std::collections::BTreeMap;

use super::error::CostError;
use super::legend::{outcome_of, outcomes};
use crate::counts::counts::Counts;
use crate::counts::label::same;
use crate::counts::question::{Key, Question};
use crate::error::Result;
use crate::numeric::double::Double;
use crate::sums::powers::PowerSums;
use crate::sums::sums::Sums;

/// The costs of a question's trials with one outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutcomeCosts<'a> {
    /// The outcome.
    pub(super) value: f64,
    /// Trials with a cost.
    pub(super) trials: u64,
    pub(super) powers: &'a PowerSums,
    /// The row of the sums.
    pub(super) row: usize,
}

/// The costs of a question.
#[derive(Clone, Debug)]
pub(super) struct CostQuestion<'a> {
    /// Its row in the counts of outcomes.
    pub(super) row: usize,
    pub(super) task: &'a str,
    pub(super) question: &'a str,
    pub(super) model: &'a str,
    pub(super) weight: f64,
    pub(super) cluster: Option<&'a str>,
    pub(super) outcomes: Vec<OutcomeCosts<'a>>,
    /// Trials without a cost.
    pub(super) lacking: u64,
    /// Trials with a cost.
    pub(super) trials: u64,
    /// The sums of all of them.
    pub(super) powers: PowerSums,
}

impl CostQuestion<'_> {
    /// The mean outcome of the trials with a cost.
    pub(super) fn success(&self) -> f64 {
        let sum: f64 = self.outcomes.iter().map(|one| one.value * one.trials as f64).sum();
        sum / self.trials as f64
    }

    /// Σ (y − ȳ)(c − c̄) and Σ (y − ȳ)² over the trials with a cost, times 2^`shift`.
    pub(super) fn products(&self, shift: i32) -> (f64, f64) {
        let middle = self.success();
        let fold = self.outcomes.iter().fold((Double::ZERO, 0.0), |(sum, squares), one| {
            let off = one.value - middle;
            let costs = one.powers.mean(1, shift);
            (sum + costs * off, squares + off * off * one.trials as f64)
        });
        (fold.0.value(), fold.1)
    }

    /// The name in messages.
    pub(super) fn name(&self) -> String {
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
pub(super) struct Spending<'a> {
    pub(super) sums: &'a Sums,
    /// The outcomes of all trials, whether they have a cost or not.
    pub(super) counts: Counts,
    pub(super) outcomes: Vec<f64>,
    models: BTreeMap<&'a str, Vec<CostQuestion<'a>>>,
}

impl<'a> Spending<'a> {
    /// The costs that sums hold.
    ///
    /// # Errors
    /// - The sums hold no costs.
    /// - A question has a sum of costs below 0.
    pub(super) fn of(sums: &'a Sums) -> Result<Self> {
        let outcomes = categories(outcomes(sums.trials())?);
        let mut counts = Counts::new(outcomes.iter().map(f64::to_string).collect())?;
        let mut rows: Vec<Option<CostQuestion<'a>>> = Vec::new();
        let mut last: Option<(Key<'a>, usize)> = None;
        for (row, (one, powers)) in sums.iter().enumerate() {
            let Key { model, task, question, .. } = one.key();
            // The outcomes of a question mostly follow each other.
            let is_last = |last: &(Key<'_>, usize)| {
                same(last.0.question, question)
                    && same(last.0.task, task)
                    && same(last.0.model, model)
            };
            let own = match last.filter(is_last) {
                Some((_, own)) => own,
                None => counts.row_of(Key { score: "", ..one.key() }),
            };
            last = Some((one.key(), own));
            let trials = one.trials();
            if one.cluster.is_some() || one.weight.is_some() {
                counts.describe(own, one.cluster, one.weight)?;
            }
            let Some(value) = outcome_of(one.score) else {
                counts.add_missing(own, one.missing)?;
                continue;
            };
            let category = outcomes.iter().position(|outcome| *outcome == value).unwrap_or(0);
            counts.add(own, category, trials + one.missing)?;
            if rows.len() <= own {
                rows.resize_with(own + 1, || None);
            }
            let Some(slot) = rows.get_mut(own) else { continue };
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
        for questions in models.values_mut() {
            // Sums over questions are rounded, so their order must not depend on the log's.
            questions.sort_unstable_by_key(|one| (one.task, one.question));
            for one in questions {
                one.outcomes.sort_by(|a, b| a.value.total_cmp(&b.value));
            }
        }
        Ok(Self { sums, counts, outcomes, models })
    }

    /// The questions of a model in a task, or all of them, that count: with a weight and a cost.
    pub(super) fn questions(&self, model: &str, task: Option<&str>) -> Vec<&CostQuestion<'a>> {
        let all = self.models.get(model).into_iter().flatten();
        all.filter(|one| {
            one.trials > 0 && one.weight != 0.0 && task.is_none_or(|task| task == one.task)
        })
        .collect()
    }

    /// All questions with a cost, in any order.
    pub(super) fn all(&self) -> impl Iterator<Item = &CostQuestion<'a>> {
        self.models.values().flatten().filter(|one| one.trials > 0)
    }

    /// Trials of a model without a cost.
    pub(super) fn lacking(&self, model: &str, task: Option<&str>) -> u64 {
        let all = self.models.get(model).into_iter().flatten();
        all.filter(|one| task.is_none_or(|task| task == one.task)).map(|one| one.lacking).sum()
    }

    /// Refuses outcomes that are neither success nor failure.
    pub(super) fn require_successes(&self, what: &'static str) -> Result<()> {
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
        outcomes.sort_by(f64::total_cmp);
    }
    outcomes
}

/// The counts of the outcomes of trials whose costs sums hold by outcome.
///
/// # Errors
/// The sums hold no costs.
pub fn outcome_counts(sums: &Sums) -> Result<Counts> {
    Ok(Spending::of(sums)?.counts)
}
