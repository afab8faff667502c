//! Voting rules: every question is a voter, who orders the models.

pub mod ballots;
pub(crate) mod best_orders;
pub mod condorcet;
pub mod judgment;
pub mod kemeny;
pub mod levels;
pub mod points;
pub(crate) mod votes;
