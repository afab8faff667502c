//! Why questions have no slices.

use thiserror::Error;

use crate::remedy::{Fault, Remedy};

/// Why questions have no slices.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SlicesError {
    /// No field is named.
    #[error("a slice is named by a field of questions: name one of {known}")]
    NoField {
        /// The fields that there are.
        known: String,
    },
    /// Questions do not have a field.
    #[error(
        "questions have no field {field}: name one of {known}, or count the log with this field"
    )]
    Unknown {
        /// The name.
        field: String,
        /// The fields that there are.
        known: String,
    },
    /// All questions are in one slice.
    #[error("all questions are in one slice, {slice}: a field with two values or more has slices")]
    One {
        /// The slice.
        slice: String,
    },
    /// More slices than anyone reads.
    #[error("there are {slices} slices, and at most {most}: name fewer fields, or cut numbers")]
    Many {
        /// How many there are.
        slices: usize,
        /// How many there may be.
        most: usize,
    },
    /// A number with many values that is not cut.
    #[error("{field} is a number of {values} values: cut it, as {field}:4 does at its quartiles")]
    Uncut {
        /// The field.
        field: String,
        /// Its different values.
        values: usize,
    },
    /// A field to be cut that is no number.
    #[error("{field} is {value} for {question}, which is no number, so it cannot be cut")]
    NoNumber {
        /// The field.
        field: String,
        /// A value.
        value: String,
        /// The question with this value.
        question: String,
    },
    /// A number is cut into 2 parts or more.
    #[error("{spec} is no cut of {field}: give from 2 to {most} parts, as {field}:4")]
    Parts {
        /// What was given.
        spec: String,
        /// The field.
        field: String,
        /// The most parts.
        most: usize,
    },
    /// A cluster lies in two slices.
    #[error(
        "cluster {cluster} lies in the slices {one} and {other}, which then are not independent"
    )]
    Cluster {
        /// The cluster.
        cluster: String,
        /// A slice.
        one: String,
        /// Another one.
        other: String,
    },
    /// No slice has two models to compare.
    #[error("no slice has questions of {baseline} and of another model")]
    Nothing {
        /// The baseline.
        baseline: String,
    },
    /// Known differences without σ, or the other way round.
    #[error("there are {differences} differences and {sigmas} sigmas: give both for each slice")]
    Lengths {
        /// How many differences.
        differences: usize,
        /// How many σ.
        sigmas: usize,
    },
}

impl Fault for SlicesError {
    fn kind(&self) -> &'static str {
        match self {
            Self::NoField { .. } => "slices.no_field",
            Self::Unknown { .. } => "slices.unknown",
            Self::One { .. } => "slices.one",
            Self::Many { .. } => "slices.many",
            Self::Uncut { .. } => "slices.uncut",
            Self::NoNumber { .. } => "slices.no_number",
            Self::Parts { .. } => "slices.parts",
            Self::Cluster { .. } => "slices.cluster",
            Self::Nothing { .. } => "slices.nothing",
            Self::Lengths { .. } => "slices.lengths",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        None
    }
}
