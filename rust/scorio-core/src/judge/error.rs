//! What can be wrong with counts of a judge's outcomes and of labels.

use thiserror::Error;

use crate::remedy::{Fault, Remedy};

/// What can be wrong with counts of a judge's outcomes and of labels.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum JudgeError {
    /// Free text is no outcome.
    #[error("the judge has {outcomes} different outcomes, and {most} at most are allowed")]
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
    /// A score of one question.
    #[error("labels correct the score of all questions together, and not that of a single one")]
    Question,
    /// A plan without an aim.
    #[error("a plan of labels needs a half-width or a budget: give one")]
    NoAim,
    /// Another metric than an average.
    #[error("a score that labels correct is an average: not with the metric {metric}")]
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
            Self::OneLabel { .. } => "judge.one_label",
            Self::Beyond { .. } => "judge.beyond",
            Self::NoLabels => "judge.no_labels",
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
            Self::FewModels { .. } | Self::Weak { .. } | Self::Unlike { .. } => {
                Some(Remedy::BorrowNothing)
            }
            _ => None,
        }
    }
}
