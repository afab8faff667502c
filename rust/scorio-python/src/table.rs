//! Rows of a result as an Arrow table, for other packages and for Parquet.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{Field, Schema};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};
use scorio_logs::parquet;

use crate::arrow;
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
        Ok(Self { table: arrow::checked(RecordBatch::try_new(schema, arrays))? })
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
        arrow::stream(py, Ok(self.table.clone()))
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
