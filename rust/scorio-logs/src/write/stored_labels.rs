//! The optional columns of a count file: score, cluster, weight, and the fields of questions.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use scorio_core::Counts;

use crate::error::{Error, Result};

pub(super) const SCORE: &str = "score";
pub(super) const CLUSTER: &str = "cluster";
pub(super) const WEIGHT: &str = "weight";
/// Before the name of a field of questions.
pub(super) const FIELD: &str = "field_";

/// The optional labels of the rows of a count file.
pub(super) struct StoredLabels {
    scores: Option<Vec<String>>,
    clusters: Option<Vec<Option<String>>>,
    weights: Option<Vec<Option<f64>>>,
    fields: Vec<(String, Vec<String>)>,
}

impl StoredLabels {
    /// The labels of a table; `wrong` is the error about its file.
    pub(super) fn of(table: &RecordBatch, wrong: &dyn Fn(String) -> Error) -> Result<Self> {
        let not = |name: &str, what: &str| wrong(format!("its column \"{name}\" is not {what}"));
        let text = |name: &str| {
            let column = table.column_by_name(name);
            column.map(|column| texts(column).ok_or_else(|| not(name, "text"))).transpose()
        };
        let weights = table.column_by_name(WEIGHT);
        let weights = weights.map(|column| reals(column).ok_or_else(|| not(WEIGHT, "numbers")));
        let cluster = |text: String| Some(text).filter(|text| !text.is_empty());
        let mut fields = Vec::new();
        for column in table.schema_ref().fields() {
            if let Some(field) = column.name().strip_prefix(FIELD) {
                fields.push((field.to_owned(), text(column.name())?.unwrap_or_default()));
            }
        }
        Ok(Self {
            scores: text(SCORE)?,
            clusters: text(CLUSTER)?.map(|texts| texts.into_iter().map(cluster).collect()),
            weights: weights.transpose()?,
            fields,
        })
    }

    /// Describes the question of a row of counts by a row of the table.
    pub(super) fn describe(
        &self,
        counts: &mut Counts,
        row: usize,
        from: usize,
    ) -> scorio_core::Result<()> {
        counts.describe(row, self.cluster(from), self.weight(from))?;
        for (field, values) in &self.fields {
            counts.note(row, field, values.get(from).map_or("", String::as_str))?;
        }
        Ok(())
    }

    pub(super) fn score(&self, row: usize) -> &str {
        self.scores.as_ref().and_then(|scores| scores.get(row)).map_or("", |score| score)
    }

    fn cluster(&self, row: usize) -> Option<&str> {
        self.clusters.as_ref().and_then(|clusters| clusters.get(row)).and_then(Option::as_deref)
    }

    fn weight(&self, row: usize) -> Option<f64> {
        self.weights.as_ref().and_then(|weights| weights.get(row)).copied().flatten()
    }
}

/// The names of a stored column. Whole numbers are names, too.
///
/// # Errors
/// A null, which names nothing.
pub(super) fn names_of(
    column: &ArrayRef,
    name: &str,
    wrong: &dyn Fn(String) -> Error,
) -> Result<Vec<String>> {
    if column.logical_null_count() > 0 {
        return Err(wrong(format!("its column \"{name}\" is null in a row, which names nothing")));
    }
    texts(column)
        .or_else(|| whole_texts(column))
        .ok_or_else(|| wrong(format!("its column \"{name}\" is not text, and not whole numbers")))
}

fn whole_texts(column: &ArrayRef) -> Option<Vec<String>> {
    macro_rules! of_type {
        ($($variant:ident $type:ident),*) => {
            match column.data_type() {
                $(DataType::$variant => Some(
                    column.as_primitive::<$type>().values().iter().map(ToString::to_string).collect()
                ),)*
                _ => None,
            }
        };
    }
    of_type!(
        Int8 Int8Type, Int16 Int16Type, Int32 Int32Type, Int64 Int64Type,
        UInt8 UInt8Type, UInt16 UInt16Type, UInt32 UInt32Type, UInt64 UInt64Type
    )
}

/// A column's texts, whichever of Arrow's text types it has; null is the empty text. A column of nothing
/// but nulls may have any type: many a library knows no better one.
pub(super) fn texts(column: &ArrayRef) -> Option<Vec<String>> {
    if column.logical_null_count() == column.len() {
        return Some(vec![String::new(); column.len()]);
    }
    let own = |text: Option<&str>| text.unwrap_or("").to_owned();
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().iter().map(own).collect()),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().iter().map(own).collect()),
        DataType::Utf8View => Some(column.as_string_view().iter().map(own).collect()),
        DataType::Dictionary(_, _) => {
            let values = texts(column.as_any_dictionary().values())?;
            let keys = column.as_any_dictionary().normalized_keys().into_iter().enumerate();
            // A row without a value has the key of any.
            let text = |(row, key): (usize, usize)| {
                if column.is_null(row) { Some(String::new()) } else { values.get(key).cloned() }
            };
            keys.map(text).collect()
        }
        _ => None,
    }
}

/// A column's numbers.
#[expect(clippy::cast_lossless, reason = "whole numbers of 64 bits have no lossless way")]
fn reals(column: &ArrayRef) -> Option<Vec<Option<f64>>> {
    macro_rules! of_type {
        ($($variant:ident $type:ident),*) => {
            match column.data_type() {
                $(DataType::$variant => {
                    let values = column.as_primitive::<$type>().iter();
                    Some(values.map(|value| value.map(|value| value as f64)).collect())
                })*
                _ => None,
            }
        };
    }
    of_type!(
        Float64 Float64Type, Float32 Float32Type, Int64 Int64Type, Int32 Int32Type,
        UInt64 UInt64Type, UInt32 UInt32Type
    )
}
