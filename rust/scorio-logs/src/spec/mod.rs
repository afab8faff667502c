//! What the user says about a log: fields, categories, policies and format.

pub(crate) mod asked;
pub(crate) mod categories;
pub(crate) mod error;
pub(crate) mod expression;
pub(crate) mod format;
pub(crate) mod grading;
pub(crate) mod label;
pub(crate) mod numbers;
pub(crate) mod options;
pub(crate) mod pattern;
pub(crate) mod policy;
pub(crate) mod rate;
pub(crate) mod score;
