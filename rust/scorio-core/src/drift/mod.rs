//! Drift: whether a model that runs again and again has changed, and since when.
//!
//! - `order` puts runs in the order of their names.
//! - `runs` has the score of each run on the questions that all runs have, and how trials scatter.
//! - `chart` weighs the evidence for a change at every look, and draws the limits of the next run.
//! - `call` answers.

mod call;
mod chart;
mod error;
mod notes;
mod order;
mod rows;
mod runs;

#[cfg(test)]
mod tests;

pub use call::{CALL, DriftOptions};
pub use error::DriftError;
pub use rows::{DriftRun, DriftVerdict};
