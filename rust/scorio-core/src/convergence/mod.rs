//! How a ranking settles as trials are added.

pub mod calls;
pub(crate) mod course;
pub(crate) mod error;
pub(crate) mod measure;
pub(crate) mod outcomes;
pub(crate) mod ranking;
mod setting;
pub(crate) mod standings;
pub(crate) mod steps;
pub(crate) mod study;
#[cfg(test)]
mod tests;

pub use course::Course;
pub use error::ConvergenceError;
pub use measure::Measure;
pub use outcomes::{Outcomes, Scheme};
pub use steps::Progress;
pub use study::{Choices, Study};
