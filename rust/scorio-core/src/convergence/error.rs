//! Errors of a study of convergence.

use thiserror::Error;

use crate::remedy::{Fault, Remedy};
use crate::tally::error::TallyError;

/// An error of a study of convergence.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ConvergenceError {
    /// Too few models to rank.
    #[error("R holds {models} model(s): a ranking needs at least two")]
    OneModel {
        /// L.
        models: usize,
    },
    /// A wrong entry of one matrix of several.
    #[error("in {place}: {error}")]
    Entry {
        /// The matrix, as its user would write it.
        place: String,
        /// What is wrong with the entry.
        error: TallyError,
    },
    /// A missing entry where every trial is needed.
    #[error(
        "in {place}: R[{row}, {column}] is missing: a ranking by the first n trials needs every one of them"
    )]
    Incomplete {
        /// The matrix, as its user would write it.
        place: String,
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
    },
    /// A study does not support this many categories.
    #[error("there are {categories} categories: convergence takes from 2 to 256")]
    ManyCategories {
        /// How many.
        categories: usize,
    },
    /// There is no metric to follow.
    #[error("metrics is empty: give at least one")]
    NoMetrics,
    /// A metric that convergence cannot follow.
    #[error("{metric} is not followed: choose one of {known}")]
    NotStudied {
        /// The metric.
        metric: String,
        /// The metrics that it can follow.
        known: String,
    },
    /// A budget that no number of trials reaches.
    #[error("k = {k} is more than the {trials} {} of each question", if *trials == 1 { "trial" } else { "trials" })]
    BudgetBeyondTrials {
        /// The budget.
        k: u64,
        /// N.
        trials: usize,
    },
    /// Prior outcomes for a metric that takes none.
    #[error("R0 is a prior of bayes alone: leave it out, or {metric}")]
    OtherPrior {
        /// The metric.
        metric: &'static str,
    },
    /// Prior outcomes without a metric that takes them.
    #[error("R0 is a prior of bayes alone: leave it out, or add bayes to the metrics")]
    NeedlessPrior,
    /// A plug-in estimate has no σ.
    #[error("{metric} has no standard deviation: leave confidence out for it")]
    NoSigma {
        /// The metric.
        metric: &'static str,
    },
    /// Tables that do not fit in memory.
    #[error("{metric} is followed up to some 11,000 trials, not {trials}")]
    TooManyTrials {
        /// N.
        trials: usize,
        /// The metric.
        metric: &'static str,
    },
    /// The reference ranking ties all models.
    #[error("the reference ranking ties all models: there is no order to converge to")]
    FlatGold,
    /// There are more replicates than sets of matrices, and each set is one replicate.
    #[error(
        "R holds {sets} set(s) of matrices, each of them a replicate: {replicates} are too many"
    )]
    TooFewSets {
        /// The existing number.
        sets: u64,
        /// The requested number.
        replicates: u64,
    },
    /// The replicate or the metric does not exist.
    #[error("there is no replicate {replicate} of this metric")]
    NoReplicate {
        /// Its number, from 0.
        replicate: u64,
    },
}

impl Fault for ConvergenceError {
    fn kind(&self) -> &'static str {
        match self {
            Self::OneModel { .. } => "convergence.one_model",
            Self::Entry { .. } => "convergence.entry",
            Self::Incomplete { .. } => "convergence.incomplete",
            Self::ManyCategories { .. } => "convergence.many_categories",
            Self::NoMetrics => "convergence.no_metrics",
            Self::NotStudied { .. } => "convergence.not_studied",
            Self::BudgetBeyondTrials { .. } => "convergence.budget_beyond_trials",
            Self::OtherPrior { .. } => "convergence.other_prior",
            Self::NeedlessPrior => "convergence.needless_prior",
            Self::NoSigma { .. } => "convergence.no_sigma",
            Self::TooManyTrials { .. } => "convergence.too_many_trials",
            Self::FlatGold => "convergence.flat_gold",
            Self::TooFewSets { .. } => "convergence.too_few_sets",
            Self::NoReplicate { .. } => "convergence.no_replicate",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        if let Self::Entry { error, .. } = self { error.remedy() } else { None }
    }

    fn count_from(&mut self, first: usize) {
        match self {
            Self::Entry { error, .. } => error.count_from(first),
            Self::Incomplete { row, column, .. } => {
                *row = row.saturating_add(first);
                *column = column.saturating_add(first);
            }
            _ => {}
        }
    }
}
