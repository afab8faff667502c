//! Errors of counts.

use thiserror::Error;

use crate::counts::place::Place;
use crate::remedy::{Fault, Remedy};

/// An error of counts.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CountsError {
    /// A question has no observed trial.
    #[error("row {row} of R has no observed trial; leave that question out")]
    NoTrials {
        /// Row, from 0.
        row: usize,
    },
    /// There is nothing to score.
    #[error("the counts hold no observed trial")]
    NoCounts,
    /// There are fewer than two categories, or implausibly many.
    #[error("there are {categories} categories: a score needs from 2 to 65,536")]
    CategoryCount {
        /// Their number.
        categories: usize,
    },
    /// Counts whose categories are worth something else.
    #[error(
        "the categories are worth {} in some counts and {} in others",
        listed(left),
        listed(right)
    )]
    Worth {
        /// In some.
        left: Vec<f64>,
        /// In others.
        right: Vec<f64>,
    },
    /// More or fewer numbers than categories.
    #[error("worth has {given} numbers but there are {categories} categories")]
    WorthCount {
        /// How many numbers.
        given: usize,
        /// How many categories.
        categories: usize,
    },
    /// A subset metric takes the last of two categories as success, which is not worth more.
    #[error(
        "{metric} takes the last category ({last}) as success, but it is worth {worth} and {first} is worth {other}; order the categories from worst to best"
    )]
    Inverted {
        /// The metric.
        metric: &'static str,
        /// The first category.
        first: String,
        /// The last category.
        last: String,
        /// What the last is worth.
        worth: f64,
        /// What the first is worth.
        other: f64,
    },
    /// A subset metric meets more than two categories.
    #[error(
        "{metric} needs two categories, failure and success, but there are {categories}: read the log with a threshold or by two categories, or count the tasks alone that have only two"
    )]
    NotBinary {
        /// The metric.
        metric: &'static str,
        /// Number of categories.
        categories: usize,
    },
    /// No question has as many trials as the budget.
    #[error("no question has k = {k} trials")]
    AllShort {
        /// The budget.
        k: u64,
    },
    /// A question has more trials than a double holds exactly.
    #[error("the counts of {question} add up to more than 2^53")]
    Overflow {
        /// Which question.
        question: Place,
    },
    /// Counts have different categories.
    #[error(
        "counts over the categories ({left}) and ({right}) cannot be merged: the names of one must be among those of the other, in the same order"
    )]
    Categories {
        /// Names on one side.
        left: String,
        /// Names on the other.
        right: String,
    },
    /// A single model is needed, but the counts have several or none.
    #[error("there are {count} models ({names}) where one is meant")]
    Models {
        /// Their number.
        count: usize,
        /// Their names.
        names: String,
    },
    /// A single score is needed, but there are several.
    #[error(
        "there are {count} scores of the same trials ({names}), which are never pooled: select one"
    )]
    SeveralScores {
        /// Their number.
        count: usize,
        /// Their names.
        names: String,
    },
    /// A question has two clusters or two weights.
    #[error(
        "{question} has the {label} {known} and the {label} {other}: a question has one {label}, for all models and scores"
    )]
    LabelConflict {
        /// The question and its task.
        question: String,
        /// `cluster` or `weight`.
        label: &'static str,
        /// The value that was known first.
        known: String,
        /// The other value.
        other: String,
    },
    /// A question has two values of a field.
    #[error(
        "{question} has the {field} {known} and the {field} {other}: all trials of a question have the same"
    )]
    FieldConflict {
        /// The question and its task.
        question: Box<str>,
        /// The name of the field.
        field: Box<str>,
        /// The value that was known first.
        known: Box<str>,
        /// The other value.
        other: Box<str>,
    },
    /// A value of a field is of a question that there is not.
    #[error("{question} has a {field}, but no trial: name one of the {questions} questions")]
    NoQuestion {
        /// The question and its task.
        question: String,
        /// The name of the field.
        field: String,
        /// How many questions there are.
        questions: usize,
    },
    /// A question cannot have this weight.
    #[error("{question} has the weight {value}: a weight is 0 or a number from 1e-100 to 1e100")]
    Weight {
        /// The question and its task.
        question: String,
        /// The weight.
        value: f64,
    },
    /// All questions with an outcome have weight 0.
    #[error("all questions with an outcome have weight 0: give one of them a positive weight")]
    ZeroWeights,
    /// A question has no weight, but others have one.
    #[error("{question} has no weight, but other questions have one: count all logs with weights")]
    NoWeight {
        /// The question and its task.
        question: String,
    },
    /// Questions have weights, but this method counts all equally.
    #[error("the questions have weights, but a plan counts all alike: count the log without them")]
    Weighted,
    /// The order of the trials is unknown.
    #[error("the counts do not keep the order of trials")]
    NoOrder,
    /// Trials without numbers have no runs.
    #[error(
        "the trials of {question} (model {model}) {}, so runs cannot be included",
        if *two { "have no numbers of their own" } else { "are no successes and failures" }
    )]
    NoRuns {
        /// Whether there are two categories.
        two: bool,
        /// The model.
        model: String,
        /// The question and its task.
        question: String,
    },
    /// A question lacks a run, or has one more than others.
    #[error(
        "{question} does not have the trial numbers that other questions of {model} have, so runs cannot be included"
    )]
    UnevenRuns {
        /// The model.
        model: String,
        /// The question and its task.
        question: String,
    },
    /// One run tells nothing of others.
    #[error("{model} has one trial of each question, and one run tells nothing of others")]
    OneRun {
        /// The model.
        model: String,
    },
    /// No question has trials of all models.
    #[error("no question has an observed trial of each of the {models} models")]
    NothingInCommon {
        /// Number of models.
        models: usize,
    },
    /// A model has no trial of a question.
    #[error("model {model} has no observed trial of question {question}, which others have")]
    NotAsked {
        /// The model.
        model: String,
        /// The question, with its task.
        question: String,
    },
    /// Models have different trials of a question.
    #[error(
        "the trials of question {question} have other numbers with one model than with another"
    )]
    OtherTrials {
        /// The question, with its task.
        question: String,
    },
    /// A question has fewer trials than others.
    #[error("question {question} (model {model}) has {fewer} observed trials, others have {most}")]
    Uneven {
        /// The model.
        model: String,
        /// The question, with its task.
        question: String,
        /// Its trials.
        fewer: usize,
        /// Those of others.
        most: usize,
    },
}

