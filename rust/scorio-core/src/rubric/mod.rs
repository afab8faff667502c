//! Rubrics: from many signals of a trial to one category, and what each category is worth.
//!
//! A rubric file declares signals, thresholds and categories. [`file::read`] reads it.
//! [`grading::Grading`] turns trials into the counts of each rubric. After that everything is counts.
//! [`matrix::grade_matrix`] grades the trials of a matrix.

pub mod calls;
pub mod condition;
pub mod error;
mod expression;
pub mod file;
pub mod freeze;
pub mod grading;
mod kept;
mod limits;
pub mod matrix;
pub mod quantile;
pub mod rows;
#[expect(clippy::module_inception, reason = "the file holds the type of this name")]
pub mod rubric;
pub mod rubrics;
mod section;
pub mod signal;
pub mod study;
mod table;
pub mod threshold;
pub mod trial;
pub mod verifier;

/// The twelve rubrics of arXiv:2510.04265, appendix D, as a rubric file.
pub const PAPER: &str = include_str!("paper.toml");

#[cfg(test)]
mod tests;
