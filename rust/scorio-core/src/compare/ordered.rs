//! All pairs of models in the order of the leaderboard.

use std::collections::BTreeMap;

use super::comparison::Comparison;
use super::pairs::compare_pairs;
use super::request::CompareRequest;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::leaderboard::leaderboard::leaderboard;
use crate::leaderboard::request::ScoreRequest;
use crate::metric::metric::Metric;
use crate::metric::parameters::{ParameterValue, Parameters};

/// Compares every model with every other. The model with the higher score comes first, and the one
/// with the lower score is its baseline.
///
/// The models and the baseline of the request do not matter.
///
/// # Errors
/// As [`compare_pairs`], and as the leaderboard of the scale.
pub fn compare_ordered(counts: &Counts, request: &CompareRequest) -> Result<Vec<Comparison>> {
    let given = request.weights.as_ref().map(|w| ParameterValue::Numbers(w.values()));
    let parameters = given.into_iter().fold(Parameters::default(), |all, w| all.with("weights", w));
    let board = ScoreRequest {
        metrics: Metric::expand(&[request.scale.name().to_owned()], &[], &parameters)?,
        default_weights: request.weights.is_none(),
        prior: request.prior.clone(),
        target: request.target,
        clusters: request.clusters,
        drop_short: false,
        confidence: request.confidence,
        by_task: false,
        macro_average: false,
    };
    let board = leaderboard(counts, &board)?;
    let mut places = BTreeMap::new();
    for row in &board.scores {
        let next = places.len();
        places.entry(row.model.as_str()).or_insert(next);
    }
    let mut models: Vec<_> = places.iter().map(|(model, place)| (*place, *model)).collect();
    models.sort_unstable();
    let mut models: Vec<_> = models.into_iter().map(|(_, model)| model.to_owned()).collect();
    let baseline = models.pop().unwrap_or_default();
    let request =
        CompareRequest { models, baseline, by_task: false, margin: None, ..request.clone() };
    let mut rows = compare_pairs(counts, &request)?;
    let place = |model: &str| places.get(model).copied();
    rows.sort_by(|a, b| {
        let key = |row: &Comparison| (place(&row.model), place(&row.baseline));
        a.score_name.cmp(&b.score_name).then_with(|| key(a).cmp(&key(b)))
    });
    Ok(rows)
}
