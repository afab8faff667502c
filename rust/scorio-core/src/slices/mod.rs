//! Where one model is better than another: differences by slices of the questions.
//!
//! - `cuts` reads the values of a field, and `cells` makes slices of them.
//! - `heterogeneity` asks whether the differences differ at all.
//! - `shrinkage` lets each slice lean on the others, as far as their spread suggests.
//! - `judged` has what the slices of a model say together, and the gate.
//! - `known` takes differences that are known, in place of trials.

mod call;
pub(crate) mod cells;
mod cuts;
pub(crate) mod error;
mod heterogeneity;
mod judged;
mod known;
mod notes;
pub mod rows;
mod shrinkage;

#[cfg(test)]
mod tests;

pub use call::{CALL, SlicesOptions};
pub use cells::{FEWEST_QUESTIONS, slice_field};
pub use error::SlicesError;
pub use known::{CALL as KNOWN_CALL, KnownSlicesOptions};
