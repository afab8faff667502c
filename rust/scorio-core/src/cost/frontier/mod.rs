//! Models by score and cost.
//!
//! `models` has score and cost of each, and how two differ. `chances` has those of the frontier, and `near` the
//! models near the best score.

pub(super) mod chances;
pub(super) mod models;
pub(super) mod near;
