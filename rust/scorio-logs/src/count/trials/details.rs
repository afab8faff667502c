//! The cluster, the weight and the fields of a record's question, and its run.

use std::path::Path;

use scorio_records::json::paths::values;
use scorio_records::json::value::Value;
use scorio_records::records::label;
use scorio_records::records::record::Origin;
use scorio_records::records::role::{CLUSTER, WEIGHT};
use scorio_records::spec::label::Label;
use scorio_records::spec::policy::WeightOf;
use scorio_records::trials::error::TrialError;
use scorio_records::trials::labels::no_field;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::count::outside::stem;
use crate::count::trials::fields::FieldValue;
use crate::error::{Error, Result};

/// What a record says of its question.
#[derive(Default)]
pub(in crate::count) struct RecordDetails {
    cluster: Option<String>,
    weight: Option<f64>,
    fields: Vec<FieldValue>,
}

impl Counter {
    /// Notes the cluster and the weight of a row's question, where they are wanted. All records of the
    /// question must agree.
    pub(in crate::count) fn describe(
        &mut self,
        row: usize,
        cluster: Option<&str>,
        weight: &Value<'_>,
        origin: &dyn Origin,
    ) -> Result<()> {
        let weight = self.weight(weight, origin)?;
        self.noted(row, cluster, weight, origin)
    }

    fn noted(
        &mut self,
        row: usize,
        cluster: Option<&str>,
        weight: Option<f64>,
        origin: &dyn Origin,
    ) -> Result<()> {
        let weight = match (self.spec.weight_of, weight) {
            (Some(WeightOf::Run), Some(weight)) => {
                self.weigh_run(row, weight, origin)?;
                None
            }
            (None, Some(weight)) => {
                // Neither a question nor its runs can have two weights for one model.
                self.weigh_run(row, weight, origin)?;
                Some(weight)
            }
            (_, weight) => weight,
        };
        self.trials
            .counts
            .describe(row, cluster, weight)
            .map_err(|source| Error::from(CountError::Details { place: origin.place(), source }))
    }

    /// The same with what a tool's record gives.
    pub(in crate::count) fn describe_as(
        &mut self,
        row: usize,
        details: &RecordDetails,
        origin: &dyn Origin,
    ) -> Result<()> {
        if !self.spec.has_details() {
            return Ok(());
        }
        self.noted(row, details.cluster.as_deref(), details.weight, origin)?;
        self.note_values(row, &details.fields, origin)
    }

    /// What a tool's record says of its question.
    pub(in crate::count) fn details(&mut self, origin: &dyn Origin) -> Result<RecordDetails> {
        let wanted = [&self.spec.cluster, &self.spec.weight].map(Option::as_deref);
        if !self.spec.has_details() {
            return Ok(RecordDetails::default());
        }
        let mut fields = wanted.map(Option::unwrap_or_default).to_vec();
        fields.extend(self.spec.fields.iter().map(String::as_str));
        let found = origin.text().and_then(|text| values(text, &fields)).unwrap_or_default();
        let value = |place: usize| found.get(place).cloned().unwrap_or_default();
        let cluster = match wanted {
            [Some(field), _] => Some(named(field, &value(0), origin)?),
            _ => None,
        };
        let weight = self.weight(&value(1), origin)?;
        let fields = self.fields.values(found.get(2..).unwrap_or(&[]), origin)?;
        Ok(RecordDetails { cluster, weight, fields })
    }

    /// A weight, where it is wanted.
    fn weight(&self, value: &Value<'_>, origin: &dyn Origin) -> Result<Option<f64>> {
        let Some(field) = &self.spec.weight else { return Ok(None) };
        let text = match value {
            Value::Absent => return Err(no_field(WEIGHT, field, origin).into()),
            Value::Number(text) | Value::Cell(text) => text.trim(),
            _ => "",
        };
        let is_weight = |&one: &f64| one == 0.0 || (1e-100..=1e100).contains(&one);
        let number = text.parse().ok().filter(is_weight);
        number.map(Some).ok_or_else(|| {
            let (place, field) = (origin.place(), field.clone());
            Error::from(CountError::Weight { place, field, value: value.describe() })
        })
    }
}

impl Counter {
    /// The run of a record of a long table, whose values these are. Nothing if no series is wanted.
    pub(in crate::count) fn run_here(
        &mut self,
        model: &str,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<Option<String>> {
        let Some(field) = &self.spec.series else { return Ok(None) };
        let value = values.get(WEIGHT + 1 + self.spec.fields.len()).unwrap_or(&Value::Absent);
        // A file that names a model where no record does names none in a series.
        let model = if self.stem.as_deref() == Some(model) { "" } else { model };
        let stem = stem(Path::new(&self.file));
        self.series.named(field, stem, model, value, origin).map(Some)
    }

    /// The same of a tool's record.
    pub(in crate::count) fn run_of(
        &mut self,
        model: &str,
        origin: &dyn Origin,
    ) -> Result<Option<String>> {
        let Some(field) = &self.spec.series else { return Ok(None) };
        let found = origin.text().and_then(|text| values(text, &[field])).unwrap_or_default();
        let value = found.first().unwrap_or(&Value::Absent);
        let stem = stem(Path::new(&self.file));
        self.series.named(field, stem, model, value, origin).map(Some)
    }

    /// Notes the fields of a row's question from the values of its record. All its records must agree.
    pub(in crate::count) fn note_fields(
        &mut self,
        row: usize,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let values = self.fields.values(values, origin)?;
        self.note_values(row, &values, origin)
    }

    /// The same with texts.
    pub(in crate::count) fn note_values(
        &mut self,
        row: usize,
        values: &[FieldValue],
        origin: &dyn Origin,
    ) -> Result<()> {
        for (field, value) in self.spec.fields.iter().zip(values) {
            let noted = self.trials.counts.note(row, field, value.as_deref().unwrap_or(""));
            noted.map_err(|source| {
                Error::from(CountError::Details { place: origin.place(), source })
            })?;
        }
        Ok(())
    }
}

/// The text of a cluster.
fn named(field: &str, value: &Value<'_>, origin: &dyn Origin) -> Result<String> {
    let label = Label::Field(field.to_owned());
    if let Some(text) = label::text(&label, value) {
        return Ok(text.to_owned());
    }
    Err(match value {
        Value::Absent => no_field(CLUSTER, field, origin).into(),
        value => Error::from(TrialError::Label {
            place: origin.place(),
            role: "cluster",
            field: field.to_owned(),
            value: value.describe(),
        }),
    })
}
