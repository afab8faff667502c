//! What is wrong with a log, and its words in JavaScript.

use std::fmt;

use scorio_core::Error;
use scorio_records::costs::error::TrialCostError;
use scorio_records::records::error::{Broken, RecordError};
use scorio_records::remedy::Remedy;
use scorio_records::spec::error::SpecError;
use scorio_records::trials::error::TrialError;
use scorio_words::{Dialect, spelled};

/// What is wrong with a log.
#[derive(Debug)]
pub(crate) enum LogError {
    /// A file that is no text in UTF-8: what it is, and what to do with it.
    NoText {
        code: &'static str,
        is: String,
        remedy: &'static str,
    },
    /// A record is longer than any may be.
    Long {
        at: String,
        most: usize,
    },
    Record(RecordError),
    Trial(TrialError),
    Cost(TrialCostError),
    Spec(SpecError),
    Core(Error),
    /// There is no record.
    Empty,
    /// The reader has already finished.
    Finished,
}

impl From<RecordError> for LogError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

impl From<TrialError> for LogError {
    fn from(error: TrialError) -> Self {
        Self::Trial(error)
    }
}

impl From<TrialCostError> for LogError {
    fn from(error: TrialCostError) -> Self {
        Self::Cost(error)
    }
}

impl From<SpecError> for LogError {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
    }
}

impl From<Error> for LogError {
    fn from(error: Error) -> Self {
        Self::Core(error)
    }
}

impl LogError {
    /// A stable name.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::NoText { code, .. } => code,
            Self::Long { .. } => "log.long",
            Self::Record(error) => of_record(error),
            Self::Trial(error) => of_trial(error),
            Self::Cost(error) => of_cost(error),
            Self::Spec(error) => of_spec(error).0,
            Self::Core(error) => error.kind(),
            Self::Empty => "log.empty",
            Self::Finished => "log.finished",
        }
    }

    /// Where it is.
    pub(crate) fn place(&self) -> Option<String> {
        match self {
            Self::Long { at, .. } => Some(at.clone()),
            Self::Record(error) => Some(error.place().to_string()),
            Self::Trial(error) => Some(error.place().to_string()),
            Self::Cost(error) => Some(error.place()?.to_string()),
            Self::Spec(error) => Some(of_spec(error).1.to_owned()),
            Self::NoText { .. } | Self::Core(_) | Self::Empty | Self::Finished => None,
        }
    }

    /// The way out.
    pub(crate) fn remedy(&self) -> Option<String> {
        let remedy = match self {
            Self::NoText { remedy, .. } => return Some((*remedy).to_owned()),
            Self::Record(error) if is_table(error) => {
                return Some("read a table by Counts.fromCsv, or with format: \"csv\"".to_owned());
            }
            Self::Record(error) => error.remedy(),
            Self::Trial(error) => error.remedy(),
            Self::Cost(error) => error.remedy(),
            Self::Spec(error) => error.remedy(),
            Self::Long { .. } | Self::Core(_) | Self::Empty | Self::Finished => None,
        };
        let words = |one: Remedy| spelled(one.template(), &one.values(), Dialect::JavaScript);
        remedy.map(words)
    }
}

/// Whether the first line is no JSON at all, as that of a table.
fn is_table(error: &RecordError) -> bool {
    let place = error.place();
    kind(error) == Broken::NotJson
        && (place.unit, place.number) == ("line", 1)
        && !place.beginning.trim_start().starts_with(['{', '['])
}

fn kind(error: &RecordError) -> Broken {
    match error {
        RecordError::Malformed { kind, .. } => *kind,
        RecordError::Skippable { inner } => kind(inner),
        _ => Broken::NotUtf8,
    }
}

fn of_record(error: &RecordError) -> &'static str {
    match kind(error) {
        Broken::NotJson => "log.not_json",
        Broken::NotObject => "log.not_object",
        Broken::KeyTwice => "log.key_twice",
        Broken::NotUtf8 => "log.not_utf8",
        Broken::Cells => "log.cells",
        Broken::Quote => "log.quote",
        Broken::ColumnTwice => "log.column_twice",
    }
}

fn of_trial(error: &TrialError) -> &'static str {
    match error {
        TrialError::NoField { .. } => "log.no_field",
        TrialError::Label { .. } => "log.label",
        TrialError::Uneven { .. } => "log.uneven",
        TrialError::MissingOutcome { .. } => "log.missing",
        TrialError::Duplicate { .. } => "log.repeat",
        _ => "log.outcome",
    }
}

fn of_cost(error: &TrialCostError) -> &'static str {
    match error {
        TrialCostError::NoField { .. } => "cost.no_field",
        TrialCostError::NotNumber { .. } => "cost.not_number",
        TrialCostError::Negative { .. } => "cost.negative",
        TrialCostError::Infinite { .. } => "cost.infinite",
        TrialCostError::NoPrice { .. } => "cost.no_price",
        _ => "cost.conflict",
    }
}

/// The name of what is wrong with an option, and the option.
fn of_spec(error: &SpecError) -> (&'static str, &'static str) {
    match error {
        SpecError::Cost { .. } => ("cost.formula", "options.cost"),
        SpecError::NoPriceNamed { .. } => ("cost.no_price_named", "options.cost"),
        SpecError::Price { .. } => ("cost.price", "options.prices"),
        _ => ("log.categories", "options.categories"),
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoText { is, .. } => write!(out, "the log cannot be read as text: {is}"),
            Self::Long { at, most } => write!(out, "{at}: the record is longer than {most} bytes"),
            Self::Record(error) => error.fmt(out),
            Self::Trial(error) => error.fmt(out),
            Self::Cost(error) => error.fmt(out),
            Self::Spec(error) => error.fmt(out),
            Self::Core(error) => out.write_str(error.kind()),
            Self::Empty => out.write_str("the log has no record"),
            Self::Finished => out.write_str("the reader has already finished"),
        }
    }
}
