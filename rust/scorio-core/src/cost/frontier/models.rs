//! The models of a table: score and cost of each, and the chances that one beats another in both.

use crate::cost::error::CostError;
use crate::cost::means::figures::{CostFigures, CostInterval, CostTarget, cluster_of};
use crate::cost::means::quotient::{Quotient, quotient};
use crate::cost::trials::spending::{CostQuestion, Spending};
use crate::counts::label::same;
use crate::error::Result;
use crate::leaderboard::Score;
use crate::numeric::normal::probability;
use crate::numeric::orthant::both_below;
use crate::numeric::portable::{hypot, ln};

/// A model of a table.
pub(in crate::cost) struct CostModel<'s, 'a> {
    pub(in crate::cost) score: &'s Score,
    pub(in crate::cost) questions: Vec<&'s CostQuestion<'a>>,
    pub(in crate::cost) figures: CostFigures,
    pub(in crate::cost) lacking: u64,
}

impl<'s, 'a> CostModel<'s, 'a> {
    /// A model by its score in a table. `by_task` is the mean of tasks.
    ///
    /// # Errors
    /// - No trial has a cost.
    /// - Those of [`CostFigures::of`].
    pub(in crate::cost) fn of(
        spending: &'s Spending<'a>,
        score: &'s Score,
        by_task: bool,
        about: CostTarget,
    ) -> Result<Self> {
        let task = score.task.as_deref();
        let questions = spending.questions(&score.model, task);
        if questions.is_empty() {
            return Err(CostError::Unknown { model: score.model.clone() }.into());
        }
        let parts: Vec<Vec<_>> = if by_task && task.is_none() {
            questions.chunk_by(|a, b| a.task == b.task).map(<[_]>::to_vec).collect()
        } else {
            vec![questions.clone()]
        };
        let figures = CostFigures::of(&parts, about)?;
        Ok(Self { score, figures, lacking: spending.lacking(&score.model, task), questions })
    }

    pub(in crate::cost) fn success(&self) -> CostInterval {
        CostInterval { mean: self.score.score, lo: self.score.lo, hi: self.score.hi }
    }

    /// The cost of a success.
    pub(in crate::cost) fn per_success(&self) -> Quotient {
        quotient(self.figures.cost, self.success(), self.figures.correlation)
    }

    /// The sum of all costs.
    pub(in crate::cost) fn spent(&self) -> f64 {
        self.questions.iter().map(|one| one.powers.mean(1, 0).value()).sum()
    }

    /// The share of the dearest question in the mean cost.
    pub(in crate::cost) fn dearest(&self) -> f64 {
        let part = |one: &&CostQuestion<'_>| one.weight * one.powers.mean(one.trials, 0).value();
        let all: f64 = self.questions.iter().map(part).sum();
        let dearest = self.questions.iter().map(part).fold(0.0, f64::max);
        if all > 0.0 { dearest / all } else { 0.0 }
    }

    /// s / κ.
    pub(in crate::cost) fn relative(&self) -> f64 {
        let CostFigures { cost, sigma, .. } = self.figures;
        if cost.mean > 0.0 { sigma / cost.mean } else { 0.0 }
    }

    /// Whether two models have the same questions.
    pub(in crate::cost) fn shares_questions(&self, other: &Self) -> bool {
        let mut pairs = self.questions.iter().zip(&other.questions);
        self.questions.len() == other.questions.len()
            && pairs.all(|(a, b)| same(a.question, b.question) && same(a.task, b.task))
    }
}

/// How two models compare by score and cost.
#[derive(Clone, Copy, Debug)]
pub(in crate::cost) struct CostDifference {
    pub(in crate::cost) ratio: Quotient,
    pub(in crate::cost) better: f64,
    pub(in crate::cost) cheaper: f64,
    pub(in crate::cost) dominates: f64,
    pub(in crate::cost) dominated: f64,
    /// σ of the difference of the scores.
    pub(in crate::cost) error: f64,
}

/// The errors of the differences in score and in ln cost, and their correlation.
struct DifferenceErrors {
    score: f64,
    cost: f64,
    correlation: f64,
    /// ρ of the two costs.
    of_costs: f64,
}

