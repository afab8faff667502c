//! What a tool's reader makes of its records.

use scorio_records::json::value::Value;
use scorio_records::records::record::Origin;

use crate::error::{Error, Result};
use crate::records::document::ENTRIES;
use crate::remedy::Remedy;
use crate::source::progress::Meter;
use crate::source::stream::Source;
use crate::tools::error::ToolError;
use crate::tools::trial::Trial;

/// Where the records of a file stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One on each line.
    Lines,
    /// At a path of a document.
    At(&'static [&'static str]),
}

impl Layout {
    /// The entries of a list.
    pub(crate) const LIST: Self = Self::At(&[ENTRIES]);
}

/// Makes trials of records.
pub(crate) trait RecordReader {
    /// Where the records stand.
    fn layout(&self) -> Layout;

    /// The dotted fields of a record that are wanted.
    fn fields(&self) -> &'static [&'static str];

    /// The dotted fields of the document, beside the records, that are wanted.
    fn head(&self) -> &'static [&'static str] {
        &[]
    }

    /// How many of them, from the first on, must be known before the records.
    fn needed(&self) -> usize {
        self.head().len()
    }

    /// The scores of which the first that is there counts, if the user names none. Without any, the
    /// first score of the file.
    fn headlines(&self) -> &'static [&'static str] {
        &[]
    }

    /// How many parts the file has, each with records of its own.
    fn parts(&self) -> usize {
        1
    }

    /// Opens a part that is not the file itself.
    fn open_part(&mut self, part: usize, meter: &mut Meter<'_>) -> Result<Option<Source>> {
        let _ = (part, meter);
        Ok(None)
    }

    /// Whether it grades responses anew by [`Spec::regrade`].
    fn regrades(&self) -> bool {
        false
    }

    /// Whether it takes note of [`Spec::asked`].
    fn takes_asked(&self) -> bool {
        false
    }

    /// The trials of a record.
    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()>;

    /// Whether there may be a plan at the end.
    fn plans(&self) -> bool {
        false
    }

    /// What there is to say after the last record, of which the document has said this.
    fn ending(&mut self, head: &[Option<String>]) -> Ending {
        let _ = head;
        Ending::default()
    }
}

/// What a log says of itself as a whole.
#[derive(Debug, Default)]
pub(crate) struct Ending {
    /// Why what was read is not all that there should be, in half a sentence.
    pub(crate) interrupted: Option<String>,
    /// The tool has marked the log as invalid.
    pub(crate) invalidated: bool,
    pub(crate) plan: Option<PlannedTrials>,
    /// What is wrong with the log if it has no records, where it says more than that.
    pub(crate) without_records: Option<String>,
}

/// The trials that a log says there were to be.
#[derive(Debug, Default)]
pub(crate) struct PlannedTrials {
    /// How many questions.
    pub(crate) questions: u64,
    /// Those whose identifiers the log names, as labels.
    pub(crate) named: Vec<String>,
    /// How many trials of each question.
    pub(crate) trials: u64,
    /// The number of the first trial. Nothing where only their order tells trials apart.
    pub(crate) first: Option<u64>,
}

/// Takes a trial.
pub(crate) type Give<'g> = dyn FnMut(Trial<'_>) -> Result<()> + 'g;

/// A record with the values that its reader wanted.
pub(crate) struct Record<'r> {
    /// Of the document, as [`RecordReader::head`] names them.
    pub(crate) head: &'r [Option<String>],
    /// What [`crate::records::document::EACH`] stood for, from the outside in.
    pub(crate) names: &'r [String],
    /// As [`RecordReader::fields`] names them.
    pub(crate) values: &'r [Value<'r>],
    pub(crate) fields: &'static [&'static str],
    pub(crate) origin: &'r dyn Origin,
}

impl<'r> Record<'r> {
    /// A value, absent if there is none.
    pub(crate) fn get(&self, place: usize) -> Value<'r> {
        self.values.get(place).cloned().unwrap_or_default()
    }

    /// A value that must be there.
    pub(crate) fn need(&self, place: usize) -> Result<Value<'r>> {
        match self.get(place) {
            Value::Absent => {
                let name = self.fields.get(place).copied().unwrap_or("");
                Err(self.wrong(format!("there is no field \"{name}\"")))
            }
            value => Ok(value),
        }
    }

    /// All of the record.
    pub(crate) fn text(&self) -> &'r str {
        self.origin.text().unwrap_or("")
    }

    /// An error at this record.
    pub(crate) fn wrong(&self, what: impl Into<String>) -> Error {
        let (place, problem) = (self.origin.place(), what.into());
        Error::from(ToolError::Record { place, problem, remedy: None })
    }

    /// An error at this record, with what a user can do.
    pub(crate) fn wrong_but(&self, what: impl Into<String>, remedy: Remedy) -> Error {
        let (place, problem, remedy) = (self.origin.place(), what.into(), Some(remedy));
        Error::from(ToolError::Record { place, problem, remedy })
    }
}
