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
//! have one.
//!
//! - `labels` has the way from logs and arrays to counts of outcomes and labels.
//! - `scores` has what a model's trials tell (`trials`), and the score (`figures`).
//! - `trust` has how far the judge can be trusted.

pub(crate) mod about;
pub mod agreement;
pub mod calls;
pub(crate) mod check;
pub mod error;
mod labels;
pub(crate) mod notes;
pub(crate) mod plan;
pub mod rows;
mod scores;
mod trust;

pub use labels::{arrays, join, labelled, legend, levels};
pub(crate) use scores::{figures, models, trials};
pub use trust::unlike;
pub(crate) use trust::{alpha, favour, quality};

#[cfg(test)]
mod tests;
