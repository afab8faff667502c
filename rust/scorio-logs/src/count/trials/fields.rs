//! Fields of questions, such as their difficulty or their length.

use scorio_records::json::value::Value;
use scorio_records::records::label;
use scorio_records::records::record::Origin;
use scorio_records::spec::label::Label;
use scorio_records::spec::numbers::double;

use crate::count::error::CountError;
use crate::error::{Error, Result};

/// The text of a field, or nothing where the question has none.
pub(in crate::count) type FieldValue = Option<String>;

/// The wanted fields, and whether any record has had them.
#[derive(Default)]
pub(in crate::count) struct QuestionFields {
    labels: Vec<Label>,
    /// Of each field that no record has had, the first record.
    lacking: Vec<Lacking>,
}

/// Whether records have a field.
enum Lacking {
    Unknown,
    Present,
    Absent(Box<Error>),
}

impl QuestionFields {
    pub(in crate::count) fn of(fields: &[String]) -> Self {
        let labels = fields.iter().cloned().map(Label::Field).collect();
        Self { labels, lacking: fields.iter().map(|_| Lacking::Unknown).collect() }
    }

    /// The texts of the fields of a record, one for each.
    pub(in crate::count) fn values(
        &mut self,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<Vec<FieldValue>> {
        let pairs = self.labels.iter().zip(&mut self.lacking).enumerate();
        pairs
            .map(|(place, (label, lacking))| {
                let value = values.get(place).unwrap_or(&Value::Absent);
                if *value != Value::Absent {
                    *lacking = Lacking::Present;
                } else if matches!(lacking, Lacking::Unknown) {
                    let field = label.field().unwrap_or_default().to_owned();
                    let (place, seen) = (origin.place(), origin.fields());
                    let error = CountError::NoQuestionField { place, field, seen };
                    *lacking = Lacking::Absent(Box::new(error.into()));
                }
                if let Value::Nested(_) = value {
                    let field = label.field().unwrap_or_default().to_owned();
                    let (place, value) = (origin.place(), value.describe());
                    return Err(CountError::QuestionField { place, field, value }.into());
                }
                Ok(text(label, value))
            })
            .collect()
    }

    /// Refuses a field that no record has had.
    pub(in crate::count) fn require_known(&mut self) -> Result<()> {
        for lacking in &mut self.lacking {
            if let Lacking::Absent(error) = std::mem::replace(lacking, Lacking::Unknown) {
                return Err(*error);
            }
        }
        Ok(())
    }
}

/// The text of a value. A number with a fraction has the same text however it is written: forms of logs
/// differ in it.
fn text(label: &Label, value: &Value<'_>) -> FieldValue {
    match value {
        Value::Number(text) if text.contains(['.', 'e', 'E']) => {
            Some(double(text).map_or_else(|| text.to_string(), |number| number.to_string()))
        }
        _ => label::text(label, value).map(str::to_owned),
    }
}
