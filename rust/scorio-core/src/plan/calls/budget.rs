//! The call `budget`.

use std::sync::Arc;

use super::foresee::USUAL_TRIALS;
use super::options::{PlanScore, PlanTable};
use crate::calls::declare::call;
use crate::calls::option::{Range, group, number, side, wholes};
use crate::calls::{Answer, AnswerTable, Input, Note, Workers};
use crate::error::Result;
use crate::numeric::watch;
use crate::plan::notes::{NEW_TRIALS, NOTES, SINGLE, SMALLEST};
use crate::plan::pair::Side;
use crate::plan::power::{Aim, separation, smallest_difference};
use crate::rows::declare::row;

call! {
    /// Gives what some numbers of new trials of each question show of a model.
    ///
    /// # Formula
    /// As for `smallest_difference` and `trials_for_half_width`.
    ///
    /// # Errors
    /// Probabilities outside [0, 1]. No trial.
    ///
    /// # Source
    /// docs/planning.md of the checkout.
    budget(Nothing): answer => [rows: Affordable], notes NOTES;

    /// A model, and numbers of trials.
    pub struct BudgetOptions {
        /// The model.
        a: Arc<Side> = side().placed(),
        /// Numbers N of new trials of each question.
        trials: Vec<u64> = wholes(Range::COUNT).or_numbers(USUAL_TRIALS).placed(),
        /// The probability of the interval, and of the separation.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// How probable the separation has to be.
        power: f64 = number(Range::LEVEL).or(0.8).placed(),
        /// The table.
        table: PlanTable = group(PlanTable::OPTIONS),
        /// How scores are made.
        score: PlanScore = group(PlanScore::OPTIONS),
    }
}

row! {
    /// What a number of new trials of each question shows of a model.
    #[derive(Copy)]
    pub struct Affordable {
        /// N, the number of trials.
        trials: u64,
        /// Half the width of the interval that is expected.
        half_width: f64,
        /// The smallest difference that is separated. Missing if the weights allow none.
        smallest_difference: Option<f64>,
    }
}

fn answer(_: Input<'_>, options: &BudgetOptions, _: &Workers<'_>) -> Result<Answer> {
    let BudgetOptions { a, trials, confidence, power, table, score } = options;
    let (weights, aim) = (score.weights()?, Aim::new(*confidence, table.family, *power)?);
    let row = |&trials: &u64| {
        watch::going()?;
        Ok(Affordable {
            trials,
            half_width: a.new_half_width(&weights, trials, *confidence)?,
            smallest_difference: smallest_difference(a, &weights, trials, aim)?,
        })
    };
    let rows = trials.iter().map(row).collect::<Result<Vec<_>>>()?;
    let smallest = Note::of(&SMALLEST).with("power", format!("{power}"));
    let single = a.is_bound(&weights)?.then(|| Note::of(&SINGLE));
    let separated = separation(aim, table.family, *confidence);
    let notes = [Note::of(&NEW_TRIALS), smallest, separated].into_iter().chain(single).collect();
    Ok(Answer { tables: vec![AnswerTable::of(rows)], arrays: Vec::new(), notes })
}
