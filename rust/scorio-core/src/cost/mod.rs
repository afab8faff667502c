//! What success costs: mean costs, the cost of a success, retries, caps, and the frontier.
//!
//! A trial has a cost beside its outcome: dollars, tokens, seconds, steps. Sums keep the costs of each
//! question by outcome, under a score of its own as "cost where the outcome is 1". So they add up, and are
//! saved, as all sums are.
//!
//! - `spending` reads them back.
//! - `figures` has the mean cost of a model, and `quotient` the cost of a success.
//! - `retries` has fresh tries until the first success, and `caps` successes within a cap. `successes` has
//!   their intervals.
//! - `crossings` has the caps at which one model passes another.
//! - `plan` says what more trials cost, and `split` who gets the money.
//! - `gate` decides whether costs keep to a limit.
//! - `spread` says whether costs differ so much that an interval may be too low.
//! - `frontier` has the models that no other beats in both, and `near` those near the best score.

pub mod arrays;
mod call;
mod caps;
pub mod costed;
mod crossings;
pub mod error;
mod figures;
mod frontier;
mod gate;
pub mod legend;
mod models;
mod near;
mod notes;
mod plan;
mod quotient;
mod retries;
mod retry_rows;
pub mod rows;
mod spending;
mod split;
mod spread;
mod successes;

#[cfg(test)]
mod tests;

pub use call::{CALL, CostOptions};
pub use gate::{CALL as GATE_CALL, CostGateOptions};
pub use plan::{CALL as PLAN_CALL, CostPlanOptions};
pub use spending::outcome_counts;
