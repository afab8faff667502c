//! Arrow tables go out and come in by the PyCapsule protocol, without a copy.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use scorio_core::Printable;
use scorio_logs::{Batches, from_elsewhere};

use crate::arrow::c_stream::Stream;

const NAME: &std::ffi::CStr = c"arrow_array_stream";

/// The `arrow_array_stream` capsule of one table.
pub(crate) fn stream(
    py: Python<'_>,
    table: Result<RecordBatch, ArrowError>,
) -> PyResult<Bound<'_, PyCapsule>> {
    let table = checked(table)?;
    let schema = table.schema();
    let reader = RecordBatchIterator::new([Ok(table)], schema);
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, NAME)
}

/// The table, or its error as an exception.
pub(crate) fn checked(table: Result<RecordBatch, ArrowError>) -> PyResult<RecordBatch> {
    table.map_err(|error| PyValueError::new_err(Printable(error).to_string()))
}

/// The Arrow stream of a table from any package.
pub(crate) fn imported(table: &Bound<'_, PyAny>) -> PyResult<FFI_ArrowArrayStream> {
    if !table.hasattr("__arrow_c_stream__")? {
        let kind = table.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "an object of type {kind} is no table: it has no __arrow_c_stream__, by which tables are handed over"
        )));
    }
    let capsule = table.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(NAME))?.cast::<FFI_ArrowArrayStream>();
    if !stream.is_aligned() {
        return Err(PyValueError::new_err("the stream of the table is not aligned"));
    }
    // SAFETY: by the protocol, a capsule of this name holds a stream that its receiver may move
    // out. The capsule lives until this function ends. What remains in it is a released stream.
    Ok(unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) })
}

/// The batches of a stream, read without the interpreter's lock.
///
/// A producer written in Python takes the lock itself, as Arrow's own stream reader also expects.
pub(crate) fn batches(
    stream: FFI_ArrowArrayStream,
    name: &str,
) -> scorio_logs::Result<(Batches, SchemaRef)> {
    let stream = Stream::open(stream).map_err(|error| from_elsewhere(name, &error))?;
    let schema = SchemaRef::clone(stream.schema());
    Ok((Box::new(|columns| Ok(Box::new(stream.batches(columns)?))), schema))
}
