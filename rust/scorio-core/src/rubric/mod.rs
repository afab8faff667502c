//! Rubrics: from many signals of a trial to one category, and what each category is worth.
//!
//! A rubric file declares signals, thresholds and categories. [`file::read`] reads it.
//! [`grading::Grading`] turns trials into the counts of each rubric. After that everything is counts.
//! [`matrix::grade_matrix`] grades the trials of a matrix.

pub mod calls;
pub mod error;
mod grades;
pub mod rows;
mod rules;
pub mod study;
mod text;
pub mod verifier;

pub use grades::{grading, matrix, trial};
pub use rules::{condition, quantile, rubric, rubrics, signal, threshold};
pub use text::{file, freeze};

/// The twelve rubrics of arXiv:2510.04265, appendix D, as a rubric file.
pub const PAPER: &str = include_str!("paper.toml");

#[cfg(test)]
mod tests;
