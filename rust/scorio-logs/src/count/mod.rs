//! From records to counts: policies, duplicates, planned trials and scores.

pub(crate) mod chunks;
mod copies;
pub(crate) mod costs;
pub(crate) mod counter;
pub(crate) mod error;
pub(crate) mod finish;
pub(crate) mod inspect;
mod numbers;
pub(crate) mod outcomes;
pub(crate) mod outside;
pub(crate) mod read;
mod remedies;
pub(crate) mod tables;
#[cfg(test)]
mod tests_chunks;
#[cfg(test)]
mod tests_tables;
pub(crate) mod tool_logs;
pub(crate) mod trials;
