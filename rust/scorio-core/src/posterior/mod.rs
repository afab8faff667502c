//! What the trials say about a score: prior, estimate, interval, and the questions that they are
//! about.

pub mod beta;
pub(crate) mod error;
pub mod interval;
pub mod prior;
pub mod target;

pub use error::PosteriorError;
