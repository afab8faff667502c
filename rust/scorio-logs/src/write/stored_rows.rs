//! The questions of counts as columns, and columns as Parquet.

use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::Array;
use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use scorio_core::Counts;
use scorio_core::counts::Question;

use crate::error::Result;
use crate::source::progress::Going;
use crate::write::atomically::unwritten;
use crate::write::stored_labels::{CLUSTER, FIELD, SCORE, WEIGHT};

/// The name of the table in files that have a checksum, far from where it stands.
pub(super) const TABLE: &str = "scorio";

/// A table from named columns.
pub(super) fn batch(
    columns: Vec<(String, ArrayRef)>,
    metadata: HashMap<String, String>,
) -> std::result::Result<RecordBatch, ArrowError> {
    let fields: Vec<_> = columns
        .iter()
        .map(|(name, column)| {
            // All parts of a file have one schema.
            let nullable = [CLUSTER, WEIGHT].contains(&name.as_str()) || name.starts_with(FIELD);
            Field::new(name, column.data_type().clone(), nullable)
        })
        .collect();
    let schema = Schema::new_with_metadata(fields, metadata);
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, column)| column).collect())
}

pub(super) fn text<'a>(values: impl Iterator<Item = &'a str>) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(values))
}

pub(super) fn whole(values: impl Iterator<Item = u64>) -> ArrayRef {
    Arc::new(UInt64Array::from_iter_values(values))
}

/// Some questions of counts, with the labels that any question has.
#[derive(Clone)]
pub(super) struct StoredRows<'c> {
    pub(super) counts: &'c Counts,
    numbers: Range<usize>,
    scores: bool,
    clusters: bool,
    weights: bool,
}

impl<'c> StoredRows<'c> {
    /// All questions.
    pub(super) fn all(counts: &'c Counts) -> Self {
        Self {
            counts,
            numbers: 0..counts.len(),
            scores: counts.iter().any(|q| !q.score.is_empty()),
            clusters: counts.has_clusters(),
            weights: counts.has_weights(),
        }
    }

    pub(super) fn within(&self, numbers: Range<usize>) -> Self {
        Self { numbers, ..self.clone() }
    }

    /// Parts of a file that are written one after another, each of a table's schema.
    pub(super) fn parts(&self) -> impl Iterator<Item = Self> {
        // A part has a million cells or so, and takes some milliseconds.
        let size = ((1 << 20) / self.counts.categories().len()).clamp(1 << 8, 1 << 15);
        let all = self.numbers.end;
        (0..all).step_by(size).map(move |start| self.within(start..all.min(start + size)))
    }

    pub(super) fn numbers(&self) -> Range<usize> {
        self.numbers.clone()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Question<'c>> + use<'c> {
        let counts = self.counts;
        self.numbers.clone().filter_map(move |row| counts.get(row))
    }

    /// The columns of the labels.
    pub(super) fn label_columns(&self) -> Vec<(String, ArrayRef)> {
        let mut columns = vec![
            ("model".to_owned(), text(self.iter().map(|q| q.model))),
            ("task".to_owned(), text(self.iter().map(|q| q.task))),
            ("question".to_owned(), text(self.iter().map(|q| q.question))),
        ];
        if self.scores {
            columns.push((SCORE.to_owned(), text(self.iter().map(|q| q.score))));
        }
        if self.clusters {
            let clusters: StringArray = self.iter().map(|q| q.cluster).collect();
            columns.push((CLUSTER.to_owned(), Arc::new(clusters)));
        }
        if self.weights {
            let weights: Float64Array = self.iter().map(|q| q.weight).collect();
            columns.push((WEIGHT.to_owned(), Arc::new(weights)));
        }
        for (place, field) in self.counts.fields().into_iter().enumerate() {
            let values: StringArray =
                self.numbers().map(|row| self.counts.value(row, place)).collect();
            columns.push((format!("{FIELD}{field}"), Arc::new(values)));
        }
        columns
    }
}

/// The bytes of a table's Parquet file.
///
/// # Errors
/// The table cannot be written as Parquet.
pub fn parquet(table: &RecordBatch) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let written = writer(table.schema(), Vec::new(), &mut bytes).and_then(|mut writer| {
        writer.write(table)?;
        writer.close()
    });
    written.map_err(|error| unwritten("a Parquet table", as_io(error)))?;
    Ok(bytes)
}

fn writer<W: io::Write + Send>(
    schema: SchemaRef,
    metadata: Vec<KeyValue>,
    into: W,
) -> std::result::Result<ArrowWriter<W>, ParquetError> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(metadata))
        .build();
    let options = ArrowWriterOptions::new().with_properties(properties);
    let options = options.with_schema_root(TABLE.to_owned());
    ArrowWriter::try_new_with_options(into, schema, options)
}

/// Writes the parts of counts as Parquet into a file of that name.
pub(super) fn encode(
    all: &StoredRows<'_>,
    part: impl Fn(&StoredRows<'_>) -> std::result::Result<RecordBatch, ArrowError>,
    metadata: Vec<KeyValue>,
    into: impl io::Write + Send,
    name: &str,
    going: &mut Going<'_>,
) -> Result<()> {
    let failed = |error| unwritten(name, as_io(error));
    let table = |rows: &StoredRows<'_>| part(rows).map_err(|error| failed(error.into()));
    let schema = table(&all.within(0..0))?.schema();
    let mut writer = writer(schema, metadata, into).map_err(failed)?;
    for rows in all.parts() {
        going.step()?;
        writer.write(&table(&rows)?).map_err(failed)?;
    }
    writer.close().map(drop).map_err(failed)
}

/// What went wrong with the file itself, without what Parquet adds to it.
fn as_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(source) => *source,
            Err(source) => io::Error::other(source),
        },
        other => other.into(),
    }
}
