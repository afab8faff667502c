//! The labels of a record: its model, task, question and trial.

use std::borrow::Cow;

use crate::json::value::Value;
use crate::records::label;
use crate::records::record::Origin;
use crate::records::role::{KEY, MODEL, OPTIONS, OUTCOME, QUESTION, ROLES, TASK, TRIAL};
use crate::remedy::Remedy;
use crate::spec::label::Label;
use crate::spec::policy::Ids;
use crate::trials::error::TrialError;

/// Where the values of a file's records come from, and which optional fields they have.
#[derive(Debug, Default)]
pub struct Labels {
    evenness: Vec<Evenness>,
}

/// Whether the records of a file have an optional field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evenness {
    Unknown,
    Present,
    Lacking,
}

/// The labels of a record.
pub struct RecordLabels<'v> {
    pub model: &'v str,
    pub task: &'v str,
    pub question: Cow<'v, str>,
    /// What tells the trial from others of its question.
    pub trial: Option<&'v str>,
}

impl Labels {
    /// For a file with so many roles.
    pub fn new(roles: usize) -> Self {
        Self { evenness: vec![Evenness::Unknown; roles] }
    }

    /// A bit for each role whose field the records lack.
    pub fn lacking(&self) -> u8 {
        let bits = self.evenness.iter().take(u8::BITS as usize).enumerate();
        bits.map(|(role, known)| u8::from(*known == Evenness::Lacking) << role).sum()
    }

    /// The labels that name a record.
    pub fn all<'v>(
        &mut self,
        columns: &'v [Label],
        values: &'v [Value<'_>],
        ids: Ids,
        origin: &'v dyn Origin,
    ) -> Result<RecordLabels<'v>, TrialError> {
        let model = self.label(MODEL, columns, values, origin)?.unwrap_or("");
        let task = self.label(TASK, columns, values, origin)?.unwrap_or("");
        let question = self.label(QUESTION, columns, values, origin)?.unwrap_or("");
        let typed = matches!(values.get(QUESTION), Some(Value::Text(_)));
        let question = label::question(question, typed, ids);
        let trial = self.label(TRIAL, columns, values, origin)?;
        Ok(RecordLabels { model, task, question, trial })
    }

    /// The text of a label, or `None` where an optional field is lacking.
    pub fn label<'v>(
        &mut self,
        role: usize,
        columns: &'v [Label],
        values: &'v [Value<'_>],
        origin: &'v dyn Origin,
    ) -> Result<Option<&'v str>, TrialError> {
        let (Some(label), Some(value)) = (columns.get(role), values.get(role)) else {
            return Ok(None);
        };
        let field = match label {
            Label::Constant(text) => return Ok(Some(text)),
            other => other.field().unwrap_or(""),
        };
        let key = origin.key().filter(|_| field == KEY || role == QUESTION && field == "question");
        let key = key.or_else(|| origin.names().get(place_of_name(field)?).map(String::as_str));
        if let (Value::Absent, Some(key)) = (value, key) {
            return Ok(Some(key));
        }
        let absent = *value == Value::Absent;
        if let Some(otherwise) = label.otherwise() {
            self.even(role, field, absent, origin)?;
            if absent {
                return Ok((!otherwise.is_empty()).then_some(otherwise));
            }
        }
        if let Some(text) = label::text(label, value) {
            return Ok(Some(text));
        }
        let nothing = match value {
            Value::Absent => return Err(no_field(role, field, origin)),
            Value::Null => "null",
            Value::Nested(_) => "a list or an object",
            _ => "empty",
        };
        let (place, field, value) = (origin.place(), field.to_owned(), nothing.to_owned());
        Err(TrialError::Label { place, role: name(role), field, value })
    }

    /// Requires that an optional field is in all records or in none.
    fn even(
        &mut self,
        role: usize,
        field: &str,
        absent: bool,
        origin: &dyn Origin,
    ) -> Result<(), TrialError> {
        let here = if absent { Evenness::Lacking } else { Evenness::Present };
        match self.evenness.get_mut(role) {
            Some(known) if *known == Evenness::Unknown => *known = here,
            Some(known) if *known != here => {
                let (place, field) = (origin.place(), field.to_owned());
                return Err(TrialError::Uneven {
                    place,
                    role: name(role),
                    field,
                    present: !absent,
                });
            }
            _ => {}
        }
        Ok(())
    }
}

/// Of `@1` the first of the names on the way to a record, and so on.
fn place_of_name(field: &str) -> Option<usize> {
    field.strip_prefix('@')?.parse::<usize>().ok()?.checked_sub(1)
}

fn name(role: usize) -> &'static str {
    ROLES.get(role).copied().unwrap_or("")
}

/// The error of a record that lacks a field.
pub fn no_field(role: usize, field: &str, origin: &dyn Origin) -> TrialError {
    let seen = origin.fields();
    TrialError::NoField {
        place: origin.place(),
        role: name(role),
        field: field.to_owned(),
        remedy: match role {
            OUTCOME if seen.iter().any(|one| one.starts_with("count_")) => Remedy::SaveCounts {},
            MODEL | TASK => Remedy::NameFieldOrConstant { role: name(role) },
            OUTCOME => Remedy::NameFieldOrOnMissing {},
            _ => Remedy::NameField { role: OPTIONS.get(role).copied().unwrap_or("") },
        },
        seen,
    }
}

/// The error of a trial that was counted before, by the labels of its record.
pub fn repeated(columns: &[Label], values: &[Value<'_>], origin: &dyn Origin) -> TrialError {
    let names = columns.iter().zip(values).zip(ROLES).take(TRIAL + 1);
    let names = names.filter_map(|((label, value), role)| match label {
        Label::Constant(text) if text.is_empty() => None,
        Label::Constant(text) => Some(format!("{role} {text}")),
        _ if *value == Value::Absent => {
            let text = label.otherwise().filter(|text| !text.is_empty());
            text.map(|text| format!("{role} {text}"))
        }
        _ => Some(format!("{role} {}", value.describe())),
    });
    let trial = names.collect::<Vec<_>>().join(", ");
    TrialError::Duplicate { place: origin.place(), trial }
}
