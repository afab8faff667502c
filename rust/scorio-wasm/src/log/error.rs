//! What is wrong with a log, as data.

use std::fmt;

use super::at::At;

/// An error of a log, with the place of the record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LogError {
    /// Two bytes a letter.
    Wide,
    /// Lines that end in a carriage return alone.
    Returns,
    /// A file that is no text, and whether it packs one.
    Binary { kind: &'static str, packed: bool },
    /// This is wrong where the log ends, without the end of a line.
    Cut(Box<Self>),
    /// A record is not UTF-8 from this byte of it on.
    NotUtf8 { at: At, byte: u64 },
    /// A line is no JSON.
    NotJson { at: At, reason: String },
    /// A line is JSON, but no object.
    NotObject { at: At },
    /// A record has a key twice that is read.
    KeyTwice { at: At, key: String },
    /// A row has another number of cells than the header.
    Cells { at: At, cells: usize, header: usize },
    /// A quote that does not end, or that stands inside a cell.
    Quote { at: At },
    /// A line is longer than this.
    Long { at: At, most: usize },
    /// A table has a column twice.
    ColumnTwice { column: String },
    /// A record does not have a field.
    NoField { at: At, role: &'static str, field: String, seen: Vec<String> },
    /// A field is in some records only.
    Uneven { at: At, role: &'static str, field: String, present: bool },
    /// A value that cannot name anything.
    Label { at: At, role: &'static str, field: String, kind: &'static str },
    /// An outcome that belongs to no category.
    Outcome { at: At, field: String, value: String, accepted: String },
    /// A missing outcome.
    Missing { at: At, field: String, kind: &'static str },
    /// A duplicate trial.
    Repeat { at: At, model: String, question: String, trial: String },
    /// There is no record.
    Empty,
    /// The reader has already finished.
    Finished,
    /// Categories that do not fit together.
    Categories { problem: String },
}

/// Names in a sentence, as far as they fit.
fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    let more = if names.len() > MOST { ", …" } else { "" };
    format!("{}{more}", names.get(..MOST).unwrap_or(names).join(", "))
}

impl LogError {
    /// The same with the fields of the record, where one is missing.
    pub(crate) fn with_seen(mut self, names: impl FnOnce() -> Vec<String>) -> Self {
        if let Self::NoField { seen, .. } = &mut self {
            *seen = names();
        }
        self
    }

    /// A stable name.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Wide => "log.utf_16",
            Self::Returns => "log.returns",
            Self::Binary { .. } => "log.binary",
            Self::Cut(error) => error.code(),
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

    fn at(&self) -> Option<At> {
        match self {
            Self::Cut(error) => error.at(),
            Self::NotUtf8 { at, .. }
            | Self::NotJson { at, .. }
            | Self::NotObject { at }
            | Self::KeyTwice { at, .. }
            | Self::Cells { at, .. }
            | Self::Quote { at }
            | Self::Long { at, .. }
            | Self::NoField { at, .. }
            | Self::Uneven { at, .. }
            | Self::Label { at, .. }
            | Self::Outcome { at, .. }
            | Self::Missing { at, .. }
            | Self::Repeat { at, .. } => Some(*at),
            Self::ColumnTwice { .. } => Some(At::Line(1)),
            Self::Wide
            | Self::Returns
            | Self::Binary { .. }
            | Self::Empty
            | Self::Finished
            | Self::Categories { .. } => None,
        }
    }

    /// Where it is.
    pub(crate) fn place(&self) -> Option<String> {
        match self {
            Self::Categories { .. } => Some("options.categories".to_owned()),
            _ => self.at().map(|at| at.to_string()),
        }
    }

    /// Whether the record cannot be read, so that `onBadLine` says what to do.
    pub(crate) fn is_bad_line(&self) -> bool {
        matches!(
            self,
            Self::NotUtf8 { .. }
                // A broken entry of a list leaves open where the next one begins.
                | Self::NotJson { at: At::Line(_), .. }
                | Self::NotObject { .. }
                | Self::KeyTwice { .. }
                | Self::Cells { .. }
        )
    }

    /// The way out.
    pub(crate) fn remedy(&self) -> Option<String> {
        Some(match self {
            _ if self.is_bad_line() => "pass {onBadLine: \"skip\"} to skip such records".to_owned(),
            Self::Wide => "save it as UTF-8".to_owned(),
            Self::Returns => "end them by line feeds".to_owned(),
            Self::Binary { packed: true, .. } => "unpack it first".to_owned(),
            Self::Binary { .. } => {
                "save the table as CSV, or use the command line of scorio".to_owned()
            }
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
        let is_nested = matches!(self, Self::ColumnTwice { .. } | Self::Cut(_));
        if let (Some(at), false) = (self.at(), is_nested) {
            write!(out, "{at}: ")?;
        }
        match self {
            Self::Wide => write!(out, "the log cannot be read as text: it is UTF-16"),
            Self::Returns => write!(
                out,
                "the log cannot be read as text: its lines end in a carriage return alone"
            ),
            Self::Binary { kind, .. } => {
                write!(out, "the log cannot be read as text: it is {kind}")
            }
            Self::Cut(error) => write!(out, "{error}; the log ends there and may be truncated"),
            Self::NotUtf8 { byte, .. } => write!(out, "byte {byte} of the record is not UTF-8"),
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
            Self::NoField { role, field, seen, .. } => {
                write!(out, "the record has no field \"{field}\" for the {role}")?;
                if seen.is_empty() { Ok(()) } else { write!(out, "; it has: {}", listed(seen)) }
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
