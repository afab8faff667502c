//! Arrow tables handed out by the PyCapsule protocol, without a copy.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::ArrowError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The `arrow_array_stream` capsule of one table.
pub(crate) fn stream(
    py: Python<'_>,
    table: Result<RecordBatch, ArrowError>,
) -> PyResult<Bound<'_, PyCapsule>> {
    let table = checked(table)?;
    let schema = table.schema();
    let reader = RecordBatchIterator::new([Ok(table)], schema);
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// The table, or its error as an exception.
pub(crate) fn checked(table: Result<RecordBatch, ArrowError>) -> PyResult<RecordBatch> {
    table.map_err(|error| PyValueError::new_err(error.to_string()))
}
