//! What is wrong with a log, as data.

use std::fmt;

/// An error of a log, with the line of the record from 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LogError {
    /// A line is not UTF-8 from this byte of the file on.
    NotUtf8 { line: u64, byte: u64 },
    /// A line is no JSON.
    NotJson { line: u64, reason: String },
    /// A line is JSON, but no object.
    NotObject { line: u64 },
    /// A record has a key twice that is read.
    KeyTwice { line: u64, key: String },
    /// A row has another number of cells than the header.
    Cells { line: u64, cells: usize, header: usize },
    /// A quote that does not end, or that stands inside a cell.
    Quote { line: u64 },
    /// A line is longer than this.
    Long { line: u64, most: usize },
    /// A table has a column twice.
    ColumnTwice { column: String },
    /// A record does not have a field.
    NoField { line: u64, role: &'static str, field: String },
    /// A field is in some records only.
    Uneven { line: u64, role: &'static str, field: String, present: bool },
    /// A value that cannot name anything.
    Label { line: u64, role: &'static str, field: String, kind: &'static str },
    /// An outcome that belongs to no category.
    Outcome { line: u64, field: String, value: String, accepted: String },
    /// A missing outcome.
    Missing { line: u64, field: String, kind: &'static str },
    /// A trial that was there before.
    Repeat { line: u64, model: String, question: String, trial: String },
    /// There is no record.
    Empty,
    /// The reader has already finished.
    Finished,
    /// Categories that do not fit together.
    Categories { problem: String },
}

impl LogError {
    /// A stable name.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::NotUtf8 { .. } => "log.not_utf8",
            Self::NotJson { .. } => "log.not_json",
            Self::NotObject { .. } => "log.not_object",
            Self::KeyTwice { .. } => "log.key_twice",
            Self::Cells { .. } => "log.cells",
            Self::Quote { .. } => "log.quote",
            Self::Long { .. } => "log.long",
            Self::ColumnTwice { .. } => "log.column_twice",
            Self::NoField { .. } => "log.no_field",
            Self::Uneven { .. } => "log.uneven",
            Self::Label { .. } => "log.label",
            Self::Outcome { .. } => "log.outcome",
            Self::Missing { .. } => "log.missing",
            Self::Repeat { .. } => "log.repeat",
            Self::Empty => "log.empty",
            Self::Finished => "log.finished",
            Self::Categories { .. } => "log.categories",
        }
    }

    fn line(&self) -> Option<u64> {
        match self {
            Self::NotUtf8 { line, .. }
            | Self::NotJson { line, .. }
            | Self::NotObject { line }
            | Self::KeyTwice { line, .. }
            | Self::Cells { line, .. }
            | Self::Quote { line }
            | Self::Long { line, .. }
            | Self::NoField { line, .. }
            | Self::Uneven { line, .. }
            | Self::Label { line, .. }
            | Self::Outcome { line, .. }
            | Self::Missing { line, .. }
            | Self::Repeat { line, .. } => Some(*line),
            Self::ColumnTwice { .. } => Some(1),
            Self::Empty | Self::Finished | Self::Categories { .. } => None,
        }
    }

    /// Where it is.
    pub(crate) fn place(&self) -> Option<String> {
        match self {
            Self::Categories { .. } => Some("options.categories".to_owned()),
            _ => self.line().map(|line| format!("line {line}")),
        }
    }

    /// Whether the record cannot be read, so that `onBadLine` says what to do.
    pub(crate) fn is_bad_line(&self) -> bool {
        matches!(
            self,
            Self::NotUtf8 { .. }
                | Self::NotJson { .. }
                | Self::NotObject { .. }
                | Self::KeyTwice { .. }
                | Self::Cells { .. }
        )
    }

    /// The way out.
    pub(crate) fn remedy(&self) -> Option<String> {
        Some(match self {
            _ if self.is_bad_line() => "pass {onBadLine: \"skip\"} to skip such records".to_owned(),
            Self::NoField { role: role @ ("model" | "task"), .. } => {
                format!("name the field with options.{role}, or set options.constants.{role}")
            }
            Self::NoField { role: "outcome", .. } => "name the field with options.outcome or, if \
                 only some records lack it, pass onMissing: \"drop\" or \"fail\""
                .to_owned(),
            Self::NoField { role, .. } => format!("name the field with options.{role}"),
            Self::Label { role: role @ ("model" | "task"), .. } => {
                format!("name another field with options.{role}, or set options.constants.{role}")
            }
            Self::Label { role, .. } | Self::Uneven { role, .. } => {
                format!("name another field with options.{role}")
            }
            Self::Outcome { .. } => "pass options.categories or options.threshold".to_owned(),
            Self::Missing { .. } => {
                "pass onMissing: \"drop\", or \"fail\" to count such trials as failures".to_owned()
            }
            Self::Repeat { .. } => "pass onRepeat: \"first\", \"last\", or \"keep\" to count them \
                 all"
            .to_owned(),
            _ => return None,
        })
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), false) = (self.line(), matches!(self, Self::ColumnTwice { .. })) {
            write!(out, "line {line}: ")?;
        }
        match self {
            Self::NotUtf8 { byte, .. } => write!(out, "byte {byte} of the log is not UTF-8"),
            Self::NotJson { reason, .. } => write!(out, "not JSON ({reason})"),
            Self::NotObject { .. } => write!(out, "the record is not an object"),
            Self::KeyTwice { key, .. } => write!(out, "the key \"{key}\" is there twice"),
            Self::Cells { cells, header, .. } => {
                write!(out, "the row has {cells} cells, but the header has {header}")
            }
            Self::Quote { .. } => write!(out, "a quote is misplaced or does not end"),
            Self::Long { most, .. } => write!(out, "the record is longer than {most} bytes"),
            Self::ColumnTwice { column } => {
                write!(out, "the header has the column \"{column}\" twice")
            }
            Self::NoField { role, field, .. } => {
                write!(out, "the record has no field \"{field}\" for the {role}")
            }
            Self::Uneven { role, field, present, .. } => {
                let (here, before) = if *present { ("has", "lack") } else { ("lacks", "have") };
                write!(
                    out,
                    "the record {here} the field \"{field}\" of the {role}, which earlier ones {before}"
                )
            }
            Self::Label { role, field, kind, .. } => {
                write!(out, "the {role} (field \"{field}\") is {kind}")
            }
            Self::Outcome { field, value, accepted, .. } => write!(
                out,
                "the outcome {value} (field \"{field}\") matches no category; {accepted}"
            ),
            Self::Missing { field, kind, .. } => {
                write!(out, "the outcome (field \"{field}\") is {kind}")
            }
            Self::Repeat { model, question, trial, .. } => write!(
                out,
                "trial {trial} of question {question} of model {model} was there before"
            ),
            Self::Empty => write!(out, "the log has no record"),
            Self::Finished => write!(out, "the reader has already finished"),
            Self::Categories { problem } => write!(out, "{problem}"),
        }
    }
}
