//! Everything a caller can get wrong, as data: one enum for each folder, gathered here.

use thiserror::Error;

use crate::adaptive::AdaptiveError;
use crate::check::CheckError;
use crate::compare::error::CompareError;
use crate::convergence::error::ConvergenceError;
use crate::counts::error::CountsError;
use crate::metric::error::MetricError;
use crate::numeric::error::NumericError;
use crate::posterior::error::PosteriorError;
use crate::rank::error::RankError;
use crate::rankers::error::RankersError;
use crate::remedy::{Fault, Remedy};
use crate::rubric::error::RubricError;
use crate::sums::error::SumsError;
use crate::tally::error::TallyError;

/// What was wrong with an argument.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A number, a size or a shape.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A computation that has no result.
    #[error(transparent)]
    Numeric(#[from] NumericError),
    /// Entries of a matrix.
    #[error(transparent)]
    Tally(#[from] TallyError),
    /// Counts.
    #[error(transparent)]
    Counts(#[from] CountsError),
    /// Numeric scores.
    #[error(transparent)]
    Sums(#[from] SumsError),
    /// A metric and its parameters.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// A prior or an interval.
    #[error(transparent)]
    Posterior(#[from] PosteriorError),
    /// Scores to rank.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// Ranking methods.
    #[error(transparent)]
    Rankers(#[from] RankersError),
    /// A comparison.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// A study of convergence.
    #[error(transparent)]
    Convergence(#[from] ConvergenceError),
    /// A rubric.
    #[error(transparent)]
    Rubric(#[from] RubricError),
    /// Adaptive evaluation.
    #[error(transparent)]
    Adaptive(#[from] AdaptiveError),
}

impl Error {
    fn fault(&self) -> &dyn Fault {
        match self {
            Self::Check(error) => error,
            Self::Numeric(error) => error,
            Self::Tally(error) => error,
            Self::Counts(error) => error,
            Self::Sums(error) => error,
            Self::Metric(error) => error,
            Self::Posterior(error) => error,
            Self::Rank(error) => error,
            Self::Rankers(error) => error,
            Self::Compare(error) => error,
            Self::Convergence(error) => error,
            Self::Rubric(error) => error,
            Self::Adaptive(error) => error,
        }
    }

    fn fault_mut(&mut self) -> &mut dyn Fault {
        match self {
            Self::Check(error) => error,
            Self::Numeric(error) => error,
            Self::Tally(error) => error,
            Self::Counts(error) => error,
            Self::Sums(error) => error,
            Self::Metric(error) => error,
            Self::Posterior(error) => error,
            Self::Rank(error) => error,
            Self::Rankers(error) => error,
            Self::Compare(error) => error,
            Self::Convergence(error) => error,
            Self::Rubric(error) => error,
            Self::Adaptive(error) => error,
        }
    }

    /// A stable name, such as `tally.missing`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.fault().kind()
    }

    /// The way out, where each language has words of its own for it.
    #[must_use]
    pub fn remedy(&self) -> Option<Remedy> {
        self.fault().remedy()
    }

    /// The same error with rows, columns and indices counted from `first`, for languages whose
    /// first index is not 0.
    #[must_use]
    pub fn counted_from(mut self, first: usize) -> Self {
        self.fault_mut().count_from(first);
        self
    }

    /// The number outside its range, if that is the error.
    #[must_use]
    pub fn out_of_range(&self) -> Option<f64> {
        self.fault().out_of_range()
    }
}

/// The result of every fallible function of the core.
pub type Result<T> = std::result::Result<T, Error>;
