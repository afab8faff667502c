//! Arrow's C structures from a producer, checked before anything of them is used.
//!
//! They hold no sizes of buffers, so a buffer that is shorter than its offsets say cannot be
//! detected. Everything else that a producer can get wrong becomes a sentence here, or in the full
//! validation of the data ([`crate::c_stream`]).

use std::ffi::{CStr, c_char, c_void};

use arrow_data::layout;
use arrow_schema::{ArrowError, DataType};

/// A type, as C declares it.
#[repr(C)]
pub(crate) struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// A column or a batch, as C declares it.
#[repr(C)]
pub(crate) struct Array {
    pub(crate) length: i64,
    pub(crate) null_count: i64,
    pub(crate) offset: i64,
    pub(crate) n_buffers: i64,
    pub(crate) n_children: i64,
    pub(crate) buffers: *mut *const c_void,
    pub(crate) children: *mut *mut Self,
    pub(crate) dictionary: *mut Self,
    pub(crate) release: Option<unsafe extern "C" fn(*mut Self)>,
    pub(crate) private_data: *mut c_void,
}

pub(crate) type Checked<T> = Result<T, ArrowError>;

pub(crate) fn wrong<T>(what: impl Into<String>) -> Checked<T> {
    Err(ArrowError::CDataInterface(what.into()))
}

/// Types inside of types, beyond which a producer can only be mistaken.
const DEEPEST: usize = 64;

/// Rows beyond which sizes in bytes exceed all memory.
const MOST_ROWS: u64 = 1 << 56;

/// How many there are, from a number that C allows to be negative.
fn number(value: i64, what: &str) -> Checked<usize> {
    usize::try_from(value).or_else(|_| wrong(format!("{what} is {value}")))
}

/// What a pointer of the producer points to.
///
/// # Safety
/// The pointer is NULL, not aligned, or valid for `'a`.
unsafe fn behind<'a, T>(pointer: *const T, what: &str) -> Checked<&'a T> {
    if !pointer.is_aligned() {
        return wrong(format!("{what} is not aligned"));
    }
    // SAFETY: aligned, and the rest as the caller promises.
    match unsafe { pointer.as_ref() } {
        Some(found) => Ok(found),
        None => wrong(format!("{what} is NULL")),
    }
}

/// The pointers of a list of the producer.
///
/// # Safety
/// The list is NULL, not aligned, or as long as `count` for `'a`.
unsafe fn list<'a, T>(pointer: *const T, count: usize, what: &str) -> Checked<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() || !pointer.is_aligned() || count >= 1 << 32 {
        return wrong(format!("{what} is no list of {count}"));
    }
    // SAFETY: neither NULL nor unaligned, and the rest as the caller promises.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// # Safety
/// The pointer is NULL, or points to a text with a NUL at its end.
unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Checked<&'a str> {
    if pointer.is_null() {
        return wrong(format!("{what} is NULL"));
    }
    // SAFETY: not NULL, and the rest as the caller promises.
    let bytes = unsafe { CStr::from_ptr(pointer) };
    bytes.to_str().or_else(|_| wrong(format!("{what} is not UTF-8: {bytes:?}")))
}

/// Whether a type can be read: its texts are texts, and its children are there.
///
/// # Safety
/// The structure's pointers are NULL, not aligned, or valid as Arrow says.
pub(crate) unsafe fn check_schema(schema: &Schema, depth: usize) -> Checked<()> {
    if depth > DEEPEST {
        return wrong(format!("types are more than {DEEPEST} deep"));
    }
    if schema.release.is_none() {
        return wrong("a type is released already");
    }
    // SAFETY: as the caller promises.
    let format = unsafe { text(schema.format, "the format of a type") }?;
    if !schema.name.is_null() {
        // SAFETY: as the caller promises.
        unsafe { text(schema.name, "the name of a column") }?;
    }
    let count = number(schema.n_children, "the number of columns")?;
    let needed = match format {
        "+l" | "+L" | "+vl" | "+vL" | "+m" => Some(1),
        "+r" => Some(2),
        other if other.starts_with("+w:") => Some(1),
        _ => None,
    };
    if needed.is_some_and(|needed| needed != count) {
        return wrong(format!("a type of the format {format} has {count} children"));
    }
    // SAFETY: as the caller promises.
    for child in unsafe { list(schema.children, count, "the list of columns") }? {
        // SAFETY: as the caller promises.
        unsafe { check_schema(behind(*child, "a column's type")?, depth + 1) }?;
    }
    if !schema.dictionary.is_null() {
        // SAFETY: as the caller promises.
        unsafe { check_schema(behind(schema.dictionary, "a dictionary's type")?, depth + 1) }?;
    }
    Ok(())
}

/// The children of an array.
///
/// # Safety
/// As [`check_array`].
pub(crate) unsafe fn children<'a>(array: &Array) -> Checked<Vec<&'a Array>> {
    let count = number(array.n_children, "a number of children")?;
    // SAFETY: as the caller promises.
    let children = unsafe { list(array.children, count, "the list of children") }?;
    // SAFETY: as the caller promises.
    children.iter().map(|child| unsafe { behind(*child, "a child") }).collect()
}

