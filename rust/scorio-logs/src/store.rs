//! Count files: counts as Parquet, one row a question, that any data tool reads and writes.
//!
//! Columns: `model`, `task`, `question` (text), `count_<category>` for each category in order,
//! and `missing` (whole numbers). What the reading reported is in the file's metadata.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use scorio_core::Counts;
use scorio_core::compare::Comparison;
use scorio_core::leaderboard::Score;

use crate::columns::Columns;
use crate::columns::parquet::Parquet;
use crate::error::{Error, Result};
use crate::report::Report;
use crate::whole::write_whole;
use crate::window::Total;

const PREFIX: &str = "count_";
const REPORT: &str = "scorio.report.";
const NOTE: &str = "scorio.note.";

/// A table from named columns.
fn batch(
    columns: Vec<(String, ArrayRef)>,
    metadata: std::collections::HashMap<String, String>,
) -> std::result::Result<RecordBatch, ArrowError> {
    let fields: Vec<_> = columns
        .iter()
        .map(|(name, column)| Field::new(name, column.data_type().clone(), column.is_nullable()))
        .collect();
    let schema = Schema::new_with_metadata(fields, metadata);
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, column)| column).collect())
}

fn text<'a>(values: impl Iterator<Item = &'a str>) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(values))
}

fn whole(values: impl Iterator<Item = u64>) -> ArrayRef {
    Arc::new(UInt64Array::from_iter_values(values))
}

/// Counts as an Arrow table.
///
/// # Errors
/// None in practice: the columns have one length.
pub fn counts_batch(
    counts: &Counts,
    report: &Report,
) -> std::result::Result<RecordBatch, ArrowError> {
    let mut columns = vec![
        ("model".to_owned(), text(counts.iter().map(|q| q.model))),
        ("task".to_owned(), text(counts.iter().map(|q| q.task))),
        ("question".to_owned(), text(counts.iter().map(|q| q.question))),
    ];
    for (category, name) in counts.categories().iter().enumerate() {
        let column = counts.iter().map(|q| q.counts.get(category).copied().unwrap_or(0));
        columns.push((format!("{PREFIX}{name}"), whole(column)));
    }
    columns.push(("missing".to_owned(), whole(counts.iter().map(|q| q.missing))));
    let metadata = report
        .fields()
        .into_iter()
        .map(|(name, value)| (format!("{REPORT}{name}"), value.to_string()))
        .chain(
            report
                .notes
                .iter()
                .enumerate()
                .map(|(i, note)| (format!("{NOTE}{i:04}"), note.clone())),
        )
        .collect();
    batch(columns, metadata)
}

/// A leaderboard as an Arrow table; `task` is null in overall rows, `k` where there is no budget,
/// `worst` and `best` where there are no bounds.
///
/// # Errors
/// None in practice: the columns have one length.
pub fn scores_batch(
    scores: &[Score],
    confidence: f64,
) -> std::result::Result<RecordBatch, ArrowError> {
    let real = |value: fn(&Score) -> f64| -> ArrayRef {
        Arc::new(Float64Array::from_iter_values(scores.iter().map(value)))
    };
    let bound = |value: fn(&Score) -> Option<f64>| -> ArrayRef {
        Arc::new(scores.iter().map(value).collect::<Float64Array>())
    };
    let count = |value: fn(&Score) -> u64| whole(scores.iter().map(value));
    let task: StringArray = scores.iter().map(|score| score.task.as_deref()).collect();
    let k: UInt64Array = scores.iter().map(|score| score.metric.budget()).collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("task", Arc::new(task)),
        ("metric", text(scores.iter().map(|score| score.metric.name()))),
        ("k", Arc::new(k)),
        ("parameters", text(scores.iter().map(|score| score.metric.parameters()))),
        ("model", text(scores.iter().map(|score| score.model.as_str()))),
        ("score", real(|score| score.interval.mu)),
        ("sigma", real(|score| score.interval.sigma)),
        ("lo", real(|score| score.interval.lo)),
        ("hi", real(|score| score.interval.hi)),
        ("rank", count(|score| score.rank as u64)),
        ("tie_group", count(|score| score.tie_group as u64)),
        ("questions", count(|score| score.questions)),
        ("questions_asked", count(|score| score.questions_asked)),
        ("trials", count(|score| score.trials)),
        ("missing", count(|score| score.missing)),
        ("coverage", real(|score| score.coverage)),
        ("worst", bound(|score| score.worst)),
        ("best", bound(|score| score.best)),
    ];
    let columns = columns.into_iter().map(|(name, column)| (name.to_owned(), column)).collect();
    batch(columns, [("scorio.confidence".to_owned(), confidence.to_string())].into())
}

