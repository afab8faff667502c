//! What a trial is called in errors.

use std::fmt;

/// A trial, as an error names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialName {
    /// In words, such as its place in a log.
    Named(String),
    /// The row of a matrix, from 0.
    Row(usize),
}

impl TrialName {
    /// Counts rows from `first`.
    pub(in crate::rubric) fn count_from(&mut self, first: usize) {
        if let Self::Row(row) = self {
            *row = row.saturating_add(first);
        }
    }
}

impl fmt::Display for TrialName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => out.write_str(name),
            Self::Row(row) => write!(out, "trial {row}"),
        }
    }
}
