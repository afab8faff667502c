//! What the questions of one model say: its score, σ, and the score of each question.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::estimates::Estimates;
use super::question_score::{KeyedScore, QuestionScore, sort};
use super::request::ScoreRequest;
use super::score::Score;
use crate::compare::decision::difference::{Term, of_sample};
use crate::compare::error::CompareError;
use crate::compare::table::board::label;
use crate::counts::place::Place;
use crate::counts::pool::states;
use crate::counts::question::Question;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::effective::effective_of_units;
use crate::metric::error::MetricError;
use crate::metric::estimand::Estimand;
use crate::metric::mean::avg;
use crate::metric::metric::Metric;
use crate::numeric::double::Double;
use crate::posterior::interval::Estimate;
use crate::posterior::prior::{Prior, PriorChoice};
use crate::posterior::shape::{Matched, Shape};

/// One line of a table.
pub(super) type Line<'a> = (Score, Belief<'a>);

/// A model's score, and the scores of its questions.
#[derive(Clone, Debug)]
pub(super) struct Belief<'a> {
    pub(super) estimate: Estimate,
    /// The plain standard error of the mean over questions.
    pub(super) sem: Option<f64>,
    /// The plain average, if a known prior moves the score from it.
    pub(super) average: Option<f64>,
    /// Degrees of freedom of σ, if it is that of trials of numeric scores.
    pub(super) degrees: Option<f64>,
    /// σ is that of questions like these, because the trials do not tell another.
    pub(super) sampled: bool,
    /// λ of a numeric score, and 0 of others.
    pub(super) skewness: f64,
    /// In the order of the keys, each once. Empty if the metric has no score of one question.
    pub(super) questions: Vec<KeyedScore<'a>>,
}

impl<'a> Belief<'a> {
    pub(super) fn new(
        estimates: &Estimates<'_>,
        (weighted, paired): (bool, bool),
        categories: usize,
        questions: &[&Question<'a>],
    ) -> Result<Self> {
        let Estimates { metric, request, .. } = *estimates;
        let all = states(categories, weighted, questions.iter().map(|&one| *one));
        let name =
            |i: usize| questions.get(i).map_or(Place::Row(i), |one| Place::Named(one.name()));
        // Scores of single questions are for pairs of models, where the totals are not enough.
        let needed = paired && metric.estimand().has_question_scores();
        let scored = if needed { scores(metric, request, questions)? } else { Vec::new() };
        let robust = request.clusters.is_some()
            || (request.is_of_sample()
                && !(request.prior == PriorChoice::Hierarchical && metric.takes_hierarchy()));
        let estimate = if robust {
            robust_estimate(metric, request, &all, &scored)?
        } else {
            estimates.of(&all, name)?
        };
        let of_trials = metric.is_of_trials(&request.prior)?;
        let sem = if of_trials { standard_error(metric, &all)? } else { None };
        let average = match metric.estimand() {
            Estimand::Bayes(weights) => Some(avg(&all, weights, &Prior::Uniform)?.mu()),
            _ => None,
        };
        let (degrees, sampled, skewness, questions) = (None, false, 0.0, scored);
        Ok(Self { estimate, sem, average, degrees, sampled, skewness, questions })
    }

    /// A score of which nothing is known by question.
    pub(super) fn of_estimate(estimate: Estimate) -> Self {
        Self {
            estimate,
            sem: None,
            average: None,
            degrees: None,
            sampled: false,
            skewness: 0.0,
            questions: Vec::new(),
        }
    }

    /// The mean of several tasks.
    pub(super) fn mean_of(parts: &[Self]) -> Result<Self> {
        let estimates: Vec<_> = parts.iter().map(|part| part.estimate).collect();
        let squares: Option<f64> = parts.iter().map(|part| part.sem.map(|sem| sem * sem)).sum();
        let sem = squares.map(|squares| squares.sqrt() / parts.len() as f64);
        let averages: Option<f64> = parts.iter().map(|part| part.average).sum();
        let average = averages.map(|sum| sum / parts.len() as f64);
        let estimate = Estimate::mean_of(&estimates)?;
        let (degrees, sampled, skewness, questions) = (None, false, 0.0, Vec::new());
        Ok(Self { estimate, sem, average, degrees, sampled, skewness, questions })
    }

    /// Whether every question has one trial.
    pub(super) fn has_single_trials(&self) -> bool {
        self.questions.iter().all(|(_, one)| one.trials == 1)
    }
}

/// √(M / (M − 1) Σ w² (s − mean)²) / Σ w: the plain standard error of the mean of the questions' scores.
///
/// It is `None` for one question, or without a score of each question.
fn standard_error(metric: &Metric, all: &States) -> Result<Option<f64>> {
    let questions = all.questions() as f64;
    if questions < 2.0 || !metric.estimand().has_question_scores() {
        return Ok(None);
    }
    let mut scores = Vec::with_capacity(all.len());
    let mut sum = Double::ZERO;
    for state in all.iter() {
        let score = metric.estimand().point(&States::of_one(state.counts), Place::Row)?;
        sum = sum + state.weight * score;
        scores.push((score, state.square));
    }
    let mean = all.mean(sum);
    let squares = scores.iter().fold(Double::ZERO, |squares, &(score, square)| {
        let gap = Double::from(score) - mean;
        squares + gap * gap * square
    });
    let deviation = (squares * (questions / (questions - 1.0))).sqrt();
    Ok(Some(all.mean(deviation).value()))
}

/// The score of each question by the metric, if it has one.
fn scores<'a>(
    metric: &Metric,
    request: &ScoreRequest,
    questions: &[&Question<'a>],
) -> Result<Vec<KeyedScore<'a>>> {
    let mut known: HashMap<&[u64], f64, FxBuildHasher> = HashMap::default();
    let mut scored = Vec::with_capacity(questions.len());
    for question in questions {
        let score = if let Some(&score) = known.get(question.counts) {
            score
        } else {
            let place = |_| Place::Named(question.name());
            let one = metric.estimand().point(&States::of_one(question.counts), place);
            let score = match one {
                Ok(score) => score,
                Err(error) if metric.is_point() => return Err(error),
                // A posterior for future trials needs no k trials. It has no score of one question.
                Err(_) => return Ok(Vec::new()),
            };
            known.insert(question.counts, score);
            score
        };
        let cluster = label(request.clusters, question)?;
        let weight = question.weight.unwrap_or(1.0);
        let one = QuestionScore { score, weight, trials: question.trials(), cluster };
        scored.push(((question.task, question.question), one));
    }
    sort(&mut scored);
    Ok(scored)
}

