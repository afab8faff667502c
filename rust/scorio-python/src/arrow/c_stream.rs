//! Tables that another package hands over by Arrow's C stream interface.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchOptions, make_array};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use scorio_logs::is_stored;

use crate::arrow::c_data::{self, Array, Checked, check_array, check_schema, wrong};

/// A stream of batches and their columns.
pub(crate) struct Stream {
    stream: FFI_ArrowArrayStream,
    schema: SchemaRef,
}

impl Stream {
    /// Asks a producer for the columns of its table.
    pub(crate) fn open(mut stream: FFI_ArrowArrayStream) -> Checked<Self> {
        let at = &raw mut stream;
        if stream.release().is_none() {
            return wrong("its rows were read before, and are not handed over twice");
        }
        let Some(get_schema) = stream.get_schema() else {
            return wrong("it says nothing of its columns");
        };
        let mut told = FFI_ArrowSchema::empty();
        // SAFETY: the stream is not released, and its own function fills an empty structure.
        let code = unsafe { get_schema(at, &raw mut told) };
        if code != 0 {
            return Err(failed(&mut stream, code));
        }
        // SAFETY: both are the structure that C declares. The producer filled it.
        unsafe { check_schema(&*(&raw const told).cast::<c_data::Schema>(), 0) }?;
        let DataType::Struct(fields) = DataType::try_from(&told)? else {
            return wrong("it is one column and no table");
        };
        // A column that is said to have no nulls may have some: they are missing values.
        let fields = fields.iter().map(|field| field.as_ref().clone().with_nullable(true));
        let mut schema = Schema::new(fields.collect::<Vec<Field>>());
        if is_stored(&schema) {
            // Counts come back with what was noted when they were read.
            schema = schema.with_metadata(told.metadata().unwrap_or_default());
        }
        Ok(Self { stream, schema: Arc::new(schema) })
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The batches, with the columns at these places and no others.
    pub(crate) fn batches(self, columns: &[usize]) -> Checked<Columns> {
        let schema = Arc::new(self.schema.project(columns)?);
        let dictionaries = vec![None; columns.len()];
        Ok(Columns { stream: self, places: columns.to_vec(), schema, dictionaries, ended: false })
    }
}

/// Some columns of a stream, batch by batch.
pub(crate) struct Columns {
    stream: Stream,
    places: Vec<usize>,
    schema: SchemaRef,
    /// Each column's dictionary in the batch before.
    dictionaries: Vec<Option<ArrayData>>,
    ended: bool,
}

impl Iterator for Columns {
    type Item = Checked<RecordBatch>;

