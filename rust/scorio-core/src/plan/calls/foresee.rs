//! The call `foresee`.

use std::sync::Arc;

use super::options::{PlanScore, PlanStudy};
use crate::calls::declare::call;
use crate::calls::option::{Range, group, number, side, wholes};
use crate::calls::{Answer, Input, Workers};
use crate::error::Result;
use crate::plan::foresee::{self, Foresight};
use crate::plan::pair::{Pair, Side};

/// Numbers of trials that people can afford.
pub(super) const USUAL_TRIALS: &[f64] = &[1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 80.0];

call! {
    /// Gives what to expect of two models after each of several numbers of trials.
    ///
    /// # Formula
    /// Each replicate draws probabilities from what is known of the models, then trials from these. z is
    /// that of the means of Bayes@N: z = |μ − μ′| / √(σ² + σ′²).
    ///
    /// # Errors
    /// Probabilities outside [0, 1]. Numbers of trials that do not increase from 1.
    ///
    /// # Source
    /// Hariri et al. (2026), arXiv:2510.04265, section 2.9 and figure 3.
    foresee(Nothing): answer => [rows: Foresight], notes &[];

    /// Two models, and numbers of trials.
    pub struct ForeseeOptions {
        /// The first model.
        a: Arc<Side> = side().placed(),
        /// The second model.
        b: Arc<Side> = side().placed(),
        /// Numbers N of trials of each question, increasing.
        trials: Vec<u64> = wholes(Range::COUNT).or_numbers(USUAL_TRIALS).placed(),
        /// z has to reach its one-sided normal quantile.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// How scores are made.
        score: PlanScore = group(PlanScore::OPTIONS),
        /// The simulation.
        study: PlanStudy = group(PlanStudy::OPTIONS),
    }
}

fn answer(_: Input<'_>, options: &ForeseeOptions, work: &Workers<'_>) -> Result<Answer> {
    let ForeseeOptions { a, b, trials, confidence, score, study } = options;
    let weights = score.weights()?;
    let (pair, work) = (Pair::new(a, b, &weights)?, work.replicates(study.replicates));
    Ok(Answer::of(foresee::foresee(&pair, trials, *confidence, &work, study.seed)?))
}
