//! Whether scores, or single questions, reach a level with enough confidence.

use super::questions::of_questions;
use super::row::Gated;
use super::scores::of_scores;
use crate::calls::Range;
use crate::counts::counts::Counts;
use crate::counts::error::CountsError;
use crate::error::Result;
use crate::leaderboard::ScoreRequest;
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
    /// Whether the confidence holds for all questions of a model together.
    pub family: bool,
    /// The weights of the categories for single questions: 0 and 1. If omitted, those that the counts
    /// know, or (0, 1).
    pub weights: Option<Weights>,
}

/// Says of each score, or of each question, whether it reaches a level.
///
/// The success probability p of a question has the posterior Beta(c + 1, N − c + 1) of c successes
/// in N trials: the uniform prior. The question passes if P(p ≥ level) reaches the confidence, and
/// fails if P(p < level) does.
///
/// # Errors
/// - The confidence is not in (1/2, 1).
/// - The level is not finite. Of single questions, it is not in (0, 1).
/// - Of single questions, a weight is neither 0 nor 1, or there are other categories than weights.
/// - There is no observed trial.
/// - Those of [`crate::leaderboard::leaderboard`].
pub fn gate(counts: &Counts, request: &GateRequest) -> Result<Vec<Gated>> {
    let confidence = request.scoring.confidence;
    Range::DECISIVE.check("confidence", confidence)?;
    if !request.per_question {
        return of_scores(counts, &request.scoring, request.at_least, confidence);
    }
    let weights = match &request.weights {
        Some(weights) => weights.clone(),
        None => Weights::default_of(counts)?,
    };
    let rows = of_questions(counts, &weights, request.at_least, confidence, request.family)?;
    if rows.iter().all(|row| row.trials == 0) {
        return Err(CountsError::NoCounts.into());
    }
    Ok(rows)
}
