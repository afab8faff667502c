//! Which labels next: each goes where it narrows the interval most.
//!
//! A label more of an outcome lowers the variance by W² m(1 − m) [1/(h + 1) − 1/(h + 2)]. So labels go to
//! outcomes that are frequent and of which the truth is open: Neyman's allocation.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::error::Result;
use crate::judge::figures::JudgedFigures;
use crate::numeric::normal::central_quantile;
use crate::numeric::watch::going;

/// Labels between two questions whether to go on.
const STEP: u64 = 1 << 16;

/// The labels to add to a model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlannedLabels {
    /// Labels to add by outcome of the judge.
    pub(crate) add: Vec<u64>,
    /// The half-width that is expected then.
    pub(crate) half_width: f64,
    /// The half-width that no label lowers.
    pub(crate) floor: f64,
    /// Whether the wanted half-width is reached.
    pub(crate) reached: bool,
}

/// The model and outcome that may get the next label.
struct Candidate {
    gain: f64,
    model: usize,
    outcome: usize,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        // Among equals the first model and outcome wins.
        let place = |one: &Self| (one.model, one.outcome);
        self.gain.total_cmp(&other.gain).then(place(other).cmp(&place(self)))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

/// A model with the labels that it is planned.
struct Planning<'a> {
    figures: &'a JudgedFigures,
    unlabelled: &'a [u64],
    add: Vec<u64>,
}

impl Planning<'_> {
    /// W² m(1 − m) of an outcome, and h with the labels that are planned.
    fn open(&self, outcome: usize) -> (f64, f64) {
        let part = self.figures.part(outcome);
        let worth = self.figures.worths.get(outcome).copied().unwrap_or(0.0);
        let planned = self.add.get(outcome).copied().unwrap_or(0) as f64;
        let open = part.share * part.share * part.posterior * (1.0 - part.posterior);
        (open, worth + planned * self.unit(outcome))
    }

    /// What a label more is worth.
    fn unit(&self, outcome: usize) -> f64 {
        self.figures.units.get(outcome).copied().unwrap_or(1.0)
    }

    fn candidate(&self, model: usize, outcome: usize) -> Option<Candidate> {
        let left = self.unlabelled.get(outcome)? > self.add.get(outcome)?;
        let (open, h) = self.open(outcome);
        let gain = open * (1.0 / (h + 1.0) - 1.0 / (h + 1.0 + self.unit(outcome)));
        left.then_some(Candidate { gain, model, outcome })
    }

    /// The variance that labels do not lower.
    fn rest(&self) -> f64 {
        self.figures.inflation * (self.figures.judge_variance + self.figures.cross)
    }

    fn half_width(&self, z: f64) -> f64 {
        if self.figures.is_complete() {
            return z * self.rest().sqrt();
        }
        let terms = (0..self.add.len()).map(|outcome| self.open(outcome));
        let labels: f64 = terms.map(|(open, h)| open / (h + 1.0)).sum();
        z * (labels + self.rest()).sqrt()
    }
}

/// Plans labels of models, each with its unlabelled trials by outcome: until every model has the half-width,
/// the budget is spent, or no trial is left.
///
/// # Errors
/// A quantile is not found, or the work was stopped.
pub(crate) fn labels(
    models: &[(&JudgedFigures, &[u64])],
    half_width: Option<f64>,
    budget: Option<u64>,
    confidence: f64,
) -> Result<Vec<PlannedLabels>> {
    let z = central_quantile(confidence)?.value();
    let mut planning: Vec<Planning<'_>> = models
        .iter()
        .map(|&(figures, unlabelled)| Planning {
            figures,
            unlabelled,
            add: vec![0; unlabelled.len()],
        })
        .collect();
    let mut heap = BinaryHeap::new();
    for (model, one) in planning.iter().enumerate() {
        heap.extend((0..one.add.len()).filter_map(|outcome| one.candidate(model, outcome)));
    }
    let mut left = budget.unwrap_or(u64::MAX);
    while left > 0 {
        if left.is_multiple_of(STEP) {
            going()?;
        }
        let Some(Candidate { model, outcome, .. }) = heap.pop() else { break };
        let Some(one) = planning.get_mut(model) else { break };
        // A model that is narrow enough gets no more.
        if half_width.is_some_and(|wanted| one.half_width(z) <= wanted) {
            continue;
        }
        if let Some(planned) = one.add.get_mut(outcome) {
            *planned += 1;
        }
        left -= 1;
        heap.extend(one.candidate(model, outcome));
    }
    let plan = |one: Planning<'_>| {
        let (reach, floor) = (one.half_width(z), z * one.rest().sqrt());
        let reached = half_width.is_none_or(|wanted| reach <= wanted);
        PlannedLabels { add: one.add, half_width: reach, floor, reached }
    };
    Ok(planning.into_iter().map(plan).collect())
}
