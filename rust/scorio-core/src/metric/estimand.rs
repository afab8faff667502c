//! What a metric estimates, and how it is estimated from count states.

use crate::counts::place::Place;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::geometric::Blend;
use crate::metric::maximum::Maximum;
use crate::metric::mean::{avg, bayes};
use crate::metric::subset::credit::Credit;
use crate::metric::subset::estimate;
use crate::metric::weights::Weights;
use crate::numeric::double::Double;
use crate::posterior::interval::Estimate;
use crate::posterior::prior::Prior;

/// What a metric estimates.
#[derive(Clone, Debug, PartialEq)]
pub enum Estimand {
    /// The mean score under a Dirichlet posterior.
    Bayes(Weights),
    /// The plain average score.
    Avg(Weights),
    /// The best of k rewards.
    Maximum(Maximum),
    /// The expected credit of k trials.
    Subset(Credit),
    /// A geometric blend of two expected credits.
    Blend(Blend),
}

impl Estimand {
    /// k, if it has one.
    #[must_use]
    pub fn budget(&self) -> Option<u64> {
        match self {
            Self::Bayes(_) | Self::Avg(_) => None,
            Self::Maximum(maximum) => Some(maximum.budget()),
            Self::Subset(credit) => Some(credit.budget()),
            Self::Blend(blend) => Some(blend.budget()),
        }
    }

    /// The weights of the categories, if it uses them.
    #[must_use]
    pub fn weights(&self) -> Option<&Weights> {
        match self {
            Self::Bayes(weights) | Self::Avg(weights) => Some(weights),
            Self::Maximum(maximum) => Some(maximum.weights()),
            Self::Subset(_) | Self::Blend(_) => None,
        }
    }

    /// The point estimate from the observed trials. For Bayes@N it is the mean under a uniform
    /// prior.
    ///
    /// # Errors
    /// - A question has fewer than k trials. `question` names it.
    /// - The metric reports an error.
    pub fn point(&self, states: &States, question: impl Fn(usize) -> Place) -> Result<f64> {
        match self {
            Self::Bayes(weights) => Ok(bayes(states, weights, &Prior::Uniform)?.mu()),
            Self::Avg(weights) => Ok(avg(states, weights, &Prior::Uniform)?.mu()),
            Self::Maximum(maximum) => maximum.point(states, question),
            Self::Subset(credit) => estimate::point(states, credit, question),
            Self::Blend(blend) => blend.point(states, question),
        }
    }

    /// The default bounds of its interval.
    ///
    /// For Max@k they are the rewards, but not at k = 1, which is the mean score.
    #[must_use]
    pub fn default_bounds(&self) -> Option<(f64, f64)> {
        match self {
            Self::Maximum(maximum) if maximum.budget() > 1 => Some(maximum.weights().range()),
            _ => None,
        }
    }

    /// The point estimate, and its standard deviation over new sets of trials.
    ///
    /// # Errors
    /// As [`Self::point`].
    pub fn sampled(
        &self,
        states: &States,
        prior: &Prior,
        question: impl Fn(usize) -> Place,
    ) -> Result<Estimate> {
        match self {
            Self::Bayes(weights) => bayes(states, weights, prior),
            Self::Avg(weights) => avg(states, weights, prior),
            Self::Maximum(maximum) => maximum.sampled(states, prior, question),
            Self::Subset(credit) => estimate::sampled(states, credit, prior, question),
            Self::Blend(blend) => blend.sampled(states, prior, question),
        }
    }

    /// The posterior.
    ///
    /// # Errors
    /// - The metric reports an error.
    /// - A Beta prior meets other than two categories.
    pub fn posterior(&self, states: &States, prior: &Prior) -> Result<Estimate> {
        match self {
            Self::Bayes(weights) => bayes(states, weights, prior),
            Self::Avg(weights) => avg(states, weights, prior),
            Self::Maximum(maximum) => maximum.posterior(states, prior),
            Self::Subset(credit) => estimate::posterior(states, credit, prior),
            Self::Blend(blend) => blend.posterior(states, prior),
        }
    }

    /// The standard deviation of the point estimate over new sets of trials.
    ///
    /// # Errors
    /// As [`Self::posterior`].
    pub(crate) fn deviation(&self, states: &States, prior: &Prior) -> Result<Double> {
        Ok(match self {
            Self::Bayes(weights) => Double::from(bayes(states, weights, prior)?.sigma()),
            Self::Avg(weights) => Double::from(avg(states, weights, prior)?.sigma()),
            Self::Maximum(maximum) => maximum.sampling(states, prior)?,
            Self::Subset(credit) => estimate::sampling(states, credit, prior),
            Self::Blend(blend) => blend.sampling(states, prior)?,
        })
    }

    /// Whether each question has a score of its own, and the score is their mean.
    pub(crate) fn has_question_scores(&self) -> bool {
        match self {
            Self::Bayes(_) | Self::Avg(_) | Self::Subset(_) => true,
            Self::Maximum(maximum) => maximum.budget() == 1,
            Self::Blend(_) => false,
        }
    }

    /// The plain average that a metric of one trial is. `None` if it is another figure.
    ///
    /// # Errors
    /// None, because the weights are valid.
    pub(crate) fn average_of_one(&self) -> Result<Option<Self>> {
        Ok(match self {
            Self::Subset(credit) => credit.of_one()?.map(Self::Avg),
            Self::Maximum(maximum) if maximum.budget() == 1 => {
                Some(Self::Avg(maximum.weights().clone()))
            }
            _ => None,
        })
    }

    /// The name in errors.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Bayes(_) => "bayes",
            Self::Avg(_) => "avg",
            Self::Maximum(_) => "Max@k",
            Self::Subset(credit) => credit.name(),
            Self::Blend(blend) => blend.name(),
        }
    }

    /// The smallest and the largest possible score.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        match self {
            Self::Bayes(weights) | Self::Avg(weights) => weights.range(),
            Self::Maximum(maximum) => maximum.weights().range(),
            Self::Subset(_) => (0.0, 1.0),
            Self::Blend(blend) => blend.range(),
        }
    }

    /// The same with other weights. `None` if it has no weights, or these already.
    pub(crate) fn weighted(&self, weights: &Weights) -> Option<Self> {
        match self {
            Self::Bayes(own) if own != weights => Some(Self::Bayes(weights.clone())),
            Self::Avg(own) if own != weights => Some(Self::Avg(weights.clone())),
            Self::Maximum(own) if own.weights() != weights => {
                Some(Self::Maximum(own.weighted(weights.clone())))
            }
            _ => None,
        }
    }

    /// The categories with the lowest and the highest value.
    ///
    /// It is `None` if another success may lower the score.
    pub(crate) fn extremes(&self) -> Option<(usize, usize)> {
        match self {
            Self::Blend(blend) if blend.may_fall() => None,
            estimand => Some(estimand.weights().map_or((0, 1), Weights::extremes)),
        }
    }
}
