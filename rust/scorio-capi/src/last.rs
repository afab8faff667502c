//! What this thread's last failed call reports.

use std::ffi::c_char;
use std::panic::catch_unwind;

use scorio_core::rows::Value;
use scorio_words::Dialect;

use crate::failure::{Failure, last};
use crate::pointer::write_text;

/// Writes a text of the last failure, cut to `capacity` bytes with the NUL at its end.
///
/// # Safety
/// NULL, or valid for `capacity` bytes.
unsafe fn write(
    text: *mut c_char,
    capacity: usize,
    read: impl FnOnce(&Failure) -> String + std::panic::UnwindSafe,
) -> usize {
    let full = catch_unwind(|| last(read)).ok().flatten().unwrap_or_default();
    // SAFETY: as the caller promises.
    unsafe { write_text(text, capacity, &full) }
}

/// Writes one sentence about the last failed call of this thread, and returns its full length.
///
/// The text is cut to `capacity` bytes, including the NUL at its end. The length does not count the
/// NUL. With `text` NULL, it only returns the length. Rows, columns and indices in the sentence are
/// counted from `first`: 0 as in C, 1 as in Julia. A way out follows in the words of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_last_error(
    text: *mut c_char,
    capacity: usize,
    first: usize,
) -> usize {
    // SAFETY: the contract of the interface.
    unsafe { write(text, capacity, |failure| failure.text(first)) }
}

/// In the words of C: `missing = "drop"`.
pub const SCORIO_IN_C: i32 = 0;
/// In the words of Julia: `missing="drop"`.
pub const SCORIO_IN_JULIA: i32 = 1;

/// The language of a code. Any other code stands for C.
pub(crate) fn dialect(code: i32) -> Dialect {
    if code == SCORIO_IN_JULIA { Dialect::Julia } else { Dialect::C }
}

/// Writes the way out in the words of a language, `SCORIO_IN_C` or `SCORIO_IN_JULIA`, and returns its
/// length, 0 without one. The rest is as for `scorio_last_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_last_way_out(
    text: *mut c_char,
    capacity: usize,
    language: i32,
) -> usize {
    let words = move |failure: &Failure| failure.way_out(dialect(language)).unwrap_or_default();
    // SAFETY: the contract of the interface.
    unsafe { write(text, capacity, words) }
}

/// Writes the same sentence as `scorio_last_error` without a way out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_last_problem(
    text: *mut c_char,
    capacity: usize,
    first: usize,
) -> usize {
    // SAFETY: the contract of the interface.
    unsafe { write(text, capacity, |failure| failure.problem(first)) }
}

/// Writes a stable name of what was wrong, such as `tally.missing`. The rest is as for
/// `scorio_last_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_last_kind(text: *mut c_char, capacity: usize) -> usize {
    // SAFETY: the contract of the interface.
    unsafe { write(text, capacity, |failure| failure.kind().to_owned()) }
}

/// Writes the name of the way out, such as `drop_missing`, and returns its length, 0 without one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_last_remedy(text: *mut c_char, capacity: usize) -> usize {
    let name = |failure: &Failure| failure.remedy().map_or("", |remedy| remedy.name()).to_owned();
    // SAFETY: the contract of the interface.
    unsafe { write(text, capacity, name) }
}

/// The number that the way out names, such as the largest possible budget. NaN if it names none.
#[unsafe(no_mangle)]
pub extern "C" fn scorio_last_remedy_value() -> f64 {
    let number = |failure: &Failure| {
        failure.remedy()?.values().into_iter().find_map(|(_, value)| match value {
            Value::Whole(whole) => Some(whole as f64),
            Value::Real(real) => Some(real),
            Value::Missing | Value::Text(_) | Value::Flag(_) | Value::Reals(_) | Value::Row(_) => {
                None
            }
        })
    };
    let number = catch_unwind(|| last(number)).ok().flatten().flatten();
    number.unwrap_or(f64::NAN)
}

/// Writes the text that the way out names, such as a ranking method, and returns its length, 0
/// without one. The rest is as for `scorio_last_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_last_remedy_text(text: *mut c_char, capacity: usize) -> usize {
    let named = |failure: &Failure| {
        let values = failure.remedy().map(|remedy| remedy.values()).unwrap_or_default();
        let text = |(_, value)| if let Value::Text(text) = value { Some(text) } else { None };
        values.into_iter().find_map(text).unwrap_or_default()
    };
    // SAFETY: the contract of the interface.
    unsafe { write(text, capacity, named) }
}

/// The number outside its range, if this thread's last failure is `SCORIO_DOMAIN`. Otherwise NaN.
#[unsafe(no_mangle)]
pub extern "C" fn scorio_last_value() -> f64 {
    last(Failure::value).flatten().unwrap_or(f64::NAN)
}
