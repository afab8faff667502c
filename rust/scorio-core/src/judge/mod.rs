//! Noisy graders, corrected by a few trusted labels.
//!
//! A judge gives every trial an outcome, and a trusted grader labels some. Among the trials of one model
//! with one outcome of the judge, chance chose which to label. Then the score by the trusted grader is
//! post-stratified:
//!
//! ```text
//! score = Σ W_k μ_k
//! ```
//!
//! W_k is the share of the trials with the judge's outcome k. μ_k is the mean label of those of them that
//! have one. The file `trials` holds what a model's trials tell, and `figures` the score.

pub(crate) mod about;
pub mod agreement;
pub(crate) mod alpha;
pub mod arrays;
pub(crate) mod borrow;
pub mod calls;
pub(crate) mod cells;
pub(crate) mod check;
pub(crate) mod difference;
pub mod error;
pub(crate) mod favour;
pub(crate) mod figures;
pub mod join;
pub mod labelled;
pub mod legend;
pub mod levels;
pub(crate) mod models;
pub(crate) mod notes;
pub(crate) mod plan;
pub(crate) mod pooling;
pub(crate) mod quality;
pub(crate) mod regression;
pub mod rows;
pub(crate) mod spread;
pub(crate) mod strata;
pub(crate) mod trials;
pub mod unlike;

#[cfg(test)]
mod level_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_alpha;
