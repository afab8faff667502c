//! All pairs of models in the order of the leaderboard.

use std::collections::BTreeMap;

use super::comparison::Comparison;
use super::pairs::{compare_pairs_of_metric, compare_pairs_of_sums};
use super::request::CompareRequest;
use super::scores::by_metric::CompareMetric;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::leaderboard::leaderboard::leaderboard;
use crate::leaderboard::numbers::{Statistic, SumsRequest, sums_leaderboard};
use crate::leaderboard::request::ScoreRequest;
use crate::leaderboard::score::{Score, Unscored};
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
    let board = ScoreRequest {
        metrics: vec![choice.metric.clone()],
        default_weights: choice.default_weights,
        prior: request.prior.clone(),
        target: request.target,
        clusters: request.clusters,
        drop_short: choice.drop_short,
        confidence: request.confidence,
        runs: false,
        by_task: false,
        macro_average: false,
    };
    let board = leaderboard(counts, &board)?;
    let rows = ordered(&board.scores, request, |own| compare_pairs_of_metric(counts, choice, own))?;
    Ok(OrderedPairs { rows, scores: board.scores, unscored: board.unscored })
}

/// The same of numeric scores.
///
/// # Errors
/// As [`compare_pairs_of_sums`], and as the leaderboard of numeric scores.
pub fn compare_sums_ordered(sums: &Sums, request: &CompareRequest) -> Result<OrderedPairs> {
    let board = SumsRequest {
        statistics: vec![Statistic::Mean],
        target: request.target,
        clusters: request.clusters,
        drop_short: false,
        confidence: request.confidence,
        by_task: false,
        macro_average: false,
    };
    let board = sums_leaderboard(sums, &board)?;
    let rows = ordered(&board.scores, request, |own| compare_pairs_of_sums(sums, own))?;
    Ok(OrderedPairs { rows, scores: board.scores, unscored: board.unscored })
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
    rows.sort_by(|a, b| {
        let key = |row: &Comparison| (place(&row.model), place(&row.baseline));
        a.score_name.cmp(&b.score_name).then_with(|| key(a).cmp(&key(b)))
    });
    Ok(rows)
}
