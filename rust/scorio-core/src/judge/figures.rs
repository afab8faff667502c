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

use crate::counts::place::Place;
use crate::error::Result;
use crate::judge::trials::{JudgedAnswers, JudgedTrials};
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
    ends: Option<(f64, f64)>,
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
        let JudgedTarget { target, confidence, .. } = about;
        let of_sample =
            target == Target::QuestionsLikeThese || trials.clustered || trials.are_single();
        let labels = OutcomeLabels::of(trials);
        let spread = LabelSpread::of(trials, &labels, of_sample);
        let told = OutcomePosterior::of(&labels, spread.effect);
        if trials.is_complete() {
            return Self::complete(trials, values, about, (labels, told));
        }
        let OutcomePosterior { worths, means: posterior, variances } = told;
        let score = dot(&labels.shares, &labels.rates);
        let mean = dot(&labels.shares, &posterior);
        let outcomes = labels.shares.iter().filter(|share| **share > 0.0).count().max(1);
        let squares = labels.shares.iter().zip(&variances).map(|(share, v)| share * share * v);
        let distances = trials.by_cluster(|question, share| {
            let distance =
                |(cell, m): (&super::trials::OutcomeCell, &f64)| cell.trials as f64 * (m - mean);
            share * question.cells.iter().zip(&posterior).map(distance).sum::<f64>()
        });
        let units = if trials.clustered { trials.clusters } else { trials.questions.len() };
        if of_sample && units < 2 {
            return Err(PosteriorError::OneQuestion.into());
        }
        let judge_variance = if trials.clustered {
            let units = units as f64;
            units / (units - 1.0) * dot(&distances, &distances)
        } else {
            let target = if of_sample { Target::QuestionsLikeThese } else { target };
            judge_variance(trials, &posterior, target)?
        };
        let (cross, inflation) = if of_sample {
            let cross = 2.0 * dot(&distances, &spread.pulls);
            (cross.max(0.0), ratio(units as f64, confidence)?)
        } else {
            (0.0, 1.0)
        };
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
        self.ends.is_some()
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

/// τ: the square of t over z, by the units of a sample.
fn ratio(units: f64, confidence: f64) -> Result<f64> {
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

/// Σ x y.
pub(crate) fn dot(first: &[f64], second: &[f64]) -> f64 {
    first.iter().zip(second).map(|(x, y)| x * y).sum()
}

/// What the labels of each outcome tell by themselves.
struct OutcomeLabels {
    shares: Vec<f64>,
    labelled: Vec<u64>,
    rates: Vec<f64>,
    /// n, as many labels of equal weight.
    informed: Vec<f64>,
    /// A, the weight of labelled trials.
    weights: Vec<f64>,
    /// φ: how much narrower labels scatter than those that are 0 or 1.
    narrowness: Vec<f64>,
}

impl OutcomeLabels {
    fn of(trials: &JudgedTrials) -> Self {
        let shares = trials.weighted(|cell| cell.trials as f64);
        let weights = trials.weighted(|cell| cell.labels as f64);
        let sums = trials.weighted(|cell| cell.sum);
        let squares = trials.weighted(|cell| cell.squares);
        let labelled = trials.totals(|cell| cell.labels);
        let mut own = vec![0.0; shares.len()];
        for (question, share) in trials.each() {
            for (own, cell) in own.iter_mut().zip(&question.cells) {
                *own += share * share * cell.labels as f64;
            }
        }
        let over = |sum: f64, weight: f64, otherwise: f64| {
            if weight > 0.0 { sum / weight } else { otherwise }
        };
        let rates: Vec<f64> =
            sums.iter().zip(&weights).map(|(sum, weight)| over(*sum, *weight, 0.5)).collect();
        let informed: Vec<f64> = weights
            .iter()
            .zip(&own)
            .map(|(weight, own)| over(weight * weight, *own, 0.0))
            .collect();
        let narrow = |k: usize| {
            let get = |values: &[f64]| values.get(k).copied().unwrap_or(0.0);
            let (rate, weight, n) = (get(&rates), get(&weights), get(&informed));
            let free = rate * (1.0 - rate);
            if trials.binary || weight == 0.0 || free <= 0.0 {
                return 1.0;
            }
            let scatter = (get(&squares) / weight - rate * rate).max(0.0);
            ((n * scatter / free + 1.0) / (n + 1.0)).min(1.0)
        };
        let narrowness = (0..shares.len()).map(narrow).collect();
        Self { shares, labelled, rates, informed, weights, narrowness }
    }
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

/// How the labels spread over clusters of questions.
struct LabelSpread {
    /// deff.
    effect: f64,
    pulls: Vec<f64>,
    labels: Vec<f64>,
    expected: Vec<f64>,
}

impl LabelSpread {
    fn of(trials: &JudgedTrials, found: &OutcomeLabels, of_sample: bool) -> Self {
        let scale: Vec<f64> = found
            .shares
            .iter()
            .zip(&found.weights)
            .map(|(share, weight)| if *weight > 0.0 { share / weight } else { 0.0 })
            .collect();
        let rates = &found.rates;
        let pull = |question: &JudgedAnswers, share: f64| {
            let cells = question.cells.iter().zip(rates).zip(&scale);
            cells
                .map(|((cell, rate), scale)| scale * share * (cell.sum - rate * cell.labels as f64))
                .sum()
        };
        let pulls = trials.by_cluster(pull);
        let totals = trials.totals(|cell| cell.trials);
        let chances: Vec<f64> = found
            .labelled
            .iter()
            .zip(&totals)
            .map(|(labels, trials)| if *trials > 0 { *labels as f64 / *trials as f64 } else { 0.0 })
            .collect();
        let labels = trials
            .by_cluster(|question, _| question.cells.iter().map(|cell| cell.labels as f64).sum());
        let expected = trials.by_cluster(|question, _| {
            question.cells.iter().zip(&chances).map(|(cell, f)| cell.trials as f64 * f).sum()
        });
        let all: f64 = labels.iter().sum();
        let alone = found.labelled.iter().zip(&chances).map(|(labels, f)| *labels as f64 * f);
        let beside = dot(&labels, &labels) / all - 1.0;
        let by_chance = (dot(&labels, &expected) - alone.sum::<f64>()) / all;
        let shared = match (beside > 0.0, of_sample) {
            (false, _) => 0.0,
            (true, true) => 1.0,
            (true, false) => (1.0 - by_chance / beside).max(0.0),
        };
        let mut alone = 0.0;
        for (question, share) in trials.each() {
            for ((cell, rate), scale) in question.cells.iter().zip(rates).zip(&scale) {
                let unit = scale * share;
                let squares =
                    cell.squares - 2.0 * rate * cell.sum + rate * rate * cell.labels as f64;
                alone += unit * unit * squares;
            }
        }
        let open = found.shares.iter().zip(&found.informed).filter(|(_, n)| **n > 0.0);
        let open: Vec<f64> = open.map(|(share, n)| share * share / (4.0 * n * n)).collect();
        let least = open.iter().sum::<f64>() / open.len().max(1) as f64;
        let together = dot(&pulls, &pulls);
        let grown = alone + shared * (together - alone) + least * (1.0 + shared * beside);
        let effect = if alone + least > 0.0 { (grown / (alone + least)).max(1.0) } else { 1.0 };
        Self { effect, pulls, labels, expected }
    }
}
