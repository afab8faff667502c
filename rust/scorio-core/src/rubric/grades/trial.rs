//! What a trial is called: in its log, and in errors.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// What tells a trial from others of its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialKey {
    /// Its log names it, by a text of [`TrialTexts`].
    Code(u32),
    /// Its log does not name it: it is this one of its question, from 0.
    Number(u32),
}

/// A trial with what decided its categories.
#[derive(Clone, Debug, PartialEq)]
pub struct GradedTrial {
    /// Its row in the counts.
    pub row: usize,
    /// What tells it from others of its question.
    pub key: TrialKey,
    /// Its number in the order in which trials were added, those aside that others replaced.
    pub place: usize,
    /// Its signals. Those that are missing or not used are NaN.
    pub signals: Vec<f64>,
    /// For each rubric its category, unless it was left out.
    pub categories: Vec<Option<usize>>,
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

/// What is known of trials beside their signals, by the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialDetails {
    /// The texts of a judge that are no numbers.
    pub texts: Vec<String>,
    /// For each trial the place of its text, if it has one. Nothing if no trial has one.
    pub text_of: Vec<Option<u32>>,
    /// The files, each with the first of its trials.
    pub files: Vec<(usize, String)>,
    /// For each trial where it stands in its file: line 3. Nothing if that was not wanted.
    pub units: Vec<(&'static str, u64)>,
    /// Fields as texts, of the trials of which they were wanted.
    pub told: BTreeMap<usize, Vec<Option<String>>>,
}

impl TrialDetails {
    /// The place of a trial's text.
    #[must_use]
    pub fn text(&self, trial: &GradedTrial) -> Option<usize> {
        self.text_of.get(trial.place).copied().flatten().map(|text| text as usize)
    }

    /// Where a trial stands.
    #[must_use]
    pub fn place(&self, trial: &GradedTrial) -> String {
        let Some((unit, number)) = self.units.get(trial.place) else { return String::new() };
        let file = self.files.iter().rev().find(|(first, _)| *first <= trial.place);
        match file.filter(|(_, file)| !file.is_empty()) {
            Some((_, file)) => format!("{file}, {unit} {number}"),
            None => format!("{unit} {number}"),
        }
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
