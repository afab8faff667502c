//! What trials cost, beside their outcomes.

pub(crate) mod counting;
pub(crate) mod error;
mod of_trials;
pub(crate) mod reader;
