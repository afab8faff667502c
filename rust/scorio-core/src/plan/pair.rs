//! What is known of a model, and of two models, before further trials.
//!
//! Question i has N trials, of which one has the variance v = E[p(1 − p) | trials]. For success
//! probabilities it is p(1 − p), and for weights w of several categories Σ p w² − (Σ p w)². The
//! hierarchical posterior of a leaderboard tells it. On average, more trials leave it as it is. So the
//! mean of M questions has after n more trials of each
//!
//! ```text
//! σ²(n) = Σ v / (N + n) / M²
//! ```
//!
//! Today it is the σ² of the leaderboard. Two models have the sum of theirs.

use ndarray::ArrayViewD;

use crate::check::{self, CheckError};
use crate::counts::error::CountsError;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::weights::{Centred, Weights};
use crate::numeric::sorting::sort_by;
use crate::posterior::hierarchical::hierarchy::Hierarchy;
use crate::simulate::models::check_shares;

/// The most trials of a question that a plan considers.
pub const MOST_TRIALS: u64 = 1_000_000_000;

/// Means closer than this, relative to the largest centred weight, are equal. Rounding leaves such
/// gaps between sums that should be equal.
const EQUAL: f64 = 1e-12;

/// What is known of a model before its trials.
///
/// It is the category probabilities of its questions, or the trials of a pilot.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    pub(crate) categories: usize,
    pub(super) knowledge: Knowledge,
}

/// What is known of a model.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Knowledge {
    /// The category probabilities of each question, row by row. Their order tells nothing, so it is
    /// ascending.
    Assumed(Vec<f64>),
    /// The trials of a pilot, and what they tell of mean and spread of its questions.
    Pilot(States, Hierarchy),
}

impl Side {
    /// The trials of a pilot.
    ///
    /// # Errors
    /// - There is no question, or a question without a trial.
    /// - Questions have weights.
    /// - The posterior is not representable.
    pub fn pilot(states: &States) -> Result<Self> {
        states.require_trials()?;
        if states.are_weighted() {
            return Err(CountsError::Weighted.into());
        }
        let knowledge = Knowledge::Pilot(states.clone(), Hierarchy::fit(states)?);
        Ok(Self { categories: states.categories(), knowledge })
    }

    /// Assumed probabilities of success for each question.
    ///
    /// With `categorical`, a last axis holds the probability of each category.
    ///
    /// # Errors
    /// - There is no question.
    /// - A probability is outside [0, 1].
    /// - Category probabilities do not add up to 1.
    pub fn assumed(p: &ArrayViewD<'_, f64>, categorical: bool) -> Result<Self> {
        if p.is_empty() {
            return Err(CheckError::Empty { matrix: "p", rows: p.len(), columns: 1 }.into());
        }
        let (categories, rows): (_, Vec<f64>) = if categorical {
            (check_shares("p", p)?, p.iter().copied().collect())
        } else {
            for (index, &value) in p.iter().enumerate() {
                check::share("p", &[index], value)?;
            }
            (2, p.iter().flat_map(|&p| [1.0 - p, p]).collect())
        };
        let mut sorted: Vec<&[f64]> = rows.chunks_exact(categories).collect();
        sort_by(&mut sorted, |one, other| {
            let mut each = one.iter().zip(*other).map(|(a, b)| a.total_cmp(b));
            each.find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        });
        Ok(Self { categories, knowledge: Knowledge::Assumed(sorted.concat()) })
    }

    /// Whether the probabilities are assumed.
    pub(super) fn is_known(&self) -> bool {
        matches!(self.knowledge, Knowledge::Assumed(_))
    }

    /// What the trials, or the assumed probabilities, tell of a score with these centred weights.
    pub(super) fn told(&self, weights: &[f64]) -> TrialVariances {
        match &self.knowledge {
            Knowledge::Assumed(rows) => assumed(rows, weights),
            Knowledge::Pilot(states, hierarchy) => piloted(states, hierarchy, weights),
        }
    }
}

