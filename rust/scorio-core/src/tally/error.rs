//! Errors of the entries of a matrix.

use thiserror::Error;

use crate::check::plural;
use crate::remedy::{Fault, Remedy};

/// An error of the entries of a matrix.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum TallyError {
    /// An entry that is not one of the categories.
    #[error("{matrix}[{row}, {column}] = {value} is not a category: {}", accepted(*categories))]
    Category {
        /// Name of the matrix argument.
        matrix: &'static str,
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// The entry as its user would write it.
        value: String,
        /// How many categories there are.
        categories: usize,
    },
    /// A missing entry where none was allowed.
    #[error("{matrix}[{row}, {column}] is missing")]
    Missing {
        /// Name of the matrix argument.
        matrix: &'static str,
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
    },
    /// The lengths of the questions do not add up to the number of trials.
    #[error("the lengths of the rows add up to {total}, but there are {outcomes} outcomes")]
    Lengths {
        /// Trials.
        outcomes: usize,
        /// The lengths' sum.
        total: usize,
    },
    /// A table of counts without a question, or with fewer than two categories.
    #[error(
        "counts has {} and {}: a row for each question and a column for each category, at least two, are needed",
        plural(*rows, "row"),
        plural(*columns, "column")
    )]
    CountShape {
        /// Questions.
        rows: usize,
        /// Categories.
        columns: usize,
    },
    /// A count that is not a whole number from 0.
    #[error("counts[{row}, {column}] = {value} is not a count: counts are whole numbers from 0")]
    Count {
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// The entry as its user would write it.
        value: String,
    },
}

/// The entries that are categories.
fn accepted(categories: usize) -> String {
    match categories {
        2 => "with two categories, outcomes are 0 and 1 (for more, give w one weight per category)"
            .to_owned(),
        _ => format!(
            "w has {categories} weights, so categories are 0..{}",
            categories.saturating_sub(1)
        ),
    }
}

impl Fault for TallyError {
    fn kind(&self) -> &'static str {
        match self {
            Self::Category { .. } => "tally.category",
            Self::Missing { .. } => "tally.missing",
            Self::Lengths { .. } => "tally.lengths",
            Self::CountShape { .. } => "tally.count_shape",
            Self::Count { .. } => "tally.count",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        matches!(self, Self::Missing { .. }).then_some(Remedy::DropMissing)
    }

    fn count_from(&mut self, first: usize) {
        if let Self::Category { row, column, .. }
        | Self::Missing { row, column, .. }
        | Self::Count { row, column, .. } = self
        {
            *row = row.saturating_add(first);
            *column = column.saturating_add(first);
        }
    }
}
