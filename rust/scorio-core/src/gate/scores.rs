//! A gate for the score of each model.

use super::further::MOST_FURTHER;
use super::row::Gated;
use super::verdict::{GateVerdict, verdict_of};
use crate::calls::Range;
use crate::check;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::leaderboard::{
    Judged, Leaderboard, Score, ScoreRequest, SumsBoard, SumsRequest, Unscored, leaderboard,
    sums_leaderboard,
};
use crate::posterior::target::Target;
use crate::sums::sums::Sums;

/// A row for each score of a leaderboard, and for each model without one; and the leaderboard.
///
/// A score passes if the lower end of its interval reaches the level, and fails if the upper end is
/// below it. Each end has the confidence. A score passes only if it is of every question that any model
/// was asked; otherwise it is undecided.
pub(super) fn of_scores(
    counts: &Counts,
    scoring: &ScoreRequest,
    level: f64,
    confidence: f64,
) -> Result<(Vec<Gated>, Leaderboard)> {
    check::finite("at_least", &[], level)?;
    // Half of what the interval leaves out is beyond each end.
    let request = ScoreRequest { confidence: 2.0 * confidence - 1.0, ..scoring.clone() };
    let board = leaderboard(counts, &request)?;
    let sampled = scoring.clusters.is_some() || scoring.target == Target::QuestionsLikeThese;
    let mut rows = of_board((&board.scores, &board.unscored), level, confidence, sampled);
    if !board.judged.is_empty() {
        // Of scores that labels correct, σ does not fall with trials alone.
        for row in &mut rows {
            row.more = None;
        }
        rows.extend(without_label(&board, counts, confidence));
    }
    Ok((rows, board))
}

/// The same of numeric scores, with their leaderboard.
pub(super) fn of_sums(
    sums: &Sums,
    scoring: &SumsRequest,
    level: f64,
) -> Result<(Vec<Gated>, SumsBoard)> {
    check::finite("at_least", &[], level)?;
    let confidence = scoring.confidence;
    Range::DECISIVE.check("confidence", confidence)?;
    let request = SumsRequest { confidence: 2.0 * confidence - 1.0, ..scoring.clone() };
    let board = sums_leaderboard(sums, &request)?;
    let sampled = scoring.clusters.is_some() || scoring.target == Target::QuestionsLikeThese;
    Ok((of_board((&board.scores, &board.unscored), level, confidence, sampled), board))
}

/// The rows of models without labels, of which no score is known.
fn without_label<'b>(
    board: &'b Leaderboard,
    counts: &'b Counts,
    confidence: f64,
) -> impl Iterator<Item = Gated> + 'b {
    let scored = |one: &Judged| {
        board.scores.iter().any(|row| row.task == one.task && row.model == one.model)
    };
    let open = board.judged.iter().filter(move |one| !scored(one));
    open.map(move |one| {
        let own = || {
            counts.iter().filter(|question| {
                question.model == one.model
                    && one.task.as_deref().is_none_or(|task| task == question.task)
            })
        };
        let unscored = Unscored {
            task: one.task.clone(),
            model: one.model.clone(),
            trials: 1,
            score_name: one.score_name.clone(),
        };
        let trials = own().map(|question| question.trials()).sum();
        Gated { trials, ..without_score(&unscored, own().count() as u64, confidence) }
    })
}

fn of_board(
    (scores, unscored): (&[Score], &[Unscored]),
    level: f64,
    confidence: f64,
    sampled: bool,
) -> Vec<Gated> {
    let scored = scores.iter().map(|score| of_score(score, level, confidence, sampled));
    let asked = |one: &Unscored| {
        let same = |score: &&Score| score.task == one.task && score.score_name == one.score_name;
        scores.iter().find(same).map_or(0, |score| score.questions_asked)
    };
    let unscored = unscored.iter().map(|one| without_score(one, asked(one), confidence));
    scored.chain(unscored).collect()
}

fn of_score(score: &Score, level: f64, confidence: f64, sampled: bool) -> Gated {
    let decided = verdict_of(score.lo >= level, score.hi < level);
    // Questions that others were asked may be the hard ones. No trial of them speaks for the model.
    let skips = score.questions < score.questions_asked;
    let passes = decided == GateVerdict::Pass;
    let verdict = if skips && passes { GateVerdict::Undecided } else { decided };
    let undecided = verdict == GateVerdict::Undecided;
    // Of other metrics, σ does not fall with 1/√N alone. Of one trial, σ tells of the questions.
    let falls = !sampled && !skips && score.k.is_none() && score.trials > score.questions;
    Gated {
        verdict,
        model: score.model.clone(),
        task: score.task.clone(),
        slice: None,
        question: None,
        score: Some(score.score),
        lo: Some(score.lo),
        hi: Some(score.hi),
        p_fail: None,
        p_pass: None,
        p_fail_adjusted: None,
        p_pass_adjusted: None,
        confidence,
        questions: score.questions,
        questions_asked: score.questions_asked,
        trials: score.trials,
        missing: score.missing,
        successes: None,
        more: if undecided && falls { further(score, level) } else { None },
        to_pass: None,
        to_fail: None,
        score_name: score.score_name.clone(),
    }
}

/// Further trials of each question, if the score stays and σ falls with the root of the trials.
fn further(score: &Score, level: f64) -> Option<u64> {
    let (end, distance) = if score.score >= level {
        (score.score - score.lo, score.score - level)
    } else {
        (score.hi - score.score, level - score.score)
    };
    let each = score.trials as f64 / score.questions as f64;
    let ratio = end / distance;
    let more = (each * (ratio * ratio - 1.0)).ceil().max(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 10⁶")]
    (more <= MOST_FURTHER as f64).then_some(more as u64)
}

fn without_score(one: &Unscored, asked: u64, confidence: f64) -> Gated {
    Gated {
        verdict: GateVerdict::Undecided,
        model: one.model.clone(),
        task: one.task.clone(),
        slice: None,
        question: None,
        score: None,
        lo: None,
        hi: None,
        p_fail: None,
        p_pass: None,
        p_fail_adjusted: None,
        p_pass_adjusted: None,
        confidence,
        questions: 0,
        questions_asked: asked,
        trials: 0,
        missing: 0,
        successes: None,
        more: None,
        to_pass: None,
        to_fail: None,
        score_name: one.score_name.clone(),
    }
}
