//! Errors of a prior or of the bounds of an interval.

use thiserror::Error;

use crate::remedy::{Fault, Remedy};

/// An error of a prior or of the bounds of an interval.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PosteriorError {
    /// A Beta prior whose moments a double cannot hold.
    #[error("{name} = {value:e} is beyond what can be computed: it must lie in 1e-100..1e100")]
    PriorRange {
        /// `alpha0` or `beta0`.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A Beta prior meets other than two categories.
    #[error("a Beta prior is for two categories, not for {categories}")]
    PriorCategories {
        /// Number of categories.
        categories: usize,
    },
    /// One question says nothing about others.
    #[error("a sample of one question has no scatter")]
    OneQuestion,
    /// An exact posterior of a metric that has none.
    #[error("there is no exact posterior of {metric}: exact are bayes, avg and the Pass family")]
    NoExact {
        /// The metric.
        metric: &'static str,
    },
    /// Questions with equal counts and different weights.
    #[error("an exact posterior needs equal weights of questions with equal counts ({counts})")]
    UnequalWeights {
        /// The counts, by category.
        counts: String,
    },
    /// The exact posterior converges too slowly.
    #[error(
        "the exact posterior is not certified to 1e-10: its density is too rough for these counts"
    )]
    NotCertified,
    /// Clipping bounds that are not an interval.
    #[error("bounds = ({lo}, {hi}) are not in order")]
    Bounds {
        /// Lower.
        lo: f64,
        /// Upper.
        hi: f64,
    },
}

impl Fault for PosteriorError {
    fn kind(&self) -> &'static str {
        match self {
            Self::PriorRange { .. } => "posterior.prior_range",
            Self::PriorCategories { .. } => "posterior.prior_categories",
            Self::OneQuestion => "posterior.one_question",
            Self::NoExact { .. } => "posterior.no_exact",
            Self::UnequalWeights { .. } => "posterior.unequal_weights",
            Self::NotCertified => "posterior.not_certified",
            Self::Bounds { .. } => "posterior.bounds",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::NoExact { .. } | Self::UnequalWeights { .. } | Self::NotCertified => {
                Some(Remedy::TakeNormal)
            }
            Self::OneQuestion => Some(Remedy::InferAboutThese),
            _ => None,
        }
    }

    fn out_of_range(&self) -> Option<f64> {
        if let Self::PriorRange { value, .. } = self { Some(*value) } else { None }
    }
}
