//! Errors of metrics and their parameters.

use thiserror::Error;

use crate::counts::place::Place;
use crate::remedy::{Fault, Remedy};

/// What is wrong with a metric or its parameters.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MetricError {
    /// No metric at all.
    #[error("metrics is empty: name at least one")]
    NoMetrics,
    /// A metric of the whole data set meets questions that are a sample.
    #[error("{metric} has no score of one question, so it says nothing about questions like these")]
    NoQuestionScores {
        /// The metric.
        metric: &'static str,
    },
    /// The metric does not exist.
    #[error("there is no metric {name}; the metrics are {known}, each also with _ci")]
    Unknown {
        /// The given name.
        name: String,
        /// The existing names.
        known: String,
    },
    /// The scale of a comparison is another metric.
    #[error("comparisons are of bayes or avg, not of {metric}")]
    NotCompared {
        /// The given name.
        metric: String,
    },
    /// Numbers have no categories to count successes of.
    #[error("numeric scores are compared by avg, not by {metric}")]
    NumbersNotCompared {
        /// The metric.
        metric: &'static str,
    },
    /// A subset metric has no budget.
    #[error("{name} needs a budget")]
    NoBudget {
        /// The metric.
        name: &'static str,
    },
    /// No metric uses the budget.
    #[error("k is given, but {metrics} has no budget")]
    NeedlessBudget {
        /// The metrics.
        metrics: String,
    },
    /// A metric lacks a required parameter.
    #[error("{metric} needs {name}")]
    NoParameter {
        /// The metric.
        metric: &'static str,
        /// The parameter.
        name: &'static str,
    },
    /// A value of another kind than the parameter's.
    #[error("{name} is not {kind}")]
    ParameterKind {
        /// The parameter.
        name: &'static str,
        /// What its values are.
        kind: String,
    },
    /// The complement of a metric that has none.
    #[error("{metric} has no complement")]
    NoComplement {
        /// The metric.
        metric: &'static str,
    },
    /// No metric takes the parameter.
    #[error("a value is given for {name}, but {metrics} takes none")]
    NeedlessParameter {
        /// The parameter.
        name: String,
        /// The metrics.
        metrics: String,
    },
    /// The weight vector gives no score.
    #[error("w is empty: give one weight per category, at least two")]
    NoWeights,
    /// One weight only.
    #[error("w has 1 weight: give one weight per category, at least two")]
    OneWeight,
    /// There are more or fewer weights than categories.
    #[error("w has {weights} weights but the counts have {categories} categories ({names})")]
    WeightCount {
        /// Number of given weights.
        weights: usize,
        /// Number of categories.
        categories: usize,
        /// The names of the categories.
        names: String,
    },
    /// More than two categories and no weights.
    #[error(
        "w is missing: the counts have {categories} categories ({names}), so a score needs one weight for each"
    )]
    WeightsNeeded {
        /// Number of categories.
        categories: usize,
        /// The names of the categories.
        names: String,
    },
    /// The budget exceeds a question's trials.
    #[error("k = {k} is more than the {trials} {} of {question}", if *trials == 1 { "trial" } else { "trials" })]
    BudgetExceedsTrials {
        /// The budget.
        k: u64,
        /// Observed trials.
        trials: u64,
        /// Which question.
        question: Place,
        /// What there is beside a smaller budget.
        ways: ShortWays,
    },
    /// The same of votes, which have no estimate for larger budgets.
    #[error("k = {k} is more than the {trials} {} of row {row} of answers", if *trials == 1 { "trial" } else { "trials" })]
    BudgetExceedsVotes {
        /// The budget.
        k: u64,
        /// Observed trials.
        trials: u64,
        /// The row of the question, from 0.
        row: usize,
        /// What there is beside a smaller budget.
        ways: ShortWays,
    },
    /// One question or cluster, where questions are a sample.
    #[error("there is one {unit}: an interval for questions like these needs at least two")]
    OneUnitOfVotes {
        /// `question` or `cluster`.
        unit: &'static str,
    },
    /// Shapes of a prior that fit neither the categories nor the questions.
    #[error(
        "prior has a wrong shape: give one number, {categories}, or {questions} × {categories}"
    )]
    PriorShape {
        /// Number of questions.
        questions: usize,
        /// Number of categories.
        categories: usize,
    },
    /// The posterior of a dense credit does not support this many draws.
    #[error("k = {k} is too large for {metric}: at most {most}")]
    BudgetTooLarge {
        /// The budget.
        k: u64,
        /// The metric.
        metric: &'static str,
        /// The largest.
        most: u64,
    },
    /// A hierarchical prior is a mixture of many priors, and each of them walks over all draws.
    #[error("k = {k} is too large for {metric} with the hierarchical prior: at most {most}")]
    BudgetTooLargeToShare {
        /// The budget.
        k: u64,
        /// The metric.
        metric: &'static str,
        /// The largest.
        most: u64,
    },
    /// There are more or fewer threshold weights than draws.
    #[error(
        "the spectrum has {weights} weights but k = {k}: one for each threshold 1..k is needed"
    )]
    SpectrumLength {
        /// Number of given weights.
        weights: usize,
        /// The budget.
        k: u64,
    },
    /// A threshold weight is negative or not finite.
    #[error(
        "weights[{index}] = {value} of the spectrum is not a weight: each is finite and from 0"
    )]
    SpectrumWeight {
        /// Position.
        index: usize,
        /// The weight.
        value: f64,
    },
    /// The threshold weights add up to more than 1.
    #[error("the weights of the spectrum add up to {sum}, more than 1")]
    SpectrumSum {
        /// Their sum.
        sum: f64,
    },
    /// 0 is raised to a negative power.
    #[error("{what} is 0, which has no power {power}")]
    ZeroPower {
        /// The factor that is 0.
        what: String,
        /// Its exponent.
        power: f64,
    },
}

