//! What trials cost, beside their outcomes.

pub(crate) mod counting;
mod of_trials;
pub(crate) mod reader;
