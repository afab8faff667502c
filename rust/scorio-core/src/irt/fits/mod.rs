//! What fits difficulties, slopes and abilities: modes, marginal likelihood and empirical Bayes.

pub(crate) mod empirical;
pub(crate) mod joint;
pub(crate) mod marginal;
pub(crate) mod newton_step;
pub(crate) mod published;
pub(crate) mod roots;
pub(crate) mod sloped;
pub(crate) mod slopes;
