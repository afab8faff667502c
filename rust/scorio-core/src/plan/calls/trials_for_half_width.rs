//! The call `trials_for_half_width`.

use std::sync::Arc;

use super::options::PlanScore;
use crate::calls::declare::call;
use crate::calls::option::{Range, group, number, side};
use crate::calls::{Answer, AnswerTable, Input, Note, Workers};
use crate::error::Result;
use crate::plan::notes::{NARROW, NOTES, SINGLE, beyond};
use crate::plan::pair::Side;
use crate::rows::declare::row;

call! {
    /// Gives how many more trials of each question bring a model's interval to a half-width.
    ///
    /// # Formula
    /// The interval is that of `score` with σ² = Σ v / (N + n) / M². Here v = E[p(1 − p) | trials] is the
    /// variance of a trial of one of M questions with N trials, by the leaderboard's hierarchical posterior.
    /// Today's half-width is that of `score`. Single trials do not tell v. Then it is the variance of all
    /// outcomes together, s(1 − s), which is an upper bound.
    ///
    /// # Errors
    /// A half-width that is not positive.
    ///
    /// # Source
    /// docs/planning.md of the checkout.
    trials_for_half_width(Nothing): answer => [narrowing: Narrowing], notes NOTES;

    /// A model, and the half-width that its interval has to have.
    pub struct TrialsForHalfWidthOptions {
        /// The model. Assumed probabilities have no trials yet.
        a: Arc<Side> = side().placed(),
        /// Half the width that the interval may have at most.
        half_width: f64 = number(Range::ANY).required().placed(),
        /// The probability of the interval.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// How scores are made.
        score: PlanScore = group(PlanScore::OPTIONS),
    }
}

row! {
    /// How far a model's interval is from a half-width.
    #[derive(Copy)]
    pub struct Narrowing {
        /// Half the width as it is. Missing without trials.
        half_width: Option<f64>,
        /// The fewest further trials of each question. Missing if no number up to 10⁹ is enough.
        more: Option<u64>,
        /// Whether fewer may be enough, because single trials do not tell how much further ones vary.
        at_most: bool,
    }
}

fn answer(_: Input<'_>, options: &TrialsForHalfWidthOptions, _: &Workers<'_>) -> Result<Answer> {
    let TrialsForHalfWidthOptions { a, half_width, confidence, score } = options;
    let weights = score.weights()?;
    let row = Narrowing {
        half_width: a.half_width(&weights, 0, *confidence)?,
        more: a.further_for_half_width(&weights, *half_width, *confidence)?,
        at_most: a.is_bound(&weights)?,
    };
    let mut notes = vec![Note::of(&NARROW)];
    notes.extend(row.at_most.then(|| Note::of(&SINGLE)));
    notes.extend(beyond([&row.more]));
    Ok(Answer { tables: vec![AnswerTable::of(vec![row])], arrays: Vec::new(), notes })
}
