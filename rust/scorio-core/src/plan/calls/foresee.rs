//! The call `foresee`.

use std::sync::Arc;

use super::options::{PlanScore, PlanStudy, PlanTable};
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
    /// Each replicate draws probabilities from what is known of the models, then trials from these. Those of
    /// a pilot come from the leaderboard's hierarchical posterior. z is the difference of the averages over σ
    /// with σ² = Σ v / N / M², added over both models. Models are separated if |z| reaches z*.
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
        /// The confidence of the separation.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// The table.
        table: PlanTable = group(PlanTable::OPTIONS),
        /// How scores are made.
        score: PlanScore = group(PlanScore::OPTIONS),
        /// The simulation.
        study: PlanStudy = group(PlanStudy::OPTIONS),
    }
}

fn answer(_: Input<'_>, options: &ForeseeOptions, work: &Workers<'_>) -> Result<Answer> {
    let ForeseeOptions { a, b, trials, confidence, table, score, study } = options;
    let weights = score.weights()?;
    let (pair, work) = (Pair::new(a, b, &weights)?, work.replicates(study.replicates));
    let separation = (*confidence, table.family);
    Ok(Answer::of(foresee::foresee(&pair, trials, separation, &work, study.seed)?))
}
