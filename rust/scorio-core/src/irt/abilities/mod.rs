//! The ability of a model: its mode, its posterior, and how it compares with others.

pub mod ability;
pub mod belief;
pub(crate) mod exceedance;
pub(crate) mod likelihood;
