//! The call `trials_needed`.

use std::sync::Arc;

use super::options::{PlanScore, PlanTable};
use crate::calls::declare::call;
use crate::calls::option::{Range, group, number, side};
use crate::calls::{Answer, AnswerTable, Input, Note, Workers};
use crate::error::Result;
use crate::plan::notes::{NEW, NOTES, SINGLE, if_true};
use crate::plan::pair::{Pair, Side};
use crate::plan::power::{Aim, true_difference};
use crate::rows::declare::row;

call! {
    /// Gives how many new trials of each question separate two models with a power.
    ///
    /// # Formula
    /// N is the fewest with Φ(|Δ| / σ − z*) ≥ power and σ² = Σ (v + v′) / N / M². So it is
    /// (z* + z_power)² Σ (v + v′) / (M Δ)², rounded up.
    ///
    /// Here v is the variance of a trial of one of M questions. Assumed probabilities have p(1 − p). A pilot has
    /// E[p(1 − p) | trials] by the leaderboard's hierarchical posterior. In a table of F models, with the
    /// confidence c, z* = Φ⁻¹((1 + c^(1/(F − 1))) / 2). With power 0.5 the expected z is z*.
    ///
    /// # Errors
    /// Probabilities outside [0, 1]. Models of other categories. A difference that is not finite.
    ///
    /// # Source
    /// docs/planning.md of the checkout. Šidák (1967). With power 0.5: Hariri et al. (2026),
    /// arXiv:2510.04265, section 2.9.
    trials_needed(Nothing): answer => [needed: TrialsNeeded], notes NOTES;

    /// Two models, and how surely they are to be separated.
    pub struct TrialsNeededOptions {
        /// The first model.
        a: Arc<Side> = side().placed(),
        /// The second model.
        b: Arc<Side> = side().placed(),
        /// The confidence of the separation.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// How probable the separation in the right order has to be.
        power: f64 = number(Range::LEVEL).or(0.8).placed(),
        /// The true difference of the scores. By default that of the two models.
        difference: Option<f64> = number(Range::FINITE),
        /// The table.
        table: PlanTable = group(PlanTable::OPTIONS),
        /// How scores are made.
        score: PlanScore = group(PlanScore::OPTIONS),
    }
}

row! {
    /// How many trials of each question separate two models.
    #[derive(Copy)]
    pub struct TrialsNeeded {
        /// The fewest that have the power. Missing if no number up to 10⁹ is enough.
        trials: Option<u64>,
        /// The same if half the difference is true.
        half: Option<u64>,
        /// The power of so many trials. Missing with them.
        power: Option<f64>,
        /// The true difference that is assumed, a − b.
        difference: f64,
        /// Whether fewer may be enough, because single trials do not tell how much further ones vary.
        at_most: bool,
    }
}

fn answer(_: Input<'_>, options: &TrialsNeededOptions, _: &Workers<'_>) -> Result<Answer> {
    let TrialsNeededOptions { a, b, confidence, power, difference, table, score } = options;
    let weights = score.weights()?;
    let pair = Pair::new(a, b, &weights)?;
    let aim = Aim::new(*confidence, table.family, *power)?;
    let difference = true_difference(*difference, pair.difference(), &weights)?;
    let trials = pair.new_trials(difference, aim)?;
    let half = pair.new_trials(0.5 * difference, aim)?;
    let power = trials.map(|trials| pair.power(difference, trials, aim)).transpose()?;
    let at_most = pair.is_bound();
    let mut notes = vec![if_true(&NEW, difference, (trials, half), (aim, at_most))];
    notes.extend(at_most.then(|| Note::of(&SINGLE)));
    let row = TrialsNeeded { trials, half, power, difference, at_most };
    Ok(Answer { tables: vec![AnswerTable::of(vec![row])], arrays: Vec::new(), notes })
}