/// What is told of a model's score, in the units of the weights.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TrialVariances {
    /// The mean score.
    pub(super) mean: f64,
    /// Its posterior mean, which no outcomes bring to an end of the range.
    pub(super) centre: f64,
    /// M, the number of questions.
    pub(super) questions: f64,
    /// Whether each question has one trial. Then the variances are upper bounds.
    pub(super) single: bool,
    pub(super) parts: Vec<EqualTrials>,
}

/// Questions with as many trials, and the variance of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EqualTrials {
    /// The variance of one trial.
    pub(super) variance: f64,
    /// The trials of each question so far.
    pub(super) trials: u64,
    /// How many questions there are.
    pub(super) questions: f64,
}

impl TrialVariances {
    /// Of one question with so many trials.
    #[cfg(test)]
    pub(crate) fn of_one(trials: u64, variance: f64) -> Self {
        let parts = vec![EqualTrials { variance, trials, questions: 1.0 }];
        Self { mean: 0.5, centre: 0.5, questions: 1.0, single: false, parts }
    }

    /// σ² of the score after more trials of each question.
    pub(crate) fn variance(&self, more: u64) -> f64 {
        let part = |one: &EqualTrials| one.questions * one.variance / (one.trials + more) as f64;
        self.parts.iter().map(part).sum::<f64>() / (self.questions * self.questions)
    }

    /// The same without the trials so far.
    pub(super) fn alone(&self) -> Self {
        let parts = self.parts.iter().map(|one| EqualTrials { trials: 0, ..*one }).collect();
        Self { parts, ..self.clone() }
    }
}

/// Mean and variance of a trial's score.
fn moments(p: impl Iterator<Item = f64> + Clone, weights: &[f64]) -> (f64, f64) {
    let part = || p.clone().zip(weights);
    let mean: f64 = part().map(|(p, w)| p * w).sum();
    (mean, part().map(|(p, w)| p * (w - mean) * (w - mean)).sum())
}

fn assumed(rows: &[f64], weights: &[f64]) -> TrialVariances {
    let each = || rows.chunks_exact(weights.len()).map(|p| moments(p.iter().copied(), weights));
    let questions = (rows.len() / weights.len().max(1)) as f64;
    let mean = each().map(|(mean, _)| mean).sum::<f64>() / questions;
    let variance = each().map(|(_, variance)| variance).sum::<f64>() / questions;
    let parts = vec![EqualTrials { variance, trials: 0, questions }];
    TrialVariances { mean, centre: mean, questions, single: false, parts }
}

fn piloted(states: &States, hierarchy: &Hierarchy, weights: &[f64]) -> TrialVariances {
    let questions = states.questions() as f64;
    let shares = |counts: &[u64]| {
        let all = counts.iter().sum::<u64>() as f64;
        counts.iter().map(move |&n| n as f64 / all).collect::<Vec<_>>()
    };
    let mean = states.iter().map(|state| {
        state.multiplicity as f64 * moments(shares(state.counts).into_iter(), weights).0
    });
    let mean = mean.sum::<f64>() / questions;
    let centre = states
        .iter()
        .map(|state| state.multiplicity as f64 * hierarchy.question(state.counts, weights).mean);
    let centre = centre.sum::<f64>() / questions;
    let single = states.iter().all(|state| state.trials() == 1);
    let parts = if single {
        vec![EqualTrials { variance: between(states, weights), trials: 1, questions }]
    } else {
        let part = |state: crate::counts::states::State<'_>| EqualTrials {
            variance: hierarchy.question(state.counts, weights).trial,
            trials: state.trials(),
            questions: state.multiplicity as f64,
        };
        states.iter().map(part).collect()
    };
    TrialVariances { mean, centre, questions, single, parts }
}