/// Whether an array has the form of its type, so that its buffers can be looked at.
///
/// # Safety
/// The structure's pointers are NULL, not aligned, or valid as Arrow says.
pub(crate) unsafe fn check_array(array: &Array, kind: &DataType) -> Checked<()> {
    let fault = |what: &str| wrong(format!("a column of type {kind} {what}"));
    let (Ok(length), Ok(offset)) = (u64::try_from(array.length), u64::try_from(array.offset))
    else {
        return fault("has a negative length or offset");
    };
    let Some(rows) = length.checked_add(offset).filter(|rows| *rows < MOST_ROWS) else {
        return fault("is longer than memory");
    };
    if matches!(kind, DataType::FixedSizeBinary(width) if *width < 0) {
        return fault("has a negative width");
    }
    let layout = layout(kind);
    let mask = usize::from(layout.can_contain_null_mask);
    let needed = mask + layout.buffers.len() + usize::from(layout.variadic);
    let count = number(array.n_buffers, "a number of buffers")?;
    if count < needed || count > needed && !layout.variadic {
        return fault(&format!("has {count} buffers instead of {needed}"));
    }
    // SAFETY: as the caller promises.
    let buffers = unsafe { list(array.buffers, count, "the list of buffers") }?;
    let known = (-1..=array.length).contains(&array.null_count);
    let unmasked = array.null_count > 0 && mask > 0 && buffers.first().is_none_or(|b| b.is_null());
    if !matches!(kind, DataType::Null) && (!known || unmasked) {
        return fault(&format!("claims {} nulls", array.null_count));
    }
    let data = buffers.get(mask..).unwrap_or(&[]);
    if layout.variadic {
        let lengths = data.last().copied().unwrap_or(std::ptr::null()).cast::<i64>();
        // SAFETY: as the caller promises.
        let lengths =
            unsafe { list(lengths, count - needed, "the lengths of a column's buffers") }?;
        if lengths.iter().any(|length| !(0..1 << 56).contains(length)) {
            return fault("has a buffer of no possible length");
        }
    }
    let kinds = match kind {
        DataType::Utf8 | DataType::Binary | DataType::List(_) | DataType::Map(_, _) => 4,
        DataType::LargeUtf8 | DataType::LargeBinary | DataType::LargeList(_) => 8,
        _ => 0,
    };
    if kinds > 0 {
        let first = data.first().copied().unwrap_or(std::ptr::null());
        // SAFETY: as the caller promises.
        unsafe { check_offsets(first, kinds, rows) }?;
    }
    // SAFETY: as the caller promises.
    unsafe { check_children(array, kind, rows) }
}

/// Whether offsets rise from 0 or more. The last one is the size of the data, which may not be read
/// before.
///
/// # Safety
/// As [`check_array`].
unsafe fn check_offsets(offsets: *const c_void, width: usize, rows: u64) -> Checked<()> {
    if rows == 0 {
        return Ok(());
    }
    let count = usize::try_from(rows).unwrap_or(usize::MAX);
    let what = "the list of offsets";
    let rising = if width == 4 {
        // SAFETY: the producer promises one offset more than rows.
        let offsets = unsafe { list(offsets.cast::<i32>(), count + 1, what) }?;
        offsets.first() >= Some(&0) && offsets.is_sorted()
    } else {
        // SAFETY: as above.
        let offsets = unsafe { list(offsets.cast::<i64>(), count + 1, what) }?;
        let possible = offsets.last() < Some(&(1 << 56));
        possible && offsets.first() >= Some(&0) && offsets.is_sorted()
    };
    if rising { Ok(()) } else { wrong("the offsets of a column do not rise from 0") }
}

/// # Safety
/// As [`check_array`].
unsafe fn check_children(array: &Array, kind: &DataType, rows: u64) -> Checked<()> {
    // SAFETY: as the caller promises.
    let children = unsafe { children(array) }?;
    let kinds: Vec<&DataType> = match kind {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => vec![field.data_type()],
        DataType::RunEndEncoded(ends, values) => vec![ends.data_type(), values.data_type()],
        DataType::Struct(fields) => fields.iter().map(|field| field.data_type()).collect(),
        DataType::Union(fields, _) => fields.iter().map(|(_, field)| field.data_type()).collect(),
        _ => Vec::new(),
    };
    if children.len() != kinds.len() {
        let (there, needed) = (children.len(), kinds.len());
        return wrong(format!("a column of type {kind} has {there} children instead of {needed}"));
    }
    let whole = matches!(kind, DataType::Struct(_));
    for (child, kind) in children.iter().zip(kinds) {
        if whole && u64::try_from(child.length).is_ok_and(|length| length < rows) {
            return wrong(format!("a column has {} of {rows} rows", child.length));
        }
        // SAFETY: as the caller promises.
        unsafe { check_array(child, kind) }?;
    }
    match (kind, array.dictionary.is_null()) {
        (DataType::Dictionary(_, values), false) => {
            // SAFETY: as the caller promises.
            unsafe { check_array(behind(array.dictionary, "a dictionary")?, values) }
        }
        (DataType::Dictionary(_, _), true) => wrong("a column lacks its dictionary"),
        (_, false) => wrong(format!("a column of type {kind} has a dictionary")),
        (_, true) => Ok(()),
    }
}
