//! Why models cannot be compared.

use thiserror::Error;

use crate::remedy::{Fault, Remedy};

/// Why models cannot be compared.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CompareError {
    /// The counts do not have a model or the baseline.
    #[error("there is no model {name}: name one of {known}")]
    NoModel {
        /// The given value.
        name: String,
        /// The existing models.
        known: String,
    },
    /// There is no model to compare with the baseline, except itself.
    #[error("there is no model to compare with {baseline}: name or add another one")]
    OnlyBaseline {
        /// The baseline.
        baseline: String,
    },
    /// There is one model, which has no pair.
    #[error("there is one model, '{model}': pairs need two or more")]
    OneModel {
        /// The model.
        model: String,
    },
    /// Two models have no common question.
    #[error("{model} and {baseline} have no question in common (they have {own} and {other})")]
    NoCommonQuestion {
        /// The model.
        model: String,
        /// The baseline.
        baseline: String,
        /// Questions of the model with an observed trial.
        own: usize,
        /// Questions of the baseline with an observed trial.
        other: usize,
    },
    /// A model has no observed trial.
    #[error("{model} has no observed trial: give it some, or leave it out")]
    NoTrials {
        /// The model.
        model: String,
    },
    /// A model has no label, though others have.
    #[error("{model} has no label: label some of its trials, or leave it out")]
    NoLabels {
        /// The model.
        model: String,
    },
    /// Every question of a model has fewer trials than the budget.
    #[error("no question of {model} has {k} trials: take a smaller k, or leave the model out")]
    Short {
        /// The model.
        model: String,
        /// The budget.
        k: u64,
    },
    /// A sample has only one question or cluster.
    #[error("a sample of one {unit} has no scatter, and that is what {model} and {baseline} have")]
    OneUnit {
        /// The model.
        model: String,
        /// The baseline.
        baseline: String,
        /// `question` or `cluster`.
        unit: &'static str,
    },
    /// A sample of one model's questions has only one question or cluster.
    #[error("a sample of one {unit} has no scatter")]
    OneUnitOfScore {
        /// `question` or `cluster`.
        unit: &'static str,
    },
    /// A sample has no spread about a difference.
    #[error(
        "the difference of {model} and {baseline} is {difference} in every {unit}, and without scatter that says nothing about others"
    )]
    NoScatter {
        /// The model.
        model: String,
        /// The baseline.
        baseline: String,
        /// The difference.
        difference: f64,
        /// `question` or `cluster`.
        unit: &'static str,
    },
    /// Two models have one number each on one question.
    #[error(
        "{model} and {baseline} are compared on one question with single trials, which have no scatter"
    )]
    OneTrial {
        /// The model.
        model: String,
        /// The baseline.
        baseline: String,
    },
    /// All trials of every question agree, but two models differ.
    #[error(
        "the difference of {model} and {baseline} is {difference}, and the trials of each question agree, so nothing tells how far it scatters"
    )]
    NoTrialScatter {
        /// The model.
        model: String,
        /// The baseline.
        baseline: String,
        /// The difference.
        difference: f64,
    },
    /// A question has no cluster.
    #[error(
        "{question} has no cluster: read the field of the clusters, or compare without clusters"
    )]
    NoCluster {
        /// The question and its task.
        question: String,
    },
    /// Tables by task are not possible, because each task is one cluster.
    #[error("the tasks are clusters, so there is no table for each: ask for one of the two")]
    ClusterTables,
    /// A margin exceeds every possible difference.
    #[error("the margin {value} finds no model worse, as scores differ by at most {range}{}", percent(*value, *range))]
    MarginRange {
        /// The given value.
        value: f64,
        /// The largest difference of two scores.
        range: f64,
    },
    /// No plan is for a true difference of 0, or for one that scores cannot have.
    #[error("the true difference {value} {}", impossible(*value, *range))]
    DifferenceRange {
        /// The given value.
        value: f64,
        /// The largest difference of two scores.
        range: f64,
    },
    /// A level below 0.5 would find models worse that more likely are not.
    #[error(
        "confidence = {value} is below 0.5: a model that is more likely not worse would be found worse; say 0.5 or more, as 0.95"
    )]
    VerdictLevel {
        /// The given value.
        value: f64,
    },
}

