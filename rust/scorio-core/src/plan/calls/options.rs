//! The options that plans share.

use crate::calls::declare::options;
use crate::calls::option::{Range, numbers, seed, whole};
use crate::error::Result;
use crate::metric::weights::Weights;

options! {
    /// How scores and simulations of a plan are made.
    pub struct PlanScore {
        /// A weight per category. By default 0 and 1.
        weights: Option<Vec<f64>> = numbers("one per category"),
    }
}

options! {
    /// The table that two models stand in.
    pub struct PlanTable {
        /// How many models the table has. All comparisons of a model hold together.
        family: u64 = whole(Range::FROM_TWO).or(2.0),
    }
}

options! {
    /// The simulation of a plan.
    pub struct PlanStudy {
        /// How many replicates are simulated.
        replicates: u64 = whole(Range::FROM_ONE).or(4000.0),
        /// The seed that they depend on.
        seed: u64 = seed(),
    }
}

impl PlanScore {
    /// The weights.
    pub(super) fn weights(&self) -> Result<Weights> {
        self.weights.as_deref().map_or_else(|| Ok(Weights::binary()), Weights::new)
    }
}
