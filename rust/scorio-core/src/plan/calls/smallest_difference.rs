//! The call `smallest_difference`.

use std::sync::Arc;

use super::options::PlanScore;
use crate::calls::declare::call;
use crate::calls::option::{Range, group, number, side, whole};
use crate::calls::{Answer, Input, Workers};
use crate::error::Result;
use crate::plan::pair::{self, Side};
use crate::rows::declare::row;

call! {
    /// Gives the smallest difference from a model that N trials of each question separate.
    ///
    /// # Formula
    /// Δ = (T / N) √2 (z σ + z_power S) with T = N + C + 1, S² = N Σ v / (T M)² and v the variance of a
    /// question's outcome.
    ///
    /// # Errors
    /// Probabilities outside [0, 1]. No trial.
    ///
    /// # Source
    /// Hariri et al. (2026), arXiv:2510.04265, section 2.9.
    smallest_difference(Nothing): answer => [difference: SmallestDifference], notes &[];

    /// A model, and a number of trials.
    pub struct SmallestDifferenceOptions {
        /// The model.
        a: Arc<Side> = side().placed(),
        /// N, the trials of each question of this model and of the other.
        trials: u64 = whole(Range::FROM_ONE).required().placed(),
        /// z has to reach its one-sided normal quantile.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// How probable that has to be.
        power: f64 = number(Range::LEVEL).or(0.8).placed(),
        /// How scores are made.
        score: PlanScore = group(PlanScore::OPTIONS),
    }
}

row! {
    /// The smallest difference that is separated.
    #[derive(Copy)]
    pub struct SmallestDifference {
        /// The difference. Missing if it would lead beyond the largest and the smallest weight.
        difference: Option<f64>,
    }
}

fn answer(_: Input<'_>, options: &SmallestDifferenceOptions, _: &Workers<'_>) -> Result<Answer> {
    let &SmallestDifferenceOptions { ref a, trials, confidence, power, ref score } = options;
    let difference = pair::smallest_difference(a, &score.weights()?, trials, confidence, power)?;
    Ok(Answer::of(vec![SmallestDifference { difference }]))
}
