//! What to do with the exceptions: missing outcomes, duplicates, lines that cannot be read.

use crate::spec::error::SpecError;

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

/// What to do with a duplicate (model, task, question, trial).
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
    /// `1` and `"1"` are two questions. The second keeps its quotes as a label.
    #[default]
    Distinct,
    /// As texts: `1` and `"1"` are one.
    Text,
}

macro_rules! named {
    ($type:ident, $what:literal, $($name:literal => $value:ident),*) => {
        impl std::str::FromStr for $type {
            type Err = SpecError;
            fn from_str(name: &str) -> Result<Self, SpecError> {
                match name {
                    $($name => Ok(Self::$value),)*
                    _ => Err(SpecError::UnknownName {
                        option: $what,
                        given: name.to_owned(),
                        accepted: vec![$($name),*],
                    }),
                }
            }
        }
    };
}

named!(OnMissing, "on_missing", "error" => Error, "drop" => Drop, "fail" => Fail);
named!(OnRepeat, "on_repeat", "error" => Error, "first" => First, "last" => Last, "keep" => Keep);
named!(OnBadLine, "on_bad_line", "error" => Error, "skip" => Skip);
named!(Ids, "ids", "distinct" => Distinct, "text" => Text);

/// What a weight in a log is the weight of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightOf {
    /// The whole question, whatever its number of runs.
    Question,
    /// One run: the question weighs as much as all its runs.
    Run,
}

named!(WeightOf, "weight_of", "question" => Question, "run" => Run);

/// What to do with the exceptions of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policies {
    pub on_missing: OnMissing,
    pub on_repeat: OnRepeat,
    pub on_bad_line: OnBadLine,
    pub ids: Ids,
    /// The order of the trials is kept.
    pub ordered: bool,
}
