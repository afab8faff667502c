//! From records to counts: labels, outcomes, duplicates and what is missing.

pub mod counter;
pub mod error;
pub mod labels;
pub mod repeats;
