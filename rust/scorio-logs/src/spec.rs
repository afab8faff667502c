//! What the user says about a log: its fields, its outcomes, and what to do with the exceptions.

use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::formats::{self, Kind};
use crate::outcome::Categories;

/// Where a record's model, task, question or trial comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A dotted path into the record; an error if the record has no such field.
    Field(String),
    /// The same, but a log without the field is accepted.
    Optional(String),
    /// The same for every record.
    Constant(String),
}

/// What a record says about outcomes.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// One trial a record.
    Outcome {
        /// Path of the outcome.
        field: String,
        /// Which category it belongs to.
        categories: Categories,
    },
    /// A whole question a record: its number of trials, and how many succeeded.
    Aggregate {
        /// Path of n.
        total: String,
        /// Path of c.
        correct: String,
    },
}

/// What to do with a missing outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnMissing {
    /// Stop.
    Error,
    /// Leave the trial out, and count how many were.
    Drop,
    /// Count the trial in the first category, as a failure.
    Fail,
}

/// What to do with a trial (model, task, question, trial) that was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnRepeat {
    /// Stop.
    Error,
    /// The first one counts.
    First,
    /// The last one counts.
    Last,
    /// Every one counts.
    Keep,
}

/// What to do with a line that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnBadLine {
    /// Stop.
    Error,
    /// Go on with the next, and count how many were skipped.
    Skip,
}

/// How question identifiers are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ids {
    /// `1` and `"1"` are two questions; the second keeps its quotes as a label.
    #[default]
    Distinct,
    /// As texts: `1` and `"1"` are one.
    Text,
}

/// The form of a log, or the tool whose format it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A JSON object a line.
    JsonLines,
    /// One JSON list of objects.
    Json,
    /// Comma-separated values with a header.
    Csv,
    /// Tab-separated values with a header.
    Tsv,
    /// Parquet.
    Parquet,
    /// Arrow's IPC file or stream.
    Arrow,
    /// What a tool writes.
    Tool(&'static Kind),
}

/// How to read a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Who answered.
    pub model: Label,
    /// The task.
    pub task: Label,
    /// The question.
    pub question: Label,
    /// The trial; without one, trials are told apart by their order alone.
    pub trial: Label,
    /// The outcome.
    pub measure: Measure,
    /// For records that each stand for several trials of one outcome: the path of how many. They
    /// have no trial then, and the measure is an outcome.
    pub times: Option<String>,
    /// Such records are groups that an engine made of as many records as they have trials.
    pub grouped: bool,
    /// Keep the order of the trials, for which every record must be one trial.
    pub ordered: bool,
    /// For missing outcomes.
    pub on_missing: OnMissing,
    /// For trials that the tool says went wrong; as missing outcomes, if nothing else is said.
    pub on_error: Option<OnMissing>,
    /// For repeated trials.
    pub on_repeat: OnRepeat,
    /// For lines that cannot be read.
    pub on_bad_line: OnBadLine,
    /// The form, or `None` to tell by name and content.
    pub format: Option<Format>,
    /// The fields are the user's own: no tool's format is looked for.
    pub own_fields: bool,
    /// Which score counts, of a format that has several; the first if nothing is said.
    pub score: Which,
    /// How question identifiers are compared.
    pub ids: Ids,
    /// Finds the answer in a response, for formats that keep responses beside their target.
    pub regrade: Option<Pattern>,
}

/// Which score of a trial is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// The first one of a file.
    #[default]
    First,
    /// The one of this name, or of this part of a name in commas.
    Named(String),
    /// Every one, as a task of its own.
    All,
}

/// A regular expression, equal to others of the same text.
#[derive(Clone, Debug)]
pub struct Pattern(regex::Regex);

impl Pattern {
    /// # Errors
    /// A text that is no regular expression.
    pub fn new(text: &str) -> Result<Self> {
        let wrong = |error| Error::Options(format!("regrade = {text} cannot be used: {error}"));
        regex::Regex::new(text).map(Self).map_err(wrong)
    }

