//! Results matrices, read once and in place, become counts.

pub(crate) mod binary;
mod byte_sums;
pub(crate) mod complete;
pub(crate) mod counted;
pub(crate) mod entry;
pub(crate) mod error;
pub(crate) mod labelled;
pub(crate) mod matrix;
pub(crate) mod ragged;
pub(crate) mod summed;

pub use counted::tally_counts;
pub use entry::Outcome;
pub use error::TallyError;
pub use labelled::{ModelRows, count_outcomes, count_table, numbered};
pub use matrix::{Matrix, Missing, tally, tally_each};
pub use ragged::{RowLabels, count_rows, tally_ragged};
pub use summed::sum_outcomes;
