//! The call `trials_to_separate`.

use std::sync::Arc;

use super::options::{PlanScore, PlanStudy};
use super::trials_needed::for_power;
use crate::calls::declare::call;
use crate::calls::option::{Range, group, number, side};
use crate::calls::{Answer, Input, Workers};
use crate::error::Result;
use crate::plan::measured::Measured;
use crate::plan::pair::{Pair, Side};
use crate::rows::declare::row;

call! {
    /// Gives how many more trials of each question separate a model from a baseline.
    ///
    /// # Formula
    /// As for `trials_needed`, on top of the trials that there are. `more` is the fewest whose expected z
    /// reaches the threshold, if the difference stays.
    ///
    /// # Errors
    /// Probabilities outside [0, 1]. Models of other categories.
    ///
    /// # Source
    /// docs/planning.md of the checkout.
    trials_to_separate(Nothing): answer => [separation: Separation], notes &[];

    /// A model and a baseline, and how surely they are to be separated.
    pub struct TrialsToSeparateOptions {
        /// The model.
        a: Arc<Side> = side().placed(),
        /// The model that it is compared with.
        baseline: Arc<Side> = side().placed(),
        /// z has to reach its one-sided normal quantile.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// How probable the separation in the right order has to be, by new trials alone.
        power: Option<f64> = number(Range::LEVEL).placed(),
        /// How scores are made.
        score: PlanScore = group(PlanScore::OPTIONS),
        /// The simulation for the power.
        study: PlanStudy = group(PlanStudy::OPTIONS),
    }
}

row! {
    /// How far a model is from being separated from a baseline.
    #[derive(Copy)]
    pub struct Separation {
        /// The difference of the expected scores.
        difference: f64,
        /// z as it is.
        z: f64,
        /// The fewest further trials whose expected z reaches the threshold. Missing if no number is enough.
        more: Option<u64>,
        /// The new trials alone that find the order with the power. Missing if none do, or without a power.
        trials_for_power: Option<u64>,
        /// That probability, as measured there.
        power: Option<Measured>,
    }
}

fn answer(_: Input<'_>, options: &TrialsToSeparateOptions, work: &Workers<'_>) -> Result<Answer> {
    let TrialsToSeparateOptions { a, baseline, confidence, power, score, study } = options;
    let weights = score.weights()?;
    let pair = Pair::new(a, baseline, &weights)?;
    let more = pair.further_needed(*confidence)?;
    let found = for_power(&pair, *confidence, *power, study, work)?;
    Ok(Answer::of(vec![Separation {
        difference: pair.difference(),
        z: pair.further_z(0),
        more,
        trials_for_power: found.map(|(trials, _)| trials),
        power: found.map(|(_, power)| power),
    }]))
}
