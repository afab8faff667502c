//! Counting the logs of tools: which score counts, and what is missing.

pub(crate) mod missing_trials;
pub(crate) mod pass;
pub(crate) mod reader;
pub(crate) mod scores;
pub(crate) mod summed_scores;
pub(crate) mod words;
