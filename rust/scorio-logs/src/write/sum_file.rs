//! Count files of numeric scores: sums as Parquet, one row a question.
//!
//! Columns: the labels of a count file, `trials`, `missing`, and the sums. `sum` and `sum_of_squares`
//! are doubles for any reader. `exact_sum` and `exact_sum_of_squares` are the same without rounding, as
//! text: `0x1bp-3` is 27/8. `exact_sum_of_cubes` may be missing, as a whole or in some rows. If the outcomes are kept, `values` lists them.

use std::io;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef, Float64Array, ListArray, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, Schema};
use parquet::file::metadata::KeyValue;
use scorio_core::Sums;
use scorio_core::counts::Key;
use scorio_core::sums::{ExactTexts, StoredSums};

use crate::error::{Error, Result};
use crate::note::Report;
use crate::records::columns::cells::Columns;
use crate::records::columns::parquet::Parquet;
use crate::records::error_of_columns::ColumnError;
use crate::remedy::Remedy;
use crate::source::progress::{GoOn, Going, Total};
use crate::threads::panics::caught;
use crate::write::atomically::write_atomically;
use crate::write::checksum::Hash;
use crate::write::count_file::{CHECKSUM, metadata, report_of};
use crate::write::error::WriteError;
use crate::write::stored_labels::{StoredLabels, names_of, texts};
use crate::write::stored_rows::{StoredRows, TABLE, batch, encode, text, whole};
use crate::write::wholes::wholes_of;

const TRIALS: &str = "trials";
const MISSING: &str = "missing";
const SUM: &str = "sum";
const SQUARES: &str = "sum_of_squares";
const EXACT_SUM: &str = "exact_sum";
const EXACT_SQUARES: &str = "exact_sum_of_squares";
const EXACT_CUBES: &str = "exact_sum_of_cubes";
const VALUES: &str = "values";

/// What messages call sums that are no file.
const NAME: &str = "the bytes of sums";

/// Sums as an Arrow table.
///
/// # Errors
/// None in practice: the columns have one length.
pub fn sums_batch(sums: &Sums, report: &Report) -> std::result::Result<RecordBatch, ArrowError> {
    rows_batch(sums, &StoredRows::all(sums.trials()), report)
}

fn rows_batch(
    sums: &Sums,
    rows: &StoredRows<'_>,
    report: &Report,
) -> std::result::Result<RecordBatch, ArrowError> {
    let stored: Vec<StoredSums> = rows.numbers().map(|row| sums.stored(row)).collect();
    let real = |part: fn(&StoredSums) -> f64| {
        Arc::new(Float64Array::from_iter_values(stored.iter().map(part)))
    };
    let exact = |part: fn(&StoredSums) -> &str| text(stored.iter().map(part));
    let mut columns = rows.label_columns();
    columns.extend([
        (TRIALS.to_owned(), whole(rows.iter().map(|one| one.trials()))),
        (SUM.to_owned(), real(|one| one.sum)),
        (SQUARES.to_owned(), real(|one| one.squares)),
        (EXACT_SUM.to_owned(), exact(|one| &one.exact_sum)),
        (EXACT_SQUARES.to_owned(), exact(|one| &one.exact_squares)),
        (EXACT_CUBES.to_owned(), exact(|one| one.exact_cubes.as_deref().unwrap_or(""))),
        (MISSING.to_owned(), whole(rows.iter().map(|one| one.missing))),
    ]);
    if sums.keep_values() {
        let kept = |row| sums.values(row).unwrap_or_default().into_iter().map(Some);
        let lists = rows.numbers().map(|row| Some(kept(row)));
        let values = ListArray::from_iter_primitive::<Float64Type, _, _>(lists);
        columns.push((VALUES.to_owned(), Arc::new(values)));
    }
    batch(columns, metadata(report))
}

/// Writes sums as a count file.
///
/// # Errors
/// The file cannot be written. `go_on` says to stop.
pub fn write_sums(sums: &Sums, report: &Report, path: &Path, go_on: &mut GoOn<'_>) -> Result<()> {
    let name = path.display().to_string();
    write_atomically(path, &mut Going::new(go_on), |file, going| {
        write_stored(sums, report, file, &name, going)
    })
}

/// The bytes of a count file.
///
/// # Errors
/// `go_on` says to stop.
pub fn sum_file(sums: &Sums, report: &Report, go_on: &mut GoOn<'_>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    write_stored(sums, report, &mut bytes, "a count file", &mut Going::new(go_on))?;
    Ok(bytes)
}

fn write_stored(
    sums: &Sums,
    report: &Report,
    into: impl io::Write + Send,
    name: &str,
    going: &mut Going<'_>,
) -> Result<()> {
    let checksum = KeyValue::new(CHECKSUM.to_owned(), checksum(sums, report, going)?);
    let part = |rows: &StoredRows<'_>| rows_batch(sums, rows, report);
    encode(&StoredRows::all(sums.trials()), part, vec![checksum], into, name, going)
}

