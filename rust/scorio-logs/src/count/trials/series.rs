//! The runs of one model, which stand in the place of models.

use std::path::Path;

use scorio_records::json::paths::values;
use scorio_records::json::value::Value;
use scorio_records::records::label;
use scorio_records::records::record::Origin;
use scorio_records::records::role::WEIGHT;
use scorio_records::spec::label::Label;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::count::outside::stem;
use crate::error::Result;
use crate::spec::options::{FILE, Spec};

/// The model of a series.
#[derive(Debug, Default)]
pub(in crate::count) struct Series {
    model: Option<String>,
}

impl Series {
    /// The run of a record of a long table, whose values these are. Nothing if no series is wanted.
    pub(in crate::count) fn run(
        &mut self,
        spec: &Spec,
        file: &str,
        model: &str,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<Option<String>> {
        let Some(field) = &spec.series else { return Ok(None) };
        let value = values.get(WEIGHT + 1 + spec.fields.len()).unwrap_or(&Value::Absent);
        self.named(field, file, model, value, origin).map(Some)
    }

    fn named(
        &mut self,
        field: &str,
        file: &str,
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
            return Ok(stem(Path::new(file)).to_owned());
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

impl Counter {
    /// The run of a tool's record. Nothing if no series is wanted.
    pub(in crate::count) fn run_of(
        &mut self,
        model: &str,
        origin: &dyn Origin,
    ) -> Result<Option<String>> {
        let Some(field) = &self.spec.series else { return Ok(None) };
        let found = origin.text().and_then(|text| values(text, &[field])).unwrap_or_default();
        let value = found.first().unwrap_or(&Value::Absent);
        self.series.named(field, &self.file, model, value, origin).map(Some)
    }
}