    /// What it finds in a text: its first group, or all of it where it has none.
    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        let found = self.0.captures(text)?;
        found.get(1).or_else(|| found.get(0)).map(|part| part.as_str())
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl Default for Spec {
    /// The fields `model`, `question` and `outcome`, and `task` and `trial` where they are.
    fn default() -> Self {
        let outcome = "outcome".to_owned();
        Self {
            model: Label::Field("model".to_owned()),
            task: Label::Optional("task".to_owned()),
            question: Label::Field("question".to_owned()),
            trial: Label::Optional("trial".to_owned()),
            measure: Measure::Outcome { field: outcome, categories: Categories::binary() },
            times: None,
            grouped: false,
            ordered: false,
            on_missing: OnMissing::Error,
            on_error: None,
            on_repeat: OnRepeat::Error,
            on_bad_line: OnBadLine::Error,
            format: None,
            own_fields: false,
            score: Which::First,
            ids: Ids::Distinct,
            regrade: None,
        }
    }
}

macro_rules! named {
    ($type:ident, $what:literal, $($name:literal => $value:ident),*) => {
        impl std::str::FromStr for $type {
            type Err = Error;
            fn from_str(name: &str) -> Result<Self> {
                match name {
                    $($name => Ok(Self::$value),)*
                    _ => Err(Error::Options(format!(
                        "{} = {name} is not one of {}", $what, [$($name),*].join(", ")
                    ))),
                }
            }
        }
    };
}

named!(OnMissing, "on_missing", "error" => Error, "drop" => Drop, "fail" => Fail);
named!(OnRepeat, "on_repeat", "error" => Error, "first" => First, "last" => Last, "keep" => Keep);
named!(OnBadLine, "on_bad_line", "error" => Error, "skip" => Skip);
named!(Ids, "ids", "distinct" => Distinct, "text" => Text);

/// The forms by name.
const FORMS: [(&str, Format); 6] = [
    ("jsonl", Format::JsonLines),
    ("json", Format::Json),
    ("csv", Format::Csv),
    ("tsv", Format::Tsv),
    ("parquet", Format::Parquet),
    ("arrow", Format::Arrow),
];

impl Format {
    /// What it is, in words.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::JsonLines => "long table, JSON Lines",
            Self::Json => "long table, JSON list",
            Self::Csv => "long table, CSV",
            Self::Tsv => "long table, TSV",
            Self::Parquet => "long table, Parquet",
            Self::Arrow => "long table, Arrow",
            Self::Tool(kind) => kind.title,
        }
    }

    /// The names of all forms and tools' formats.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        let tools = formats::KINDS.iter().map(|kind| kind.name);
        FORMS.iter().map(|(name, _)| *name).chain(tools).collect()
    }
}

impl std::str::FromStr for Format {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self> {
        let form = FORMS.iter().find(|(known, _)| *known == name).map(|&(_, form)| form);
        let tool = || formats::KINDS.iter().find(|kind| kind.name == name).copied().map(Self::Tool);
        form.or_else(tool).ok_or_else(|| {
            let names = Self::names().join(", ");
            Error::Options(format!("format = {name} is not one of {names}"))
        })
    }
}

impl Spec {
    /// The categories that the user named.
    pub(crate) fn given_categories(&self) -> Option<Categories> {
        match &self.measure {
            Measure::Outcome { categories, .. } if !categories.are_usual() => {
                Some(categories.clone())
            }
            _ => None,
        }
    }

    /// The categories' names.
    #[must_use]
    pub fn categories(&self) -> Vec<String> {
        match &self.measure {
            Measure::Outcome { categories, .. } => categories.names().to_vec(),
            Measure::Aggregate { .. } => Categories::binary().names().to_vec(),
        }
    }
}

/// A log file, with the model and task where its name tells them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Path; `-` is standard input.
    pub path: PathBuf,
    /// The model of every record in it.
    pub model: Option<String>,
    /// The task of every record in it.
    pub task: Option<String>,
    /// The trial that every record in it is.
    pub trial: Option<String>,
    /// It was found in a folder: if its kind is not known, it is passed over and noted.
    pub found: bool,
}
