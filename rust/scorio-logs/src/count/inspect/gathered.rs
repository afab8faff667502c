//! What a survey gathers on the way.

use std::collections::BTreeMap;

use scorio_records::json::value::Value;

use crate::tools::detect::Detected;

/// The most distinct values that are kept of each score.
const VALUES: usize = 20;

/// A score's values.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The score's name.
    pub name: String,
    /// Values with how many trials have each, in order of appearance. Not more than twenty.
    pub values: Vec<(String, u64)>,
    /// Trials with other values.
    pub others: u64,
}

/// What is gathered on the way.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) format: &'static str,
    pub(crate) fields: Vec<String>,
    pub(crate) maps: &'static [(&'static str, &'static str)],
    pub(crate) scores: Vec<Tally>,
    places: BTreeMap<String, usize>,
}

impl Gathered {
    /// What a log is.
    pub(crate) fn show(&mut self, found: &Detected) {
        match found {
            Detected::Form { form, sniffed } => {
                let title = sniffed.title(*form);
                (self.format, self.fields) = (title, sniffed.top());
            }
            Detected::Tool { kind, sniffed, .. } => {
                (self.format, self.fields, self.maps) = (kind.title, sniffed.top(), kind.maps);
            }
        }
    }

    /// One trial's value of a score.
    pub(crate) fn add(&mut self, name: &str, value: &Value<'_>) {
        let place = self.places.get(name).copied().unwrap_or_else(|| {
            self.places.insert(name.to_owned(), self.scores.len());
            self.scores.push(Tally { name: name.to_owned(), ..Tally::default() });
            self.scores.len() - 1
        });
        let Some(tally) = self.scores.get_mut(place) else { return };
        let text = value.describe();
        if let Some((_, count)) = tally.values.iter_mut().find(|(known, _)| *known == text) {
            *count += 1;
        } else if tally.values.len() < VALUES {
            tally.values.push((text, 1));
        } else {
            tally.others += 1;
        }
    }
}
