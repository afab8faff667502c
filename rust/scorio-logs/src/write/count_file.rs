//! Count files: counts as Parquet, one row a question, that any data tool reads and writes.
//!
//! Columns: `model`, `task`, `question` (text), `count_<category>` for each category in order,
//! and `missing` (whole numbers). `task` and `missing` may lack. If any row has one, also `score`, `cluster` (text) and `weight`
//! (a number). `field_<name>` (text) is a field of the question, such as its difficulty. What the reading reported is in the file's metadata, and a checksum of
//! all that: files of other writers have none, and need none.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema};
use parquet::file::metadata::KeyValue;
use scorio_core::Counts;
use scorio_core::counts::Key;

use crate::error::{Error, Result};
use crate::note::{Note, Report};
use crate::records::columns::cells::Columns;
use crate::records::columns::parquet::Parquet;
use crate::records::error_of_columns::ColumnError;
use crate::remedy::Remedy;
use crate::source::progress::{GoOn, Going, Total};
use crate::threads::panics::caught;
use crate::write::atomically::write_atomically;
use crate::write::checksum::Hash;
use crate::write::error::WriteError;
use crate::write::stored_labels::{StoredLabels, names_of, texts};
use crate::write::stored_rows::{StoredRows, TABLE, batch, encode, whole};
use crate::write::wholes::wholes_of;
use crate::write::worth::{with_worth, worth_of};

const PREFIX: &str = "count_";
const REPORT: &str = "scorio.report.";
const NOTE: &str = "scorio.note.";
pub(super) const CHECKSUM: &str = "scorio.checksum";

/// A figure of files from before scores were labels: in how many logs each score was a task.
const SCORES_AS_TASKS: &str = "scores_apart";

/// Figures and notes of a report.
pub(super) fn metadata(report: &Report) -> HashMap<String, String> {
    let figures = report.fields().into_iter();
    let figures = figures.map(|(name, value)| (format!("{REPORT}{name}"), value.to_string()));
    let notes = report.notes.iter().enumerate();
    figures.chain(notes.map(|(i, note)| (format!("{NOTE}{i:04}"), note.saved()))).collect()
}

/// Counts as an Arrow table.
///
/// # Errors
/// None in practice: the columns have one length.
pub fn counts_batch(
    counts: &Counts,
    report: &Report,
) -> std::result::Result<RecordBatch, ArrowError> {
    rows_batch(&StoredRows::all(counts), report)
}

fn rows_batch(
    rows: &StoredRows<'_>,
    report: &Report,
) -> std::result::Result<RecordBatch, ArrowError> {
    let mut columns = rows.label_columns();
    for (category, name) in rows.counts.categories().iter().enumerate() {
        let column = rows.iter().map(|q| q.counts.get(category).copied().unwrap_or(0));
        columns.push((format!("{PREFIX}{name}"), whole(column)));
    }
    columns.push(("missing".to_owned(), whole(rows.iter().map(|q| q.missing))));
    let mut metadata = metadata(report);
    metadata.extend(worth_of(rows.counts));
    batch(columns, metadata)
}

/// Writes counts as a count file.
///
/// # Errors
/// The file cannot be written. `go_on` says to stop.
pub fn write_counts(
    counts: &Counts,
    report: &Report,
    path: &Path,
    go_on: &mut GoOn<'_>,
) -> Result<()> {
    let name = path.display().to_string();
    write_atomically(path, &mut Going::new(go_on), |file, going| {
        write_stored(counts, report, file, &name, going)
    })
}

/// The bytes of a count file.
///
/// # Errors
/// `go_on` says to stop.
pub fn count_file(counts: &Counts, report: &Report, go_on: &mut GoOn<'_>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    write_stored(counts, report, &mut bytes, "a count file", &mut Going::new(go_on))?;
    Ok(bytes)
}

fn write_stored(
    counts: &Counts,
    report: &Report,
    into: impl io::Write + Send,
    name: &str,
    going: &mut Going<'_>,
) -> Result<()> {
    let checksum = KeyValue::new(CHECKSUM.to_owned(), checksum(counts, report, 0, going)?);
    let part = |rows: &StoredRows<'_>| rows_batch(rows, report);
    encode(&StoredRows::all(counts), part, vec![checksum], into, name, going)
}

