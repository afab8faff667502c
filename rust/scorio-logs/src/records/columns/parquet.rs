//! Parquet files: the needed columns, in pieces of row groups.

use std::fs::File;
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::basic::Compression;
use parquet::file::metadata::ColumnChunkMetaData;

use crate::error::{Error, Result};
use crate::records::columns::cells::Columns;
use crate::records::columns::cells::damaged;
use crate::records::columns::footer::lie;
use crate::records::columns::leaves::{leaves, with_dictionaries};
use crate::records::columns::pieces::{DecodedBatches, Pieces};
use crate::records::columns::stored::Stored;
use crate::records::error_of_columns::ColumnError;
use crate::remedy::Remedy;
use crate::source::error::SourceError;
use crate::source::progress::Total;
use crate::threads::panics::caught;

pub(crate) const FORM: &str = "Parquet";

/// Rows of a batch: few enough for the processor's cache.
const BATCH: usize = 1 << 13;

/// Rows of a piece at most. Each reader holds one.
const PIECE: u64 = 1 << 18;

/// An opened Parquet file.
pub(crate) struct Parquet {
    file: String,
    stored: Stored,
    metadata: ArrowReaderMetadata,
}

/// A part of a row group.
#[derive(Clone, Copy)]
struct Part {
    group: usize,
    start: u64,
    rows: u64,
}

impl Parquet {
    /// Opens a file and reads what it says about itself.
    pub(crate) fn open(path: &Path, total: Total) -> Result<Self> {
        let file = path.display().to_string();
        let failed = |source| Error::from(SourceError::Open { file: file.clone(), source });
        let opened = File::open(path).map_err(failed)?;
        let stored = Stored::new(opened, total).map_err(failed)?;
        let load = || ArrowReaderMetadata::load(&stored, ArrowReaderOptions::new());
        let wrong = |what| damaged(&file, FORM, what);
        if let Some(what) = lie(&stored).map_err(failed)? {
            return Err(wrong(format!("its end claims {what}")));
        }
        let metadata = caught(
            || load().map_err(|error| wrong(error.to_string())),
            || Err(wrong("what it says about itself makes no sense".to_owned())),
        )?;
        if let Some(what) = contradiction(&metadata) {
            return Err(wrong(what));
        }
        Ok(Self { file, stored, metadata })
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        self.metadata.schema()
    }

    /// The table's own name.
    pub(crate) fn table(&self) -> &str {
        self.metadata.parquet_schema().name()
    }

    /// What the file's own metadata, apart from the schema's, say under a key.
    pub(crate) fn metadata(&self, key: &str) -> Option<String> {
        let entries = self.metadata.metadata().file_metadata().key_value_metadata();
        let found = entries.into_iter().flatten().find(|entry| entry.key == key);
        found.map(|entry| entry.value.clone().unwrap_or_default())
    }

    /// How many rows it says that it has.
    pub(crate) fn rows(&self) -> u64 {
        let groups = self.metadata.metadata().row_groups().iter();
        groups.map(|group| u64::try_from(group.num_rows()).unwrap_or(0)).sum()
    }

    /// The batches of all columns.
    pub(crate) fn all(self) -> Result<impl Iterator<Item = Result<RecordBatch>>> {
        let Self { file, stored, metadata } = self;
        let wrong = move |what: String| damaged(&file, FORM, what);
        let batches = ParquetRecordBatchReaderBuilder::new_with_metadata(stored, metadata).build();
        let batches = batches.map_err(|error| wrong(error.to_string()))?;
        Ok(batches.map(move |batch| batch.map_err(|error| wrong(error.to_string()))))
    }

    /// The pieces of the columns that the wanted fields need.
    ///
    /// # Errors
    /// A column that is packed in a way that is not supported.
    pub(crate) fn pieces(self, columns: &Columns) -> Result<Pieces> {
        let Self { file, stored, metadata } = self;
        let needed = leaves(metadata.schema().fields(), &columns.places);
        if let Some(packed) = unknown_packing(&metadata, &needed) {
            let problem = format!("its columns are packed by {packed}, which is not supported");
            let remedy = Some(Remedy::Recompress {});
            return Err(ColumnError::Table { file, form: FORM, problem, remedy }.into());
        }
        let mask = ProjectionMask::leaves(metadata.parquet_schema(), needed.iter().copied());
        let metadata = with_dictionaries(metadata, &needed);
        let parts = parts(&metadata);
        Ok(Box::new(parts.map(move |part| {
            let (stored, metadata, mask) = (stored.clone(), metadata.clone(), mask.clone());
            let (file, mut left) = (file.clone(), part.rows);
            let wrong = move |what: String| damaged(&file, FORM, what);
            let mut batches = open(part, stored, metadata, mask).map_err(&wrong)?;
            let piece: DecodedBatches =
                Box::new(std::iter::from_fn(move || match batches.next() {
                    Some(Ok(batch)) => {
                        left = left.saturating_sub(batch.num_rows() as u64);
                        Some(Ok(batch))
                    }
                    Some(Err(error)) => Some(Err(wrong(error.to_string()))),
                    None if left == 0 => None,
                    None => {
                        let what = format!("row group {} lacks {left} of its rows", part.group + 1);
                        left = 0;
                        Some(Err(wrong(what)))
                    }
                }));
            Ok(piece)
        })))
    }
}

