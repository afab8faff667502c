//! Texts of some trials, which a reading tells beside their signals.

use std::collections::{BTreeMap, BTreeSet};

use scorio_records::json::value::Value;

use crate::spec::grading::RubricSpec;

/// The texts of wanted trials.
pub(in crate::count) struct ToldTexts {
    /// The first signal that is a text. The signals behind it are texts, too.
    first: Option<usize>,
    wanted: BTreeSet<usize>,
    /// Those of the current trial.
    texts: Vec<Option<String>>,
    kept: BTreeMap<usize, Vec<Option<String>>>,
}

impl ToldTexts {
    pub(in crate::count) fn of(spec: &RubricSpec) -> Self {
        let (first, wanted) = spec.told.clone().unzip();
        let wanted = wanted.unwrap_or_default();
        Self { first, wanted, texts: Vec::new(), kept: BTreeMap::new() }
    }

    /// Before the signals of a trial.
    pub(in crate::count) fn begin(&mut self) {
        self.texts.clear();
    }

    /// Takes the value of a signal that is a text: 0 stands for one, NaN for none. Nothing if the signal is a
    /// number.
    pub(in crate::count) fn take(&mut self, signal: usize, value: &Value<'_>) -> Option<f64> {
        if self.first.is_none_or(|first| signal < first) {
            return None;
        }
        let text = match value {
            Value::Bool(value) => Some(value.to_string()),
            Value::Cell("") => None,
            _ => value.own(),
        };
        let number = if text.is_some() { 0.0 } else { f64::NAN };
        self.texts.push(text);
        Some(number)
    }

    /// After the signals of a trial that counts, by its place among all that were added.
    pub(in crate::count) fn keep(&mut self, trial: usize) {
        if self.wanted.contains(&trial) {
            self.kept.insert(trial, std::mem::take(&mut self.texts));
        }
    }

    /// The texts by the places of their trials.
    pub(in crate::count) fn into_kept(self) -> BTreeMap<usize, Vec<Option<String>>> {
        self.kept
    }
}
