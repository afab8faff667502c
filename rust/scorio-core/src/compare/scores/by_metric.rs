//! Comparisons by a metric of the list, as of Pass@k: what the trials of one model say of its score.

use std::collections::{BTreeMap, BTreeSet};

use super::scored::Scored;
use crate::compare::request::CompareRequest;
use crate::counts::counts::Counts;
use crate::counts::place::Place;
use crate::counts::pool::states;
use crate::counts::question::Question;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::estimand::Estimand;
use crate::metric::hierarchical::of_questions;
use crate::metric::mean::Scale;
use crate::metric::metric::Metric;
use crate::metric::subset::credit::Credit;
use crate::metric::subset::estimate::{of_question, require_budget};
use crate::numeric::double::Double;
use crate::posterior::interval::Estimate;
use crate::posterior::prior::PriorChoice;
use crate::posterior::target::Target;

/// A metric to compare by.
#[derive(Clone, Debug)]
pub struct CompareMetric {
    /// The metric.
    pub metric: Metric,
    /// Whether no weights are given. Then the categories' names are their weights if all of them are
    /// numbers, and (0, 1) otherwise.
    pub default_weights: bool,
    /// Leave out questions with fewer trials than the budget of a point estimate. Otherwise they are an
    /// error.
    pub drop_short: bool,
}

impl CompareMetric {
    /// The scale, if the metric is a mean of weights.
    pub(in crate::compare) fn mean(&self) -> Option<Scale> {
        match self.metric.estimand() {
            Estimand::Avg(_) => Some(Scale::Avg),
            Estimand::Bayes(_) => Some(Scale::Bayes),
            _ => None,
        }
    }

    /// Checks that numeric scores are compared by the metric.
    ///
    /// # Errors
    /// It is not the average.
    pub fn require_numbers(&self) -> Result<()> {
        match self.mean() {
            Some(_) => Ok(()),
            None => Err(MetricError::NumbersNotCompared { metric: self.metric.name() }.into()),
        }
    }
}

/// How a metric scores the questions of a model.
pub(in crate::compare) struct MetricScorer<'a> {
    request: &'a CompareRequest,
    metric: Metric,
    categories: usize,
    weighted: bool,
    drop_short: bool,
    /// The score of each question by its counts, if the score of a model is their mean.
    known: Option<BTreeMap<&'a [u64], Double>>,
}

impl<'a> MetricScorer<'a> {
    /// Scores the questions of the compared models.
    ///
    /// # Errors
    /// - The metric does not fit the categories.
    /// - A question has fewer than k trials, and such questions are not left out.
    pub(in crate::compare) fn new(
        counts: &'a Counts,
        choice: &CompareMetric,
        request: &'a CompareRequest,
    ) -> Result<Self> {
        let metric = choice.metric.of_counts(counts, choice.default_weights)?;
        let (categories, weighted) = (counts.categories().len(), counts.has_weights());
        let known = metric.is_point().then(BTreeMap::new);
        let drop_short = choice.drop_short;
        let mut scorer = Self { request, metric, categories, weighted, drop_short, known };
        let Estimand::Subset(credit) = scorer.metric.estimand().clone() else {
            return Ok(Self { known: None, ..scorer });
        };
        let wanted: BTreeSet<&str> =
            request.models.iter().chain([&request.baseline]).map(String::as_str).collect();
        let is_wanted = |model| request.models.is_empty() || wanted.contains(model);
        for question in counts.scored()?.into_iter().filter(|one| is_wanted(one.model)) {
            if scorer.takes(&question) {
                scorer.learn(&credit, &question)?;
            }
        }
        Ok(scorer)
    }

    fn learn(&mut self, credit: &Credit, question: &Question<'a>) -> Result<()> {
        let Some(known) = self.known.as_mut().filter(|known| !known.contains_key(question.counts))
        else {
            return Ok(());
        };
        let place = |_| Place::Named(question.name());
        let one = States::of_one(question.counts);
        require_budget(&one, credit.budget(), credit.name(), place)?;
        if let &[failures, successes] = question.counts {
            known.insert(question.counts, of_question(failures, successes, credit));
        }
        Ok(())
    }

    /// The name of the metric.
    pub(in crate::compare) fn name(&self) -> &'static str {
        self.metric.name()
    }

    /// The trials that a question needs to count.
    pub(in crate::compare) fn least(&self) -> u64 {
        if self.drop_short { self.metric.least_trials() } else { 1 }
    }

    /// Whether a question counts.
    pub(super) fn takes(&self, question: &Question<'_>) -> bool {
        question.trials() >= self.least()
    }

    /// The largest difference that two scores can have.
    pub(in crate::compare) fn range(&self) -> f64 {
        let (low, high) = self.metric.bounds();
        high - low
    }

    /// Whether the score of a model is the mean of scores of its questions.
    pub(in crate::compare) fn has_question_scores(&self) -> bool {
        self.known.is_some()
    }

    /// Whether the questions of a model share a prior that their trials tell.
    pub(in crate::compare) fn is_hierarchical(&self) -> bool {
        self.request.prior == PriorChoice::Hierarchical && self.metric.takes_hierarchy()
    }

    /// The score of one question. `None` if only a data set has one.
    pub(in crate::compare) fn one(&self, question: &Question<'_>) -> Option<Double> {
        self.known.as_ref()?.get(question.counts).copied()
    }

    /// The score of a model on some questions, as of a leaderboard.
    ///
    /// # Errors
    /// Those of the metric.
    pub(in crate::compare) fn estimate(
        &self,
        questions: &[Question<'_>],
        target: Target,
    ) -> Result<Estimate> {
        let name =
            |i: usize| questions.get(i).map_or(Place::Row(i), |one| Place::Named(one.name()));
        self.metric.estimate(&self.states(questions), &self.request.prior, target, name)
    }

    /// The scores of all questions of one model, each with its posterior. None if only a data set has
    /// one.
    pub(in crate::compare) fn all(&self, questions: &[Question<'_>]) -> Result<Vec<Scored>> {
        let Estimand::Subset(credit) = self.metric.estimand() else { return Ok(Vec::new()) };
        let different: BTreeSet<&[u64]> = questions.iter().map(|one| one.counts).collect();
        let posteriors = match &self.request.prior {
            PriorChoice::Hierarchical => {
                of_questions(credit, &self.states(questions), different.iter().copied())?
            }
            PriorChoice::Known(prior) => {
                let of_one = |counts: &&[u64]| {
                    let one = self.metric.estimand().posterior(&States::of_one(counts), prior)?;
                    Ok((one.mu(), one.variance(1.0).value()))
                };
                different.iter().map(of_one).collect::<Result<_>>()?
            }
        };
        let posteriors: BTreeMap<_, _> = different.into_iter().zip(posteriors).collect();
        let scored = questions.iter().filter_map(|question| {
            let &(centre, variance) = posteriors.get(question.counts)?;
            let (centre, variance) = (Double::from(centre), Some(Double::from(variance)));
            Some(Scored { score: self.one(question)?, centre, variance })
        });
        Ok(scored.collect())
    }

    fn states(&self, questions: &[Question<'_>]) -> States {
        states(self.categories, self.weighted, questions.iter().copied())
    }
}
