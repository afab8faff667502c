//! A declared call and its answer.

use std::fmt::{self, Debug, Formatter};

use super::error::CallError;
use super::given::Given;
use super::note::{Note, NoteKind};
use super::option::CallEntry;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::rows::{Field, Row, Value};
use crate::sums::sums::Sums;

/// What a call is about.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// Counts of categories.
    Counts(&'a Counts),
    /// Sums of numbers.
    Sums(&'a Sums),
}

impl<'a> Input<'a> {
    /// Counts, for a call that needs categories.
    pub(crate) fn counts(self, call: &'static str) -> Result<&'a Counts> {
        match self {
            Self::Counts(counts) => Ok(counts),
            Self::Sums(_) => Err(CallError::Numbers { call }.into()),
        }
    }
}

/// A call.
#[derive(Clone, Copy)]
pub struct Call {
    /// Its name.
    pub name: &'static str,
    /// What it does, then sections with headings, as of a Rust function.
    pub doc: &'static str,
    /// Its options.
    pub options: CallEntry,
    /// The tables of its answer.
    pub tables: &'static [TableKind],
    /// The notes that it may give.
    pub notes: &'static [NoteKind],
    /// Answers.
    pub run: fn(Input<'_>, &Given) -> Result<Answer>,
}

/// A table of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableKind {
    /// Its name.
    pub name: &'static str,
    /// The name of its rows.
    pub row: &'static str,
}

/// What a call gives.
#[derive(Debug)]
pub struct Answer {
    /// The tables, as they are declared.
    pub tables: Vec<AnswerTable>,
    /// What to say below them.
    pub notes: Vec<Note>,
}

/// The rows of a table. Their values are made where they are read, since many are not.
pub struct AnswerTable {
    /// Their fields.
    pub fields: &'static [Field],
    rows: Box<dyn AnswerRows>,
}

/// Declared rows of any type.
trait AnswerRows: Send + Sync {
    fn count(&self) -> usize;
    fn values(&self, place: usize) -> Vec<Value>;
}

impl<R: Row + Send + Sync> AnswerRows for Vec<R> {
    fn count(&self) -> usize {
        self.len()
    }

    fn values(&self, place: usize) -> Vec<Value> {
        self.get(place).map(Row::values).unwrap_or_default()
    }
}

/// The fields alone, so that no row needs a second form of text.
impl Debug for AnswerTable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerTable").field("fields", &self.fields).finish_non_exhaustive()
    }
}

impl AnswerTable {
    /// A table of declared rows.
    #[must_use]
    pub fn of<R: Row + Send + Sync + 'static>(rows: Vec<R>) -> Self {
        Self { fields: R::FIELDS, rows: Box::new(rows) }
    }

    /// The values of each row.
    #[must_use]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Vec<Value>> + '_ {
        (0..self.rows.count()).map(|place| self.rows.values(place))
    }
}
