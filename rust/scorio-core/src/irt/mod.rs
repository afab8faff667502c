//! Item response theory: abilities of models and difficulties of items, from the outcomes of trials.

pub mod ability;
pub mod belief;
pub mod curve;

pub use ability::{Ability, AbilityPrior, Answered, filter, mode};
pub use belief::AbilityBelief;
pub use curve::ItemCurve;