/// A comparison as an Arrow table; `task` is null in overall rows, and what does not apply to them.
///
/// # Errors
/// None in practice: the columns have one length.
pub fn comparisons_batch(
    rows: &[Comparison],
    confidence: f64,
) -> std::result::Result<RecordBatch, ArrowError> {
    let real = |value: fn(&Comparison) -> f64| -> ArrayRef {
        Arc::new(Float64Array::from_iter_values(rows.iter().map(value)))
    };
    let count = |value: fn(&Comparison) -> u64| whole(rows.iter().map(value));
    let perhaps = |value: fn(&Comparison) -> Option<u64>| -> ArrayRef {
        Arc::new(rows.iter().map(value).collect::<UInt64Array>())
    };
    let task: StringArray = rows.iter().map(|row| row.task.as_deref()).collect();
    let degrees: Float64Array = rows.iter().map(|row| row.degrees).collect();
    let uneven: BooleanArray = rows.iter().map(|row| Some(row.uneven)).collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("model", text(rows.iter().map(|row| row.model.as_str()))),
        ("baseline", text(rows.iter().map(|row| row.baseline.as_str()))),
        ("task", Arc::new(task)),
        ("difference", real(|row| row.interval.mu)),
        ("sigma", real(|row| row.interval.sigma)),
        ("lo", real(|row| row.interval.lo)),
        ("hi", real(|row| row.interval.hi)),
        ("probability", real(|row| row.probability)),
        ("confidence", real(|row| row.ranking)),
        ("z", real(|row| row.z)),
        ("pvalue", real(|row| row.pvalue)),
        ("holm", real(|row| row.holm)),
        ("bh", real(|row| row.benjamini_hochberg)),
        ("degrees", Arc::new(degrees)),
        ("score", real(|row| row.score)),
        ("baseline_score", real(|row| row.baseline_score)),
        ("questions", count(|row| row.questions)),
        ("baseline_questions", count(|row| row.baseline_questions)),
        ("unmatched", count(|row| row.unmatched)),
        ("baseline_unmatched", count(|row| row.baseline_unmatched)),
        ("trials", count(|row| row.trials)),
        ("baseline_trials", count(|row| row.baseline_trials)),
        ("uneven", Arc::new(uneven)),
        ("clusters", perhaps(|row| row.clusters)),
        ("decisive", perhaps(|row| row.decisive)),
    ];
    let columns = columns.into_iter().map(|(name, column)| (name.to_owned(), column)).collect();
    batch(columns, [("scorio.confidence".to_owned(), confidence.to_string())].into())
}

