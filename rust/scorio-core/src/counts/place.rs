//! Which question an error is about.

use std::fmt;

/// Which question an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A row of the results matrix, from 0.
    Row(usize),
    /// A question by its name.
    Named(String),
}

impl Place {
    /// Counts rows from `first`.
    pub(crate) fn count_from(&mut self, first: usize) {
        if let Self::Row(row) = self {
            *row = row.saturating_add(first);
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(formatter, "row {row} of R"),
            Self::Named(name) => formatter.write_str(name),
        }
    }
}
