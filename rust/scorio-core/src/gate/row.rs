//! The rows of a gate.

use super::verdict::GateVerdict;
use crate::rows::declare::row;

row! {
    /// What a gate says of a question, or of a model's score.
    pub struct Gated {
        /// `pass`, `fail` or `undecided`.
        verdict: GateVerdict,
        /// Model.
        model: String,
        /// Task; missing in overall rows.
        task: Option<String>,
        /// Slice; missing but in rows of slices.
        slice: Option<String>,
        /// Question; missing if the row is about a score.
        question: Option<String>,
        /// Score: of a question, its share of successes. It is missing without a trial.
        score: Option<f64>,
        /// Lower end of the interval whose ends each have the confidence.
        lo: Option<f64>,
        /// Upper end of that interval.
        hi: Option<f64>,
        /// Of a question: the chance of as few successes, if it were exactly at the level.
        p_fail: Option<f64>,
        /// Of a question: the chance of as many successes, if it were exactly at the level.
        p_pass: Option<f64>,
        /// `p_fail`, adjusted for the questions of the model where fails are. At most 1 − confidence fails.
        p_fail_adjusted: Option<f64>,
        /// `p_pass`, adjusted for the questions of the model where passes are. At most 1 − confidence passes.
        p_pass_adjusted: Option<f64>,
        /// The confidence of the decision.
        confidence: f64,
        /// Questions that the row is about.
        questions: u64,
        /// Questions that any model was asked.
        questions_asked: u64,
        /// Trials with an outcome.
        trials: u64,
        /// Trials without an outcome. They do not count.
        missing: u64,
        /// Successes; missing if the row is about a score.
        successes: Option<u64>,
        /// Fewest further trials, of the question or of each question, after which a decision is
        /// expected, if the share of successes, or the score, stays. It is missing if decided, or
        /// beyond a million.
        more: Option<u64>,
        /// Fewest further trials of the question after which it passes, if all of them succeed.
        to_pass: Option<u64>,
        /// Fewest further trials of the question after which it fails, if all of them fail.
        to_fail: Option<u64>,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
    }
}
