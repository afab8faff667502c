//! The scores of one model's questions, and what its trials say of each.

use std::collections::BTreeMap;

use crate::compare::request::CompareRequest;
use crate::counts::counts::Counts;
use crate::counts::pool::states;
use crate::counts::question::Question;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::hierarchical::mean_variance;
use crate::metric::mean::Scale;
use crate::metric::weights::Weights;
use crate::numeric::double::Double;
use crate::posterior::hierarchical::hierarchy::Hierarchy;
use crate::posterior::prior::{Prior, PriorChoice};
use crate::posterior::target::Target;

/// The score of one question, and its posterior on the same scale.
#[derive(Clone, Copy, Debug)]
pub(in crate::compare) struct Scored {
    pub(in crate::compare) score: Double,
    /// Posterior mean. The hierarchical prior pulls it to the model's other questions.
    pub(in crate::compare) centre: Double,
    /// Posterior variance. Single numbers have none.
    pub(in crate::compare) variance: Option<Double>,
}

/// How questions are scored.
pub(in crate::compare) struct QuestionScorer<'a> {
    request: &'a CompareRequest,
    weights: Weights,
    pseudo_counts: Vec<f64>,
}

impl<'a> QuestionScorer<'a> {
    /// Checks weights and prior for the categories of the counts.
    pub(in crate::compare) fn new(counts: &Counts, request: &'a CompareRequest) -> Result<Self> {
        let weights = match &request.weights {
            Some(weights) => weights.clone(),
            None => Weights::default_of(counts)?,
        };
        weights.require(counts.categories().len())?;
        let prior = match &request.prior {
            PriorChoice::Known(prior) => prior,
            PriorChoice::Hierarchical => &Prior::Uniform,
        };
        let pseudo_counts = prior.pseudo_counts(weights.categories())?;
        Ok(Self { request, weights, pseudo_counts })
    }

    /// The largest difference that two scores can have.
    pub(in crate::compare) fn range(&self) -> f64 {
        let (lowest, highest) = self.weights.range();
        highest - lowest
    }

    /// The same on the scale of [`Self::one`].
    pub(super) fn scaled_range(&self) -> f64 {
        let scaled = self.weights.scaled().iter().copied();
        let ends = scaled.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), weight| {
            (low.min(weight), high.max(weight))
        });
        ends.1 - ends.0
    }

    /// Converts back from the scale of [`Self::one`].
    pub(in crate::compare) fn unscale(&self, value: Double) -> Double {
        self.weights.unscale(value)
    }

    /// Score and variance of one question under its own prior.
    pub(in crate::compare) fn one(&self, question: &Question<'_>) -> (Double, Double) {
        let weights = self.weights.scaled();
        self.request.scale.question(question.counts, weights, &self.pseudo_counts)
    }

    /// The plain average of one question.
    pub(in crate::compare) fn average(&self, question: &Question<'_>) -> Double {
        Scale::Avg.question(question.counts, self.weights.scaled(), &self.pseudo_counts).0
    }

    /// The scores of all questions of one model, each with its posterior.
    pub(in crate::compare) fn all(&self, questions: &[Question<'_>]) -> Result<Vec<Scored>> {
        if !self.request.is_hierarchical() {
            let scored = questions.iter().map(|question| {
                let (score, variance) = self.one(question);
                Scored { score, centre: score, variance: Some(variance) }
            });
            return Ok(scored.collect());
        }
        let hierarchy = Hierarchy::fit(&self.states(questions))?;
        // From the lowest weight on, equal weights are exactly 0 and have no variance.
        let scaled = self.weights.scaled();
        let lowest = scaled.iter().copied().fold(f64::INFINITY, f64::min);
        let weights: Vec<f64> = scaled.iter().map(|weight| weight - lowest).collect();
        let mut known = BTreeMap::new();
        let scored = questions.iter().map(|question| {
            *known.entry(question.counts).or_insert_with(|| {
                let one = hierarchy.question(question.counts, &weights);
                Scored {
                    score: self.one(question).0,
                    centre: Double::sum(one.mean, lowest),
                    variance: Some(Double::from(one.variance)),
                }
            })
        });
        Ok(scored.collect())
    }

    /// The variance of the mean score of one model under the hierarchical prior.
    pub(in crate::compare) fn variance(
        &self,
        questions: &[Question<'_>],
        target: Target,
    ) -> Result<Double> {
        mean_variance(&self.states(questions), &self.weights, target).map(Double::from)
    }

    /// The expected variance of the average of a question over new trials, by its counts. All questions
    /// of a model tell their prior.
    pub(in crate::compare) fn variances<'q>(
        &self,
        questions: &[Question<'q>],
    ) -> Result<BTreeMap<&'q [u64], Double>> {
        let hierarchy = Hierarchy::fit(&self.states(questions))?;
        let mut known = BTreeMap::new();
        for question in questions {
            known.entry(question.counts).or_insert_with(|| {
                let one = hierarchy.question(question.counts, self.weights.scaled());
                Double::from(one.trial / question.trials() as f64)
            });
        }
        Ok(known)
    }

    fn states(&self, questions: &[Question<'_>]) -> States {
        let weighted = questions.iter().any(|question| question.weight.is_some());
        states(self.weights.categories(), weighted, questions.iter().copied())
    }
}
