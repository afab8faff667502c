//! What can be wrong with the log of a tool.

use scorio_records::records::place::{Place, named};
use thiserror::Error;

use crate::remedy::Remedy;

/// What is wrong with a tool's log.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ToolError {
    /// A file that no tool is known to write.
    #[error(
        "{} is of no kind that is known (a long table with the fields \"question\" and \"outcome\", or one of the formats of {} tools); it has: {}",
        named(file), tried.len(), list(seen)
    )]
    Unknown {
        /// The file.
        file: String,
        /// The tools that were tried.
        tried: Vec<&'static str>,
        /// The names at the top of the file.
        seen: Vec<String>,
        /// A list that may have the records.
        records_in: Option<String>,
    },
    /// A file that is not what its format says.
    #[error("{file} cannot be read as {format}: {problem}")]
    NotFormat {
        /// The file.
        file: String,
        /// The format.
        format: &'static str,
        /// What is wrong with it.
        problem: String,
        /// What a user can do.
        remedy: Option<Remedy>,
    },
    /// A record without what its format promises.
    #[error("{place}: {problem}")]
    Record {
        /// Where.
        place: Box<Place>,
        /// What is wrong with it.
        problem: String,
        /// What a user can do.
        remedy: Option<Remedy>,
    },
    /// A log that names no model.
    #[error("{file} names no model{}", brackets(looked_for))]
    NoModel {
        /// The file.
        file: String,
        /// Where it was looked for.
        looked_for: String,
        /// What a user can do.
        remedy: Remedy,
    },
    /// Two files that belong together and disagree.
    #[error("{file} and {other} disagree about the model: \"{here}\" and \"{there}\"")]
    Disagree {
        /// A file.
        file: String,
        /// The other.
        other: String,
        /// The model of the one.
        here: String,
        /// The model of the other.
        there: String,
    },
    /// A score that no trial has.
    #[error("{file}{} has no score \"{score}\"; its scores are {}", of_task(task.as_deref()), list(scores))]
    NoScore {
        /// The file.
        file: String,
        /// Its task, if it has one.
        task: Option<String>,
        /// The wanted score.
        score: String,
        /// The scores of the file.
        scores: Vec<String>,
    },
    /// Part of a name that several scores have.
    #[error("{file} has several scores \"{score}\"; its scores are {}", list(scores))]
    SeveralScores {
        /// The file.
        file: String,
        /// The wanted score.
        score: String,
        /// The scores with this part.
        scores: Vec<String>,
    },
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn brackets(hint: &str) -> String {
    if hint.is_empty() { String::new() } else { format!(" ({hint})") }
}

fn of_task(task: Option<&str>) -> String {
    task.map_or(String::new(), |task| format!(" (task {task})"))
}

impl ToolError {
    /// The name of the variant.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "unknown",
            Self::NotFormat { .. } => "not_format",
            Self::Record { .. } => "record",
            Self::NoModel { .. } => "no_model",
            Self::Disagree { .. } => "disagree",
            Self::NoScore { .. } => "no_score",
            Self::SeveralScores { .. } => "several_scores",
        }
    }

    /// What a user can do.
    pub(crate) fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Unknown { records_in: Some(list), .. } => {
                Some(Remedy::NameRecordsOrFormat { list: list.as_str().into() })
            }
            Self::Unknown { .. } => Some(Remedy::NameFormatOrFields {}),
            Self::NotFormat { remedy, .. } | Self::Record { remedy, .. } => remedy.clone(),
            Self::NoModel { remedy, .. } => Some(remedy.clone()),
            Self::Disagree { .. } => Some(Remedy::SetConstantToChoose { label: "model" }),
            Self::NoScore { .. } | Self::SeveralScores { .. } => {
                Some(Remedy::NameScoreOrLeaveFileOut {})
            }
        }
    }
}
