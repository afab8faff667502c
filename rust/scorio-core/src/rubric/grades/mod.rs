//! Trials on their way to the counts of each rubric.

pub mod grading;
mod kept;
mod limits;
pub mod matrix;
mod table;
pub mod trial;
