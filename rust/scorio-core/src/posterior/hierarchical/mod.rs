//! The hierarchical prior: the questions of one model share a mean and a spread, which their trials
//! tell.
//!
//! Question i succeeds with probability pᵢ ~ Beta(a, b), with the mean m and the correlation ρ of two
//! trials of one question:
//!
//! ```text
//! a = m (1 − ρ) / ρ,  b = (1 − m)(1 − ρ) / ρ,  m ~ Beta(1/2, 1/2),  ρ = u²,  u ~ Uniform(0, 1)
//! P(c | m, ρ) ∝ ∏_{j<c} (m (1 − ρ) + jρ) ∏_{j<N−c} ((1 − m)(1 − ρ) + jρ) / ∏_{j<N} (1 − ρ + jρ)
//! ```
//!
//! With ρ = 0 all questions are alike, and with ρ = 1 each always fails or always succeeds. The products
//! hold at both ends, where a and b do not. Outcomes of several categories have a Dirichlet law of the
//! same form, with the pooled proportions as its mean.
//!
//! `likelihood` has the products, `walk` the integration, `hierarchy` the nodes, and `figures` what they
//! say about a mean of scores.

pub(crate) mod figures;
pub(crate) mod hierarchy;
pub(crate) mod likelihood;
#[cfg(test)]
mod tests;
pub(crate) mod walk;
