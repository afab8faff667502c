//! Beliefs about a question's outcomes before its trials.

use crate::error::Result;
use crate::posterior::beta::Beta;
use crate::posterior::error::PosteriorError;

/// A prior of the probabilities of a question's outcomes. Its constructor checks it.
#[derive(Clone, Debug, PartialEq)]
pub enum Prior {
    /// All probabilities are equally likely, as after one outcome of each category.
    Uniform,
    /// A Beta distribution of the success probability, for outcomes of two categories.
    Beta(Beta),
    /// A Dirichlet distribution with a shape for each category.
    Dirichlet(Vec<f64>),
}

/// The prior that a user chooses.
#[derive(Clone, Debug, PartialEq)]
pub enum PriorChoice {
    /// The same known prior of every question.
    Known(Prior),
    /// The questions share a mean and a spread, which their trials tell. Bayes@N keeps its uniform
    /// prior.
    Hierarchical,
}

impl Prior {
    /// Beta(alpha, beta); Beta(1, 1) is uniform.
    ///
    /// # Errors
    /// As [`Beta::new`].
    pub fn beta(alpha: f64, beta: f64) -> Result<Self> {
        let law = Beta::new(alpha, beta)?;
        Ok(if (alpha, beta) == (1.0, 1.0) { Self::Uniform } else { Self::Beta(law) })
    }

    /// The distribution of the success probability of outcomes 0 and 1.
    pub(crate) fn of_success(&self) -> Beta {
        match self {
            Self::Uniform => Beta { alpha: 1.0, beta: 1.0 },
            Self::Beta(law) => *law,
            Self::Dirichlet(shapes) => {
                let shape = |category: usize| shapes.get(category).copied().unwrap_or(1.0);
                Beta { alpha: shape(1), beta: shape(0) }
            }
        }
    }

    /// How many outcomes of each category it is worth.
    ///
    /// # Errors
    /// A Beta prior meets other than two categories.
    pub(crate) fn pseudo_counts(&self, categories: usize) -> Result<Vec<f64>> {
        match self {
            Self::Uniform => Ok(vec![1.0; categories]),
            Self::Beta(Beta { alpha, beta }) if categories == 2 => Ok(vec![*beta, *alpha]),
            Self::Dirichlet(shapes) if shapes.len() == categories => Ok(shapes.clone()),
            Self::Beta(_) | Self::Dirichlet(_) => {
                Err(PosteriorError::PriorCategories { categories }.into())
            }
        }
    }
}
