//! All pairs of models in the order of the leaderboard.

use std::collections::BTreeMap;

use super::comparison::Comparison;
use super::likely::{board_of, board_of_sums};
use super::pairs::{compare_pairs_of_metric, pairs_of_sums};
use super::request::CompareRequest;
use super::scores::by_metric::CompareMetric;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::leaderboard::leaderboard::{Leaderboard, leaderboard};
use crate::leaderboard::numbers::{SumsRequest, sums_leaderboard};
use crate::leaderboard::request::ScoreRequest;
use crate::leaderboard::score::{Score, Unscored};
use crate::numeric::sorting::sort_by;
use crate::sums::sums::Sums;

/// All pairs of models, and the leaderboard that orders them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OrderedPairs {
    /// The pairs, by their places on the leaderboard.
    pub rows: Vec<Comparison>,
    /// The leaderboard.
    pub scores: Vec<Score>,
    /// Models that it lacks.
    pub unscored: Vec<Unscored>,
    /// Models whose differences of numbers from others are carried by a few large outcomes.
    pub carried: Vec<String>,
}

/// Compares every model with every other by a metric of the list. The model with the higher score
/// comes first, and the one with the lower score is its baseline.
///
/// The models and the baseline of the request do not matter.
///
/// # Errors
/// As [`compare_pairs_of_metric`], and as the leaderboard of the metric.
pub fn compare_ordered(
    counts: &Counts,
    choice: &CompareMetric,
    request: &CompareRequest,
) -> Result<OrderedPairs> {
    let board = ScoreRequest { by_task: false, ..board_of(choice, request) };
    let board = leaderboard(counts, &board)?;
    let rows = ordered(&board.scores, request, |own| compare_pairs_of_metric(counts, choice, own))?;
    let Leaderboard { scores, unscored, .. } = board;
    Ok(OrderedPairs { rows, scores, unscored, carried: Vec::new() })
}

/// The same of numeric scores.
///
/// # Errors
/// As [`super::compare_pairs_of_sums`], and as the leaderboard of numeric scores.
pub fn compare_sums_ordered(sums: &Sums, request: &CompareRequest) -> Result<OrderedPairs> {
    let board = SumsRequest { by_task: false, ..board_of_sums(request) };
    let board = sums_leaderboard(sums, &board)?;
    let mut carried = Vec::new();
    let rows = ordered(&board.scores, request, |own| {
        let found = pairs_of_sums(sums, own)?;
        carried = found.carried;
        Ok(found.rows)
    })?;
    Ok(OrderedPairs { rows, scores: board.scores, unscored: board.unscored, carried })
}

/// The pairs by the places of their models on a leaderboard.
fn ordered(
    board: &[Score],
    request: &CompareRequest,
    pairs: impl FnOnce(&CompareRequest) -> Result<Vec<Comparison>>,
) -> Result<Vec<Comparison>> {
    let mut places = BTreeMap::new();
    for row in board {
        let next = places.len();
        places.entry(row.model.as_str()).or_insert(next);
    }
    let mut models: Vec<_> = places.iter().map(|(model, place)| (*place, *model)).collect();
    models.sort_unstable();
    let mut models: Vec<_> = models.into_iter().map(|(_, model)| model.to_owned()).collect();
    let baseline = models.pop().unwrap_or_default();
    let mut rows = pairs(&CompareRequest {
        models,
        baseline,
        by_task: false,
        margin: None,
        ..request.clone()
    })?;
    let place = |model: &str| places.get(model).copied();
    sort_by(&mut rows, |a, b| {
        let key = |row: &Comparison| (place(&row.model), place(&row.baseline));
        a.score_name.cmp(&b.score_name).then_with(|| key(a).cmp(&key(b)))
    });
    Ok(rows)
}
