//! Trials with an outcome and a cost, and the sums that hold them.
//!
//! Sums keep the costs of each question by outcome, under scores that `legend` names. `costed` adds trials one by
//! one, `arrays` those of a model in arrays, and `spending` reads the costs of each question back.

pub mod arrays;
pub mod costed;
pub mod legend;
pub(super) mod spending;
