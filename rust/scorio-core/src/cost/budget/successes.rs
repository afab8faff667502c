//! How often models succeed, from count states alone: without ranks, and without a table.

use crate::cost::rows::Cost;
use crate::counts::label::same;
use crate::counts::place::Place;
use crate::counts::question::Question;
use crate::counts::states::{Builder, States};
use crate::error::Result;
use crate::leaderboard::ScoreRequest;
use crate::metric::hierarchical::sampled_passes;
use crate::metric::metric::Metric;
use crate::numeric::sorting::sort_by_key;
use crate::posterior::interval::{Estimate, Interval};

/// A model in a table.
#[derive(Clone, Copy, Debug)]
pub(in crate::cost) struct SuccessLine<'r> {
    pub(in crate::cost) model: &'r str,
    pub(in crate::cost) task: Option<&'r str>,
}

impl<'r> SuccessLine<'r> {
    pub(in crate::cost) fn of(row: &'r Cost) -> Self {
        Self { model: &row.model, task: row.task.as_deref() }
    }

    /// The count states of its questions among others: of each task if it is a mean of tasks.
    pub(in crate::cost) fn states(self, questions: &[Question<'_>], by_task: bool) -> Vec<States> {
        let is_own = |one: &&Question<'_>| {
            same(one.model, self.model) && self.task.is_none_or(|task| same(task, one.task))
        };
        let mut own: Vec<_> = questions.iter().filter(is_own).collect();
        sort_by_key(&mut own, |one| one.task);
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
pub(in crate::cost) fn interval(
    metric: &Metric,
    parts: &[States],
    request: &ScoreRequest,
) -> Result<Interval> {
    let (prior, target) = (&request.prior, request.target);
    let each = parts.iter().map(|one| metric.estimate(one, prior, target, Place::Row));
    together(each.collect::<Result<Vec<_>>>()?, request)
}

/// The intervals of Pass@k for several k.
///
/// # Errors
/// Those of Pass@k.
pub(in crate::cost) fn passes(
    parts: &[States],
    k: &[u64],
    request: &ScoreRequest,
) -> Result<Vec<Interval>> {
    let each = parts.iter().map(|one| sampled_passes(one, k, request.target, Place::Row));
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
