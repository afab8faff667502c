//! Pointers from C as references, slices and results.

use std::ffi::{CStr, c_char};
use std::marker::PhantomData;
use std::slice;

use crate::failure::{Failure, Outcome};

/// The value behind a pointer.
///
/// # Safety
/// The pointer is NULL, or valid for `'a`.
pub(crate) unsafe fn reference<'a, T>(
    pointer: *const T,
    name: &'static str,
) -> Result<&'a T, Failure> {
    check(pointer, 1, name)?;
    // SAFETY: not NULL, aligned, and the rest as the caller promises.
    unsafe { pointer.as_ref() }.ok_or(Failure::Null(name))
}

/// The value behind a pointer, to change it.
///
/// # Safety
/// The pointer is NULL, or valid for `'a`, and nothing else uses it during `'a`.
pub(crate) unsafe fn writable<'a, T>(
    pointer: *mut T,
    name: &'static str,
) -> Result<&'a mut T, Failure> {
    check(pointer, 1, name)?;
    // SAFETY: not NULL, aligned, and the rest as the caller promises.
    unsafe { pointer.as_mut() }.ok_or(Failure::Null(name))
}

/// An array and its length. An empty array may be NULL.
///
/// # Safety
/// The pointer is NULL, or valid for `'a` and as long as `length` says.
pub(crate) unsafe fn array<'a, T>(
    pointer: *const T,
    length: usize,
    name: &'static str,
) -> Result<&'a [T], Failure> {
    check(pointer, length, name)?;
    if length == 0 {
        return Ok(&[]);
    }
    // SAFETY: not NULL, aligned, within memory, and the rest as the caller promises.
    Ok(unsafe { slice::from_raw_parts(pointer, length) })
}

/// A text that a NUL ends; what is not UTF-8 in it is replaced.
///
/// # Safety
/// NULL, or ended by a NUL.
pub(crate) unsafe fn text(pointer: *const c_char, name: &'static str) -> Result<String, Failure> {
    check(pointer, 1, name)?;
    // SAFETY: not NULL, and the rest as the caller promises.
    Ok(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// An array that may be NULL.
///
/// # Safety
/// As [`array`].
pub(crate) unsafe fn optional<'a, T>(
    pointer: *const T,
    length: usize,
    name: &'static str,
) -> Result<Option<&'a [T]>, Failure> {
    // SAFETY: as the caller promises.
    if pointer.is_null() { Ok(None) } else { unsafe { array(pointer, length, name) }.map(Some) }
}

/// An array to write, which is not read before.
///
/// # Safety
/// As [`array`], and nothing else uses it during `'a`.
pub(crate) unsafe fn fill<T>(pointer: *mut T, values: &[T], name: &'static str) -> Outcome
where
    T: Copy,
{
    check(pointer, values.len(), name)?;
    if !values.is_empty() {
        // SAFETY: not NULL, aligned, and as long as the caller promises. `values` is our own.
        unsafe { pointer.copy_from_nonoverlapping(values.as_ptr(), values.len()) };
    }
    Ok(())
}

/// Writes a text, cut to `capacity` bytes with the NUL at its end, and gives its full length.
///
/// # Safety
/// NULL, or valid for `capacity` bytes.
pub(crate) unsafe fn write_text(text: *mut c_char, capacity: usize, full: &str) -> usize {
    if !text.is_null() && capacity > 0 {
        let between_characters = |&length: &usize| full.is_char_boundary(length);
        let ends = 0..capacity.min(full.len() + 1);
        let length = ends.rev().find(between_characters).unwrap_or(0);
        // SAFETY: the caller owns `capacity` bytes at `text`, which is more than `length`.
        unsafe {
            text.cast::<u8>().copy_from_nonoverlapping(full.as_ptr(), length);
            text.add(length).write(0);
        }
    }
    full.len()
}

/// The place of a result. A function takes it with its arguments, and fills it without a promise more.
pub(crate) struct Slot<'a, T>(*mut T, PhantomData<&'a mut T>);

/// The place of a result behind a pointer.
///
/// # Safety
/// The pointer is NULL, or valid for writes during `'a`.
pub(crate) unsafe fn slot<'a, T>(
    pointer: *mut T,
    name: &'static str,
) -> Result<Slot<'a, T>, Failure> {
    check(pointer, 1, name)?;
    Ok(Slot(pointer, PhantomData))
}

impl<T> Slot<'_, T> {
    /// Stores a result.
    pub(crate) fn store(self, value: T) {
        // SAFETY: `slot` found it not NULL and aligned, and its caller promised the rest.
        unsafe { self.0.write(value) };
    }
}

impl<T> Slot<'_, *mut T> {
    /// Hands out a handle, which comes back to [`release`].
    pub(crate) fn hand_out(self, value: T) {
        self.store(Box::into_raw(Box::new(value)));
    }
}

/// Stores a result.
///
/// # Safety
/// As [`slot`].
pub(crate) unsafe fn store<T>(pointer: *mut T, value: T, name: &'static str) -> Outcome {
    // SAFETY: as the caller promises.
    unsafe { slot(pointer, name) }?.store(value);
    Ok(())
}

/// Hands out a handle, which comes back to [`release`].
///
/// # Safety
/// As [`slot`].
pub(crate) unsafe fn hand_out<T>(pointer: *mut *mut T, value: T, name: &'static str) -> Outcome {
    // SAFETY: as the caller promises.
    unsafe { slot(pointer, name) }?.hand_out(value);
    Ok(())
}

/// Frees a handle. NULL is allowed.
///
/// # Safety
/// The handle is NULL, or comes from [`hand_out`] and was not released before.
pub(crate) unsafe fn release<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: from `Box::into_raw`, once.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// Whether a pointer can point to this many values.
pub(crate) fn check<T>(pointer: *const T, length: usize, name: &'static str) -> Outcome {
    let bytes = length.checked_mul(size_of::<T>());
    if bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
        return Err(Failure::Size(name));
    }
    match pointer {
        _ if length == 0 => Ok(()),
        pointer if pointer.is_null() => Err(Failure::Null(name)),
        pointer if !pointer.is_aligned() => Err(Failure::Unaligned(name)),
        _ => Ok(()),
    }
}

/// Whether there can be memory for a number in each cell of a table.
pub(crate) fn check_cells(rows: usize, columns: usize, name: &'static str) -> Outcome {
    let bytes = rows.checked_mul(columns).and_then(|cells| cells.checked_mul(size_of::<f64>()));
    match bytes.map(isize::try_from) {
        Some(Ok(_)) => Ok(()),
        _ => Err(Failure::Size(name)),
    }
}
