//! Results matrices, read once and in place, become counts.

pub(crate) mod binary;
pub(crate) mod complete;
pub(crate) mod counted;
pub(crate) mod entry;
pub(crate) mod error;
pub(crate) mod matrix;
pub(crate) mod ragged;

pub use counted::tally_counts;
pub use entry::Outcome;
pub use error::TallyError;
pub use matrix::{Matrix, Missing, tally};
pub use ragged::{RowLabels, count_rows, tally_ragged};
