//! Counts, sums, and how logs become them.

pub(crate) mod count_matrix;
pub(crate) mod counts;
pub(crate) mod question_scores;
pub(crate) mod reading;
pub(crate) mod sums;
pub(crate) mod table;
pub(crate) mod tallied;
