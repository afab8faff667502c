//! One trial as the reader of a tool's format finds it.

use std::borrow::Cow;

use scorio_records::json::value::Value;
use scorio_records::json::view::{entries, members};

/// A trial before policies and categories.
#[derive(Debug, Default)]
pub(crate) struct Trial<'a> {
    /// Nothing where the log does not tell. The user may.
    pub(crate) model: Option<Cow<'a, str>>,
    /// Empty where the log names none.
    pub(crate) task: Cow<'a, str>,
    pub(crate) question: Value<'a>,
    /// Nothing if only their order distinguishes trials.
    pub(crate) run: Option<Cow<'a, str>>,
    pub(crate) scores: Vec<Score<'a>>,
    /// The tool says that the trial failed for a reason of its own: it counts as missing.
    pub(crate) errored: bool,
    /// The record that has its fields, if that is not the one that it was found in.
    pub(crate) record: Option<Cow<'a, str>>,
    /// One of several records of a trial, each with scores of its own: only if none of them has the
    /// score that counts is it missing.
    pub(crate) partial: bool,
}

/// A score by name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Score<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) value: Value<'a>,
    /// How many trials the value is the sum of.
    pub(crate) of: u64,
}

impl<'a> Trial<'a> {
    /// Adds a score as it is, even if no category can match it.
    pub(crate) fn outcome(&mut self, name: impl Into<Cow<'a, str>>, value: Value<'a>) {
        self.scores.push(Score { name: name.into(), value, of: 1 });
    }

    /// Adds a score. Of one that is a list or an object, each entry by its dotted name.
    pub(crate) fn score(&mut self, name: impl Into<Cow<'a, str>>, value: Value<'a>) {
        let name = name.into();
        let Value::Nested(text) = value else {
            return self.outcome(name, value);
        };
        for (key, value) in members(text) {
            self.score(format!("{name}.{key}"), value);
        }
        for (place, value) in entries(text).into_iter().enumerate() {
            self.score(format!("{name}.{place}"), value);
        }
    }
}
