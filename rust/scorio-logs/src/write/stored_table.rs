//! Tables of other results than counts, read as they were written.

use std::path::Path;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use crate::error::Result;
use crate::records::columns::parquet::Parquet;
use crate::source::progress::Total;

/// All columns of a Parquet file, in batches, with their schema.
///
/// # Errors
/// The file cannot be opened, or is damaged.
pub fn read_table(path: &Path) -> Result<(SchemaRef, Vec<RecordBatch>)> {
    let parquet = Parquet::open(path, Total::default())?;
    let schema = parquet.schema().clone();
    let batches = parquet.all()?.collect::<Result<Vec<RecordBatch>>>()?;
    Ok((schema, batches))
}
