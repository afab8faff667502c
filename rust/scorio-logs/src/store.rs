//! Count files: counts as Parquet, one row a question, that any data tool reads and writes.
//!
//! Columns: `model`, `task`, `question` (text), `count_<category>` for each category in order,
//! and `missing` (whole numbers). What the reading reported is in the file's metadata, and a checksum of
//! all that: files of other writers have none, and need none.

use std::fmt::Write as _;
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
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use scorio_core::Counts;
use scorio_core::compare::Comparison;
use scorio_core::leaderboard::Score;
use sha2::{Digest, Sha256};

use crate::columns::parquet::Parquet;
use crate::columns::{Columns, turns};
use crate::error::{Error, Result};
use crate::report::Report;
use crate::whole::write_whole;
use crate::window::Total;

const PREFIX: &str = "count_";
const REPORT: &str = "scorio.report.";
const NOTE: &str = "scorio.note.";
const CHECKSUM: &str = "scorio.checksum";

/// The name of the table in files that have a checksum, far from where it stands.
const TABLE: &str = "scorio";

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

/// Writes counts as a count file.
///
/// # Errors
/// The file cannot be written.
pub fn write_counts(counts: &Counts, report: &Report, path: &Path) -> Result<()> {
    let table = counts_batch(counts, report).map_err(|error| Error::Write {
        file: path.display().to_string(),
        source: io::Error::other(error),
    })?;
    let checksum = KeyValue::new(CHECKSUM.to_owned(), checksum(counts, report));
    write(&table, vec![checksum], path)
}

/// A comparison as an Arrow table; `task` is null in overall rows, and what does not apply to them.
///
/// # Errors
/// None in practice: the columns have one length.
pub fn comparisons_batch(rows: &[Comparison]) -> std::result::Result<RecordBatch, ArrowError> {
    let real = |value: fn(&Comparison) -> f64| -> ArrayRef {
        Arc::new(Float64Array::from_iter_values(rows.iter().map(value)))
    };
    let count = |value: fn(&Comparison) -> u64| whole(rows.iter().map(value));
    let perhaps = |value: fn(&Comparison) -> Option<u64>| -> ArrayRef {
        Arc::new(rows.iter().map(value).collect::<UInt64Array>())
    };
    let task: StringArray = rows.iter().map(|row| row.task.as_deref()).collect();
    let real_or_null = |value: fn(&Comparison) -> Option<f64>| -> ArrayRef {
        Arc::new(rows.iter().map(value).collect::<Float64Array>())
    };
    let worse: BooleanArray = rows.iter().map(|row| Some(row.verdict?.worse)).collect();
    let uneven: BooleanArray = rows.iter().map(|row| Some(row.uneven)).collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("model", text(rows.iter().map(|row| row.model.as_str()))),
        ("baseline", text(rows.iter().map(|row| row.baseline.as_str()))),
        ("task", Arc::new(task)),
        ("difference", real(|row| row.interval.mu)),
        ("sigma", real(|row| row.interval.sigma)),
        ("lo", real(|row| row.interval.lo)),
        ("hi", real(|row| row.interval.hi)),
        ("level", real(|row| row.level)),
        ("probability", real(|row| row.probability)),
        ("ranking", real(|row| row.ranking)),
        ("z", real(|row| row.z)),
        ("pvalue", real(|row| row.pvalue)),
        ("holm", real(|row| row.holm)),
        ("bh", real(|row| row.benjamini_hochberg)),
        ("degrees", real_or_null(|row| row.degrees)),
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
        ("margin", real_or_null(|row| Some(row.verdict?.margin))),
        ("worse_probability", real_or_null(|row| Some(row.verdict?.probability))),
        ("worse", Arc::new(worse)),
        ("detectable", real_or_null(|row| Some(row.verdict?.detectable))),
    ];
    let columns = columns.into_iter().map(|(name, column)| (name.to_owned(), column)).collect();
    batch(columns, std::collections::HashMap::new())
}

/// Writes a table as Parquet: beside its place first, then moved there whole.
///
/// # Errors
/// The file cannot be written.
pub fn write_parquet(table: &RecordBatch, path: &Path) -> Result<()> {
    write(table, Vec::new(), path)
}

fn write(table: &RecordBatch, metadata: Vec<KeyValue>, path: &Path) -> Result<()> {
    write_whole(path, |file| {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(metadata))
            .build();
        let options = ArrowWriterOptions::new().with_properties(properties);
        let options = options.with_schema_root(TABLE.to_owned());
        let written = ArrowWriter::try_new_with_options(file, table.schema(), options);
        let closed = written.and_then(|mut writer| {
            writer.write(table)?;
            writer.close()
        });
        closed.map(drop).map_err(as_io)
    })
}

/// What tells that counts and report are those that were saved, whatever happened to the file.
fn checksum(counts: &Counts, report: &Report) -> String {
    let mut hash = Sha256::new();
    let mut text = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    };
    for (name, value) in report.fields() {
        text(name);
        text(&value.to_string());
    }
    for texts in [&report.notes[..], counts.categories()] {
        text(&texts.len().to_string());
        for each in texts {
            text(each);
        }
    }
    for question in counts.iter() {
        [question.model, question.task, question.question].into_iter().for_each(&mut text);
        for count in question.counts.iter().chain([&question.missing]) {
            text(&count.to_string());
        }
    }
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
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
/// A file that cannot be opened, is not Parquet, lacks a column, or does not hold what was saved.
pub fn read_counts(path: &Path) -> Result<(Counts, Report)> {
    let file = path.display().to_string();
    // What no check of the decoder has a word for makes it panic.
    let what = "what it holds makes no sense, as where it is damaged; write it anew".to_owned();
    let broken = || Error::NotCounts { file: file.clone(), what: what.clone() };
    let read = turns::caught(|| Some(read_stored(path, &file)), broken);
    read.unwrap_or_else(|| Err(broken()))
}

fn read_stored(path: &Path, file: &str) -> Result<(Counts, Report)> {
    let wrong = |what: String| Error::NotCounts { file: file.to_owned(), what };
    let parquet = Parquet::open(path, Total::default()).map_err(|error| match error {
        Error::Table { what, .. } => wrong(format!("it cannot be read as Parquet ({what})")),
        other => other,
    })?;
    let schema = Arc::clone(parquet.schema());
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
    // 10000 comes after 9999.
    notes.sort_by_key(|(key, _)| (key.len(), *key));
    for (_, note) in notes {
        report.note(note.clone());
    }
    let mut counts = Counts::new(categories.clone())?;
    let checksum_there = parquet.metadata(CHECKSUM);
    let is_own = parquet.table() == TABLE;
    let (mut rows, all) = (0, parquet.rows());
    for table in parquet.all()? {
        let table = table?;
        rows += table.num_rows() as u64;
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
    if rows != all {
        return Err(wrong(format!("it has {rows} rows and says {all}; it is damaged")));
    }
    match checksum_there {
        Some(saved) if saved != checksum(&counts, &report) => {
            Err(wrong("it does not hold what was saved; it is damaged".to_owned()))
        }
        None if is_own => Err(wrong(format!("it lacks its {CHECKSUM}; it is damaged"))),
        _ => Ok((counts, report)),
    }
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