/// A checksum of counts and report, which shows any damage to the file. Labels count only if a
/// question has them: without labels the checksum is that of files from before there were labels.
fn checksum(
    counts: &Counts,
    report: &Report,
    scores_as_tasks: u64,
    going: &mut Going<'_>,
) -> Result<String> {
    let mut hash = Hash::new();
    hash.figures(report.fields().into_iter().chain([(SCORES_AS_TASKS, scores_as_tasks)]));
    hash.texts(&report.notes.iter().map(Note::saved).collect::<Vec<_>>());
    hash.texts(counts.categories());
    // Counts without it have the checksum of files from before there was any.
    if let Some(worth) = counts.worth() {
        hash.texts(&worth.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>());
    }
    for (row, question) in counts.iter().enumerate() {
        going.row(row)?;
        for label in [question.model, question.task, question.question] {
            hash.text(label);
        }
        for count in question.counts.iter().chain([&question.missing]) {
            hash.text(&count.to_string());
        }
        hash.optional_labels(&question);
        hash.values(counts.values(row));
    }
    Ok(hash.finish())
}

/// Whether a table's columns are those of a count file.
pub(crate) fn holds_counts(schema: &Schema) -> bool {
    let counts = schema.fields().iter().filter(|field| field.name().starts_with(PREFIX));
    counts.count() >= 2
        && ["model", "question"].iter().all(|name| schema.field_with_name(name).is_ok())
}

/// Whether a file is a count file and not a log: it has their columns, and none of the name `outcome`.
/// A file that cannot be read as Parquet is none.
#[must_use]
pub fn is_counts(path: &Path, outcome: &str) -> bool {
    // Who opens a named pipe waits for its writer.
    let opened = path.is_file().then(|| Parquet::open(path, Total::default()));
    let Some(Ok(parquet)) = opened else { return false };
    let schema = parquet.schema();
    let field = Columns::find(schema.fields(), &[Some(outcome)], "");
    let lacking = field.is_ok_and(|found| found.places.iter().all(Option::is_none));
    lacking && holds_counts(schema)
}

/// Reads a count file.
///
/// # Errors
/// A file that cannot be opened, is not Parquet, lacks a column, or does not hold what was saved.
/// `go_on` says to stop.
pub fn read_counts(path: &Path, go_on: &mut GoOn<'_>) -> Result<(Counts, Report)> {
    let file = path.display().to_string();
    // What no check of the decoder has a word for makes it panic.
    let damaged = || WriteError::NotCounts {
        file: file.clone(),
        problem: "what it holds makes no sense, as where it is damaged".to_owned(),
        remedy: Some(Remedy::WriteAgain {}),
    };
    caught(|| read_stored(path, &file, &mut Going::new(go_on)), || Err(damaged().into()))
}

fn read_stored(path: &Path, file: &str, going: &mut Going<'_>) -> Result<(Counts, Report)> {
    let wrong = |what: String| {
        Error::from(WriteError::NotCounts { file: file.to_owned(), problem: what, remedy: None })
    };
    let parquet = Parquet::open(path, Total::default()).map_err(|error| match error {
        Error::Column(ColumnError::Table { problem, .. }) => {
            wrong(format!("it cannot be read as Parquet ({problem})"))
        }
        other => other,
    })?;
    let schema = Arc::clone(parquet.schema());
    let categories = categories_of(&schema, &wrong)?;
    let report = report_of(&schema);
    let scores_as_tasks = schema.metadata().get(&format!("{REPORT}{SCORES_AS_TASKS}"));
    let scores_as_tasks = scores_as_tasks.and_then(|value| value.parse().ok()).unwrap_or(0);
    let mut counts = Counts::new(categories.clone())?;
    let checksum_there = parquet.metadata(CHECKSUM);
    let is_own = parquet.table() == TABLE;
    let (mut rows, all) = (0, parquet.rows());
    for table in parquet.all()? {
        let table = table?;
        going.step()?;
        rows += table.num_rows() as u64;
        add_table(&mut counts, &table, &categories, &wrong)?;
    }
    counts = with_worth(counts, &schema, &wrong)?;
    if rows != all {
        return Err(wrong(format!("it has {rows} rows and says {all}; it is damaged")));
    }
    let computed = match checksum_there {
        Some(_) => Some(checksum(&counts, &report, scores_as_tasks, going)?),
        None => None,
    };
    match checksum_there {
        Some(_) if checksum_there != computed => {
            Err(wrong("it does not hold what was saved; it is damaged".to_owned()))
        }
        None if is_own => Err(wrong(format!("it lacks its {CHECKSUM}; it is damaged"))),
        // Each of those tasks was a score of the same trials.
        _ if scores_as_tasks > 0 => {
            let counts = counts.relabelled(|q| Some(Key { task: "", score: q.task, ..q.key() }))?;
            Ok((counts, report))
        }
        _ => Ok((counts, report)),
    }
}

