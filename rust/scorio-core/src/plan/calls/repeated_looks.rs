//! The call `repeated_looks`.

use std::sync::Arc;

use super::options::{PlanScore, PlanStudy};
use crate::calls::declare::call;
use crate::calls::option::{Range, group, number, side, wholes};
use crate::calls::{Answer, AnswerTable, Input, Note, Workers};
use crate::error::Result;
use crate::plan::looks::{Looks, looks};
use crate::plan::notes::{NO_STOP, NOTES, RESTORED, UNEQUAL, UNRESTORED, with_digits};
use crate::plan::pair::{Pair, Side};

/// A look after each of eighty trials.
const EVERY: [f64; 80] = {
    let mut looks = [0.0; 80];
    let mut place = 0;
    while place < looks.len() {
        looks[place] = place as f64 + 1.0;
        place += 1;
    }
    looks
};

call! {
    /// Gives what looking after several numbers of trials does, if the first separation stops the trials.
    ///
    /// # Formula
    /// As for `foresee`. For equal models, `confidence` is the one at which at most 1 − confidence of the
    /// replicates stop, as with one look.
    ///
    /// # Errors
    /// Probabilities outside [0, 1]. Numbers of trials that do not increase from 1.
    ///
    /// # Source
    /// docs/planning.md of the checkout.
    repeated_looks(Nothing): answer => [looks: Looks], notes NOTES;

    /// Two models, and when their results are looked at.
    pub struct RepeatedLooksOptions {
        /// The first model.
        a: Arc<Side> = side().placed(),
        /// The second model.
        b: Arc<Side> = side().placed(),
        /// The numbers of trials of each question at which z is looked at, increasing.
        looks: Vec<u64> = wholes(Range::COUNT).or_numbers(&EVERY).placed(),
        /// The confidence of the separation at one look.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// How scores are made.
        score: PlanScore = group(PlanScore::OPTIONS),
        /// The simulation.
        study: PlanStudy = group(PlanStudy::OPTIONS),
    }
}

fn answer(_: Input<'_>, options: &RepeatedLooksOptions, work: &Workers<'_>) -> Result<Answer> {
    let RepeatedLooksOptions { a, b, looks: when, confidence, score, study } = options;
    let weights = score.weights()?;
    let (pair, work) = (Pair::new(a, b, &weights)?, work.replicates(study.replicates));
    let found = looks(&pair, when, *confidence, &work, study.seed)?;
    let note = restoring(&found, *confidence);
    Ok(Answer { tables: vec![AnswerTable::of(vec![found])], arrays: Vec::new(), notes: vec![note] })
}

/// The confidence that makes up for the looks, or why there is none.
fn restoring(found: &Looks, confidence: f64) -> Note {
    let share = || with_digits(1.0 - confidence, 4);
    match found.confidence {
        Some(restored) => {
            let note = Note::of(&RESTORED).with("confidence", with_digits(restored, 6));
            note.with("share", share())
        }
        None if !found.equal => Note::of(&UNEQUAL),
        None if found.stopped.value == 0.0 => Note::of(&NO_STOP),
        None => Note::of(&UNRESTORED).with("share", share()),
    }
}
