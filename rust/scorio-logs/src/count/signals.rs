//! Grading trials by rubrics: their signals stand in the place of one outcome.

use std::sync::Arc;

use scorio_core::rubric::error::RubricError;
use scorio_core::rubric::grading::Grading;

use crate::count::error::CountError;
use crate::error::{Error, Result};
use crate::json::paths::Paths;
use crate::json::value::Value;
use crate::records::record::Origin;
use crate::remedy::Remedy;
use crate::spec::categories::Categories;
use crate::spec::grading::SignalReader;
use crate::spec::options::{Measure, Spec};
use crate::spec::policy::OnRepeat;
use crate::spec::score::ScoreChoice;

/// The signals of trials on their way into rubrics.
pub(super) struct Signals {
    pub(super) readers: Arc<[SignalReader]>,
    /// The paths of the signals that are fields.
    pub(super) fields: Vec<Option<String>>,
    /// The same, for records that are JSON.
    pub(super) paths: Arc<Paths>,
    pub(super) grading: Grading,
    /// Of the current trial.
    pub(super) values: Vec<f64>,
    /// The error that says most about a signal that no trial has.
    pub(super) lacking: Option<(String, Error)>,
}

/// What a tool says of a trial beside its record.
pub(super) struct ToolTrial<'t> {
    pub(super) outcome: &'t Value<'t>,
    pub(super) errored: bool,
    /// The record, if it is JSON.
    pub(super) record: Option<&'t str>,
}

impl Signals {
    /// What a reading begins with, if rubrics grade its trials.
    pub(super) fn of(spec: &Spec) -> Result<Option<Self>> {
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
        let readers = SignalReader::all(&rubric.rubrics)?;
        let fields: Vec<_> = rubric
            .rubrics
            .signals()
            .iter()
            .zip(&readers)
            .map(|(signal, reader)| match reader {
                SignalReader::Field(_) => signal.source.path().map(str::to_owned),
                _ => None,
            })
            .collect();
        let paths: Vec<_> = fields.iter().map(Option::as_deref).collect();
        let options = rubric.options(spec.ordered, spec.on_repeat == OnRepeat::Last);
        Ok(Some(Self {
            paths: Arc::new(Paths::new(&paths)),
            values: vec![f64::NAN; readers.len()],
            readers: readers.into(),
            fields,
            grading: Grading::new(Arc::clone(&rubric.rubrics), options),
            lacking: None,
        }))
    }

    /// Sets the signals of the current trial.
    pub(super) fn read(
        &mut self,
        values: &[Value<'_>],
        outcome: &Value<'_>,
        errored: bool,
        categories: &Categories,
        origin: &dyn Origin,
    ) -> Result<()> {
        let places = self.values.iter_mut().zip(&*self.readers).enumerate();
        for (place, (number, reader)) in places {
            let value = values.get(place).unwrap_or(&Value::Absent);
            let (read, value) = match reader {
                SignalReader::Unused => (Some(f64::NAN), value),
                SignalReader::Constant(constant) => (Some(*constant), value),
                SignalReader::Error => (Some(f64::from(u8::from(errored))), value),
                SignalReader::Outcome(number) => (number.of(outcome, categories), outcome),
                SignalReader::Field(number) => (number.of(value, categories), value),
            };
            let signals = self.grading.rubrics().signals();
            let name = || signals.get(place).map_or(String::new(), |signal| signal.name.clone());
            if matches!((reader, value), (SignalReader::Field(_), Value::Absent))
                && self.lacking.is_none()
            {
                let error = CountError::NoField {
                    place: origin.place(),
                    role: "signal",
                    field: self.fields.get(place).cloned().flatten().unwrap_or_default(),
                    seen: origin.fields(),
                    remedy: Remedy::NameSignalField { signal: name() },
                };
                self.lacking = Some((name(), error.into()));
            }
            *number = read.ok_or_else(|| {
                let field = match reader {
                    SignalReader::Field(_) => self.fields.get(place).cloned().flatten(),
                    _ => None,
                };
                Error::from(CountError::SignalValue {
                    place: origin.place(),
                    signal: name(),
                    field: field.unwrap_or_else(|| "the outcome".to_owned()),
                    value: value.describe(),
                })
            })?;
        }
        Ok(())
    }

    /// Takes a trial back that a later one replaces.
    pub(super) fn take_back(&mut self, row: usize, code: u32) {
        self.grading.take_back(row, code);
    }

    /// An error with the place of its trial, or with what most says why it lacks a signal.
    pub(super) fn placed(&mut self, error: scorio_core::Error, origin: &dyn Origin) -> Error {
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
                let trial = origin.place().to_string();
                RubricError::Missing { rubric, signal, trial, values }.into_error()
            }
            scorio_core::Error::Rubric(RubricError::Unmatched { rubric, values, .. }) => {
                let trial = origin.place().to_string();
                RubricError::Unmatched { rubric, trial, values }.into_error()
            }
            other => other.into(),
        }
    }
}

/// An error of a rubric as one of this crate.
pub(super) trait IntoError {
    fn into_error(self) -> Error;
}

impl IntoError for RubricError {
    fn into_error(self) -> Error {
        scorio_core::Error::from(self).into()
    }
}
