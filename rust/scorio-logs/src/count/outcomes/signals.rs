//! Grading trials by rubrics: their signals stand in the place of one outcome.

use std::borrow::Cow;
use std::sync::Arc;

use scorio_core::rubric::error::RubricError;
use scorio_core::rubric::grading::Grading;
use scorio_core::rubric::rubric::MissingSignal;
use scorio_core::rubric::trial::TrialName;
use scorio_records::json::paths::Paths;
use scorio_records::json::value::Value;
use scorio_records::json::view::field_names;
use scorio_records::records::record::Origin;
use scorio_records::spec::categories::Categories;
use scorio_records::spec::policy::OnRepeat;

use crate::count::error::CountError;
use crate::count::outcomes::details::KeptDetails;
use crate::error::{Error, Result};
use crate::records::reach::{Reached, reach};
use crate::remedy::Remedy;
use crate::spec::expression::Step;
use crate::spec::grading::SignalReader;
use crate::spec::options::{Measure, Spec};
use crate::spec::score::ScoreChoice;
use crate::tools::trial::Score;

/// The signals of trials on their way into rubrics.
pub(in crate::count) struct Signals {
    pub(in crate::count) readers: Arc<[SignalReader]>,
    /// The paths of the signals that are fields.
    pub(in crate::count) fields: Vec<Option<String>>,
    /// The same, for records that are JSON.
    pub(in crate::count) paths: Arc<Paths>,
    pub(in crate::count) grading: Grading,
    /// Of the current trial.
    pub(in crate::count) values: Vec<f64>,
    /// What else is kept of trials.
    pub(in crate::count) details: KeptDetails,
    /// Every rubric says what to do with trials that lack a signal.
    tolerant: bool,
    /// The number of trials so far.
    trials: usize,
    /// The files, each with the number of its first trial.
    pub(in crate::count) files: Vec<(usize, String)>,
    /// The error that says most about a signal that no trial has.
    pub(in crate::count) lacking: Option<(String, Error)>,
}

const FIELDS_SHOWN: usize = 40;

/// A trial whose signals are read.
pub(in crate::count) struct SignalRecord<'t> {
    /// Of the fields that signals begin with, in the order of the signals.
    pub(in crate::count) values: &'t [Value<'t>],
    pub(in crate::count) outcome: &'t Value<'t>,
    pub(in crate::count) errored: bool,
    /// The scores that a tool gives the trial.
    pub(in crate::count) scores: &'t [Score<'t>],
    /// The record, if it is another one than where the trial was found.
    pub(in crate::count) record: Option<&'t str>,
    pub(in crate::count) origin: &'t dyn Origin,
}

impl<'t> SignalRecord<'t> {
    /// The value of a signal: of the field in the record, or of the tool's score of that name.
    fn value(&self, place: usize, path: &str, steps: &[Step]) -> Cow<'t, Value<'t>> {
        let value = self.values.get(place).unwrap_or(&Value::Absent);
        if *value == Value::Absent {
            let score = self.scores.iter().find(|score| score.name == path);
            return Cow::Borrowed(score.map_or(&Value::Absent, |score| &score.value));
        }
        if steps.is_empty() {
            return Cow::Borrowed(value);
        }
        let (mut found, from) =
            (Vec::new(), Reached { value: value.clone(), ..Reached::default() });
        if reach(from, steps, &mut found).is_err() {
            return Cow::Owned(Value::Absent);
        }
        found.retain(|one| one.value != Value::Absent);
        match found.len() {
            0 => Cow::Owned(Value::Absent),
            1 => Cow::Owned(found.swap_remove(0).value),
            // Of several values, none is meant.
            _ => Cow::Borrowed(value),
        }
    }
}

impl Signals {
    /// What a reading begins with, if rubrics grade its trials.
    pub(in crate::count) fn of(spec: &Spec) -> Result<Option<Self>> {
        let Some(rubric) = &spec.rubric else { return Ok(None) };
        let several = spec.times.is_some() || matches!(spec.measure, Measure::Aggregate { .. });
        let named = spec.given_categories().is_some_and(|categories| categories.are_named());
        let conflict = match (several, spec.is_numeric(), named, &spec.score) {
            (true, ..) => Some("records that each stand for several trials"),
            (_, true, ..) => Some("numeric scores"),
            (_, _, true, _) => Some("categories of an outcome"),
            (.., ScoreChoice::All) => Some("all scores at once"),
            _ if spec.regrade.is_some() => Some("responses that are graded anew"),
            _ => None,
        };
        if let Some(conflict) = conflict {
            return Err(CountError::RubricConflict { conflict }.into());
        }
        let readers = SignalReader::all(rubric)?;
        let fields: Vec<_> = readers
            .iter()
            .map(|reader| match reader {
                SignalReader::Field { path, .. } => Some(path.clone()),
                _ => None,
            })
            .collect();
        let paths: Vec<_> = fields.iter().map(Option::as_deref).collect();
        let rubrics = rubric.rubrics.rubrics();
        let options = rubric.options(spec.ordered, spec.on_repeat == OnRepeat::Last);
        Ok(Some(Self {
            paths: Arc::new(Paths::new(&paths)),
            values: vec![f64::NAN; readers.len()],
            readers: readers.into(),
            fields,
            grading: Grading::new(Arc::clone(&rubric.rubrics), options),
            details: KeptDetails::of(rubric),
            lacking: None,
            trials: 0,
            tolerant: rubrics.iter().all(|rubric| rubric.missing != MissingSignal::Error),
            files: Vec::new(),
        }))
    }

