//! How the trials of a question become its score: by the weights of categories, a metric, or as numbers.

use super::by_metric::MetricScorer;
use super::scored::{QuestionScorer, Scored};
use crate::compare::decision::rule::PairRule;
use crate::compare::decision::skewness;
use crate::compare::request::CompareRequest;
use crate::counts::question::Question;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::exact::scaled;
use crate::numeric::student::Distribution;
use crate::sums::sums::Sums;
use crate::sums::within::{Pooled, Repeated, Within, of_mean, together};

/// How the trials of a question become its score, and what they leave open.
#[derive(Clone, Copy)]
pub(in crate::compare) enum Scoring<'a> {
    Categories(&'a QuestionScorer<'a>),
    Metric(&'a MetricScorer<'a>),
    Numbers(&'a Numbers<'a>),
}

/// Sums of numbers, at a scale where the largest is near 1.
pub(in crate::compare) struct Numbers<'a> {
    sums: &'a Sums,
    shift: i32,
    pooled: Pooled<'a>,
}

impl<'a> Numbers<'a> {
    pub(in crate::compare) fn new(sums: &'a Sums) -> Result<Self> {
        let questions = sums.trials().scored()?;
        let shift = sums.shift(&questions);
        Ok(Self { sums, shift, pooled: Pooled::new(sums, &questions, shift) })
    }

    /// The mean of a question, at the scale.
    pub(in crate::compare) fn mean(&self, question: &Question<'_>) -> Double {
        self.sums.powers(question.key()).mean(question.trials(), self.shift)
    }

    /// The power of two of the scale.
    pub(super) fn shift(&self) -> i32 {
        self.shift
    }
}

impl Scoring<'_> {
    /// The largest difference that two scores can have.
    pub(in crate::compare) fn range(&self) -> f64 {
        match self {
            Self::Categories(scorer) => scorer.range(),
            Self::Metric(scorer) => scorer.range(),
            Self::Numbers(_) => f64::INFINITY,
        }
    }

    /// The trials that a question needs to count.
    pub(in crate::compare) fn least_trials(&self) -> u64 {
        if let Self::Metric(scorer) = self { scorer.least() } else { 1 }
    }

    /// Whether the score of a model is the mean of scores of its questions.
    pub(in crate::compare) fn has_question_scores(&self) -> bool {
        if let Self::Metric(scorer) = self { scorer.has_question_scores() } else { true }
    }

    /// Whether the questions of a model share a prior that their trials tell.
    pub(in crate::compare) fn is_hierarchical(&self, request: &CompareRequest) -> bool {
        match self {
            Self::Categories(_) => request.is_hierarchical(),
            Self::Metric(scorer) => scorer.is_hierarchical(),
            Self::Numbers(_) => false,
        }
    }

    /// How two models on the same questions are compared. `None` for numbers, which have no prior.
    pub(in crate::compare) fn rule(&self, request: &CompareRequest) -> Option<PairRule> {
        let range = match self {
            Self::Categories(scorer) => scorer.scaled_range(),
            Self::Metric(scorer) => scorer.range(),
            Self::Numbers(_) => return None,
        };
        Some(PairRule {
            sampled: request.is_of_sample(),
            clustered: request.clusters.is_some(),
            hierarchical: self.is_hierarchical(request),
            range,
        })
    }

    /// Mean and variance of a question's score, scaled. Single numbers have no variance, nor has one
    /// question by a metric. It is `None` if only a data set has a score.
    pub(in crate::compare) fn question(
        &self,
        question: &Question<'_>,
    ) -> Option<(Double, Option<Double>)> {
        Some(match self {
            Self::Metric(scorer) => (scorer.one(question)?, None),
            Self::Categories(scorer) => {
                let (mean, variance) = scorer.one(question);
                (mean, Some(variance))
            }
            Self::Numbers(numbers) => {
                let variance =
                    numbers.pooled.of(Repeated::of(question)).map(|within| within.variance);
                (numbers.mean(question), variance)
            }
        })
    }

    /// The third central moment of the mean of a question over new trials, at the scale. `None` if it is
    /// not known, and of what is no number.
    pub(in crate::compare) fn third(&self, question: &Question<'_>) -> Option<f64> {
        let Self::Numbers(Numbers { sums, shift, .. }) = self else { return None };
        skewness::of_question(sums, question, *shift)
    }

    /// The scores of all questions of one model, each with its posterior, scaled.
    pub(in crate::compare) fn all(&self, questions: &[Question<'_>]) -> Result<Vec<Scored>> {
        match self {
            Self::Categories(scorer) => scorer.all(questions),
            Self::Metric(scorer) => scorer.all(questions),
            Self::Numbers(_) => {
                let scored = questions.iter().filter_map(|question| {
                    let (score, variance) = self.question(question)?;
                    Some(Scored { score, centre: score, variance })
                });
                Ok(scored.collect())
            }
        }
    }

    /// Converts back from the scale of [`Self::question`].
    pub(in crate::compare) fn unscale(&self, value: Double) -> Double {
        match self {
            Self::Categories(scorer) => scorer.unscale(value),
            Self::Metric(_) => value,
            Self::Numbers(Numbers { shift, .. }) => scaled(value, -shift),
        }
    }

    /// The distribution of a difference of means about these questions.
    ///
    /// It is `None` if the trials do not tell it: single numbers of a question have no scatter.
    pub(in crate::compare) fn about_these(
        &self,
        own: &[Question<'_>],
        base: &[Question<'_>],
    ) -> Option<Distribution> {
        let Self::Numbers(Numbers { pooled, .. }) = self else {
            return Some(Distribution::Normal);
        };
        let side = |questions: &[Question<'_>]| of_mean(pooled, questions.iter().map(Repeated::of));
        let Within { degrees, .. } = together([side(own)?, side(base)?].into_iter());
        Some(Distribution::Student(degrees))
    }
}
