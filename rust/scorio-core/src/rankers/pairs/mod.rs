//! Models of pairs of trials: how often one model beats another, and the strengths that explain it.

pub(crate) mod aligned;
pub(crate) mod law;
pub(crate) mod links;
pub(crate) mod model;
pub(crate) mod posterior_mean;
pub(crate) mod steep;
pub(crate) mod trial_error;
pub(crate) mod trial_pairs;
