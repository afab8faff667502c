//! Thresholds: numbers, or quantiles of what a signal is in the data.

use std::ops::Range;

use super::condition::Condition;
use super::quantile::{QuantileRule, QuantileShare};

/// A threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Threshold {
    /// Its name in expressions.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Values that are frozen.
    pub frozen: Vec<Frozen>,
    /// Where its declaration stands in the file: the bytes of its value.
    pub(in crate::rubric) span: Range<usize>,
    /// Where its frozen values stand: the bytes of the list.
    pub(in crate::rubric) frozen_span: Option<Range<usize>>,
}

/// Where a threshold comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A number.
    Number(f64),
    /// A quantile of a signal over the trials for which a condition holds.
    Quantile {
        /// The place of the signal.
        signal: usize,
        /// The share of trials at or below the threshold.
        share: QuantileShare,
        /// As the file writes it.
        written: String,
        /// Which trials.
        condition: Condition,
        /// As the file writes it.
        where_written: Option<String>,
    },
}

/// Which trials share a threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Those of a task, over all models.
    #[default]
    Task,
    /// Those of a model in a task.
    Model,
}

impl Scope {
    pub(in crate::rubric) const NAMES: [&'static str; 2] = ["task", "model"];

    pub(in crate::rubric) fn named(name: &str) -> Option<Self> {
        match name {
            "task" => Some(Self::Task),
            "model" => Some(Self::Model),
            _ => None,
        }
    }

    /// Its name in a rubric file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Model => "model",
        }
    }
}

/// A value that a quantile had in some data.
#[derive(Clone, Debug, PartialEq)]
pub struct Frozen {
    /// The task, or any.
    pub task: Option<String>,
    /// The model, if the threshold is of one.
    pub model: Option<String>,
    /// How the quantile was taken.
    pub rule: QuantileRule,
    /// The value.
    pub value: f64,
    /// How many trials it was computed from, if the file says so.
    pub trials: Option<u64>,
}

impl Threshold {
    /// The frozen value for a task and a model.
    pub(in crate::rubric) fn frozen_for(
        &self,
        task: &str,
        model: &str,
        scope: Scope,
        rule: QuantileRule,
    ) -> Option<&Frozen> {
        self.frozen.iter().find(|one| {
            one.rule == rule
                && one.task.as_deref().is_none_or(|own| own == task)
                && match scope {
                    Scope::Task => one.model.is_none(),
                    Scope::Model => one.model.as_deref() == Some(model),
                }
        })
    }

    /// Whether no data are needed for it.
    pub(in crate::rubric) fn is_fixed(&self) -> bool {
        matches!(self.origin, Origin::Number(_)) || !self.frozen.is_empty()
    }
}
