//! Gates: whether a score, or every single question, reaches a level with enough confidence.

mod call;
mod further;
#[expect(clippy::module_inception, reason = "the file holds the function of this name")]
mod gate;
mod notes;
mod questions;
mod row;
mod scores;
mod suspects;
mod verdict;

pub use call::{CALL, GateOptions};
pub use gate::{GateRequest, gate};
pub use row::Gated;
pub use verdict::{Adjusted, GateVerdict, verdict_of};
