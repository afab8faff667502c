//! What can be wrong with the columns of all records.

use scorio_records::records::place::Place;
use thiserror::Error;

use crate::remedy::Remedy;

/// What is wrong with the columns of a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ColumnError {
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

impl ColumnError {
    /// The name of the variant.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Column { .. } => "column",
            Self::TwoColumns { .. } => "two_columns",
            Self::Table { .. } => "table",
        }
    }

    /// What a user can do.
    pub(crate) fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Column { remedy, .. } => Some(remedy.clone()),
            Self::TwoColumns { .. } => Some(Remedy::RenameColumn {}),
            Self::Table { remedy, .. } => remedy.clone(),
        }
    }
}
