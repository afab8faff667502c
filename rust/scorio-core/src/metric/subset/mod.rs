//! The expected credit of k trials drawn from a question's trials, or from its posterior.
//!
//! A credit function gives the credit for j successes in k draws. The urn gives the probability of
//! each j. Walking the law of j gives the mean. Hahn polynomials give the variance under a prior, and
//! pairs of disjoint subsets give it without one.

pub(crate) mod chance;
pub(crate) mod credit;
pub(crate) mod estimate;
pub(crate) mod hahn;
pub(crate) mod law;
mod moments;
mod rising;
#[cfg(test)]
mod tests;
pub(crate) mod unbiased;
pub(crate) mod urn;

pub use credit::Credit;
pub use estimate::{pass_curve, point, posterior, sampled};
