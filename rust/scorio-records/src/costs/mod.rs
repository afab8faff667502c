//! What trials cost, beside their outcomes.

pub mod amounts;
pub mod counting;
pub mod error;
