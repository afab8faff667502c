//! What can be wrong with the records of a file.

use thiserror::Error;

use crate::remedy::Remedy;
use crate::source::place::Place;

/// What is wrong with a record, or with the columns of all records.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Bytes that are not UTF-8.
    #[error("{place}: not UTF-8: byte {at} of the {} is 0x{byte:02x}; it begins: {}", place.unit, place.beginning)]
    NotUtf8 {
        /// Where.
        place: Box<Place>,
        /// Which byte of the record, from 1.
        at: usize,
        /// Its value.
        byte: u8,
    },
    /// A record that cannot be read.
    #[error("{place}: {problem}; it begins: {}", place.beginning)]
    Malformed {
        /// Where.
        place: Box<Place>,
        /// What is wrong with it.
        problem: String,
        /// The file ends before the record does.
        cut: bool,
    },
    /// A record that cannot be read, and that could be skipped.
    #[error("{inner}")]
    Skippable {
        /// What is wrong with it.
        inner: Box<RecordError>,
    },
    /// A column whose values cannot be what it is for.
    #[error("{place}: the column \"{field}\" has the type {kind}, which cannot be the {role}")]
    Column {
        /// Where.
        place: Box<Place>,
        /// The column.
        field: String,
        /// Its type.
        kind: String,
        /// What the column is for.
        role: &'static str,
        /// What a user can do.
        remedy: Remedy,
    },
    /// A field that several columns of a table could be.
    #[error("{file} has two columns \"{field}\"")]
    TwoColumns {
        /// The file.
        file: String,
        /// The field.
        field: String,
    },
    /// A table that cannot be read.
    #[error("{file} cannot be read as {form}: {problem}")]
    Table {
        /// The file.
        file: String,
        /// Parquet, or one of Arrow's forms.
        form: &'static str,
        /// What is wrong with it.
        problem: String,
        /// What a user can do.
        remedy: Option<Remedy>,
    },
}

impl RecordError {
    /// The name of the variant.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::NotUtf8 { .. } => "not_utf8",
            Self::Malformed { .. } => "malformed",
            Self::Skippable { inner } => inner.name(),
            Self::Column { .. } => "column",
            Self::TwoColumns { .. } => "two_columns",
            Self::Table { .. } => "table",
        }
    }

    /// What a user can do about a record that could be skipped. Where all records are wrong in one way,
    /// nothing would be left.
    fn way_past(&self) -> Remedy {
        match self {
            Self::Malformed { place, .. } if place.beginning.starts_with("{'") => {
                Remedy::WriteAsJson {}
            }
            Self::Malformed { place, .. }
                if place.unit == "line" && place.number == 1 && place.beginning.trim() == "{" =>
            {
                Remedy::WriteOnLines {}
            }
            _ => Remedy::SkipBadLines {},
        }
    }

    /// What a user can do.
    pub(crate) fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::NotUtf8 { .. } | Self::Malformed { .. } => None,
            Self::Skippable { inner } => Some(inner.way_past()),
            Self::Column { remedy, .. } => Some(remedy.clone()),
            Self::TwoColumns { .. } => Some(Remedy::RenameColumn {}),
            Self::Table { remedy, .. } => remedy.clone(),
        }
    }
}
