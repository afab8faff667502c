//! How often models succeed, from count states alone: without ranks, and without a table.

use std::ops::Range;

use super::rows::Cost;
use crate::calls::Workers;
use crate::counts::label::same;
use crate::counts::place::Place;
use crate::counts::question::Question;
use crate::counts::states::{Builder, States};
use crate::error::Result;
use crate::leaderboard::ScoreRequest;
use crate::metric::hierarchical::sampled_passes;
use crate::metric::metric::Metric;
use crate::posterior::interval::{Estimate, Interval};

/// A model in a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct SuccessLine<'r> {
    pub(super) model: &'r str,
    pub(super) task: Option<&'r str>,
}

impl<'r> SuccessLine<'r> {
    pub(super) fn of(row: &'r Cost) -> Self {
        Self { model: &row.model, task: row.task.as_deref() }
    }

    /// The count states of its questions among others: of each task if it is a mean of tasks.
    pub(super) fn states(self, questions: &[Question<'_>], by_task: bool) -> Vec<States> {
        let is_own = |one: &&Question<'_>| {
            same(one.model, self.model) && self.task.is_none_or(|task| same(task, one.task))
        };
        let mut own: Vec<_> = questions.iter().filter(is_own).collect();
        own.sort_by_key(|one| one.task);
        let weighted = own.iter().any(|one| one.weight.is_some());
        let apart = by_task && self.task.is_none();
        let parts = own.chunk_by(|a, b| !apart || a.task == b.task).map(|part| {
            let mut builder = Builder::weighted(2, weighted);
            for one in part {
                builder.push_weighted(one.counts, one.weight.unwrap_or(1.0));
            }
            builder.finish()
        });
        parts.collect()
    }
}

/// The interval of a score by its only metric, from the states of its parts.
///
/// # Errors
/// Those of the metric.
pub(super) fn interval(
    metric: &Metric,
    parts: &[States],
    request: &ScoreRequest,
) -> Result<Interval> {
    let name = Place::Row;
    let each = parts.iter().map(|one| metric.estimate(one, &request.prior, request.target, name));
    together(each.collect::<Result<Vec<_>>>()?, request)
}

/// The intervals of Pass@k for several k.
///
/// # Errors
/// Those of Pass@k.
pub(super) fn passes(parts: &[States], k: &[u64], request: &ScoreRequest) -> Result<Vec<Interval>> {
    let name = Place::Row;
    let each = parts.iter().map(|one| sampled_passes(one, k, request.target, name));
    let each = each.collect::<Result<Vec<_>>>()?;
    let of_k = |place: usize| -> Vec<Estimate> {
        each.iter().filter_map(|own| own.get(place).copied()).collect()
    };
    (0..k.len()).map(|place| together(of_k(place), request)).collect()
}

fn together(parts: Vec<Estimate>, request: &ScoreRequest) -> Result<Interval> {
    let estimate = match parts.as_slice() {
        [one] => *one,
        several => Estimate::mean_of(several)?,
    };
    estimate.interval(request.confidence, Some((0.0, 1.0)))
}

/// What work gives at each of so many places, on the threads of `workers`.
pub(super) fn each<T: Send>(
    count: usize,
    workers: &Workers<'_>,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let places = |range: Range<u64>| -> Result<Vec<T>> {
        range.filter_map(|place| usize::try_from(place).ok()).map(&work).collect()
    };
    let add = |all: &mut Vec<T>, part: Vec<T>| all.extend(part);
    if count == 0 {
        return Ok(Vec::new());
    }
    workers.replicates(count as u64).fold_pieces(1, Vec::with_capacity(count), places, add)
}