/// The questions as terms of a mean. They are clusters of one, or have the clusters of their labels.
fn terms(scored: &[KeyedScore<'_>], clustered: bool) -> Vec<Term> {
    let mut clusters = BTreeMap::new();
    let term = |(place, (_, one)): (usize, &KeyedScore<'_>)| {
        let next = clusters.len();
        let cluster = match one.cluster.filter(|_| clustered) {
            Some(label) => *clusters.entry(label.to_owned()).or_insert(next),
            None => place,
        };
        let mean = Double::from(one.score);
        Term { mean, variance: Double::ZERO, third: None, cluster, weight: one.weight }
    };
    scored.iter().enumerate().map(term).collect()
}

/// The cluster-robust estimate, from the scatter of the questions alone.
fn robust_estimate(
    metric: &Metric,
    request: &ScoreRequest,
    states: &States,
    scored: &[KeyedScore<'_>],
) -> Result<Estimate> {
    let of_trials = metric.is_of_trials(&request.prior)?;
    if scored.is_empty() || (!of_trials && metric.takes_hierarchy()) {
        return Err(MetricError::NoQuestionScores { metric: metric.name() }.into());
    }
    let unit = if request.clusters.is_some() { "cluster" } else { "question" };
    let found = of_sample(&terms(scored, request.clusters.is_some()))
        .ok_or(CompareError::OneUnitOfScore { unit })?;
    let estimate = Estimate::new(found.mean, found.variance.sqrt())?;
    if let Some(trials) = effective_of_units(metric.estimand(), states, found.units)
        && of_trials
    {
        return Ok(estimate.shaped(Shape::Trials(trials)));
    }
    let shape = Matched {
        range: metric.bounds(),
        degrees: Some((found.units - 1) as f64),
        peaked: true,
        at_end: None,
    };
    Ok(estimate.shaped(shape.shape()))
}