/// What a caller can do about questions that are too short for a budget, beside a smaller budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortWays {
    /// Nothing.
    Smaller,
    /// Leave such questions out.
    Drop,
    /// Leave them out, or take the posterior estimate.
    DropOrPosterior,
}

impl ShortWays {
    fn remedy(self, most: u64) -> Remedy {
        match self {
            Self::Smaller => Remedy::TakeSmallerBudget { most },
            Self::Drop => Remedy::TakeSmallerOrDrop { most },
            Self::DropOrPosterior => Remedy::DropShort { most },
        }
    }
}

impl Fault for MetricError {
    fn kind(&self) -> &'static str {
        match self {
            Self::NoMetrics => "metric.no_metrics",
            Self::NoQuestionScores { .. } => "metric.no_question_scores",
            Self::Unknown { .. } => "metric.unknown",
            Self::NotCompared { .. } => "metric.not_compared",
            Self::NumbersNotCompared { .. } => "metric.numbers_not_compared",
            Self::NoBudget { .. } => "metric.no_budget",
            Self::NeedlessBudget { .. } => "metric.needless_budget",
            Self::NoParameter { .. } => "metric.no_parameter",
            Self::ParameterKind { .. } => "metric.parameter_kind",
            Self::NoComplement { .. } => "metric.no_complement",
            Self::NeedlessParameter { .. } => "metric.needless_parameter",
            Self::NoWeights => "metric.no_weights",
            Self::OneWeight => "metric.one_weight",
            Self::WeightCount { .. } => "metric.weight_count",
            Self::WeightsNeeded { .. } => "metric.weights_needed",
            Self::BudgetExceedsTrials { .. } => "metric.budget_exceeds_trials",
            Self::BudgetExceedsVotes { .. } => "metric.budget_exceeds_votes",
            Self::OneUnitOfVotes { .. } => "metric.one_unit_of_votes",
            Self::PriorShape { .. } => "metric.prior_shape",
            Self::BudgetTooLarge { .. } => "metric.budget_too_large",
            Self::BudgetTooLargeToShare { .. } => "metric.budget_too_large_to_share",
            Self::SpectrumLength { .. } => "metric.spectrum_length",
            Self::SpectrumWeight { .. } => "metric.spectrum_weight",
            Self::SpectrumSum { .. } => "metric.spectrum_sum",
            Self::ZeroPower { .. } => "metric.zero_power",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::BudgetExceedsTrials { trials, ways, .. }
            | Self::BudgetExceedsVotes { trials, ways, .. } => Some(ways.remedy(*trials)),
            Self::NoBudget { .. } => Some(Remedy::GiveBudget),
            Self::NeedlessBudget { .. } => Some(Remedy::LeaveBudgetOut),
            _ => None,
        }
    }

    fn count_from(&mut self, first: usize) {
        match self {
            Self::BudgetExceedsTrials { question, .. } => question.count_from(first),
            Self::BudgetExceedsVotes { row, .. } => *row = row.saturating_add(first),
            Self::SpectrumWeight { index, .. } => *index = index.saturating_add(first),
            _ => {}
        }
    }

    fn out_of_range(&self) -> Option<f64> {
        match self {
            Self::BudgetExceedsTrials { k, .. }
            | Self::BudgetExceedsVotes { k, .. }
            | Self::BudgetTooLarge { k, .. }
            | Self::BudgetTooLargeToShare { k, .. } => Some(*k as f64),
            Self::SpectrumWeight { value, .. } | Self::SpectrumSum { sum: value } => Some(*value),
            Self::ZeroPower { power, .. } => Some(*power),
            _ => None,
        }
    }
}
