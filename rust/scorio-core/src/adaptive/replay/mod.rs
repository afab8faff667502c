//! Replay: adaptive evaluation on recorded outcomes, beside the baselines that it has to beat.
//!
//! Models are held out, a bank is calibrated on others, and each design asks the held-out models for
//! items whose outcomes are known. So its ranking and its scores can be compared with all outcomes.

mod averages;
mod courses;
mod hold_out;
mod one_set;
mod options;
mod orders;
mod paths;
mod report;
mod rising;
mod rows;
mod scoring;
mod stopping;
#[cfg(test)]
mod tests;
mod truth;

pub use options::{Calibrators, ReplayOptions, ReplayTable, ReplayTruth};
pub use report::{ReplayReport, replay};
pub use rows::{ReplayDecisions, ReplayNeed, ReplaySet, ReplayStep, ReplaySummary};
