//! P(A > B) of comparisons, by the prior of the table that the models are in.

use super::comparison::Comparison;
use super::request::CompareRequest;
use super::scores::by_metric::CompareMetric;
use crate::calls::Note;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::leaderboard::best::{BoardPrior, lines_of};
use crate::leaderboard::leaderboard::leaderboard;
use crate::leaderboard::request::ScoreRequest;
use crate::leaderboard::{Statistic, SumsRequest, sums_leaderboard};
use crate::rank::table_prior::{FEWEST, TablePrior};
use crate::sums::sums::Sums;

/// Gives comparisons the P(A > B) of the table that their models are in.
///
/// # Errors
/// The degrees of freedom have no tail.
pub(super) fn rank_pairs(rows: &mut [Comparison], priors: &[BoardPrior]) -> Result<()> {
    for row in rows {
        if let Some(own) = BoardPrior::of(priors, row.task.as_deref(), &row.score_name) {
            row.probability = own.above(row.difference, row.sigma, row.distribution())?;
        }
    }
    Ok(())
}

/// The priors of the tables of some counts. There are none of fewer than four models, or where the counts
/// have no leaderboard.
pub(super) fn priors_of(
    counts: &Counts,
    choice: &CompareMetric,
    request: &CompareRequest,
) -> Vec<BoardPrior> {
    if counts.models().len() < FEWEST {
        return Vec::new();
    }
    // A single task has no table besides the overall one.
    let by_task = request.by_task && counts.tasks().len() > 1;
    let own = ScoreRequest { by_task, ..board_of(choice, request) };
    let board = leaderboard(counts, &own);
    board.map(|board| board.priors).unwrap_or_default()
}

/// The same of numbers.
pub(super) fn priors_of_sums(sums: &Sums, request: &CompareRequest) -> Vec<BoardPrior> {
    if sums.trials().models().len() < FEWEST {
        return Vec::new();
    }
    let by_task = request.by_task && sums.trials().tasks().len() > 1;
    let own = SumsRequest { by_task, ..board_of_sums(request) };
    let board = sums_leaderboard(sums, &own);
    board.map(|board| board.priors).unwrap_or_default()
}

/// What is said of the priors of the tables that rows are in. Without a table, they have a flat one.
pub(super) fn notes_of(rows: &[Comparison], priors: &[BoardPrior]) -> Vec<Note> {
    let own = |row: &Comparison| BoardPrior::of(priors, row.task.as_deref(), &row.score_name);
    let is_flat = |row: &Comparison| own(row).is_none_or(TablePrior::is_flat);
    lines_of(rows.iter().map(is_flat))
}

/// The tables whose models a comparison compares.
pub(super) fn board_of(choice: &CompareMetric, request: &CompareRequest) -> ScoreRequest {
    ScoreRequest {
        metrics: vec![choice.metric.clone()],
        default_weights: choice.default_weights,
        prior: request.prior.clone(),
        target: request.target,
        clusters: request.clusters,
        drop_short: choice.drop_short,
        confidence: request.confidence,
        family: request.family,
        runs: false,
        threads: 1,
        borrow: request.borrow,
        by_task: request.by_task,
        macro_average: false,
    }
}

/// The same of numbers.
pub(super) fn board_of_sums(request: &CompareRequest) -> SumsRequest {
    SumsRequest {
        statistics: vec![Statistic::Mean],
        target: request.target,
        clusters: request.clusters,
        drop_short: false,
        confidence: request.confidence,
        family: request.family,
        by_task: request.by_task,
        macro_average: false,
    }
}
