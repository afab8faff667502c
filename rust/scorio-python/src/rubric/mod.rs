//! Rubrics, their grades, and verifiers.

pub(crate) mod grades;
mod labelling;
pub(crate) mod labels;
pub(crate) mod rubrics;
pub(crate) mod verifier;
