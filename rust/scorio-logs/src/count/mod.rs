//! From records to counts: policies, duplicates, planned trials and scores.

pub(crate) mod batches;
pub(crate) mod chunks;
pub(crate) mod closing;
pub(crate) mod counter;
mod details;
pub(crate) mod elsewhere;
pub(crate) mod error;
pub(crate) mod expected;
pub(crate) mod finish;
pub(crate) mod gathered;
mod graded;
mod known;
mod numbers;
pub(crate) mod pass;
pub(crate) mod plan;
pub(crate) mod profile;
pub(crate) mod profiler;
pub(crate) mod read;
pub(crate) mod record;
mod remedies;
pub(crate) mod repeats;
mod settle;
mod shape;
mod shaped;
pub(crate) mod signals;
pub(crate) mod stored;
pub(crate) mod sums;
pub(crate) mod survey;
pub(crate) mod tables;
#[cfg(test)]
mod tests_chunks;
#[cfg(test)]
mod tests_tables;
pub(crate) mod tool;
pub(crate) mod trials;
mod words;
