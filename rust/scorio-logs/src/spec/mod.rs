//! What the user says about a log: fields, categories, policies and format.

pub(crate) mod asked;
pub(crate) mod expression;
pub(crate) mod format;
pub(crate) mod grading;
pub(crate) mod options;
pub(crate) mod pattern;
pub(crate) mod rate;
pub(crate) mod score;