    /// Sets the signals of the current trial.
    pub(in crate::count) fn read(
        &mut self,
        trial: &SignalRecord<'_>,
        categories: &Categories,
    ) -> Result<()> {
        let readers = Arc::clone(&self.readers);
        self.details.begin();
        for (place, reader) in readers.iter().enumerate() {
            let number = match reader {
                SignalReader::Unused => f64::NAN,
                SignalReader::Constant(constant) => *constant,
                SignalReader::Error => f64::from(u8::from(trial.errored)),
                SignalReader::Outcome(number) => number
                    .of(trial.outcome, categories)
                    .or_else(|| self.text(place, trial.outcome))
                    .ok_or_else(|| self.no_number(place, "the outcome", trial.outcome, trial))?,
                SignalReader::Field { path, steps, number } => {
                    let value = trial.value(place, path, steps);
                    if *value == Value::Absent && self.lacking.is_none() {
                        self.lacking = Some((self.name(place), self.no_field(place, trial)));
                    }
                    let told = self.details.take_told(place, &value);
                    told.or_else(|| number.of(&value, categories))
                        .or_else(|| self.text(place, &value))
                        .ok_or_else(|| self.no_number(place, path, &value, trial))?
                }
            };
            if let Some(value) = self.values.get_mut(place) {
                *value = number;
            }
        }
        Ok(())
    }

    /// The number in the place of a judge's text. Its text is what counts.
    fn text(&mut self, place: usize, value: &Value<'_>) -> Option<f64> {
        self.details.take_text(place, value).then_some(0.0)
    }

    fn name(&self, place: usize) -> String {
        let signals = self.grading.rubrics().signals();
        signals.get(place).map_or(String::new(), |signal| signal.name.clone())
    }

    /// The path of a signal, as the rubric file has it.
    fn path(&self, place: usize) -> String {
        let signal = self.grading.rubrics().signals().get(place);
        signal.and_then(|signal| signal.source.path()).unwrap_or("").to_owned()
    }

    fn no_field(&self, place: usize, trial: &SignalRecord<'_>) -> Error {
        let mut seen = match trial.record {
            Some(text) => field_names(text, FIELDS_SHOWN),
            None => trial.origin.fields(),
        };
        seen.extend(trial.scores.iter().map(|score| score.name.to_string()));
        let fields = self.readers.iter().enumerate().filter_map(|(place, reader)| match reader {
            SignalReader::Field { path, steps, .. } => Some((place, path, steps)),
            _ => None,
        });
        let absent = fields
            .filter(|(place, path, steps)| *trial.value(*place, path, steps) == Value::Absent);
        let lacking = absent.map(|(place, ..)| (self.name(place), self.path(place))).collect();
        let (signal, field) = (self.name(place), self.path(place));
        let remedy = if self.tolerant {
            Remedy::NameSignalOfLog { signal }
        } else {
            Remedy::NameSignalField { signal }
        };
        let place = trial.origin.place();
        Error::from(CountError::NoSignalField { place, field, lacking, seen, remedy })
    }

    fn no_number(
        &self,
        place: usize,
        field: &str,
        value: &Value<'_>,
        trial: &SignalRecord<'_>,
    ) -> Error {
        Error::from(CountError::SignalValue {
            place: trial.origin.place(),
            signal: self.name(place),
            field: field.to_owned(),
            value: value.describe(),
        })
    }

    /// Takes note of a trial of a file.
    pub(in crate::count) fn kept(&mut self, file: &str, origin: &dyn Origin) {
        self.details.keep(self.trials, origin);
        if self.files.last().is_none_or(|(_, last)| last != file) {
            self.files.push((self.trials, file.to_owned()));
        }
        self.trials += 1;
    }

    /// Takes a trial back that a later one replaces.
    pub(in crate::count) fn take_back(&mut self, row: usize, code: u32) {
        self.grading.take_back(row, code);
    }

    /// An error with the place of its trial, or with what most says why it lacks a signal.
    pub(in crate::count) fn placed(
        &mut self,
        error: scorio_core::Error,
        origin: &dyn Origin,
    ) -> Error {
        match error {
            scorio_core::Error::Rubric(RubricError::Missing { signal, .. })
                if self.lacking.as_ref().is_some_and(|(name, _)| *name == signal) =>
            {
                match self.lacking.take() {
                    Some((_, error)) => error,
                    None => Error::Stopped,
                }
            }
            scorio_core::Error::Rubric(RubricError::Missing { rubric, signal, values, .. }) => {
                let trial = TrialName::Named(origin.place().to_string());
                RubricError::Missing { rubric, signal, trial, values }.into_error()
            }
            scorio_core::Error::Rubric(RubricError::Unmatched { rubric, values, .. }) => {
                let trial = TrialName::Named(origin.place().to_string());
                RubricError::Unmatched { rubric, trial, values }.into_error()
            }
            other => other.into(),
        }
    }
}

/// An error of a rubric as one of this crate.
pub(in crate::count) trait IntoError {
    fn into_error(self) -> Error;
}

impl IntoError for RubricError {
    fn into_error(self) -> Error {
        scorio_core::Error::from(self).into()
    }
}
