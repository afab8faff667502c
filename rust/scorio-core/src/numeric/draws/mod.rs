//! Draws from distributions. They are the same on every platform.

pub(crate) mod beta;
pub(crate) mod binomial;
pub(crate) mod dirichlet;
