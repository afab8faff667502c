//! Errors of a prior or of the bounds of an interval.

use thiserror::Error;

use crate::remedy::Fault;

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
            Self::Bounds { .. } => "posterior.bounds",
        }
    }

    fn out_of_range(&self) -> Option<f64> {
        if let Self::PriorRange { value, .. } = self { Some(*value) } else { None }
    }
}
