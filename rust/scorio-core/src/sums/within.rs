//! How far trials of the same question scatter, pooled over the questions of a model and a task.

use std::collections::BTreeMap;

use super::powers::PowerSums;
use super::sums::Sums;
use crate::counts::question::Question;
use crate::numeric::double::Double;

/// A variance of trials of one question, and its degrees of freedom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Within {
    pub(crate) variance: Double,
    pub(crate) degrees: f64,
}

/// A question of a model and a task, with its number of trials and its weight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repeated<'a> {
    pub(crate) group: (&'a str, &'a str),
    pub(crate) trials: u64,
    pub(crate) weight: f64,
}

impl<'a> Repeated<'a> {
    pub(crate) fn of(question: &Question<'a>) -> Self {
        let group = (question.model, question.task);
        Self { group, trials: question.trials(), weight: question.weight.unwrap_or(1.0) }
    }
}

/// The pooled variances of one score, by model and task, at a common scale.
#[derive(Debug, Default)]
pub(crate) struct Pooled<'a> {
    groups: BTreeMap<(&'a str, &'a str), Within>,
}

impl<'a> Pooled<'a> {
    /// Σ over questions of Σ (y − mean)², divided by Σ (n − 1), times 4^`shift`.
    ///
    /// A model and a task without a question of two trials have none.
    pub(crate) fn new(sums: &Sums, questions: &[Question<'a>], shift: i32) -> Self {
        Self::of_parts(
            questions.iter().map(|question| (Repeated::of(question), sums.powers(question.key()))),
            shift,
        )
    }

    /// The same of questions with their sums.
    pub(crate) fn of_parts<'p>(
        parts: impl Iterator<Item = (Repeated<'a>, &'p PowerSums)>,
        shift: i32,
    ) -> Self {
        let mut groups = BTreeMap::new();
        for (question, powers) in parts.filter(|(question, _)| question.trials > 1) {
            let deviations = powers.deviations(question.trials, shift);
            let group = groups
                .entry(question.group)
                .or_insert(Within { variance: Double::ZERO, degrees: 0.0 });
            group.variance = group.variance + deviations;
            group.degrees += (question.trials - 1) as f64;
        }
        for group in groups.values_mut() {
            group.variance = group.variance / group.degrees;
        }
        Self { groups }
    }

    /// The variance of a question's mean, and the degrees of freedom of its group.
    pub(crate) fn of(&self, question: Repeated<'_>) -> Option<Within> {
        let Within { variance, degrees } = *self.groups.get(&question.group)?;
        Some(Within { variance: variance / question.trials as f64, degrees })
    }
}

/// The variance of a weighted mean of questions, with the degrees of freedom of Welch and
/// Satterthwaite. `None` if a question has no variance.
pub(crate) fn of_mean<'a>(
    pooled: &Pooled<'_>,
    questions: impl Iterator<Item = Repeated<'a>> + Clone,
) -> Option<Within> {
    let all = questions.clone().fold(Double::ZERO, |sum, one| sum + one.weight);
    let mut parts = BTreeMap::new();
    for question in questions {
        let Within { variance, degrees } = pooled.of(question)?;
        let share = Double::from(question.weight).over(all);
        let part =
            parts.entry(question.group).or_insert(Within { variance: Double::ZERO, degrees });
        part.variance = part.variance + variance * share * share;
    }
    Some(together(parts.values().copied()))
}

/// The sum of independent variances. Its degrees of freedom are (Σ v)² / Σ (v² / degrees).
pub(crate) fn together(parts: impl Iterator<Item = Within> + Clone) -> Within {
    let variance = parts.clone().fold(Double::ZERO, |sum, part| sum + part.variance);
    let all = variance.value();
    if all == 0.0 {
        return Within { variance, degrees: parts.map(|part| part.degrees).sum() };
    }
    let shares = parts.map(|part| {
        let share = part.variance.value() / all;
        share * share / part.degrees
    });
    Within { variance, degrees: 1.0 / shares.sum::<f64>() }
}
