//! What can be wrong with count files and samples.

use std::io;

use thiserror::Error;

use crate::remedy::Remedy;
use crate::source::error::cause;

/// What is wrong with a file that is written, or with a count file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A file that cannot be written.
    #[error("cannot write {file}: {}", cause(source))]
    Write {
        /// The file.
        file: String,
        /// The cause.
        source: io::Error,
    },
    /// A file that does not hold counts.
    #[error("{file} is not a count file: {problem}")]
    NotCounts {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
        /// What a user can do.
        remedy: Option<Remedy>,
    },
    /// A table that looks like one of counts and is none.
    #[error("{table} holds no counts: {problem}")]
    NotTableOfCounts {
        /// What the table is called.
        table: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Categories that are not scores, where each line needs one.
    #[error(
        "the categories {} are no scores, of which each line of *{ending} has one",
        categories.join(", ")
    )]
    NoScores {
        /// The categories.
        categories: Vec<String>,
        /// How the names of such files end.
        ending: &'static str,
    },
}

impl WriteError {
    /// The name of the variant.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Write { .. } => "write",
            Self::NotCounts { .. } => "not_counts",
            Self::NotTableOfCounts { .. } => "not_table_of_counts",
            Self::NoScores { .. } => "no_scores",
        }
    }

    /// What a user can do.
    pub(crate) fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Write { source, .. } => is_full(source).then_some(Remedy::MakeRoom {}),
            Self::NotTableOfCounts { .. } => None,
            Self::NotCounts { remedy, .. } => remedy.clone(),
            Self::NoScores { .. } => Some(Remedy::NumberCategories {}),
        }
    }
}

/// Whether a disk has no room, or this user may have no more of it.
fn is_full(source: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(source.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}
