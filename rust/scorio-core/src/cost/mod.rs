//! What success costs: mean costs, the cost of a success, retries, caps, and the frontier.
//!
//! A trial has a cost beside its outcome: dollars, tokens, seconds, steps. Sums keep the costs of each
//! question by outcome, under a score of its own as "cost where the outcome is 1". So they add up, and are
//! saved, as all sums are.
//!
//! - `trials` adds trials up, in arrays or one by one, and reads the costs of each question back.
//! - `means` has the mean cost of a model, and the cost of a success.
//! - `frontier` compares models by both, and says who is near the best score.
//! - `budget` has fresh tries until the first success, successes within a cap, and where curves cross.
//! - `money` says what more trials cost, and who gets the money.
//! - `gate` decides whether costs keep to a limit.

mod budget;
mod call;
pub mod error;
mod frontier;
mod gate;
mod means;
mod money;
mod notes;
pub mod rows;
pub mod trials;

#[cfg(test)]
mod tests;

pub use call::{CALL, CostOptions};
pub use gate::{CALL as GATE_CALL, CostGateOptions};
pub use money::plan::{CALL as PLAN_CALL, CostPlanOptions};
pub use trials::spending::outcome_counts;
