//! Whether scores, or single questions, reach a level with enough confidence.

use super::questions::of_questions;
use super::row::Gated;
use super::scores::of_scores;
use super::verdict::Adjusted;
use crate::calls::Range;
use crate::counts::counts::Counts;
use crate::counts::error::CountsError;
use crate::error::Result;
use crate::leaderboard::{Leaderboard, ScoreRequest};
use crate::metric::weights::Weights;

/// What a gate asks.
#[derive(Clone, Debug)]
pub struct GateRequest {
    /// The scores, of which the confidence is that of the decisions. It is above 1/2.
    pub scoring: ScoreRequest,
    /// The level to reach.
    pub at_least: f64,
    /// Whether each question has to reach it, and not the score.
    pub per_question: bool,
    /// Which verdicts about questions are adjusted for their number.
    pub adjusted: Adjusted,
    /// The weights of the categories for single questions: 0 and 1. If omitted, those that the counts
    /// know, or (0, 1).
    pub weights: Option<Weights>,
}

/// Says of each score, or of each question, whether it reaches a level.
///
/// A question fails if as few successes, at the level, have a chance of at most 1 − confidence. That chance
/// is adjusted for the questions of the model by Holm's rule. It passes if as many successes have.
///
/// # Errors
/// - The confidence is not in (1/2, 1).
/// - The level is not finite. Of single questions, it is not in (0, 1).
/// - Of single questions, a weight is neither 0 nor 1, or there are other categories than weights.
/// - There is no observed trial.
/// - Those of [`crate::leaderboard::leaderboard`].
pub fn gate(counts: &Counts, request: &GateRequest) -> Result<Vec<Gated>> {
    gate_of_board(counts, request).map(|(rows, _)| rows)
}

/// The same with the leaderboard that scores are from.
pub(super) fn gate_of_board(
    counts: &Counts,
    request: &GateRequest,
) -> Result<(Vec<Gated>, Option<Leaderboard>)> {
    let confidence = request.scoring.confidence;
    Range::DECISIVE.check("confidence", confidence)?;
    if !request.per_question {
        let (rows, board) = of_scores(counts, &request.scoring, request.at_least, confidence)?;
        return Ok((rows, Some(board)));
    }
    let weights = match &request.weights {
        Some(weights) => weights.clone(),
        None => Weights::default_of(counts)?,
    };
    let rows = of_questions(counts, &weights, request.at_least, confidence, request.adjusted)?;
    if rows.iter().all(|row| row.trials == 0) {
        return Err(CountsError::NoCounts.into());
    }
    Ok((rows, None))
}
