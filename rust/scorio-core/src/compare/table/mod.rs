//! The questions of two models, and the row that compares them.

mod apart;
pub(crate) mod board;
pub(super) mod column;
mod row;
pub(super) mod side;
