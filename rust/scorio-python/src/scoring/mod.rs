//! Metrics, and scores of chosen answers and of thresholds.

pub(crate) mod convergence;
pub(crate) mod metrics;
pub(crate) mod simulate;
pub(crate) mod tail_draws;
pub(crate) mod tailpass;