/// A checksum of sums and report, which shows any damage to the file.
fn checksum(sums: &Sums, report: &Report, going: &mut Going<'_>) -> Result<String> {
    let mut hash = Hash::of_report(report);
    for (row, (question, powers)) in sums.iter().enumerate() {
        going.row(row)?;
        hash.labels(&question);
        hash.values(sums.trials().values(row));
        let StoredSums { exact_sum, exact_squares, exact_cubes, .. } = powers.stored();
        let numbers = [question.trials(), question.missing].map(|number| number.to_string());
        for part in numbers.iter().chain([&exact_sum, &exact_squares]).chain(&exact_cubes) {
            hash.text(part);
        }
        for value in sums.values(row).unwrap_or_default() {
            hash.text(&format!("{:016x}", value.to_bits()));
        }
    }
    Ok(hash.finish())
}

/// Whether a table's columns are those of sums.
pub(crate) fn holds_sums(schema: &Schema) -> bool {
    let needed = ["model", "task", "question", TRIALS, EXACT_SUM, EXACT_SQUARES];
    needed.iter().all(|name| schema.field_with_name(name).is_ok())
}

/// Whether a file is a count file of numeric scores, and not a log with an outcome of that name.
#[must_use]
pub fn is_sums(path: &Path, outcome: &str) -> bool {
    // Who opens a named pipe waits for its writer.
    let opened = path.is_file().then(|| Parquet::open(path, Total::default()));
    let Some(Ok(parquet)) = opened else { return false };
    let schema = parquet.schema();
    let field = Columns::find(schema.fields(), &[Some(outcome)], "");
    let lacking = field.is_ok_and(|found| found.places.iter().all(Option::is_none));
    lacking && holds_sums(schema)
}

/// Reads a count file of numeric scores.
///
/// # Errors
/// A file that cannot be opened, is not Parquet, lacks a column, or does not hold what was saved.
/// `go_on` says to stop.
pub fn read_sums(path: &Path, go_on: &mut GoOn<'_>) -> Result<(Sums, Report)> {
    let file = path.display().to_string();
    // What no check of the decoder has a word for makes it panic.
    let damaged = || WriteError::NotCounts {
        file: file.clone(),
        problem: "what it holds makes no sense, as where it is damaged".to_owned(),
        remedy: Some(Remedy::WriteAgain {}),
    };
    caught(|| read_stored(path, &file, &mut Going::new(go_on)), || Err(damaged().into()))
}

fn read_stored(path: &Path, file: &str, going: &mut Going<'_>) -> Result<(Sums, Report)> {
    let wrong = |problem: String| {
        Error::from(WriteError::NotCounts { file: file.to_owned(), problem, remedy: None })
    };
    let parquet = Parquet::open(path, Total::default()).map_err(|error| match error {
        Error::Column(ColumnError::Table { problem, .. }) => {
            wrong(format!("it cannot be read as Parquet ({problem})"))
        }
        other => other,
    })?;
    let schema = Arc::clone(parquet.schema());
    let mut sums = empty(&schema, &wrong)?;
    let report = report_of(&schema);
    let (saved, is_own, all) =
        (parquet.metadata(CHECKSUM), parquet.table() == TABLE, parquet.rows());
    let mut rows = 0;
    for table in parquet.all()? {
        let table = table?;
        going.step()?;
        rows += table.num_rows() as u64;
        add_sums(&mut sums, &table, &wrong)?;
    }
    if rows != all {
        return Err(wrong(format!("it has {rows} rows and says {all}; it is damaged")));
    }
    let computed = match saved {
        Some(_) => Some(checksum(&sums, &report, going)?),
        None => None,
    };
    match saved {
        Some(_) if saved != computed => {
            Err(wrong("it does not hold what was saved; it is damaged".to_owned()))
        }
        None if is_own => Err(wrong(format!("it lacks its {CHECKSUM}; it is damaged"))),
        _ => Ok((sums, report)),
    }
}

/// Sums and report as bytes, for another process: an Arrow stream of a count file's columns.
///
/// # Errors
/// None in practice: memory takes what is written.
pub fn sums_to_bytes(sums: &Sums, report: &Report) -> Result<Vec<u8>> {
    let encode = || -> std::result::Result<Vec<u8>, ArrowError> {
        let table = sums_batch(sums, report)?;
        let mut writer = StreamWriter::try_new(Vec::new(), &table.schema())?;
        writer.write(&table)?;
        writer.finish()?;
        writer.into_inner()
    };
    encode().map_err(|error| {
        let (file, source) = (NAME.to_owned(), io::Error::other(error));
        WriteError::Write { file, source }.into()
    })
}

/// Sums and report from their bytes.
///
/// # Errors
/// Bytes of something else.
pub fn sums_from_bytes(bytes: &[u8]) -> Result<(Sums, Report)> {
    let wrong = |problem: String| {
        let file = NAME.to_owned();
        Error::from(WriteError::NotCounts { file, problem, remedy: None })
    };
    let reader = StreamReader::try_new(bytes, None).map_err(|error| wrong(error.to_string()))?;
    let schema = reader.schema();
    let mut sums = empty(&schema, &wrong)?;
    for table in reader {
        add_sums(&mut sums, &table.map_err(|error| wrong(error.to_string()))?, &wrong)?;
    }
    Ok((sums, report_of(&schema)))
}

