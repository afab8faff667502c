//! The runs of one model, which stand in the place of models.

use scorio_records::json::value::Value;
use scorio_records::records::label;
use scorio_records::records::record::Origin;
use scorio_records::spec::label::Label;

use crate::count::error::CountError;
use crate::error::Result;
use crate::spec::options::FILE;

/// The model of a series.
#[derive(Debug, Default)]
pub(in crate::count) struct Series {
    model: Option<String>,
}

impl Series {
    /// The run of a record, by the value of its field or by the name of its file.
    pub(in crate::count) fn named(
        &mut self,
        field: &str,
        stem: &str,
        model: &str,
        value: &Value<'_>,
        origin: &dyn Origin,
    ) -> Result<String> {
        let known = self.model.get_or_insert_with(|| model.to_owned());
        if known != model {
            let (place, model, other) = (origin.place(), model.to_owned(), known.clone());
            return Err(CountError::OtherModel { place, model, other }.into());
        }
        if field == FILE {
            return Ok(stem.to_owned());
        }
        let label = Label::Field(field.to_owned());
        label::text(&label, value).map(str::to_owned).ok_or_else(|| {
            let (place, seen) = (origin.place(), origin.fields());
            let value = match value {
                Value::Absent => "missing".to_owned(),
                other => other.describe(),
            };
            CountError::NoRun { place, field: field.to_owned(), value, seen }.into()
        })
    }
}