/// The categories that the columns of a schema count.
pub(crate) fn categories_of(
    schema: &Schema,
    wrong: &dyn Fn(String) -> Error,
) -> Result<Vec<String>> {
    let mut categories: Vec<String> = schema
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
    // Other writers need not know that columns have an order.
    if !schema.metadata().keys().any(|key| key.starts_with(REPORT)) {
        by_value(&mut categories);
    }
    Ok(categories)
}

/// Sorts categories that are numbers, or false and true. Others keep their order.
fn by_value(categories: &mut [String]) {
    let value = |name: &String| match name.as_str() {
        "false" | "False" | "FALSE" => Some(0.0),
        "true" | "True" | "TRUE" => Some(1.0),
        other => other.parse::<f64>().ok().filter(|value| !value.is_nan()),
    };
    if categories.iter().all(|name| value(name).is_some()) {
        categories.sort_by(|one, other| {
            value(one).unwrap_or(0.0).total_cmp(&value(other).unwrap_or(0.0))
        });
    }
}

/// The report that a schema has in its metadata.
pub(crate) fn report_of(schema: &Schema) -> Report {
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
        report.note(Note::load(note));
    }
    report
}

/// Adds the questions of a table to counts.
pub(crate) fn add_table(
    counts: &mut Counts,
    table: &RecordBatch,
    categories: &[String],
    wrong: &dyn Fn(String) -> Error,
) -> Result<()> {
    // A table looks for a name in all of its columns, which is slow for tens of thousands of categories.
    let mut named = HashMap::new();
    for (field, column) in table.schema_ref().fields().iter().zip(table.columns()) {
        named.entry(field.name().as_str()).or_insert(column);
    }
    let column = |name: &str| {
        named.get(name).copied().ok_or_else(|| wrong(format!("it has no column \"{name}\"")))
    };
    let texts = |name| {
        texts(column(name)?).ok_or_else(|| wrong(format!("its column \"{name}\" is not text")))
    };
    let names = |name| names_of(column(name)?, name, wrong);
    let (models, questions) = (names("model")?, names("question")?);
    let row = |at: usize| {
        let of = |names: &[String]| names.get(at).cloned().unwrap_or_default();
        format!("question {} of model {}", of(&questions), of(&models))
    };
    let wholes = |name: &str| wholes_of(column(name)?, name, &row, wrong);
    let tasks = match table.column_by_name("task") {
        Some(_) => texts("task")?,
        None => vec![String::new(); table.num_rows()],
    };
    let columns = categories
        .iter()
        .map(|name| wholes(&format!("{PREFIX}{name}")))
        .collect::<Result<Vec<_>>>()?;
    let missing = match table.column_by_name("missing") {
        Some(_) => wholes("missing")?,
        None => vec![0; table.num_rows()],
    };
    let labels = StoredLabels::of(table, wrong)?;
    // The rows of a model stand together, and its label is looked up once for all of them.
    let mut known = [("", counts.label("")); 3];
    for (i, ((model, task), question)) in models.iter().zip(&tasks).zip(&questions).enumerate() {
        let row = match labels.score(i) {
            "" => {
                for (known, text) in known.iter_mut().zip([model, task, question]) {
                    if known.0 != text {
                        *known = (text, counts.label(text));
                    }
                }
                counts.row_by_labels(known.map(|(_, number)| number))
            }
            score => counts.row_of(Key { model, task, score, question }),
        };
        labels.describe(counts, row, i)?;
        for (category, column) in columns.iter().enumerate() {
            counts.add(row, category, column.get(i).copied().unwrap_or(0))?;
        }
        counts.add_missing(row, missing.get(i).copied().unwrap_or(0))?;
    }
    Ok(())
}