/// The variance of all single trials together. That of a trial of one question is at most this.
///
/// Where all outcomes are equal, half a trial of each category is added.
fn between(states: &States, weights: &[f64]) -> f64 {
    let pooled = |extra: f64| {
        let mut totals = vec![extra; weights.len()];
        for state in states.iter() {
            for (total, &n) in totals.iter_mut().zip(state.counts) {
                *total += n as f64 * state.multiplicity as f64;
            }
        }
        let all: f64 = totals.iter().sum();
        moments(totals.iter().map(|n| n / all), weights).1
    };
    let plain = pooled(0.0);
    if plain > 0.0 { plain } else { pooled(0.5) }
}

/// Two models to compare by a weighted score.
pub struct Pair<'a> {
    /// The first model.
    pub a: &'a Side,
    /// The second model.
    pub b: &'a Side,
    pub(crate) weights: Centred,
    pub(super) told: [TrialVariances; 2],
}

impl<'a> Pair<'a> {
    /// Two sides with the same categories.
    ///
    /// # Errors
    /// The sides and the weights differ in their number of categories.
    pub fn new(a: &'a Side, b: &'a Side, weights: &Weights) -> Result<Self> {
        weights.require(a.categories)?;
        weights.require(b.categories)?;
        let weights = weights.centred();
        let told = [a, b].map(|side| side.told(&weights.values));
        Ok(Self { a, b, weights, told })
    }

    /// Difference of the scores, a − b. It is 0 if only rounding makes a difference.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.weights.unscale(self.gap())
    }

    /// Whether both models are known and their scores are equal.
    pub(crate) fn are_equal(&self) -> bool {
        self.are_known() && self.gap() == 0.0
    }

    /// Whether the probabilities of both models are assumed.
    pub(super) fn are_known(&self) -> bool {
        self.a.is_known() && self.b.is_known()
    }

    /// The difference on the scale of the centred weights.
    pub(crate) fn gap(&self) -> f64 {
        let [own, base] = &self.told;
        sign_of(own.mean - base.mean).1
    }

    /// Whether single trials tell no more than an upper bound of σ.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        self.told.iter().any(|one| one.single)
    }

    /// σ of the difference after new trials alone, on the scale of the centred weights.
    ///
    /// Where all outcomes are certain, one trial is taken to have the opposite outcome.
    pub(super) fn new_sigma(&self, trials: u64) -> f64 {
        let n = trials as f64;
        let variance: f64 = self.told.iter().map(|one| one.alone().variance(trials)).sum();
        if variance > 0.0 {
            return variance.sqrt();
        }
        let questions = self.told.iter().map(|one| one.questions).fold(f64::INFINITY, f64::min);
        let (low, high) = ends(&self.weights.values);
        (high - low) / (n * questions)
    }
}

/// The smallest and the largest of some weights.
pub(super) fn ends(weights: &[f64]) -> (f64, f64) {
    weights.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &weight| {
        (low.min(weight), high.max(weight))
    })
}

/// A number of trials that is enough, while one trial less is not.
///
/// If all larger numbers are enough too, it is the smallest.
pub(crate) fn fewest(
    most: u64,
    mut enough: impl FnMut(u64) -> Result<bool>,
) -> Result<Option<u64>> {
    let (mut short, mut long) = (0, 1);
    while !enough(long)? {
        if long == most {
            return Ok(None);
        }
        (short, long) = (long, long.saturating_mul(2).min(most));
    }
    while long - short > 1 {
        let middle = short + (long - short) / 2;
        if enough(middle)? {
            long = middle;
        } else {
            short = middle;
        }
    }
    Ok(Some(long))
}

/// The fewest trials that are enough, which may be none.
pub(super) fn fewest_or_none(mut enough: impl FnMut(u64) -> Result<bool>) -> Result<Option<u64>> {
    if enough(0)? { Ok(Some(0)) } else { fewest(MOST_TRIALS, enough) }
}

/// The sign of a difference of means, and the difference. Both are 0 for a rounding error.
pub(crate) fn sign_of(gap: f64) -> (i8, f64) {
    if gap.abs() <= EQUAL {
        (0, 0.0)
    } else if gap > 0.0 {
        (1, gap)
    } else {
        (-1, gap)
    }
}
