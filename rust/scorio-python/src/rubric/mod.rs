//! Rubrics, their grades, and verifiers.

pub(crate) mod grades;
pub(crate) mod labels;
pub(crate) mod rubrics;
pub(crate) mod verifier;
