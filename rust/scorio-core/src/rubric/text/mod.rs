//! The file of a rubric: how it is read, and how the values of its quantiles are written into it.

mod expression;
pub mod file;
pub mod freeze;
mod section;
