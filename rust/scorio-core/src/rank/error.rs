//! Errors of scores to rank.

use thiserror::Error;

use crate::check::plural;
use crate::remedy::Fault;

/// An error of scores to rank.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum RankError {
    /// Scores and uncertainties that cannot be ranked.
    #[error("{name}[{index}] = {value} cannot be ranked")]
    Unrankable {
        /// `scores` or `sigmas`.
        name: &'static str,
        /// Position.
        index: usize,
        /// The value.
        value: f64,
    },
    /// Rankings of too few models to compare.
    #[error("{} to compare: rankings agree or differ from two models on", plural(*models, "model"))]
    TooFewModels {
        /// How many.
        models: usize,
    },
    /// A ranking ties all models.
    #[error("all of {name} are equal: there is no order that another ranking could agree with")]
    AllTied {
        /// `scores` or `gold`.
        name: &'static str,
    },
    /// More groups of models than a display can hold.
    #[error(
        "there are more than {most} groups of models that cannot be separated; leave out models of large sigma"
    )]
    TooManyGroups {
        /// The most that are given.
        most: usize,
    },
    /// A difference with two errors.
    #[error(
        "sigmas[{row}, {column}] = {one}, but sigmas[{column}, {row}] = {other}: a difference has one error"
    )]
    Asymmetric {
        /// A model.
        row: usize,
        /// Another model.
        column: usize,
        /// The error of their difference.
        one: f64,
        /// The error of the turned difference.
        other: f64,
    },
}

impl Fault for RankError {
    fn kind(&self) -> &'static str {
        match self {
            Self::Unrankable { .. } => "rank.unrankable",
            Self::TooFewModels { .. } => "rank.too_few_models",
            Self::AllTied { .. } => "rank.all_tied",
            Self::TooManyGroups { .. } => "rank.too_many_groups",
            Self::Asymmetric { .. } => "rank.asymmetric",
        }
    }

    fn count_from(&mut self, first: usize) {
        match self {
            Self::Unrankable { index, .. } => *index = index.saturating_add(first),
            Self::Asymmetric { row, column, .. } => {
                *row = row.saturating_add(first);
                *column = column.saturating_add(first);
            }
            _ => {}
        }
    }

    fn out_of_range(&self) -> Option<f64> {
        if let Self::Unrankable { value, .. } = self { Some(*value) } else { None }
    }
}