/// Empty sums, which keep outcomes if a file has them.
pub(crate) fn empty(schema: &Schema, wrong: &dyn Fn(String) -> Error) -> Result<Sums> {
    if holds_sums(schema) {
        return Ok(Sums::new(schema.field_with_name(VALUES).is_ok()));
    }
    Err(wrong(format!("it has no columns \"{TRIALS}\", \"{EXACT_SUM}\" and \"{EXACT_SQUARES}\"")))
}

/// Adds the questions of a table to sums.
pub(crate) fn add_sums(
    sums: &mut Sums,
    table: &RecordBatch,
    wrong: &dyn Fn(String) -> Error,
) -> Result<()> {
    let column = |name: &str| {
        table.column_by_name(name).ok_or_else(|| wrong(format!("it has no column \"{name}\"")))
    };
    let texts = |name| {
        texts(column(name)?).ok_or_else(|| wrong(format!("its column \"{name}\" is not text")))
    };
    let names = |name| names_of(column(name)?, name, wrong);
    let (models, tasks, questions) = (names("model")?, texts("task")?, names("question")?);
    let row = |at: usize| {
        let of = |names: &[String]| names.get(at).cloned().unwrap_or_default();
        format!("question {} of model {}", of(&questions), of(&models))
    };
    let wholes = |name: &str| wholes_of(column(name)?, name, &row, wrong);
    let (exact, squares) = (texts(EXACT_SUM)?, texts(EXACT_SQUARES)?);
    let cubes = match table.column_by_name(EXACT_CUBES) {
        Some(_) => texts(EXACT_CUBES)?,
        None => Vec::new(),
    };
    let trials = wholes(TRIALS)?;
    let missing = match table.column_by_name(MISSING) {
        Some(_) => wholes(MISSING)?,
        None => vec![0; table.num_rows()],
    };
    let not_numbers = |name: &str| wrong(format!("its column \"{name}\" does not hold numbers"));
    let kept: Option<Box<dyn Fn(usize) -> Option<ArrayRef> + '_>> =
        match table.column_by_name(VALUES) {
            Some(column) => Some(list(column).ok_or_else(|| not_numbers(VALUES))?),
            None => None,
        };
    let labels = StoredLabels::of(table, wrong)?;
    let keys = models.iter().zip(&tasks).zip(&questions).enumerate();
    for (i, ((model, task), question)) in keys {
        let place = |of: &[u64]| of.get(i).copied().unwrap_or(0);
        let part = |of: &'_ [String]| of.get(i).cloned().unwrap_or_default();
        let counts = sums.trials_mut();
        let row = counts.row_of(Key { model, task, score: labels.score(i), question });
        labels.describe(counts, row, i)?;
        counts.add_missing(row, place(&missing))?;
        let (sum, square, cube) = (part(&exact), part(&squares), part(&cubes));
        let known = Some(cube.as_str()).filter(|cube| !cube.is_empty());
        let exact_texts = ExactTexts { sum: &sum, squares: &square, cubes: known };
        let values = match kept {
            Some(ref kept) => Some(kept(i).ok_or_else(|| not_numbers(VALUES))?),
            None => None,
        };
        let values = match &values {
            Some(list) => Some(
                list.as_primitive_opt::<Float64Type>()
                    .filter(|values| values.null_count() == 0)
                    .ok_or_else(|| not_numbers(VALUES))?,
            ),
            None => None,
        };
        let values = values.map(|values| &values.values()[..]);
        let added = sums.add_stored(row, place(&trials), exact_texts, values);
        added.map_err(|error| wrong(error.to_string()))?;
    }
    agree(table, SUM, &exact, wrong)?;
    agree(table, SQUARES, &squares, wrong)
}

/// The list in each row of a column of lists, whose offsets have 32 bits or 64.
fn list(column: &ArrayRef) -> Option<Box<dyn Fn(usize) -> Option<ArrayRef> + '_>> {
    if let Some(lists) = column.as_list_opt::<i32>() {
        return Some(Box::new(|row| (!lists.is_null(row)).then(|| lists.value(row))));
    }
    let lists = column.as_list_opt::<i64>()?;
    Some(Box::new(|row| (!lists.is_null(row)).then(|| lists.value(row))))
}

/// Checks that a column of doubles, if there is one, has the exact sums beside it.
fn agree(
    table: &RecordBatch,
    name: &str,
    exact: &[String],
    wrong: &dyn Fn(String) -> Error,
) -> Result<()> {
    let Some(column) = table.column_by_name(name) else { return Ok(()) };
    let column = column.as_primitive_opt::<Float64Type>();
    let column = column.ok_or_else(|| wrong(format!("its column \"{name}\" is not of doubles")))?;
    for (row, (&value, text)) in column.values().iter().zip(exact).enumerate() {
        if scorio_core::sums::nearest(text).is_none_or(|nearest| nearest != value) {
            let row = row + 1;
            return Err(wrong(format!(
                "its column \"{name}\" has {value} in row {row}, which is not the exact sum {text}"
            )));
        }
    }
    Ok(())
}
