//! The score of one model by the trusted grader, with its variance and interval.
//!
//! ```text
//! W_k = Σ ω      A_k = Σ ω, μ_k = Σ ω y / A_k, n_k = A_k² / Σ ω² over labelled trials
//! score = Σ W_k μ_k
//! h_k = n_k / (deff φ_k)    m_k = (μ_k h_k + ½) / (h_k + 1)    v_k = m_k (1 − m_k) / (h_k + 1)
//! V = Σ W_k² v_k + τ (V_judge + X)
//! ```
//!
//! m_k keeps the interval open when all labels agree with the judge. deff widens it where labels share
//! questions. X is there because errors on hard questions move shares and labels together.

pub(crate) use super::cells::dot;
use super::spread::{LabelSpread, OutcomeLabels};
use super::trials::{JudgedTrials, OutcomeCell};
use crate::counts::place::Place;
use crate::error::Result;
use crate::metric::effective::effective_of_units;
use crate::metric::estimand::Estimand;
use crate::metric::hierarchical::sampled;
use crate::metric::weights::Weights;
use crate::numeric::beta::quantile;
use crate::numeric::double::Double;
use crate::numeric::normal::central_quantile;
use crate::numeric::student::Distribution;
use crate::posterior::error::PosteriorError;
use crate::posterior::interval::Estimate;
use crate::posterior::shape::Shape;
use crate::posterior::target::{Clusters, Target};

/// The variance of a share of which nothing is known: uniform on 0 to 1.
const UNKNOWN: f64 = 1.0 / 12.0;

/// What judged scores are about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JudgedTarget {
    pub(crate) target: Target,
    pub(crate) clusters: Option<Clusters>,
    pub(crate) confidence: f64,
}

/// What one model's labels tell of the judge's outcomes.
#[derive(Clone, Debug)]
pub(crate) struct JudgedFigures {
    /// Σ W μ.
    pub(crate) score: f64,
    /// The mean of the interval's distribution.
    pub(crate) centre: f64,
    /// W of each outcome.
    pub(crate) shares: Vec<f64>,
    /// As many trials of equal weight.
    pub(crate) trials: f64,
    /// The labels of each outcome.
    pub(crate) labelled: Vec<u64>,
    /// μ of each outcome: ½ without labels.
    pub(crate) rates: Vec<f64>,
    /// m of each outcome.
    pub(crate) posterior: Vec<f64>,
    /// v of each outcome.
    pub(crate) variances: Vec<f64>,
    /// h of each outcome: what its labels are worth.
    pub(crate) worths: Vec<f64>,
    /// What a further label of each outcome is worth, as a plan takes it.
    pub(crate) units: Vec<f64>,
    /// Σ W² v, or 0 where every trial has a label.
    pub(crate) label_variance: f64,
    /// V of the judge's average.
    pub(crate) judge_variance: f64,
    /// X.
    pub(crate) cross: f64,
    /// τ.
    pub(crate) inflation: f64,
    /// How much wider the labels make the interval because they share questions.
    pub(crate) design_effect: f64,
    /// The interval of a model of which every trial has a label.
    pub(crate) ends: Option<(f64, f64)>,
    /// Whether the figures are about questions like these.
    pub(crate) of_sample: bool,
    /// ψ of each cluster: how far its labels pull the score.
    pub(crate) pulls: Vec<f64>,
    /// a of each cluster: how far its trials are from the average, by the judge.
    pub(crate) distances: Vec<f64>,
    /// OutcomeLabels of each cluster.
    pub(crate) labels_of_clusters: Vec<f64>,
    /// OutcomeLabels that chance would have given each cluster.
    pub(crate) expected_of_clusters: Vec<f64>,
}

impl JudgedFigures {
    /// The figures of a model.
    ///
    /// # Errors
    /// Questions like these are wanted, and there is one question or cluster.
    pub(crate) fn of(trials: &JudgedTrials, values: &[f64], about: JudgedTarget) -> Result<Self> {
        let labels = OutcomeLabels::of(trials);
        let of_sample = about.is_of_sample(trials);
        let spread = LabelSpread::of(trials, &labels, of_sample);
        let told = OutcomePosterior::of(&labels, spread.effect);
        if trials.is_complete() {
            return Self::complete(trials, values, about, (labels, told));
        }
        let OutcomePosterior { worths, means: posterior, variances } = told;
        let unit = |narrowness: &f64| {
            if trials.strata.is_pooled() { 1.0 / (spread.effect * narrowness) } else { 1.0 }
        };
        let further = labels.narrowness.iter().map(unit).collect();
        let score = dot(&labels.shares, &labels.rates);
        let mean = dot(&labels.shares, &posterior);
        let outcomes = labels.shares.iter().filter(|share| **share > 0.0).count().max(1);
        let squares = labels.shares.iter().zip(&variances).map(|(share, v)| share * share * v);
        // What each outcome is worth: m of its stratum, and what is predicted beyond.
        let values = trials.strata.of.iter().zip(&trials.strata.bends);
        let values: Vec<f64> = values
            .map(|(stratum, bend)| posterior.get(*stratum).copied().unwrap_or(0.5) + bend)
            .collect();
        let distances = distances(trials, &values, mean);
        let (judge_variance, inflation) = said_variance(trials, &values, &distances, about)?;
        let cross = if of_sample { (2.0 * dot(&distances, &spread.pulls)).max(0.0) } else { 0.0 };
        Ok(Self {
            score,
            centre: score + (mean - score) / outcomes as f64,
            label_variance: squares.sum(),
            judge_variance,
            cross,
            inflation,
            design_effect: spread.effect,
            of_sample,
            ends: None,
            trials: trials.as_equal(),
            shares: labels.shares,
            labelled: labels.labelled,
            rates: labels.rates,
            posterior,
            variances,
            worths,
            units: further,
            pulls: spread.pulls,
            distances,
            labels_of_clusters: spread.labels,
            expected_of_clusters: spread.expected,
        })
    }

