//! What can be wrong with a log, with its place: file, line or entry, byte, and how it begins.

use std::fmt;

use thiserror::Error;

/// Where in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as it was named; `-` is standard input.
    pub file: String,
    /// `line`, `entry` or `row`.
    pub unit: &'static str,
    /// Which, from 1.
    pub number: u64,
    /// Offset of its first byte in the (decompressed) file; the rows of columns have none.
    pub offset: u64,
    /// How the record begins; empty for rows of columns.
    pub beginning: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} {}", self.file, self.unit, self.number)?;
        // The cells of a row of columns stand apart from each other.
        if self.unit == "row" { Ok(()) } else { write!(f, " (byte {})", self.offset) }
    }
}

/// What was wrong.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A file that cannot be opened.
    #[error("cannot open {file}: {source}")]
    Open {
        /// The file.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// A file that cannot be read to its end.
    #[error("cannot read {file}: {source}")]
    Read {
        /// The file.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// A compressed file that stops in the middle.
    #[error(
        "{file} is truncated: its {compression} data end in the middle, after {bytes} bytes of text"
    )]
    Truncated {
        /// The file.
        file: String,
        /// gzip or zstd.
        compression: &'static str,
        /// How much could be read.
        bytes: u64,
    },
    /// A compressed file with damaged data.
    #[error(
        "{file} is damaged: {compression} cannot read it after {bytes} bytes of text ({source})"
    )]
    Damaged {
        /// The file.
        file: String,
        /// gzip or zstd.
        compression: &'static str,
        /// How much could be read.
        bytes: u64,
        /// Why.
        source: std::io::Error,
    },
    /// A file without a record.
    #[error("{file} is empty: it has no record")]
    Empty {
        /// The file.
        file: String,
    },
    /// A file none of whose records can be read.
    #[error("{file} has no record that can be read: {skipped} were skipped")]
    AllSkipped {
        /// The file.
        file: String,
        /// How many records it has.
        skipped: u64,
    },
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
    #[error("{place}: {what}; it begins: {}", place.beginning)]
    Malformed {
        /// Where.
        place: Box<Place>,
        /// What is wrong with it.
        what: String,
        /// The file ends before the record does.
        cut: bool,
    },
    /// A record that would not end, or take all memory.
    #[error(
        "{place}: the {} is longer than {most} bytes, which no record may be; if the log has another form, name it; it begins: {}",
        place.unit, place.beginning
    )]
    TooLong {
        /// Where.
        place: Box<Place>,
        /// The most bytes that a record may have.
        most: usize,
    },
    /// A record without a field.
    #[error(
        "{place}: there is no field \"{field}\" for the {role} ({way_out}); fields here: {}",
        list(seen)
    )]
    NoField {
        /// Where.
        place: Box<Place>,
        /// What the field is for.
        role: &'static str,
        /// The field that was looked for.
        field: String,
        /// What to do.
        way_out: &'static str,
        /// The record's own fields.
        seen: Vec<String>,
    },
    /// A field whose value cannot name anything.
    #[error("{place}: the {role} (field \"{field}\") is {value}, which names nothing")]
    Label {
        /// Where.
        place: Box<Place>,
        /// What the field is for.
        role: &'static str,
        /// The field.
        field: String,
        /// What stands there.
        value: String,
    },
    /// A field that some records of a file have and others lack.
    #[error(
        "{place}: the field \"{field}\" ({role}) is {here} this record but {there} those before it; name the field for the {role}, or set the {role} as a constant"
    )]
    Uneven {
        /// Where.
        place: Box<Place>,
        /// What the field is for.
        role: &'static str,
        /// The field.
        field: String,
        /// `in` or `not in`.
        here: &'static str,
        /// `in` or `not in`.
        there: &'static str,
    },
    /// An outcome that no category matches.
    #[error("{place}: the outcome {value} (field \"{field}\") matches no category; {accepted}")]
    Outcome {
        /// Where.
        place: Box<Place>,
        /// The field.
        field: String,
        /// What stands there.
        value: String,
        /// What would match.
        accepted: String,
    },
    /// A missing outcome without a policy.
    #[error(
        "{place}: the outcome is missing: the field \"{field}\" is {value}; say what to do with missing outcomes: drop, or fail to count them as failures"
    )]
    Missing {
        /// Where.
        place: Box<Place>,
        /// The field.
        field: String,
        /// null, NaN or empty.
        value: &'static str,
    },
    /// A trial that went wrong, without a policy.
    #[error(
        "{place}: the trial ended in an error and has no score; say what to do with such trials: drop, or fail to count them as failures"
    )]
    Errored {
        /// Where.
        place: Box<Place>,
    },
    /// A trial that was there before.
    #[error(
        "{place}: {what} was counted before; say what to do with repeated trials: first, last, or keep to count them all"
    )]
    Repeated {
        /// Where.
        place: Box<Place>,
        /// Model, task, question, trial.
        what: String,
    },
    /// A pre-aggregated row whose numbers do not fit.
    #[error("{place}: {what}")]
    Aggregate {
        /// Where.
        place: Box<Place>,
        /// What does not fit.
        what: String,
    },
    /// A file of which nobody knows the kind.
    #[error(
        "{file} is of no kind that is known (tried: a long table with the fields \"question\" and \"outcome\", {}); name its format, or the fields that hold question and outcome; it has: {}{hint}",
        tried.join(", "), list(seen)
    )]
    Unknown {
        /// The file.
        file: String,
        /// The kinds that were tried.
        tried: Vec<&'static str>,
        /// What the file shows at its top.
        seen: Vec<String>,
        /// What might be done about it.
        hint: String,
    },
    /// An archive inside another packing.
    #[error(
        "{file} is an archive packed by {compression}, through which it cannot be read: unpack it"
    )]
    Packed {
        /// The file.
        file: String,
        /// gzip or zstd.
        compression: &'static str,
    },
    /// One of several files has no record.
    #[error(
        "{file} is empty: it has no record; leave it out, or name its folder, in which such files are passed over"
    )]
    EmptyOne {
        /// The file.
        file: String,
    },
    /// A file that is not what its format says.
    #[error("{file} cannot be read as {format}: {what}")]
    NotFormat {
        /// The file.
        file: String,
        /// The format.
        format: &'static str,
        /// Why.
        what: String,
    },
    /// A record that lacks what its format promises.
    #[error("{place}: {what}")]
    Record {
        /// Where.
        place: Box<Place>,
        /// What is wrong with it.
        what: String,
    },
    /// A log that names no model.
    #[error("{file} names no model{hint}; set it as a constant (model=NAME)")]
    NoModel {
        /// The file.
        file: String,
        /// Where it was looked for.
        hint: String,
    },
    /// Two files that belong together and disagree.
    #[error(
        "{file} and {other} disagree about the model: \"{here}\" and \"{there}\"; set it as a constant (model=NAME) to say which"
    )]
    Disagree {
        /// A file.
        file: String,
        /// The other.
        other: String,
        /// What the one says.
        here: String,
        /// What the other says.
        there: String,
    },
    /// A score that no trial has, or several.
    #[error(
        "{file} has {what} \"{score}\"; its scores are {}: name one of these in full, or leave the file out (in a folder such files are passed over)",
        list(scores)
    )]
    Score {
        /// The file.
        file: String,
        /// "no score", or "several scores".
        what: &'static str,
        /// The score that was asked for.
        score: String,
        /// The scores that there are.
        scores: Vec<String>,
    },
    /// An entry of an archive, or a record, beyond what is read.
    #[error("{file}: {what}")]
    TooLarge {
        /// The file.
        file: String,
        /// What is too large, and the limit.
        what: String,
    },
    /// A column whose values cannot be what it is for.
    #[error(
        "{place}: the column \"{field}\" has the type {kind}, which cannot be the {role}: {way_out}"
    )]
    Column {
        /// Where.
        place: Box<Place>,
        /// The column.
        field: String,
        /// Its type.
        kind: String,
        /// What the column is for.
        role: &'static str,
        /// What to do.
        way_out: String,
    },
    /// A field that several columns of a table could be.
    #[error("{file} has two columns \"{field}\": rename one of them")]
    TwoColumns {
        /// The file.
        file: String,
        /// The field.
        field: String,
    },
    /// A table whose bytes do not make sense.
    #[error("{file} cannot be read as {form}: {what}")]
    Table {
        /// The file.
        file: String,
        /// Parquet, or one of Arrow's forms.
        form: &'static str,
        /// Why.
        what: String,
    },
    /// A file of another kind.
    #[error("{file} is a count file, not a log: load it, as Counts.load does")]
    Counts {
        /// The file.
        file: String,
    },
    /// A file that does not hold counts.
    #[error("{file} is not a count file: {what}")]
    NotCounts {
        /// The file.
        file: String,
        /// Why.
        what: String,
    },
    /// A file that cannot be written.
    #[error("cannot write {file}: {source}")]
    Write {
        /// The file.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// Options that contradict each other.
    #[error("{0}")]
    Options(String),
    /// What the core refuses.
    #[error(transparent)]
    Core(#[from] scorio_core::Error),
    /// The caller's progress function said to stop.
    #[error("stopped before the end")]
    Stopped,
}

/// The result of every function of this crate.
pub type Result<T> = std::result::Result<T, Error>;

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The kind of an error, for those who map it to their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// There is no such file.
    NotFound,
    /// A file cannot be read or written.
    Io,
    /// An argument or a record is wrong.
    Value,
    /// The caller said to stop.
    Stopped,
}

