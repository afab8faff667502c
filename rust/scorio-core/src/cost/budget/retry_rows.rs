//! The rows of retries, model by model.

use crate::calls::Workers;
use crate::cost::budget::retries::{RetryFigures, Retrying};
use crate::cost::budget::successes::{SuccessLine, passes};
use crate::cost::frontier::models::CostModel;
use crate::cost::means::figures::{CostInterval, CostTarget};
use crate::cost::means::quotient::quotient;
use crate::cost::rows::Retry;
use crate::cost::trials::spending::Spending;
use crate::error::Result;
use crate::leaderboard::{Score, ScoreRequest, scores_alone};
use crate::metric::metric::Metric;
use crate::metric::parameters::Parameters;
use crate::posterior::interval::Interval;

/// The rows of retries of a table.
///
/// `request` is that of the models' scores.
///
/// # Errors
/// - Outcomes are neither success nor failure.
/// - A question has fewer trials.
pub(in crate::cost) fn retry_rows(
    spending: &Spending<'_>,
    models: &[CostModel<'_, '_>],
    most: u64,
    about: CostTarget,
    request: &ScoreRequest,
    workers: &Workers<'_>,
) -> Result<Vec<Retry>> {
    spending.require_successes("retries")?;
    let averaged = |one: &CostModel<'_, '_>| request.macro_average && one.score.task.is_none();
    let retrying =
        models.iter().map(|one| Retrying::of(&one.questions, most, averaged(one), about));
    let retrying = retrying.collect::<Result<Vec<_>>>()?;
    let several: Vec<u64> = (2..=most).collect();
    let questions = spending.counts.scored()?;
    let alone = request.clusters.is_none();
    let work = |place: usize| -> Result<(Vec<RetryFigures>, Vec<Interval>)> {
        let (Some(one), Some(tries)) = (models.get(place), retrying.get(place)) else {
            return Ok((Vec::new(), Vec::new()));
        };
        let figures = (1..=most).map(|k| tries.figures(k)).collect::<Result<_>>()?;
        if !alone || several.is_empty() {
            return Ok((figures, Vec::new()));
        }
        let line = SuccessLine { model: &one.score.model, task: one.score.task.as_deref() };
        let states = line.states(&questions, request.macro_average);
        Ok((figures, passes(&states, &several, request)?))
    };
    let found = workers.each(models.len(), work)?;
    // Clusters need the score of each question.
    let scores = if alone || several.is_empty() {
        Vec::new()
    } else {
        let k: Vec<i64> = several.iter().filter_map(|&k| i64::try_from(k).ok()).collect();
        let names = ["pass_at_k".to_owned()];
        let metrics = Metric::expand(&names, &k, &Parameters::default())?;
        scores_alone(&spending.counts, &ScoreRequest { metrics, ..request.clone() })?
    };
    let mut rows = Vec::new();
    for (place, tries) in (1..=most).enumerate() {
        for (one, (figures, intervals)) in models.iter().zip(&found) {
            let Some(&figures) = figures.get(place) else { continue };
            let of_scores = || {
                let is_own = |row: &&Score| {
                    row.model == one.score.model
                        && row.task == one.score.task
                        && row.k == Some(tries)
                };
                scores.iter().find(is_own).map(|score| (score.lo, score.hi))
            };
            let ends = match place.checked_sub(1) {
                None => Some((one.score.lo, one.score.hi)),
                Some(own) => intervals.get(own).map(|own| (own.lo, own.hi)).or_else(of_scores),
            };
            rows.push(retry(one.score, ends, tries, figures));
        }
    }
    let points: Vec<_> = rows.iter().map(|row| (row.success, row.cost)).collect();
    for row in &mut rows {
        let beats = |&(success, cost): &(f64, f64)| {
            success >= row.success && cost <= row.cost && (success > row.success || cost < row.cost)
        };
        row.on_frontier = !points.iter().any(beats);
    }
    Ok(rows)
}

/// The row of a model at most so many tries. `success` has the ends of its chance of a success.
fn retry(model: &Score, success: Option<(f64, f64)>, tries: u64, found: RetryFigures) -> Retry {
    let per_success = found.spread.zip(success).map(|((_, ends, along), (lo, hi))| {
        let success = CostInterval { mean: found.success, lo, hi };
        quotient(ends, success, along)
    });
    let finite = |value: f64| Some(value).filter(|value| value.is_finite());
    Retry {
        task: model.task.clone(),
        model: model.model.clone(),
        tries,
        success: found.success,
        success_lo: success.map(|(lo, _)| lo),
        success_hi: success.map(|(_, hi)| hi),
        cost: found.spend,
        cost_sigma: found.spread.map(|(sigma, ..)| sigma),
        cost_lo: found.spread.map(|(_, ends, _)| ends.lo),
        cost_hi: found.spread.and_then(|(_, ends, _)| finite(ends.hi)),
        per_success: finite(found.spend / found.success),
        per_success_lo: per_success.map(|found| found.lo),
        per_success_hi: per_success.and_then(|found| finite(found.hi)),
        on_frontier: false,
    }
}
