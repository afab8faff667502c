//! What a rubric says: its signals, thresholds, conditions and categories.

pub mod condition;
pub mod quantile;
pub mod rubric;
pub mod rubrics;
pub mod signal;
pub mod threshold;
