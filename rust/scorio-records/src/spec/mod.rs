//! What the user says about a log, as far as records need it.

pub mod categories;
pub mod cost;
pub mod error;
pub mod label;
pub mod numbers;
pub mod policy;
