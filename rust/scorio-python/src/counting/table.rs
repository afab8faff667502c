//! Rows of a result as an Arrow table, for other packages and for Parquet.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList};
use scorio_logs::parquet;

use crate::arrow::capsule;
use crate::failure::Failure;

/// A column: its name, the kind of its values, whether some may be missing, and its values.
type Column<'py> = (String, String, bool, Bound<'py, PyAny>);

/// A table of columns.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Table {
    table: RecordBatch,
}

#[pymethods]
impl Table {
    /// A table from columns of Python values, and what its schema says beside them.
    #[new]
    fn new(columns: Vec<Column<'_>>, metadata: HashMap<String, String>) -> PyResult<Self> {
        let mut fields = Vec::with_capacity(columns.len());
        let mut arrays = Vec::with_capacity(columns.len());
        for (name, kind, nullable, values) in columns {
            let array = array(&kind, &values)?;
            fields.push(Field::new(name, array.data_type().clone(), nullable));
            arrays.push(array);
        }
        let schema = Arc::new(Schema::new_with_metadata(fields, metadata));
        Ok(Self { table: capsule::checked(RecordBatch::try_new(schema, arrays))? })
    }

    /// The bytes of a Parquet file.
    fn to_parquet<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| parquet(&self.table)).map_err(Failure::from)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The table as an Arrow stream.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol lets a producer ignore a schema that it cannot cast to.
        drop(requested_schema);
        capsule::stream(py, Ok(self.table.clone()))
    }
}

fn array(kind: &str, values: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    Ok(match kind {
        "str" => Arc::new(StringArray::from(values.extract::<Vec<Option<String>>>()?)),
        "int" => Arc::new(UInt64Array::from(values.extract::<Vec<Option<u64>>>()?)),
        "float" => Arc::new(Float64Array::from(values.extract::<Vec<Option<f64>>>()?)),
        "bool" => Arc::new(BooleanArray::from(values.extract::<Vec<Option<bool>>>()?)),
        _ => return Err(PyTypeError::new_err(format!("a column of {kind} is not supported"))),
    })
}

/// The columns of a Parquet file as lists, and what its schema says beside them.
#[pyfunction]
pub(crate) fn read_table(
    py: Python<'_>,
    path: PathBuf,
) -> PyResult<(Bound<'_, PyDict>, HashMap<String, String>)> {
    let (schema, batches) = py.detach(|| scorio_logs::read_table(&path)).map_err(Failure::from)?;
    let columns = PyDict::new(py);
    for (place, field) in schema.fields().iter().enumerate() {
        let column = PyList::empty(py);
        for batch in &batches {
            let values = listed(py, batch.column(place))?;
            column.call_method1("extend", (values,))?;
        }
        columns.set_item(field.name(), column)?;
    }
    Ok((columns, schema.metadata().clone().into()))
}

/// The values of a column; none for a kind that no result has.
fn listed<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().collect::<Vec<_>>().into_pyobject(py),
        DataType::LargeUtf8 => {
            array.as_string::<i64>().iter().collect::<Vec<_>>().into_pyobject(py)
        }
        DataType::Utf8View => array.as_string_view().iter().collect::<Vec<_>>().into_pyobject(py),
        DataType::UInt64 => {
            array.as_primitive::<UInt64Type>().iter().collect::<Vec<_>>().into_pyobject(py)
        }
        DataType::Int64 => {
            array.as_primitive::<Int64Type>().iter().collect::<Vec<_>>().into_pyobject(py)
        }
        DataType::Float64 => {
            array.as_primitive::<Float64Type>().iter().collect::<Vec<_>>().into_pyobject(py)
        }
        DataType::Boolean => array.as_boolean().iter().collect::<Vec<_>>().into_pyobject(py),
        _ => Vec::<f64>::new().into_pyobject(py),
    }
}
