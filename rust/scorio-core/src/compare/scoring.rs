//! How the trials of a question become its score: by the weights of categories, or as numbers.

use super::request::CompareRequest;
use crate::counts::counts::Counts;
use crate::counts::question::Question;
use crate::error::Result;
use crate::metric::mean::Scale;
use crate::metric::weights::Weights;
use crate::numeric::double::Double;
use crate::numeric::exact::scaled;
use crate::numeric::student::Distribution;
use crate::sums::sums::Sums;
use crate::sums::within::{Pooled, Within, of_mean, together};

/// How the trials of a question become its score, and what they leave open.
#[derive(Clone, Copy)]
pub(super) enum Scoring<'a> {
    Categories(&'a Weighed),
    Numbers(&'a Numbers<'a>),
}

/// Weights of categories, and a prior.
pub(super) struct Weighed {
    weights: Weights,
    pseudo_counts: Vec<f64>,
    scale: Scale,
}

/// Sums of numbers, at a scale where the largest is near 1.
pub(super) struct Numbers<'a> {
    sums: &'a Sums,
    shift: i32,
    pooled: Pooled<'a>,
}

impl Weighed {
    pub(super) fn new(counts: &Counts, request: &CompareRequest) -> Result<Self> {
        let weights = match &request.weights {
            Some(weights) => weights.clone(),
            None => Weights::default_of(counts.categories())?,
        };
        weights.require(counts.categories().len())?;
        let pseudo_counts = request.prior.pseudo_counts(counts.categories().len())?;
        Ok(Self { weights, pseudo_counts, scale: request.scale })
    }
}

impl<'a> Numbers<'a> {
    pub(super) fn new(sums: &'a Sums) -> Result<Self> {
        let questions = sums.trials().scored()?;
        let shift = sums.shift(&questions);
        Ok(Self { sums, shift, pooled: Pooled::new(sums, &questions, shift) })
    }
}

impl Scoring<'_> {
    /// The largest difference that two scores can have.
    pub(super) fn range(&self) -> f64 {
        match self {
            Self::Categories(Weighed { weights, .. }) => {
                let (lowest, highest) = weights.range();
                highest - lowest
            }
            Self::Numbers(_) => f64::INFINITY,
        }
    }

    /// Mean and variance of a question's score, scaled. Single numbers have no variance.
    pub(super) fn question(&self, question: &Question<'_>) -> (Double, Option<Double>) {
        match self {
            Self::Categories(Weighed { weights, pseudo_counts, scale }) => {
                let weights = weights.scaled();
                let (mean, variance) = scale.question(question.counts, weights, pseudo_counts);
                (mean, Some(variance))
            }
            Self::Numbers(Numbers { sums, shift, pooled }) => {
                let mean = sums.powers(question.key()).mean(question.trials(), *shift);
                (mean, pooled.of(question).map(|within| within.variance))
            }
        }
    }

    /// Converts back from the scale of [`Self::question`].
    pub(super) fn unscale(&self, value: Double) -> Double {
        match self {
            Self::Categories(Weighed { weights, .. }) => weights.unscale(value),
            Self::Numbers(Numbers { shift, .. }) => scaled(value, -shift),
        }
    }

    /// The distribution of a difference of means about these questions.
    ///
    /// It is `None` if the trials do not tell it: single numbers of a question have no scatter.
    pub(super) fn about_these(
        &self,
        own: &[Question<'_>],
        base: &[Question<'_>],
    ) -> Option<Distribution> {
        let Self::Numbers(Numbers { pooled, .. }) = self else {
            return Some(Distribution::Normal);
        };
        let side = |questions| of_mean(pooled, questions, |one| one.weight.unwrap_or(1.0));
        let Within { degrees, .. } = together([side(own)?, side(base)?].into_iter());
        Some(Distribution::Student(degrees))
    }
}