impl Error {
    /// Whether it says that a file ends too early: what stands before is whole.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        matches!(self, Self::Truncated { .. } | Self::Malformed { cut: true, .. })
    }

    /// What kind of error this is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Open { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
                Kind::NotFound
            }
            Self::Open { .. } | Self::Read { .. } | Self::Write { .. } => Kind::Io,
            Self::Stopped => Kind::Stopped,
            Self::Truncated { .. }
            | Self::Damaged { .. }
            | Self::Empty { .. }
            | Self::EmptyOne { .. }
            | Self::Packed { .. }
            | Self::AllSkipped { .. }
            | Self::NotUtf8 { .. }
            | Self::Malformed { .. }
            | Self::TooLong { .. }
            | Self::NoField { .. }
            | Self::Label { .. }
            | Self::Uneven { .. }
            | Self::Outcome { .. }
            | Self::Missing { .. }
            | Self::Errored { .. }
            | Self::Repeated { .. }
            | Self::Aggregate { .. }
            | Self::Unknown { .. }
            | Self::NotFormat { .. }
            | Self::Record { .. }
            | Self::NoModel { .. }
            | Self::Disagree { .. }
            | Self::Score { .. }
            | Self::TooLarge { .. }
            | Self::Column { .. }
            | Self::TwoColumns { .. }
            | Self::Table { .. }
            | Self::Counts { .. }
            | Self::NotCounts { .. }
            | Self::Options(_)
            | Self::Core(_) => Kind::Value,
        }
    }
}
