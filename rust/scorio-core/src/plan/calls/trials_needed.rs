//! The call `trials_needed`.

use std::sync::Arc;

use super::options::{PlanScore, PlanStudy};
use crate::calls::declare::call;
use crate::calls::option::{Range, group, number, side};
use crate::calls::{Answer, Input, Workers};
use crate::error::Result;
use crate::plan::foresee::trials_for_power;
use crate::plan::measured::Measured;
use crate::plan::pair::{Pair, Side};
use crate::rows::declare::row;

call! {
    /// Gives how many trials of each question it takes to separate two models.
    ///
    /// # Formula
    /// z(N) = |E[μ − μ′]| / √(E[σ²] + E[σ′²]). Both expectations have closed forms, and z(N) increases.
    /// `trials` is the fewest whose z reaches the one-sided normal quantile of the confidence.
    ///
    /// `trials_for_power` is found by simulation: N is first doubled and then bisected.
    ///
    /// # Errors
    /// Probabilities outside [0, 1]. Models of other categories.
    ///
    /// # Source
    /// Hariri et al. (2026), arXiv:2510.04265, section 2.9.
    trials_needed(Nothing): answer => [needed: TrialsNeeded], notes &[];

    /// Two models, and how surely they are to be separated.
    pub struct TrialsNeededOptions {
        /// The first model.
        a: Arc<Side> = side().placed(),
        /// The second model.
        b: Arc<Side> = side().placed(),
        /// z has to reach its one-sided normal quantile.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// How probable the separation in the right order has to be.
        power: Option<f64> = number(Range::LEVEL).placed(),
        /// How scores are made.
        score: PlanScore = group(PlanScore::OPTIONS),
        /// The simulation for the power.
        study: PlanStudy = group(PlanStudy::OPTIONS),
    }
}

row! {
    /// How many trials of each question separate two models.
    #[derive(Copy)]
    pub struct TrialsNeeded {
        /// The fewest whose expected z reaches the threshold. Missing if no number up to 10⁹ is enough.
        trials: Option<u64>,
        /// Those that separate in the right order with the power. Missing if none do, or without a power.
        trials_for_power: Option<u64>,
        /// That probability, as measured there.
        power: Option<Measured>,
        /// The difference of the expected scores.
        difference: f64,
    }
}

fn answer(_: Input<'_>, options: &TrialsNeededOptions, work: &Workers<'_>) -> Result<Answer> {
    let TrialsNeededOptions { a, b, confidence, power, score, study } = options;
    let weights = score.weights()?;
    let pair = Pair::new(a, b, &weights)?;
    let trials = pair.trials_needed(*confidence)?;
    let found = for_power(&pair, *confidence, *power, study, work)?;
    Ok(Answer::of(vec![TrialsNeeded {
        trials,
        trials_for_power: found.map(|(trials, _)| trials),
        power: found.map(|(_, power)| power),
        difference: pair.difference(),
    }]))
}

/// The fewest trials that have a power, and that power as measured.
pub(super) fn for_power(
    pair: &Pair<'_>,
    confidence: f64,
    power: Option<f64>,
    study: &PlanStudy,
    work: &Workers<'_>,
) -> Result<Option<(u64, Measured)>> {
    let Some(power) = power else { return Ok(None) };
    trials_for_power(pair, confidence, power, &work.replicates(study.replicates), study.seed)
}
