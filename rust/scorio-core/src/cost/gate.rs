//! The call `cost_gate`: whether costs keep to a limit.

use super::call::{CostOptions, tables_of};
use super::error::CostError;
use super::notes::{ABOUT, GATES, NOTES};
use super::rows::{Cost, CostGated, CostPair};
use crate::calls::declare::call;
use crate::calls::note::distinct;
use crate::calls::option::{choice, flag, number, text, texts};
use crate::calls::{Answer, AnswerTable, CallError, Input, Note, Range, Workers, require_models};
use crate::error::Result;
use crate::gate::{GateVerdict, verdict_of};
use crate::leaderboard::target;
use crate::sums::sums::Sums;

call! {
    /// Says of each model whether its mean cost keeps to a limit.
    ///
    /// # Formula
    /// The interval is that of `cost` with the confidence 2 confidence − 1, so that each end has the
    /// confidence. A model passes if the upper end is at most the limit, and fails if the lower end is above
    /// it. Otherwise it is undecided. With `max_ratio`, the limit is on its mean cost over that of the baseline.
    ///
    /// # Errors
    /// No limit. A ratio without a baseline. A model that there is not. Whatever `cost` refuses.
    ///
    /// # Source
    /// docs/costs.md of the checkout.
    cost_gate(Costs): answer => [rows: CostGated], notes NOTES;

    /// What a gate of costs asks.
    pub struct CostGateOptions {
        /// The most that a trial may cost on average.
        at_most: Option<f64> = number(Range::NOT_NEGATIVE),
        /// The most that a trial may cost on average, over what one of the baseline costs.
        max_ratio: Option<f64> = number(Range::NOT_NEGATIVE)
            .needs("baseline", "{it=} compares costs with those of a model: give {other=} too"),
        /// The model whose costs others are compared with.
        baseline: Option<String> = text(),
        /// The models to decide about.
        only: Option<Vec<String>> = texts(),
        /// Confidence of the decisions: 1 less the chance of a false one.
        confidence: f64 = number(Range::DECISIVE).or(0.95),
        /// Whether to infer about questions like these, of which these are a sample.
        sampled: bool = flag(),
        /// Clusters of questions: the tasks, or the labels of the counts. They are a sample.
        cluster: Option<String> = choice(&["task", "cluster"]),
        /// Whether there are rows for each task, too.
        by_task: bool = flag(),
    }
}

fn answer(input: Input<'_>, options: &CostGateOptions, _: &Workers<'_>) -> Result<Answer> {
    match input {
        Input::Sums(sums) => gated(sums, options),
        Input::Counts(_) => Err(CostError::NoCosts.into()),
        Input::Nothing | Input::Pair(..) => Err(CallError::Untold { call: "cost_gate" }.into()),
    }
}

fn gated(sums: &Sums, options: &CostGateOptions) -> Result<Answer> {
    if options.at_most.is_none() && options.max_ratio.is_none() {
        return Err(CostError::NoLimit.into());
    }
    let asked = CostOptions {
        sampled: options.sampled,
        cluster: options.cluster.clone(),
        by_task: options.by_task,
        ..CostOptions::plain(2.0 * options.confidence - 1.0)
    };
    let (costs, pairs) = tables_of(sums, &asked)?;
    let models = distinct(costs.iter().map(|row| &*row.model));
    if let Some(only) = &options.only {
        require_models(only, &models)?;
    }
    if let Some(baseline) = &options.baseline {
        require_models(std::slice::from_ref(baseline), &models)?;
    }
    let wanted = |model: &String| options.only.as_ref().is_none_or(|only| only.contains(model));
    let mut rows = Vec::new();
    for cost in costs.iter().filter(|row| wanted(&row.model)) {
        rows.extend(options.at_most.map(|limit| of_cost(cost, limit)));
        let base = options.baseline.as_ref().filter(|base| **base != cost.model);
        if let (Some(limit), Some(base)) = (options.max_ratio, base) {
            let pair = pairs.iter().find(|pair| {
                pair.task == cost.task
                    && [&pair.model, &pair.other]
                        .iter()
                        .all(|one| [base, &cost.model].contains(one))
            });
            rows.extend(pair.map(|pair| of_pair(pair, base, limit)));
        }
    }
    let about = target(options.sampled, options.cluster.as_deref()).to_owned();
    let notes = vec![Note::of(&GATES), Note::of(&ABOUT).with("about", about)];
    Ok(Answer { arrays: Vec::new(), tables: vec![AnswerTable::of(rows)], notes })
}

/// The mean cost of a model beside a limit.
fn of_cost(row: &Cost, limit: f64) -> CostGated {
    CostGated {
        verdict: verdict(Some(row.cost_lo), row.cost_hi, limit),
        task: row.task.clone(),
        model: row.model.clone(),
        baseline: None,
        value: Some(row.cost),
        lo: Some(row.cost_lo),
        hi: row.cost_hi,
        limit,
    }
}

/// The cost of a model over that of the baseline, beside a limit.
fn of_pair(pair: &CostPair, baseline: &str, limit: f64) -> CostGated {
    let turned = pair.model == baseline;
    let over = |value: Option<f64>| match value {
        Some(value) if value > 0.0 => Some(1.0 / value),
        // What costs infinitely less costs nothing.
        None => Some(0.0),
        Some(_) => None,
    };
    let (model, value, lo, hi) = if turned {
        (&pair.other, over(pair.ratio), over(pair.hi), over(pair.lo))
    } else {
        (&pair.model, pair.ratio, pair.lo, pair.hi)
    };
    CostGated {
        verdict: verdict(lo, hi, limit),
        task: pair.task.clone(),
        model: model.clone(),
        baseline: Some(baseline.to_owned()),
        value,
        lo,
        hi,
        limit,
    }
}

/// A missing lower end is beyond every limit, as a missing upper end is.
fn verdict(lo: Option<f64>, hi: Option<f64>, limit: f64) -> GateVerdict {
    verdict_of(hi.is_some_and(|hi| hi <= limit), lo.is_none_or(|lo| lo > limit))
}
