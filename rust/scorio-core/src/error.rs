//! Everything a caller can get wrong, as data: one enum for each folder, gathered here.

use std::fmt;

use crate::adaptive::AdaptiveError;
use crate::calls::CallError;
use crate::check::CheckError;
use crate::compare::error::CompareError;
use crate::convergence::error::ConvergenceError;
use crate::cost::error::CostError;
use crate::counts::error::CountsError;
use crate::drift::DriftError;
use crate::horizon::error::HorizonError;
use crate::judge::error::JudgeError;
use crate::metric::error::MetricError;
use crate::numeric::error::NumericError;
use crate::posterior::error::PosteriorError;
use crate::printable::Printable;
use crate::rank::error::RankError;
use crate::rankers::error::RankersError;
use crate::remedy::{Fault, Remedy};
use crate::rubric::error::RubricError;
use crate::slices::error::SlicesError;
use crate::sums::error::SumsError;
use crate::tally::error::TallyError;

/// Declares the enum once: a variant for each folder's errors, which it is made of.
macro_rules! errors {
    ($($(#[doc = $doc:literal])+ $variant:ident($type:ty),)+) => {
        /// What was wrong with an argument.
        ///
        /// It is shown on one line, whatever names and values it holds.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Error {
            $($(#[doc = $doc])+ $variant($type),)+
        }

        $(impl From<$type> for Error {
            fn from(error: $type) -> Self {
                Self::$variant(error)
            }
        })+

        impl fmt::Display for Error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$variant(error) => Printable(error).fmt(f),)+ }
            }
        }

        impl Error {
            fn fault(&self) -> &dyn Fault {
                match self { $(Self::$variant(error) => error,)+ }
            }

            fn fault_mut(&mut self) -> &mut dyn Fault {
                match self { $(Self::$variant(error) => error,)+ }
            }
        }
    };
}

errors! {
    /// A number, a size or a shape.
    Check(CheckError),
    /// Options of a call.
    Call(CallError),
    /// A computation that has no result.
    Numeric(NumericError),
    /// Entries of a matrix.
    Tally(TallyError),
    /// Counts.
    Counts(CountsError),
    /// Numeric scores.
    Sums(SumsError),
    /// A metric and its parameters.
    Metric(MetricError),
    /// A prior or an interval.
    Posterior(PosteriorError),
    /// Scores to rank.
    Rank(RankError),
    /// Ranking methods.
    Rankers(RankersError),
    /// A comparison.
    Compare(CompareError),
    /// A judge's outcomes and labels.
    Judge(JudgeError),
    /// Costs of trials.
    Cost(CostError),
    /// Lengths of tasks.
    Horizon(HorizonError),
    /// A series of runs.
    Drift(DriftError),
    /// Slices of questions.
    Slices(SlicesError),
    /// A study of convergence.
    Convergence(ConvergenceError),
    /// A rubric.
    Rubric(RubricError),
    /// Adaptive evaluation.
    Adaptive(AdaptiveError),
}

impl std::error::Error for Error {}

impl Error {
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

    /// The argument that the sentence begins with.
    #[must_use]
    pub fn argument(&self) -> Option<&str> {
        if let Self::Check(error) = self { error.argument() } else { None }
    }

    /// The words of a rule between two options, and the names of both.
    #[must_use]
    pub fn rule(&self) -> Option<(&'static str, [(&'static str, &'static str); 2])> {
        if let Self::Call(error) = self { error.rule() } else { None }
    }

    /// The number outside its range, if that is the error.
    #[must_use]
    pub fn out_of_range(&self) -> Option<f64> {
        self.fault().out_of_range()
    }
}

/// The result of every fallible function of the core.
pub type Result<T> = std::result::Result<T, Error>;
