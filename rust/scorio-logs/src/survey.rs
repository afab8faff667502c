//! What a log holds, without scoring it: its format and fields, and how often each score has each value.

use std::collections::BTreeMap;

use scorio_core::Counts;

use crate::error::Result;
use crate::format::Found;
use crate::json::Value;
use crate::outcome::Categories;
use crate::report::Report;
use crate::spec::{Input, Label, Measure, OnBadLine, OnMissing, OnRepeat, Spec, Which};
use crate::window::Progress;

/// Distinct values that are told apart, of each score.
const VALUES: usize = 20;

/// What a log holds.
#[derive(Debug)]
pub struct Survey {
    /// The tool, or the form of a long table.
    pub format: &'static str,
    /// The names at the top of the log.
    pub fields: Vec<String>,
    /// Where each role is found, if a tool wrote it.
    pub maps: &'static [(&'static str, &'static str)],
    /// Trials of each question, all in the first category; those without an outcome are missing.
    pub counts: Counts,
    /// What the reading did.
    pub report: Report,
    /// Each score with its values.
    pub scores: Vec<Tally>,
}

/// A score's values.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The score's name.
    pub name: String,
    /// Values with how many trials have each, in order of appearance; not more than twenty.
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
    scores: Vec<Tally>,
    places: BTreeMap<String, usize>,
}

impl Gathered {
    /// What a log is.
    pub(crate) fn show(&mut self, found: &Found) {
        match found {
            Found::Form { form, look } => {
                (self.format, self.fields) = (form.title(), look.top());
            }
            Found::Tool { kind, look, .. } => {
                (self.format, self.fields, self.maps) = (kind.title, look.top(), kind.maps);
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

/// Surveys a log.
///
/// # Errors
/// A file that cannot be read, or whose kind is not known.
pub fn survey(input: &Input, spec: &Spec, progress: &mut Progress<'_>) -> Result<Survey> {
    let optional = |label: &Label| match label {
        Label::Field(field) => Label::Optional(field.clone()),
        other => other.clone(),
    };
    let measure = match &spec.measure {
        Measure::Outcome { field, .. } => {
            Measure::Outcome { field: field.clone(), categories: Categories::any() }
        }
        aggregate @ Measure::Aggregate { .. } => aggregate.clone(),
    };
    let spec = Spec {
        model: optional(&spec.model),
        measure,
        on_missing: OnMissing::Drop,
        on_error: None,
        on_repeat: OnRepeat::Keep,
        on_bad_line: OnBadLine::Skip,
        // All scores are shown in any case.
        score: match &spec.score {
            Which::All => Which::First,
            score => score.clone(),
        },
        ..spec.clone()
    };
    let (counts, report, gathered) = crate::count::gathered(input, &spec, progress)?;
    let Gathered { format, fields, maps, scores, .. } = gathered;
    Ok(Survey { format, fields, maps, counts, report, scores })
}