impl CostDifference {
    /// The difference of two models with the same questions.
    ///
    /// # Errors
    /// A question has no cluster, but clusters are wanted.
    pub(in crate::cost) fn of(
        a: &CostModel<'_, '_>,
        b: &CostModel<'_, '_>,
        about: CostTarget,
    ) -> Result<Self> {
        let errors =
            if about.is_of_sample() { of_questions(a, b, about)? } else { of_trials(a, b) };
        let z = |gap: f64, error: f64| if gap == 0.0 { 0.0 } else { gap / error };
        let gap = a.score.score - b.score.score;
        let dearer = ln(b.figures.cost.mean) - ln(a.figures.cost.mean);
        // Two models without any cost cost the same.
        let dearer = if dearer.is_nan() { 0.0 } else { dearer };
        let (score, cost) = (z(gap, errors.score), z(dearer, errors.cost));
        let (better, cheaper) = (probability(score), probability(cost));
        // Of what is surely equal, the other figure alone decides.
        let equal = |gap: f64, error: f64| gap == 0.0 && (error == 0.0 || error.is_nan());
        let (dominates, dominated) = match (equal(gap, errors.score), equal(dearer, errors.cost)) {
            (true, true) => (0.0, 0.0),
            (true, false) => (cheaper, probability(-cost)),
            (false, true) => (better, probability(-score)),
            (false, false) => (
                both_below(score, cost, errors.correlation),
                both_below(-score, -cost, errors.correlation),
            ),
        };
        let ratio = quotient(a.figures.cost, b.figures.cost, errors.of_costs);
        Ok(Self { ratio, better, cheaper, dominates, dominated, error: errors.score })
    }
}

fn of_trials(a: &CostModel<'_, '_>, b: &CostModel<'_, '_>) -> DifferenceErrors {
    let score = hypot(a.score.sigma, b.score.sigma);
    let cost = hypot(a.relative(), b.relative());
    let product =
        |one: &CostModel<'_, '_>| one.figures.correlation * one.score.sigma * one.relative();
    let scale = score * cost;
    let correlation = if scale > 0.0 { -(product(a) + product(b)) / scale } else { 0.0 };
    DifferenceErrors { score, cost, correlation: correlation.clamp(-1.0, 1.0), of_costs: 0.0 }
}

/// A part of a cluster in the errors of both differences and of both costs.
#[derive(Clone, Copy, Default)]
struct ClusterPart {
    score: f64,
    cost: f64,
    own: f64,
    base: f64,
}

fn of_questions(
    a: &CostModel<'_, '_>,
    b: &CostModel<'_, '_>,
    about: CostTarget,
) -> Result<DifferenceErrors> {
    let all: f64 = a.questions.iter().map(|one| one.weight).sum();
    let cost = |one: &CostQuestion<'_>| one.powers.mean(one.trials, 0).value();
    let over = |value: f64, mean: f64| if mean > 0.0 { value / mean } else { 0.0 };
    let (own_mean, base_mean) = (a.figures.cost.mean, b.figures.cost.mean);
    let gap = |one: &CostQuestion<'_>, other: &CostQuestion<'_>| one.success() - other.success();
    let pairs = || a.questions.iter().zip(&b.questions);
    let middle = pairs().map(|(one, other)| one.weight * gap(one, other)).sum::<f64>() / all;
    let mut clusters = std::collections::BTreeMap::<(&str, usize), ClusterPart>::new();
    for (place, (one, other)) in pairs().enumerate() {
        let key = match about.clusters {
            Some(clusters) => (cluster_of(clusters, one)?, 0),
            None => ("", place),
        };
        let part = clusters.entry(key).or_default();
        let share = one.weight / all;
        part.score += share * (gap(one, other) - middle);
        part.cost += share * (over(cost(one), own_mean) - over(cost(other), base_mean));
        part.own += share * (cost(one) - own_mean);
        part.base += share * (cost(other) - base_mean);
    }
    let sum = |of: fn(&ClusterPart) -> f64| clusters.values().map(of).sum::<f64>();
    let units = clusters.len() as f64;
    let factor = units / (units - 1.0);
    // Differences that are all equal are not certain: one more question has the opposite one.
    let least = pairs().map(|(one, other)| one.trials.min(other.trials)).min().unwrap_or(1) as f64;
    let more = if about.clusters.is_none() { 1.0 / (least * least * units * units) } else { 0.0 };
    let score = (factor * (sum(|one| one.score * one.score) + more)).sqrt();
    let cost = (factor * sum(|one| one.cost * one.cost)).sqrt();
    let product = factor * sum(|one| one.score * one.cost);
    let scale = score * cost;
    let along = sum(|one| one.own * one.base);
    let squares = sum(|one| one.own * one.own).sqrt() * sum(|one| one.base * one.base).sqrt();
    Ok(DifferenceErrors {
        score,
        cost,
        correlation: if scale > 0.0 { (-product / scale).clamp(-1.0, 1.0) } else { 0.0 },
        of_costs: if squares > 0.0 { (along / squares).clamp(-1.0, 1.0) } else { 0.0 },
    })
}
