//! Counts as bytes, for another process: an Arrow stream of a count file's columns. Where the order or the
//! numbers of the trials are kept, two more columns have the number and the category of each trial.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, Field, Schema};
use scorio_core::Counts;

use crate::error::{Error, Result};
use crate::note::Report;
use crate::write::count_file::{add_table, categories_of, counts_batch, report_of};
use crate::write::error::WriteError;
use crate::write::worth::with_worth;

const NUMBERS: &str = "trial_numbers";
const CATEGORIES: &str = "trial_categories";
const NUMBERED: &str = "scorio.numbered";

/// The numbers are kept, and no order.
const ALONE: &str = "alone";

/// What messages call the bytes.
const NAME: &str = "the bytes of counts";

/// Counts and report as bytes.
///
/// # Errors
/// None in practice: memory takes what is written.
pub fn counts_to_bytes(counts: &Counts, report: &Report) -> Result<Vec<u8>> {
    encode(counts, report).map_err(|error| {
        let (file, source) = (NAME.to_owned(), io::Error::other(error));
        WriteError::Write { file, source }.into()
    })
}

fn encode(counts: &Counts, report: &Report) -> std::result::Result<Vec<u8>, ArrowError> {
    let mut table = counts_batch(counts, report)?;
    let kept = if counts.keeps_order() {
        Some(counts.is_numbered().to_string())
    } else {
        counts.has_numbers().then(|| ALONE.to_owned())
    };
    if let Some(kept) = kept {
        let trials = |row| {
            if kept == ALONE { Cow::Owned(counts.numbers(row)) } else { order_of(counts, row) }
        };
        let rows = 0..counts.len();
        let numbers = ListArray::from_iter_primitive::<UInt32Type, _, _>(
            rows.clone().map(|row| Some(each(&trials(row), |&(number, _)| Some(number)))),
        );
        let categories = ListArray::from_iter_primitive::<UInt16Type, _, _>(
            rows.map(|row| Some(each(&trials(row), |&(_, category)| Some(category)))),
        );
        table = with_order(&table, kept.clone(), Arc::new(numbers), Arc::new(categories))?;
    }
    let mut writer = StreamWriter::try_new(Vec::new(), &table.schema())?;
    writer.write(&table)?;
    writer.finish()?;
    writer.into_inner()
}

fn order_of(counts: &Counts, row: usize) -> Cow<'_, [(u32, u16)]> {
    Cow::Borrowed(counts.order(row).unwrap_or_default())
}

/// A part of each trial.
fn each<T>(trials: &[(u32, u16)], part: fn(&(u32, u16)) -> Option<T>) -> Vec<Option<T>> {
    trials.iter().map(part).collect()
}

fn with_order(
    table: &RecordBatch,
    numbered: String,
    numbers: ArrayRef,
    categories: ArrayRef,
) -> std::result::Result<RecordBatch, ArrowError> {
    let schema = table.schema();
    let mut fields: Vec<_> = schema.fields().iter().map(|field| field.as_ref().clone()).collect();
    fields.push(Field::new(NUMBERS, numbers.data_type().clone(), true));
    fields.push(Field::new(CATEGORIES, categories.data_type().clone(), true));
    let mut metadata = schema.metadata().clone();
    metadata.insert(NUMBERED.to_owned(), numbered);
    let schema = Arc::new(Schema::new_with_metadata(fields, metadata));
    let columns = table.columns().iter().cloned().chain([numbers, categories]).collect();
    RecordBatch::try_new(schema, columns)
}

/// Counts and report from their bytes.
///
/// # Errors
/// Bytes of something else.
pub fn counts_from_bytes(bytes: &[u8]) -> Result<(Counts, Report)> {
    let wrong = |problem: String| {
        let file = NAME.to_owned();
        Error::from(WriteError::NotCounts { file, problem, remedy: None })
    };
    let reader = StreamReader::try_new(bytes, None).map_err(|error| wrong(error.to_string()))?;
    let schema = reader.schema();
    let categories = categories_of(&schema, &wrong)?;
    let mut counts = Counts::new(categories.clone())?;
    let numbered = schema.metadata().get(NUMBERED);
    if let Some(numbered) = numbered.filter(|&kept| kept != ALONE) {
        counts = counts.in_order();
        if numbered != "true" {
            counts = counts.without_numbers();
        }
    }
    for table in reader {
        let table = table.map_err(|error| wrong(error.to_string()))?;
        let first = counts.len();
        add_table(&mut counts, &table, &categories, &wrong)?;
        if numbered.is_some() {
            put_trials(&mut counts, &table, first)
                .ok_or_else(|| wrong("the order of the trials is lost".to_owned()))?;
        }
    }
    if numbered.is_some_and(|kept| kept == "false") {
        // These are places in the order of the records.
        counts.forget_numbers();
    }
    Ok((with_worth(counts, &schema, &wrong)?, report_of(&schema)))
}

fn put_trials(counts: &mut Counts, table: &RecordBatch, first: usize) -> Option<()> {
    let numbers = table.column_by_name(NUMBERS)?.as_list_opt::<i32>()?;
    let categories = table.column_by_name(CATEGORIES)?.as_list_opt::<i32>()?;
    for row in 0..table.num_rows() {
        let (numbers, categories) = (numbers.value(row), categories.value(row));
        let numbers = numbers.as_primitive_opt::<UInt32Type>()?;
        let categories = categories.as_primitive_opt::<UInt16Type>()?;
        for (number, category) in numbers.values().iter().zip(categories.values()) {
            counts.put(first + row, Some(*number), *category);
        }
    }
    Some(())
}
