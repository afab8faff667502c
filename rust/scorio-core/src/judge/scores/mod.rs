//! The score by the trusted grader: of a model, of two, and of one without labels.

mod borrow;
mod cells;
pub(super) mod difference;
pub(crate) mod figures;
pub(crate) mod models;
mod pooling;
mod regression;
mod spread;
mod strata;
pub(crate) mod trials;

#[cfg(test)]
mod tests;