/// Writes a table as Parquet: beside its place first, then moved there whole.
///
/// # Errors
/// The file cannot be written.
pub fn write_parquet(table: &RecordBatch, path: &Path) -> Result<()> {
    write_whole(path, |file| {
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let written = ArrowWriter::try_new(file, table.schema(), Some(properties));
        let closed = written.and_then(|mut writer| {
            writer.write(table)?;
            writer.close()
        });
        closed.map(drop).map_err(as_io)
    })
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

/// Whether a table's columns are those of a count file.
pub(crate) fn holds_counts(schema: &Schema) -> bool {
    let counts = schema.fields().iter().filter(|field| field.name().starts_with(PREFIX));
    counts.count() >= 2
        && ["model", "task", "question"].iter().all(|name| schema.field_with_name(name).is_ok())
}

/// Whether a file is a count file and not a log: it has their columns, and none of the name `outcome`.
/// A file that cannot be read as Parquet is none.
#[must_use]
pub fn is_counts(path: &Path, outcome: &str) -> bool {
    let Ok(parquet) = Parquet::open(path, Total::default()) else { return false };
    let schema = parquet.schema();
    let field = Columns::find(schema.fields(), &[Some(outcome)], "");
    let lacking = field.is_ok_and(|found| found.places.iter().all(Option::is_none));
    lacking && holds_counts(schema)
}

/// Reads a count file.
///
/// # Errors
/// A file that cannot be opened, is not Parquet, or lacks a column.
pub fn read_counts(path: &Path) -> Result<(Counts, Report)> {
    let file = path.display().to_string();
    let wrong = |what: String| Error::NotCounts { file: file.clone(), what };
    let opened = File::open(path).map_err(|source| Error::Open { file: file.clone(), source })?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(opened)
        .map_err(|error| wrong(format!("it cannot be read as Parquet ({error})")))?;
    let schema = Arc::clone(builder.schema());
    let categories: Vec<String> = schema
        .fields()
        .iter()
        .filter_map(|field| field.name().strip_prefix(PREFIX).map(str::to_owned))
        .collect();
    if categories.len() < 2 {
        return Err(wrong(format!(
            "it has {} columns named {PREFIX}*, not two or more",
            categories.len()
        )));
    }
    let mut report = Report::default();
    for (key, value) in schema.metadata() {
        if let (Some(name), Ok(value)) = (key.strip_prefix(REPORT), value.parse()) {
            report.set(name, value);
        }
    }
    let mut notes: Vec<_> =
        schema.metadata().iter().filter(|(key, _)| key.starts_with(NOTE)).collect();
    notes.sort();
    for (_, note) in notes {
        report.note(note.clone());
    }
    let mut counts = Counts::new(categories.clone())?;
    for table in builder.build().map_err(|error| wrong(error.to_string()))? {
        let table = table.map_err(|error| wrong(error.to_string()))?;
        let column = |name: &str| {
            table.column_by_name(name).ok_or_else(|| wrong(format!("it has no column \"{name}\"")))
        };
        let texts = |name| {
            texts(column(name)?).ok_or_else(|| wrong(format!("its column \"{name}\" is not text")))
        };
        let wholes = |name: &str| {
            wholes(column(name)?).ok_or_else(|| {
                wrong(format!("its column \"{name}\" does not hold whole numbers from 0"))
            })
        };
        let (models, tasks, questions) = (texts("model")?, texts("task")?, texts("question")?);
        let columns = categories
            .iter()
            .map(|name| wholes(&format!("{PREFIX}{name}")))
            .collect::<Result<Vec<_>>>()?;
        let missing = match table.column_by_name("missing") {
            Some(_) => wholes("missing")?,
            None => vec![0; table.num_rows()],
        };
        for (i, ((model, task), question)) in models.iter().zip(&tasks).zip(&questions).enumerate()
        {
            let row = counts.row(model, task, question);
            for (category, column) in columns.iter().enumerate() {
                counts.add(row, category, column.get(i).copied().unwrap_or(0))?;
            }
            counts.add_missing(row, missing.get(i).copied().unwrap_or(0))?;
        }
    }
    Ok((counts, report))
}

/// A column's texts, whichever of Arrow's text types it has; null is the empty text.
fn texts(column: &ArrayRef) -> Option<Vec<String>> {
    let own = |text: Option<&str>| text.unwrap_or("").to_owned();
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().iter().map(own).collect()),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().iter().map(own).collect()),
        DataType::Utf8View => Some(column.as_string_view().iter().map(own).collect()),
        DataType::Dictionary(_, _) if column.is_empty() => Some(Vec::new()),
        DataType::Dictionary(_, _) if column.null_count() == 0 => {
            let column = column.as_any_dictionary();
            let values = texts(column.values())?;
            column.normalized_keys().into_iter().map(|key| values.get(key).cloned()).collect()
        }
        _ => None,
    }
}

/// A column's whole numbers; `None` for a null or a negative one.
fn wholes(column: &ArrayRef) -> Option<Vec<u64>> {
    macro_rules! of_type {
        ($($variant:ident $type:ident),*) => {
            match column.data_type() {
                $(DataType::$variant => {
                    let values = column.as_primitive::<$type>().iter();
                    values.map(|value| u64::try_from(value?).ok()).collect()
                })*
                _ => None,
            }
        };
    }
    of_type!(
        Int8 Int8Type, Int16 Int16Type, Int32 Int32Type, Int64 Int64Type,
        UInt8 UInt8Type, UInt16 UInt16Type, UInt32 UInt32Type, UInt64 UInt64Type
    )
}
