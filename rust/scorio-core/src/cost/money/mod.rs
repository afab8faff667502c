//! What more trials cost.
//!
//! `plan` says what a half-width costs, and `split` who gets the money.

pub(super) mod plan;
pub(super) mod split;
