//! The call `trials_for_half_width`.

use std::sync::Arc;

use super::options::PlanScore;
use crate::calls::declare::call;
use crate::calls::option::{Range, group, number, side};
use crate::calls::{Answer, Input, Workers};
use crate::error::Result;
use crate::plan::pair::Side;
use crate::rows::declare::row;

call! {
    /// Gives how many more trials of each question bring a model's interval to a half-width.
    ///
    /// # Formula
    /// With shapes α of sum S, the posterior variance of a question is v / (S + 1). Of this, n further trials
    /// leave S / (S + n) on average.
    ///
    /// # Errors
    /// A half-width that is not positive.
    ///
    /// # Source
    /// docs/planning.md of the checkout.
    trials_for_half_width(Nothing): answer => [narrowing: Narrowing], notes &[];

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
        /// Half the width as it is.
        half_width: f64,
        /// The fewest further trials of each question. Missing if no number up to 10⁹ is enough.
        more: Option<u64>,
    }
}

fn answer(_: Input<'_>, options: &TrialsForHalfWidthOptions, _: &Workers<'_>) -> Result<Answer> {
    let TrialsForHalfWidthOptions { a, half_width, confidence, score } = options;
    let weights = score.weights()?;
    Ok(Answer::of(vec![Narrowing {
        half_width: a.half_width(&weights, 0, *confidence)?,
        more: a.further_for_half_width(&weights, *half_width, *confidence)?,
    }]))
}
