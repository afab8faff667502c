//! The call `smallest_difference`.

use std::sync::Arc;

use super::options::{PlanScore, PlanTable};
use crate::calls::declare::call;
use crate::calls::option::{Range, group, number, side, whole};
use crate::calls::{Answer, AnswerTable, Input, Note, Workers};
use crate::error::Result;
use crate::plan::notes::{DIFFERENCE, NONE_FAR, NOTES, with_digits};
use crate::plan::pair::Side;
use crate::plan::power::{self, Aim};
use crate::rows::declare::row;

call! {
    /// Gives the smallest difference from a model that N trials of each question separate.
    ///
    /// # Formula
    /// Δ = (z* + z_power) √(2 Σ v / N) / M. Here v is the variance of a trial of one of M questions, and z*
    /// is Φ⁻¹((1 + c^(1/(F − 1))) / 2) with the confidence c in a table of F models.
    ///
    /// # Errors
    /// Probabilities outside [0, 1]. No trial.
    ///
    /// # Source
    /// docs/planning.md of the checkout. Šidák (1967).
    smallest_difference(Nothing): answer => [difference: SmallestDifference], notes NOTES;

    /// A model, and a number of trials.
    pub struct SmallestDifferenceOptions {
        /// The model.
        a: Arc<Side> = side().placed(),
        /// N, the trials of each question of this model and of the other.
        trials: u64 = whole(Range::FROM_ONE).required().placed(),
        /// The confidence of the separation.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// How probable that has to be.
        power: f64 = number(Range::LEVEL).or(0.8).placed(),
        /// The table.
        table: PlanTable = group(PlanTable::OPTIONS),
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
    let &SmallestDifferenceOptions { ref a, trials, confidence, power, ref table, ref score } =
        options;
    let aim = Aim::new(confidence, table.family, power)?;
    let difference = power::smallest_difference(a, &score.weights()?, trials, aim)?;
    let note = match difference {
        Some(found) => Note::of(&DIFFERENCE)
            .with("difference", with_digits(found, 4))
            .with("power", format!("{power}")),
        None => Note::of(&NONE_FAR),
    };
    let notes = vec![note.with("trials", trials)];
    let tables = vec![AnswerTable::of(vec![SmallestDifference { difference }])];
    Ok(Answer { tables, arrays: Vec::new(), notes })
}
