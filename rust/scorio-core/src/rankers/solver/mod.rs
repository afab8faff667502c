//! What methods solve their equations with: matrices of models, Newton's steps, and priors.

pub(crate) mod corners;
pub(crate) mod newton;
pub(crate) mod square;
pub(crate) mod strength_prior;
