//! What a trial is called: in its log, and in errors.

use std::borrow::Cow;
use std::fmt;

/// What tells a trial from others of its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialKey {
    /// Its log names it, by a text of [`TrialTexts`].
    Code(u32),
    /// Its log does not name it: it is this one of its question, from 0.
    Number(u32),
}

/// The names of trials by their codes. Codes below `first` are numbers, and their own names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialTexts {
    /// The code of the first text.
    pub first: u32,
    /// The texts, in the order of their codes.
    pub texts: Vec<String>,
}

impl TrialTexts {
    /// The name of a trial: the text of its log, or else its number in the question.
    #[must_use]
    pub fn name(&self, key: TrialKey) -> Cow<'_, str> {
        let number = match key {
            TrialKey::Number(number) => number,
            TrialKey::Code(code) => {
                let place = code.checked_sub(self.first).map(|place| place as usize);
                match place.and_then(|place| self.texts.get(place)) {
                    Some(text) => return Cow::Borrowed(text),
                    None => code,
                }
            }
        };
        Cow::Owned(number.to_string())
    }
}

/// A trial, as an error names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialName {
    /// In words, such as its place in a log.
    Named(String),
    /// The row of a matrix, from 0.
    Row(usize),
}

impl TrialName {
    /// Counts rows from `first`.
    pub(in crate::rubric) fn count_from(&mut self, first: usize) {
        if let Self::Row(row) = self {
            *row = row.saturating_add(first);
        }
    }
}

impl fmt::Display for TrialName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => out.write_str(name),
            Self::Row(row) => write!(out, "trial {row}"),
        }
    }
}
