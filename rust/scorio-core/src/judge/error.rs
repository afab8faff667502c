//! What can be wrong with counts of a judge's outcomes and of labels.

use thiserror::Error;

use crate::remedy::{Fault, Remedy};

/// What can be wrong with counts of a judge's outcomes and of labels.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum JudgeError {
    /// Free text is no outcome.
    #[error("the judge has {outcomes} different outcomes, {most} at most")]
    Outcomes {
        /// How many.
        outcomes: usize,
        /// The most.
        most: usize,
    },
    /// More labels than are counted one by one.
    #[error("there are {labels} different labels, and {most} at most are allowed: round them")]
    Labels {
        /// How many.
        labels: usize,
        /// The most.
        most: usize,
    },
    /// Two scales of labels.
    #[error("labels are of two scales, {} to {} and {} to {}", first.0, first.1, other.0, other.1)]
    Ranges {
        /// One.
        first: (f64, f64),
        /// The other.
        other: (f64, f64),
    },
    /// Ends of a scale that are not in order.
    #[error("labels cannot go from {low} to {high}: the least label comes first, then the largest")]
    Ends {
        /// The least label.
        low: f64,
        /// The largest label.
        high: f64,
    },
    /// Labels of another scale than the judge's outcomes.
    #[error(
        "labels go from {low} to {high}, but the judge says 0 or 1: mend them, or name the ends of the labels"
    )]
    Scales {
        /// The least label.
        low: f64,
        /// The largest label.
        high: f64,
    },
    /// All labels are equal, and no scale is known.
    #[error("all labels are {label}, and the ends of their scale are not known: name them")]
    OneLabel {
        /// The label.
        label: f64,
    },
    /// A label beyond its scale.
    #[error("the label {label} is outside {low} to {high}")]
    Beyond {
        /// The label.
        label: f64,
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// There are no labels.
    #[error("no trial has a label")]
    NoLabels,
    /// Agreement of one rater.
    #[error("there is one rater, and agreement needs two or more")]
    OneRater,
    /// No two ratings can be compared.
    #[error("no trial has two ratings, and agreement needs trials that two raters rated")]
    NoPair,
    /// A file of labels without one.
    #[error("{file} has no label: its field \"label\" is lacking, or empty everywhere")]
    EmptyFile {
        /// The file.
        file: String,
    },
    /// A file of labels that is of other trials.
    #[error("no label names a trial of the log: {place} is {trial}; the log has the {known}")]
    NoOverlap {
        /// Where the first label stands.
        place: String,
        /// What it names.
        trial: String,
        /// What the log has in the place of the first name that it lacks.
        known: String,
    },
    /// A label of a trial that the log lacks.
    #[error("{place}: the log has no trial of {trial}")]
    Unmatched {
        /// Where the first such label stands.
        place: String,
        /// What it names.
        trial: String,
        /// How many such labels there are.
        unmatched: u64,
        /// How many labels there are.
        labels: u64,
    },
    /// Two labels of one trial that differ.
    #[error("{place}: {trial} is labelled {label}, but {other} in {first}")]
    Contradiction {
        /// Where the second label stands.
        place: String,
        /// What it names.
        trial: String,
        /// The label.
        label: f64,
        /// The first label.
        other: f64,
        /// Where that stands.
        first: String,
    },
    /// A label of a name that several trials of the log have.
    #[error("{place}: the log has {trials} trials of {trial}, and a label is of one")]
    SeveralTrials {
        /// Where the label stands.
        place: String,
        /// What it names.
        trial: String,
        /// How many trials have that name.
        trials: u64,
    },
    /// A file of labels that does not say which model.
    #[error("{file} has no field \"model\", but the log has the models {models}")]
    NoModelField {
        /// The file.
        file: String,
        /// The models of the log.
        models: String,
    },
    /// A file of labels that does not say which task.
    #[error("{file} has no field \"task\", but {asked} in the tasks {tasks}")]
    NoTaskField {
        /// The file.
        file: String,
        /// The model that has the question, in words.
        asked: String,
        /// The tasks of the log that have it.
        tasks: String,
    },
    /// A file of labels that does not say which trial.
    #[error(
        "{file} has no field \"trial\", but model \"{model}\" has {trials} trials of question \
         \"{question}\""
    )]
    NoTrialField {
        /// The file.
        file: String,
        /// The model.
        model: String,
        /// The question.
        question: String,
        /// How many trials the log has.
        trials: u64,
    },
    /// A score of one question.
    #[error("labels correct the score of all questions together, and not that of a single one")]
    Question,
    /// A plan without an aim.
    #[error("a plan of labels needs a half-width or a budget: give one")]
    NoAim,
    /// Another metric than an average.
    #[error("a corrected score is an average: not with the metric {metric}")]
    Metric {
        /// The metric.
        metric: &'static str,
    },
    /// An option that is for other scores.
    #[error("{option} is not for scores that labels correct")]
    Option {
        /// The option.
        option: &'static str,
    },
    /// Too few models with labels to borrow the judge's rates from.
    #[error(
        "the judge's error rates are borrowed from {fewest} models or more that have labels and both of \
         its outcomes, and there {}",
        if *models == 1 { "is 1".to_owned() } else { format!("are {models}") }
    )]
    FewModels {
        /// How many.
        models: usize,
        /// The fewest.
        fewest: usize,
    },
    /// Rates that tell nothing of one more model.
    #[error(
        "the judge's error rates tell too little of one more model: sensitivity + specificity − 1 is \
         {apart:.2} ± {reach:.2}, and not clearly above 0"
    )]
    Weak {
        /// se + sp − 1.
        apart: f64,
        /// Half its interval.
        reach: f64,
    },
    /// Outcomes that say neither yes nor no.
    #[error(
        "the outcomes of the judge ({outcomes}) do not read as the labels do ({low} and {high})"
    )]
    Unlike {
        /// The outcomes.
        outcomes: String,
        /// The least label.
        low: f64,
        /// The largest label.
        high: f64,
    },
}

