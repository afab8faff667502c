//! Errors of numeric scores.

use thiserror::Error;

use crate::remedy::{Fault, Remedy};

/// An error of numeric scores.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SumsError {
    /// An outcome that is NaN or infinite.
    #[error("{question} has the outcome {value}, which is not a finite number")]
    Outcome {
        /// The question, its task and its model.
        question: String,
        /// The outcome.
        value: f64,
    },
    /// Sums that no outcomes have.
    #[error(
        "the sums of {question} fit no {trials} outcomes: n × Σy² is below (Σy)², or (Σy²)³ below (Σy³)²"
    )]
    Impossible {
        /// The question, its task and its model.
        question: String,
        /// Its number of trials.
        trials: u64,
    },
    /// A text that is not an exact sum.
    #[error("{question} has the exact sum {text}, which is not a number such as 0x1bp-3")]
    Text {
        /// The question, its task and its model.
        question: String,
        /// The text.
        text: String,
    },
    /// Numeric scores do not have the metric.
    #[error("numeric scores have the metrics avg and max_at_k, not {metric}")]
    Metric {
        /// The given name.
        metric: String,
    },
    /// Single outcomes are needed, but only their sums are known.
    #[error("max_at_k needs every outcome, but only sums were kept")]
    NoValues,
    /// Kept outcomes that do not have the sums beside them.
    #[error("the kept outcomes of {question} do not have its sums")]
    OtherValues {
        /// The question, its task and its model.
        question: String,
    },
    /// Nothing tells how far a model's score scatters.
    #[error(
        "{model} has one {unit}{}, and one {unit} has no scatter{}",
        in_task(task.as_deref()),
        if *trials { " unless it has two trials" } else { "" }
    )]
    OneUnit {
        /// The model.
        model: String,
        /// The task; missing if the table is the overall one.
        task: Option<String>,
        /// `question` or `cluster`.
        unit: &'static str,
        /// A second trial of the question would do, too.
        trials: bool,
    },
    /// A score or an interval that no double holds.
    #[error(
        "the score or the interval of {model} is beyond the largest number: divide all outcomes"
    )]
    TooLarge {
        /// The model.
        model: String,
    },
    /// A question has no cluster.
    #[error("{question} has no cluster, but others have one")]
    NoCluster {
        /// The question and its task.
        question: String,
    },
}

fn in_task(task: Option<&str>) -> String {
    task.filter(|task| !task.is_empty()).map_or(String::new(), |task| format!(" of task {task}"))
}

impl Fault for SumsError {
    fn kind(&self) -> &'static str {
        match self {
            Self::Outcome { .. } => "sums.outcome",
            Self::Impossible { .. } => "sums.impossible",
            Self::Text { .. } => "sums.text",
            Self::Metric { .. } => "sums.metric",
            Self::NoValues => "sums.no_values",
            Self::OtherValues { .. } => "sums.other_values",
            Self::OneUnit { .. } => "sums.one_unit",
            Self::TooLarge { .. } => "sums.too_large",
            Self::NoCluster { .. } => "sums.no_cluster",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::NoValues => Some(Remedy::KeepValues),
            Self::OneUnit { unit, trials, .. } => {
                let unit = (*unit).to_owned();
                Some(if *trials {
                    Remedy::AddTrialOrUnit { unit }
                } else {
                    Remedy::ScoreTheseQuestions { unit }
                })
            }
            Self::NoCluster { .. } => Some(Remedy::ScoreUnclustered),
            Self::Outcome { .. }
            | Self::Impossible { .. }
            | Self::Text { .. }
            | Self::Metric { .. }
            | Self::TooLarge { .. }
            | Self::OtherValues { .. } => None,
        }
    }

    fn out_of_range(&self) -> Option<f64> {
        if let Self::Outcome { value, .. } = self { Some(*value) } else { None }
    }
}
