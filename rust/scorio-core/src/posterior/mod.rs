//! What the trials say about a score: prior, estimate, interval, and the questions that they are
//! about.

pub mod beta;
pub(crate) mod dirichlet;
pub(crate) mod effective;
pub(crate) mod error;
pub(crate) mod hierarchical;
pub mod interval;
pub(crate) mod inversion;
pub(crate) mod nodes;
pub mod prior;
pub(crate) mod quantile;
pub mod row;
pub(crate) mod shape;
pub(crate) mod superiority;
pub mod target;
pub(crate) mod total;

pub use error::PosteriorError;