    /// The figures of a model of which every trial has a label: the plain average of the labels. What they
    /// tell of the judge stays as it is of other models.
    fn complete(
        trials: &JudgedTrials,
        values: &[f64],
        about: JudgedTarget,
        (labels, told): (OutcomeLabels, OutcomePosterior),
    ) -> Result<Self> {
        let states = trials.label_states();
        let of_sample = about.target == Target::QuestionsLikeThese || trials.are_single();
        let score = dot(&labels.shares, &labels.rates);
        let distances = trials.by_cluster(|question, share| {
            let distance = |(count, y): (&u64, &f64)| *count as f64 * (y - score);
            share * question.by_label.iter().zip(values).map(distance).sum::<f64>()
        });
        let average = Estimand::Avg(Weights::new(values)?);
        let estimate = if trials.clustered {
            let units = distances.len();
            let trials = effective_of_units(&average, &states, units as u64);
            let shape = trials.filter(|_| units > 1).map(Shape::Trials);
            let shape = shape.ok_or(PosteriorError::OneQuestion)?;
            let units = units as f64;
            let variance = units / (units - 1.0) * dot(&distances, &distances);
            Estimate::new(Double::from(score), Double::from(variance.sqrt()))?.shaped(shape)
        } else {
            sampled(&average, &states, about.target, Place::Row)?
        };
        let ends = estimate.interval(about.confidence, Some((0.0, 1.0)))?;
        let none = vec![0.0; distances.len()];
        Ok(Self {
            score,
            centre: score,
            posterior: told.means,
            variances: told.variances,
            units: vec![1.0; labels.shares.len()],
            worths: told.worths,
            label_variance: 0.0,
            judge_variance: estimate.sigma() * estimate.sigma(),
            cross: 0.0,
            inflation: 1.0,
            design_effect: 1.0,
            of_sample: of_sample || trials.clustered,
            ends: Some((ends.lo, ends.hi)),
            pulls: none.clone(),
            labels_of_clusters: none.clone(),
            expected_of_clusters: none,
            trials: trials.as_equal(),
            shares: labels.shares,
            labelled: labels.labelled,
            rates: labels.rates,
            distances,
        })
    }

    /// V, the variance of the score.
    pub(crate) fn variance(&self) -> f64 {
        self.label_variance + self.inflation * (self.judge_variance + self.cross)
    }

    /// Whether every trial has a label, so that the score is their average.
    pub(crate) fn is_complete(&self) -> bool {
        self.ends.is_some() && self.labels() > 0
    }

    /// Σ W m.
    pub(crate) fn mean(&self) -> f64 {
        dot(&self.shares, &self.posterior)
    }

    /// How many labels would say as much without the judge.
    pub(crate) fn worth(&self) -> f64 {
        if self.is_complete() {
            return self.labels() as f64;
        }
        let mean = self.mean();
        mean * (1.0 - mean) / self.label_variance - 1.0
    }

    /// All labels.
    pub(crate) fn labels(&self) -> u64 {
        self.labelled.iter().sum()
    }

    /// The interval of the score.
    pub(crate) fn interval(&self, confidence: f64) -> Result<(f64, f64)> {
        if let Some(ends) = self.ends {
            return Ok(ends);
        }
        let (lo, hi) = matched(self.centre, self.variance(), confidence)?;
        Ok((lo.min(self.score), hi.max(self.score)))
    }
}

impl JudgedTarget {
    /// Whether figures are about questions like these: so they are of single trials, too.
    pub(crate) fn is_of_sample(self, trials: &JudgedTrials) -> bool {
        self.target == Target::QuestionsLikeThese || trials.clustered || trials.are_single()
    }
}

