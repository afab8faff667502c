//! A declared call and its answer.

use std::fmt::{self, Debug, Formatter};
use std::ops::Range;

use super::error::CallError;
use super::given::Given;
use super::note::{Note, NoteKind};
use super::option::CallEntry;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::numeric::random::Replicates;
use crate::rows::{Field, Row, Value};
use crate::sums::sums::Sums;

/// What a call is about.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// Its options alone.
    Nothing,
    /// Counts of categories.
    Counts(&'a Counts),
    /// Sums of numbers.
    Sums(&'a Sums),
    /// Counts of two models, which may have one name.
    Pair(&'a Counts, &'a Counts),
}

impl<'a> Input<'a> {
    /// Counts, for a call that needs categories.
    pub(crate) fn counts(self, call: &'static str) -> Result<&'a Counts> {
        match self {
            Self::Counts(counts) => Ok(counts),
            Self::Sums(_) => Err(CallError::Numbers { call }.into()),
            Self::Nothing | Self::Pair(..) => Err(CallError::Untold { call }.into()),
        }
    }
}

/// Who works on a call.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// Number of threads. Results do not depend on it.
    pub threads: usize,
    /// Called now and then on the calling thread, with the number of replicates begun. `false` stops the
    /// work.
    pub go_on: &'a dyn Fn(u64) -> bool,
}

impl<'a> Workers<'a> {
    /// On the calling thread alone, to the end.
    pub const QUIET: Workers<'static> = Workers { threads: 1, go_on: &|_| true };

    /// What work gives at each of so many places, in their order.
    ///
    /// # Errors
    /// - `go_on` stopped the work.
    /// - `work` failed: its first error.
    pub(crate) fn each<T: Send>(
        &self,
        count: usize,
        work: impl Fn(usize) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let places = |range: Range<u64>| -> Result<Vec<T>> {
            range.filter_map(|place| usize::try_from(place).ok()).map(&work).collect()
        };
        let add = |all: &mut Vec<T>, part: Vec<T>| all.extend(part);
        self.replicates(count as u64).fold_pieces(1, Vec::with_capacity(count), places, add)
    }

    /// The same for this many replicates.
    pub(crate) fn replicates(&self, count: u64) -> Replicates<'a> {
        Replicates { count, threads: self.threads, go_on: self.go_on }
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
    /// What it is about, beside its options.
    pub about: About,
    /// The tables of its answer.
    pub tables: &'static [TableKind],
    /// The arrays of its answer.
    pub arrays: &'static [ArrayKind],
    /// The notes that it may give.
    pub notes: &'static [NoteKind],
    /// Answers.
    pub run: fn(Input<'_>, Given, &Workers<'_>) -> Result<Answer>,
}

impl Call {
    /// Answers on the calling thread alone.
    ///
    /// # Errors
    /// An option is wrong; those of the call.
    pub fn answer(&self, input: Input<'_>, given: &Given) -> Result<Answer> {
        (self.run)(input, given.clone(), &Workers::QUIET)
    }
}

/// What a call is about, beside its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Nothing else.
    Nothing,
    /// Counts of categories.
    Counts,
    /// Counts of categories, or sums of numbers.
    Tallied,
    /// Sums of what trials cost.
    Costs,
    /// Counts of categories, or nothing else.
    Maybe,
}

/// An array of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayKind {
    /// Its name.
    pub name: &'static str,
    /// Its axes in words, such as "models × questions".
    pub axes: &'static str,
}

/// A table of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableKind {
    /// Its name.
    pub name: &'static str,
    /// The name of its rows.
    pub row: &'static str,
    /// What a row is.
    pub doc: &'static str,
    /// Their fields.
    pub fields: &'static [Field],
}

impl TableKind {
    /// A table of declared rows.
    #[must_use]
    pub const fn of<R: Row>(name: &'static str) -> Self {
        Self { name, row: R::NAME, doc: R::DOC, fields: R::FIELDS }
    }
}

/// What a call gives.
#[derive(Debug)]
pub struct Answer {
    /// The tables, as they are declared.
    pub tables: Vec<AnswerTable>,
    /// The arrays, as they are declared.
    pub arrays: Vec<AnswerArray>,
    /// What to say below them.
    pub notes: Vec<Note>,
}

impl Answer {
    /// The rows of one table.
    pub(crate) fn of<R: Row + Debug + Send + Sync + 'static>(rows: Vec<R>) -> Self {
        Self { tables: vec![AnswerTable::of(rows)], arrays: Vec::new(), notes: Vec::new() }
    }

    /// One array.
    pub(crate) fn array(axes: &[usize], values: impl Into<Entries>) -> Self {
        let array = AnswerArray { axes: axes.to_vec(), values: values.into() };
        Self { tables: Vec::new(), arrays: vec![array], notes: Vec::new() }
    }
}

/// An array, whose last axis runs fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerArray {
    /// The length of each axis.
    pub axes: Vec<usize>,
    /// The entries.
    pub values: Entries,
}

/// The entries of an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Entries {
    /// Real numbers.
    Reals(Vec<f64>),
    /// Whole numbers from 0 to 255, such as outcomes.
    Small(Vec<u8>),
}

impl From<Vec<f64>> for Entries {
    fn from(values: Vec<f64>) -> Self {
        Self::Reals(values)
    }
}

impl From<Vec<u8>> for Entries {
    fn from(values: Vec<u8>) -> Self {
        Self::Small(values)
    }
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