impl Fault for JudgeError {
    fn kind(&self) -> &'static str {
        match self {
            Self::Outcomes { .. } => "judge.outcomes",
            Self::Labels { .. } => "judge.labels",
            Self::Ranges { .. } => "judge.ranges",
            Self::Ends { .. } => "judge.ends",
            Self::Scales { .. } => "judge.scales",
            Self::OneLabel { .. } => "judge.one_label",
            Self::Beyond { .. } => "judge.beyond",
            Self::NoLabels => "judge.no_labels",
            Self::OneRater => "judge.one_rater",
            Self::NoPair => "judge.no_pair",
            Self::EmptyFile { .. } => "judge.empty_file",
            Self::NoOverlap { .. } => "judge.no_overlap",
            Self::Unmatched { .. } => "judge.unmatched",
            Self::Contradiction { .. } => "judge.contradiction",
            Self::SeveralTrials { .. } => "judge.several_trials",
            Self::NoModelField { .. } => "judge.no_model_field",
            Self::NoTaskField { .. } => "judge.no_task_field",
            Self::NoTrialField { .. } => "judge.no_trial_field",
            Self::Question => "judge.question",
            Self::NoAim => "judge.no_aim",
            Self::Metric { .. } => "judge.metric",
            Self::Option { .. } => "judge.option",
            Self::FewModels { .. } => "judge.few_models",
            Self::Weak { .. } => "judge.weak",
            Self::Unlike { .. } => "judge.unlike",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Outcomes { .. } => Some(Remedy::NameJudge),
            Self::Unmatched { unmatched, labels, .. } => {
                Some(Remedy::DropUnmatched { unmatched: *unmatched, labels: *labels })
            }
            Self::FewModels { .. } | Self::Weak { .. } | Self::Unlike { .. } => {
                Some(Remedy::BorrowNothing)
            }
            _ => None,
        }
    }
}