/// V of the judge's average, where each outcome is worth a value, and τ.
///
/// # Errors
/// Questions like these are wanted, and there is one question or cluster.
pub(crate) fn said_variance(
    trials: &JudgedTrials,
    values: &[f64],
    distances: &[f64],
    about: JudgedTarget,
) -> Result<(f64, f64)> {
    if !about.is_of_sample(trials) {
        let of_levels = trials.strata.is_pooled().then(|| level_variance(trials, values)).flatten();
        let known = of_levels.map_or_else(|| judge_variance(trials, values, about.target), Ok)?;
        return Ok((known, 1.0));
    }
    let units = if trials.clustered { trials.clusters } else { trials.questions.len() };
    if units < 2 {
        return Err(PosteriorError::OneQuestion.into());
    }
    let units = units as f64;
    let variance = if trials.clustered || trials.strata.is_pooled() {
        units / (units - 1.0) * dot(distances, distances)
    } else {
        judge_variance(trials, values, Target::QuestionsLikeThese)?
    };
    Ok((variance, ratio(units, about.confidence)?))
}

/// τ: the square of t over z, by the units of a sample.
pub(crate) fn ratio(units: f64, confidence: f64) -> Result<f64> {
    let normal = central_quantile(confidence)?.value();
    let student = Distribution::Student(units - 1.0).central_quantile(confidence)?.value();
    Ok(student / normal * (student / normal))
}

/// The central quantiles of the Beta distribution with a mean and a variance. Where there is none, the
/// whole range is possible.
pub(crate) fn matched(mean: f64, variance: f64, confidence: f64) -> Result<(f64, f64)> {
    let size = mean * (1.0 - mean) / variance - 1.0;
    let (a, b) = (mean * size, (1.0 - mean) * size);
    if !(a > 0.0 && b > 0.0) {
        return Ok((0.0, 1.0));
    }
    let tail = 0.5 * (1.0 - confidence);
    // From the upper end, so that a bound next to 1 keeps its digits.
    Ok((quantile(tail, a, b)?, 1.0 - quantile(tail, b, a)?))
}

/// How far the trials of each cluster are from the average, where each outcome is worth a value.
pub(crate) fn distances(trials: &JudgedTrials, values: &[f64], mean: f64) -> Vec<f64> {
    trials.by_cluster(|question, share| {
        let cells = question.cells.iter().zip(values);
        share * cells.map(|(cell, value)| cell.trials as f64 * (value - mean)).sum::<f64>()
    })
}

/// The variance of the average of the judge's outcomes, of which each is worth m.
fn judge_variance(trials: &JudgedTrials, worth: &[f64], target: Target) -> Result<f64> {
    let states = trials.states();
    let own: Vec<f64> = trials.occurring().filter_map(|k| worth.get(k).copied()).collect();
    // A judge that says one thing tells nothing.
    if own.windows(2).all(|two| two.first() == two.last()) {
        return Ok(0.0);
    }
    let sigma = sampled(&Estimand::Avg(Weights::new(&own)?), &states, target, Place::Row)?.sigma();
    Ok(sigma * sigma)
}

/// The same of levels, which are values in an order: Σ w² s² / N with the variance s² of the trials of a
/// question, pooled over questions. `None` where all trials are single.
fn level_variance(trials: &JudgedTrials, values: &[f64]) -> Option<f64> {
    let (mut squares, mut degrees, mut weights) = (0.0, 0.0, 0.0);
    for (question, share) in trials.each() {
        let count = question.trials() as f64;
        let cells = || question.cells.iter().zip(values);
        let mean = cells().map(|(cell, v)| cell.trials as f64 * v).sum::<f64>() / count;
        let square = |(cell, v): (&OutcomeCell, &f64)| cell.trials as f64 * (v - mean) * (v - mean);
        squares += cells().map(square).sum::<f64>();
        degrees += count - 1.0;
        weights += share * share * count;
    }
    (degrees > 0.0).then(|| squares / degrees * weights)
}

/// What is known of the labels of each outcome.
struct OutcomePosterior {
    /// h.
    worths: Vec<f64>,
    /// m.
    means: Vec<f64>,
    /// v.
    variances: Vec<f64>,
}

impl OutcomePosterior {
    fn of(labels: &OutcomeLabels, effect: f64) -> Self {
        let worth = |(informed, narrowness): (&f64, &f64)| informed / (effect * narrowness);
        let worths: Vec<f64> = labels.informed.iter().zip(&labels.narrowness).map(worth).collect();
        let mean = |(rate, h): (&f64, &f64)| (rate * h + 0.5) / (h + 1.0);
        let means: Vec<f64> = labels.rates.iter().zip(&worths).map(mean).collect();
        let variance = |(m, h): (&f64, &f64)| {
            if *h == 0.0 { UNKNOWN } else { m * (1.0 - m) / (h + 1.0) }
        };
        let variances = means.iter().zip(&worths).map(variance).collect();
        Self { worths, means, variances }
    }
}