/// Numbers in brackets.
fn listed(numbers: &[f64]) -> String {
    let texts: Vec<_> = numbers.iter().map(f64::to_string).collect();
    format!("[{}]", texts.join(", "))
}

impl Fault for CountsError {
    fn kind(&self) -> &'static str {
        match self {
            Self::NoTrials { .. } => "counts.no_trials",
            Self::NoCounts => "counts.no_counts",
            Self::ZeroWeights => "counts.zero_weights",
            Self::CategoryCount { .. } => "counts.category_count",
            Self::Worth { .. } => "counts.worth",
            Self::WorthCount { .. } => "counts.worth_count",
            Self::Inverted { .. } => "counts.inverted",
            Self::NotBinary { .. } => "counts.not_binary",
            Self::AllShort { .. } => "counts.all_short",
            Self::Overflow { .. } => "counts.overflow",
            Self::Categories { .. } => "counts.categories",
            Self::Models { .. } => "counts.models",
            Self::SeveralScores { .. } => "counts.several_scores",
            Self::LabelConflict { .. } => "counts.label_conflict",
            Self::FieldConflict { .. } => "counts.field_conflict",
            Self::NoQuestion { .. } => "counts.no_question",
            Self::Weight { .. } => "counts.weight",
            Self::NoWeight { .. } => "counts.no_weight",
            Self::Weighted => "counts.weighted",
            Self::NoOrder => "counts.no_order",
            Self::NoRuns { .. } => "counts.no_runs",
            Self::UnevenRuns { .. } => "counts.uneven_runs",
            Self::OneRun { .. } => "counts.one_run",
            Self::NothingInCommon { .. } => "counts.nothing_in_common",
            Self::NotAsked { .. } => "counts.not_asked",
            Self::OtherTrials { .. } => "counts.other_trials",
            Self::Uneven { .. } => "counts.uneven",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Models { .. } => Some(Remedy::ChooseOneModel),
            Self::NoOrder => Some(Remedy::KeepOrder),
            Self::NoRuns { .. } => Some(Remedy::NumberTrials),
            Self::UnevenRuns { .. } | Self::OneRun { .. } => Some(Remedy::LeaveRunsOut),
            Self::NotAsked { .. } => Some(Remedy::DropUnasked),
            Self::OtherTrials { .. } => Some(Remedy::TakeCommonTrials),
            Self::Uneven { fewer, .. } => Some(Remedy::TakeFirstTrials { most: *fewer as u64 }),
            Self::NoTrials { .. }
            | Self::NoCounts
            | Self::ZeroWeights
            | Self::CategoryCount { .. }
            | Self::NotBinary { .. }
            | Self::Worth { .. }
            | Self::WorthCount { .. }
            | Self::Inverted { .. }
            | Self::AllShort { .. }
            | Self::Overflow { .. }
            | Self::Categories { .. }
            | Self::SeveralScores { .. }
            | Self::LabelConflict { .. }
            | Self::FieldConflict { .. }
            | Self::NoQuestion { .. }
            | Self::Weight { .. }
            | Self::NoWeight { .. }
            | Self::Weighted
            | Self::NothingInCommon { .. } => None,
        }
    }

    fn count_from(&mut self, first: usize) {
        match self {
            Self::NoTrials { row } => *row = row.saturating_add(first),
            Self::Overflow { question } => question.count_from(first),
            _ => {}
        }
    }

    fn out_of_range(&self) -> Option<f64> {
        match self {
            Self::AllShort { k } => Some(*k as f64),
            Self::Weight { value, .. } => Some(*value),
            _ => None,
        }
    }
}