    fn next(&mut self) -> Option<Checked<RecordBatch>> {
        if self.ended {
            return None;
        }
        let next = self.read().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

impl Columns {
    fn read(&mut self) -> Checked<Option<RecordBatch>> {
        let Some(get_next) = self.stream.stream.get_next() else {
            return wrong("it hands out no rows");
        };
        let mut told = FFI_ArrowArray::empty();
        // SAFETY: the stream is not released, and its own function fills an empty structure.
        let code = unsafe { get_next(&raw mut self.stream.stream, &raw mut told) };
        if code != 0 {
            return Err(failed(&mut self.stream.stream, code));
        }
        if told.is_released() {
            return Ok(None);
        }
        let rows = DataType::Struct(self.schema.fields().clone());
        let all = self.stream.schema.fields().len();
        // SAFETY: the producer filled the structure, whose form is checked before its use.
        let batch = unsafe {
            let part = narrowed(told, &self.places, all)?;
            check_array(&*(&raw const part).cast::<Array>(), &rows)?;
            from_ffi_and_data_type(part, rows)?
        };
        batch.validate_data()?;
        let columns = batch.child_data().iter().zip(&mut self.dictionaries);
        for (field, (column, known)) in self.schema.fields().iter().zip(columns) {
            validate(column, known).or_else(|error| lie(field.name(), &error))?;
        }
        if batch.null_count() > 0 {
            return wrong("some of its rows are null as a whole");
        }
        let (offset, length) = (batch.offset(), batch.len());
        let columns = batch.child_data().iter();
        let columns = columns.map(|column| make_array(column.slice(offset, length))).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(length));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options).map(Some)
    }
}

/// Whether a column holds what its type says: texts are UTF-8, offsets and keys lead into the data.
///
/// Batches mostly share a dictionary, which is looked at once.
fn validate(column: &ArrayData, known: &mut Option<ArrayData>) -> Checked<()> {
    let (DataType::Dictionary(_, _), [values]) = (column.data_type(), column.child_data()) else {
        return column.validate_full();
    };
    column.validate_data()?;
    if known.as_ref().is_some_and(|known| known.ptr_eq(values)) {
        return Ok(());
    }
    values.validate_full()?;
    *known = Some(values.clone());
    Ok(())
}

/// What is wrong with a column, after its name.
fn lie<T>(column: &str, error: &ArrowError) -> Checked<T> {
    let said = match error {
        ArrowError::InvalidArgumentError(said) => said.clone(),
        other => other.to_string(),
    };
    wrong(format!("the column \"{column}\" is not what it claims: {said}"))
}

/// What a batch with fewer columns keeps: the list of those, and the batch that owns them.
struct Kept {
    children: Vec<*mut Array>,
    _whole: FFI_ArrowArray,
}

/// The batch with some of its columns alone. What the others hold does not matter.
///
/// # Safety
/// The batch comes from its producer and is not released.
unsafe fn narrowed(
    whole: FFI_ArrowArray,
    columns: &[usize],
    all: usize,
) -> Checked<FFI_ArrowArray> {
    let told = (&raw const whole).cast::<Array>();
    // SAFETY: both are the structure that C declares.
    let told = unsafe { &*told };
    // SAFETY: as the caller promises.
    let children = unsafe { c_data::children(told) }?;
    if children.len() != all {
        return wrong(format!("a batch has {} of {all} columns", children.len()));
    }
    let wanted = columns.iter().filter_map(|&place| children.get(place).copied());
    let wanted: Vec<_> = wanted.map(|child| std::ptr::from_ref(child).cast_mut()).collect();
    let mut part = Array {
        length: told.length,
        null_count: told.null_count,
        offset: told.offset,
        n_buffers: told.n_buffers,
        n_children: i64::try_from(wanted.len()).unwrap_or(i64::MAX),
        buffers: told.buffers,
        children: std::ptr::null_mut(),
        dictionary: told.dictionary,
        release: Some(release),
        private_data: std::ptr::null_mut(),
    };
    let mut kept = Box::new(Kept { children: wanted, _whole: whole });
    part.children = kept.children.as_mut_ptr();
    part.private_data = Box::into_raw(kept).cast();
    // SAFETY: both are the structure that C declares, and `part` is forgotten.
    Ok(unsafe { FFI_ArrowArray::from_raw((&raw mut part).cast()) })
}

/// Releases a batch that [`narrowed`] made, and with it the whole one.
unsafe extern "C" fn release(part: *mut Array) {
    // SAFETY: Arrow calls it once, with a structure that `narrowed` filled.
    unsafe {
        drop(Box::from_raw((*part).private_data.cast::<Kept>()));
        (*part).release = None;
    }
}

/// What a producer says of its failure.
fn failed(stream: &mut FFI_ArrowArrayStream, code: i32) -> ArrowError {
    let said = stream.get_last_error().map(|last| {
        // SAFETY: the last call of this stream failed.
        unsafe { last(stream) }
    });
    let said = said.filter(|said| !said.is_null()).map(|said| {
        // SAFETY: not NULL, and by the interface a text with a NUL at its end.
        unsafe { CStr::from_ptr(said) }.to_string_lossy().into_owned()
    });
    let said = said.unwrap_or_else(|| format!("error code {code}"));
    ArrowError::CDataInterface(said)
}
