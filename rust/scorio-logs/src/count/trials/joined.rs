//! Questions that several fields name together, as `subject,id`.

use std::borrow::Cow;

use scorio_records::json::value::Value;
use scorio_records::records::label;
use scorio_records::records::record::Origin;
use scorio_records::records::role::QUESTION;
use scorio_records::trials::labels::no_field;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::error::Result;

/// The fields that name a question together. None if one does.
pub(in crate::count) fn parts(question: &str) -> Vec<String> {
    let parts: Vec<String> = question.split(',').map(|part| part.trim().to_owned()).collect();
    let several = parts.len() > 1 && parts.iter().all(|part| !part.is_empty());
    if several { parts } else { Vec::new() }
}

impl Counter {
    /// The question of a record whose last values name it together. Nothing if one field of that whole
    /// name is there.
    pub(in crate::count) fn joined(
        &self,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<Option<String>> {
        let several = self.question_parts.len();
        let whole = values.get(QUESTION).is_some_and(|value| *value != Value::Absent);
        if several == 0 || whole {
            return Ok(None);
        }
        let after = values.len().min(self.parts_from + several);
        let parts = values.get(self.parts_from..after).unwrap_or(&[]);
        let mut texts: Vec<Cow<'_, str>> = Vec::new();
        for (field, value) in self.question_parts.iter().zip(parts) {
            let text = match value {
                Value::Bool(true) => "true",
                Value::Bool(false) => "false",
                Value::Number(text) | Value::Cell(text) => text,
                Value::Text(text) => text,
                Value::Absent => return Err(no_field(QUESTION, field, origin).into()),
                Value::Null | Value::Nested(_) => "",
            };
            if text.is_empty() {
                let (place, value) = (origin.place(), value.describe());
                return Err(CountError::Question { place, value }.into());
            }
            let typed = matches!(value, Value::Text(_));
            let text = label::question(text, typed, self.spec.ids);
            // A comma within a name is no end of it.
            texts.push(if text.contains([',', '\\']) {
                Cow::Owned(text.replace('\\', "\\\\").replace(',', "\\,"))
            } else {
                text
            });
        }
        Ok(Some(texts.join(",")))
    }
}