/// Where a file contradicts itself on how many rows it has: by the file, by a row group, by a column.
fn contradiction(metadata: &ArrowReaderMetadata) -> Option<String> {
    let metadata = metadata.metadata();
    let mut all = 0_i64;
    for (group, number) in metadata.row_groups().iter().zip(1..) {
        let rows = group.num_rows();
        // A column that is no list has a value for each row, be it null.
        let flat = group.columns().iter().filter(|one| one.column_descr().max_rep_level() == 0);
        if let Some(other) =
            flat.map(ColumnChunkMetaData::num_values).find(|&values| values != rows)
        {
            return Some(format!(
                "row group {number} has {rows} rows, but a column {other} values"
            ));
        }
        if let Some(what) = group.columns().iter().find_map(|one| levels(one).or_else(|| kind(one)))
        {
            return Some(format!("row group {number}: {what}"));
        }
        all = all.saturating_add(rows);
    }
    let said = metadata.file_metadata().num_rows();
    (said != all).then(|| format!("it has {said} rows, but its row groups {all}"))
}

/// Where the schema and the statistics of a column differ on how many levels of nulls it has.
///
/// A schema that lies about nulls would make flags of nulls values.
fn levels(column: &ColumnChunkMetaData) -> Option<String> {
    let counted = column.definition_level_histogram()?.len();
    let levels = usize::try_from(column.column_descr().max_def_level()).ok()? + 1;
    let name = column.column_path();
    (counted > 0 && counted != levels).then(|| {
        format!("column {name} has {levels} levels of nulls, but its statistics have {counted}")
    })
}

/// What is wrong with the type of a column: booleans have no dictionary.
fn kind(column: &ColumnChunkMetaData) -> Option<String> {
    let boolean = column.column_type() == parquet::basic::Type::BOOLEAN;
    let name = column.column_path();
    (boolean && column.dictionary_page_offset().is_some())
        .then(|| format!("column {name} is of booleans, but has a dictionary"))
}

/// How a needed column is packed, where nothing here unpacks it.
fn unknown_packing(metadata: &ArrowReaderMetadata, needed: &[usize]) -> Option<&'static str> {
    let groups = metadata.metadata().row_groups().iter();
    let mut chunks = groups.flat_map(|group| {
        let columns = group.columns();
        needed.iter().filter_map(|&leaf| columns.get(leaf))
    });
    chunks.find_map(|chunk| match chunk.compression() {
        Compression::BROTLI(_) => Some("Brotli"),
        Compression::LZO => Some("LZO"),
        _ => None,
    })
}

/// The parts of all row groups in order.
fn parts(metadata: &ArrowReaderMetadata) -> impl Iterator<Item = Part> + Send + use<> {
    let groups = metadata.metadata().row_groups();
    let rows: Vec<_> =
        groups.iter().map(|group| u64::try_from(group.num_rows()).unwrap_or(0)).collect();
    rows.into_iter().enumerate().flat_map(|(group, rows)| {
        // Equal parts keep all readers busy to the end.
        let size = rows.div_ceil(rows.div_ceil(PIECE).max(1)).max(1);
        (0..rows.div_ceil(size)).map(move |part| {
            let start = part * size;
            Part { group, start, rows: size.min(rows - start) }
        })
    })
}

fn open(
    part: Part,
    stored: Stored,
    metadata: ArrowReaderMetadata,
    mask: ProjectionMask,
) -> std::result::Result<ParquetRecordBatchReader, String> {
    let number = |rows: u64| usize::try_from(rows).map_err(|error| error.to_string());
    ParquetRecordBatchReaderBuilder::new_with_metadata(stored, metadata)
        .with_projection(mask)
        .with_row_groups(vec![part.group])
        .with_batch_size(BATCH)
        .with_offset(number(part.start)?)
        .with_limit(number(part.rows)?)
        .build()
        .map_err(|error| error.to_string())
}
