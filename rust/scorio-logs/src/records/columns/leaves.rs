//! Which columns of a Parquet file are read, and which of them by the places in their dictionaries.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields, Schema};
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::basic::Encoding;
use parquet::file::metadata::ColumnChunkMetaData;

/// The columns that Parquet stores for the wanted fields. It numbers them, fields of structs included,
/// as they come.
pub(super) fn leaves(fields: &Fields, places: &[Option<Vec<usize>>]) -> Vec<usize> {
    let mut leaves: Vec<_> =
        places.iter().flatten().flat_map(|place| within(fields, place, 0)).collect();
    leaves.sort_unstable();
    leaves.dedup();
    leaves
}

/// The columns below a field, of which `before` come before its struct.
fn within(fields: &Fields, place: &[usize], before: usize) -> Vec<usize> {
    let Some((&first, inner)) = place.split_first() else { return Vec::new() };
    let start = before + fields.iter().take(first).map(|field| width(field)).sum::<usize>();
    match fields.get(first).map(|field| (field, field.data_type())) {
        Some((_, DataType::Struct(fields))) if !inner.is_empty() => within(fields, inner, start),
        Some((field, _)) => (start..start + width(field)).collect(),
        None => Vec::new(),
    }
}

/// How many columns Parquet stores for a field.
fn width(field: &Field) -> usize {
    match field.data_type() {
        DataType::Struct(fields) => fields.iter().map(|field| width(field)).sum(),
        DataType::List(inner)
        | DataType::LargeList(inner)
        | DataType::ListView(inner)
        | DataType::LargeListView(inner)
        | DataType::FixedSizeList(inner, _)
        | DataType::Map(inner, _) => width(inner),
        _ => 1,
    }
}

/// Texts that are stored by the places in a dictionary are read as such: there are fewer of them to
/// compare.
pub(super) fn with_dictionaries(
    metadata: ArrowReaderMetadata,
    leaves: &[usize],
) -> ArrowReaderMetadata {
    let groups = metadata.metadata().row_groups();
    let wanted = |leaf: usize| {
        let mut chunks = groups.iter().map(|group| group.columns().get(leaf));
        leaves.contains(&leaf) && chunks.all(|chunk| chunk.is_some_and(in_dictionary))
    };
    let schema = metadata.schema();
    let fields = hinted(schema.fields(), &mut 0, &wanted);
    let schema = Schema::new_with_metadata(fields, schema.metadata().clone());
    let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
    // If the reader does not want to, its own types serve as well.
    ArrowReaderMetadata::try_new(Arc::clone(metadata.metadata()), options).unwrap_or(metadata)
}

fn hinted(fields: &Fields, next: &mut usize, wanted: &impl Fn(usize) -> bool) -> Fields {
    let hint = |field: &FieldRef| {
        let start = *next;
        if let DataType::Struct(inside) = field.data_type() {
            let kind = DataType::Struct(hinted(inside, next, wanted));
            return Arc::new(field.as_ref().clone().with_data_type(kind));
        }
        *next += width(field);
        match field.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View if wanted(start) => {
                let kind =
                    DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
                Arc::new(field.as_ref().clone().with_data_type(kind))
            }
            _ => Arc::clone(field),
        }
    };
    fields.iter().map(hint).collect()
}

/// Whether a column chunk is stored by places in a dictionary from start to end. A writer whose
/// dictionary grew too large goes on without. Reading that as a dictionary is slow.
fn in_dictionary(chunk: &ColumnChunkMetaData) -> bool {
    let places = [Encoding::RLE_DICTIONARY, Encoding::PLAIN_DICTIONARY];
    chunk.dictionary_page_offset().is_some()
        && chunk
            .page_encoding_stats_mask()
            .is_none_or(|mask| places.into_iter().any(|encoding| mask.is_only(encoding)))
}