impl CompareError {
    /// How many trials a question needs, if a model has none with so many.
    pub(super) fn lacks_trials(&self, name: &str) -> Option<u64> {
        match self {
            Self::NoTrials { model } if model == name => Some(1),
            Self::Short { model, k } if model == name => Some(*k),
            _ => None,
        }
    }

    /// Whether the data of two models do not allow the comparison. Other tables may.
    pub(crate) const fn is_of_data(&self) -> bool {
        matches!(
            self,
            Self::NoCommonQuestion { .. }
                | Self::NoTrials { .. }
                | Self::NoLabels { .. }
                | Self::Short { .. }
                | Self::OneUnit { .. }
                | Self::NoScatter { .. }
                | Self::OneTrial { .. }
                | Self::NoTrialScatter { .. }
        )
    }
}

/// The suggestion for a share of the range given in percent.
fn percent(value: f64, range: f64) -> String {
    let share = value * range / 100.0;
    if range == 0.0 {
        ": the weights are all equal".to_owned()
    } else if share > 0.0 && share < range {
        format!(": for {value}% of that say {share}")
    } else {
        ": give a smaller one".to_owned()
    }
}

/// Why no plan is for a true difference.
fn impossible(value: f64, range: f64) -> String {
    if value == 0.0 {
        "leaves nothing to separate: give another one".to_owned()
    } else {
        format!("is impossible, as scores differ by at most {range}{}", percent(value, range))
    }
}

impl Fault for CompareError {
    fn kind(&self) -> &'static str {
        match self {
            Self::NoModel { .. } => "compare.no_model",
            Self::OnlyBaseline { .. } => "compare.only_baseline",
            Self::OneModel { .. } => "compare.one_model",
            Self::NoCommonQuestion { .. } => "compare.no_common_question",
            Self::NoTrials { .. } => "compare.no_trials",
            Self::NoLabels { .. } => "compare.no_labels",
            Self::Short { .. } => "compare.short",
            Self::OneUnit { .. } => "compare.one_unit",
            Self::OneUnitOfScore { .. } => "compare.one_unit_of_score",
            Self::NoScatter { .. } => "compare.no_scatter",
            Self::OneTrial { .. } => "compare.one_trial",
            Self::NoTrialScatter { .. } => "compare.no_trial_scatter",
            Self::NoCluster { .. } => "compare.no_cluster",
            Self::ClusterTables => "compare.cluster_tables",
            Self::MarginRange { .. } => "compare.margin_range",
            Self::DifferenceRange { .. } => "compare.difference_range",
            Self::VerdictLevel { .. } => "compare.verdict_level",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::NoCommonQuestion { model, .. } => {
                Some(Remedy::CompareUnpaired { model: model.clone() })
            }
            Self::OneUnit { unit, .. } | Self::NoScatter { unit, .. } => {
                Some(Remedy::CompareTheseQuestions { unit: (*unit).to_owned() })
            }
            Self::OneUnitOfScore { unit } => {
                Some(Remedy::ScoreTheseQuestions { unit: (*unit).to_owned() })
            }
            Self::OneTrial { .. } => Some(Remedy::AddTrialOrUnit { unit: "question".to_owned() }),
            Self::NoTrialScatter { .. } => Some(Remedy::CompareQuestionsLikeThese),
            _ => None,
        }
    }

    fn out_of_range(&self) -> Option<f64> {
        match self {
            Self::MarginRange { value, .. }
            | Self::DifferenceRange { value, .. }
            | Self::VerdictLevel { value } => Some(*value),
            _ => None,
        }
    }
}
