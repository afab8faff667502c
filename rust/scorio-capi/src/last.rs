//! What this thread's last failed call reports.

use std::ffi::c_char;
use std::panic::catch_unwind;

use scorio_core::rows::Value;
use scorio_words::Dialect;

use crate::failure::{Failure, last};
use crate::pointer::write_text;

/// One sentence, with a way out in the words of this library.
pub const SCORIO_SENTENCE: i32 = 0;
/// The same sentence without a way out.
pub const SCORIO_PROBLEM: i32 = 1;
/// A stable name of what was wrong, such as `tally.missing`.
pub const SCORIO_KIND: i32 = 2;
/// The name of the way out, such as `drop_missing`. Empty without one.
pub const SCORIO_REMEDY: i32 = 3;
/// The text that the way out names, such as a ranking method. Empty without one.
pub const SCORIO_REMEDY_TEXT: i32 = 4;
/// The way out in words of C: `missing = "drop"`. Empty without one.
pub const SCORIO_WAY_OUT: i32 = 5;
/// The way out in words of Julia: `missing="drop"`. Empty without one.
pub const SCORIO_WAY_OUT_IN_JULIA: i32 = 6;

/// The number outside its range, if the last failure is `SCORIO_DOMAIN`.
pub const SCORIO_VALUE: i32 = 0;
/// The number that the way out names, such as the largest possible budget.
pub const SCORIO_REMEDY_VALUE: i32 = 1;

/// In the words of C: `missing = "drop"`.
pub const SCORIO_IN_C: i32 = 0;
/// In the words of Julia: `missing="drop"`.
pub const SCORIO_IN_JULIA: i32 = 1;

/// The language of a code. Any other code stands for C.
pub(crate) fn dialect(code: i32) -> Dialect {
    if code == SCORIO_IN_JULIA { Dialect::Julia } else { Dialect::C }
}

/// Writes a text about the last failed call of this thread, and returns its full length.
///
/// `part` is one of SCORIO_SENTENCE..SCORIO_WAY_OUT_IN_JULIA. Any other number has an empty text. The
/// text is cut to `capacity` bytes, including the NUL at its end. The length does not count the NUL. With
/// `text` NULL, it only returns the length. Rows, columns and indices in a sentence are counted from
/// `first`: 0 as in C, 1 as in Julia.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_last_text(
    part: i32,
    text: *mut c_char,
    capacity: usize,
    first: usize,
) -> usize {
    let read = |failure: &Failure| part_of(failure, part, first);
    let full = catch_unwind(|| last(read)).ok().flatten().unwrap_or_default();
    // SAFETY: NULL, or valid for `capacity` bytes.
    unsafe { write_text(text, capacity, &full) }
}

fn part_of(failure: &Failure, part: i32, first: usize) -> String {
    match part {
        SCORIO_SENTENCE => failure.text(first),
        SCORIO_PROBLEM => failure.problem(first),
        SCORIO_KIND => failure.kind().to_owned(),
        SCORIO_REMEDY => failure.remedy().map_or("", |remedy| remedy.name()).to_owned(),
        SCORIO_REMEDY_TEXT => {
            let text = |value| if let Value::Text(text) = value { Some(text) } else { None };
            named(failure, text).unwrap_or_default()
        }
        SCORIO_WAY_OUT => failure.way_out(Dialect::C).unwrap_or_default(),
        SCORIO_WAY_OUT_IN_JULIA => failure.way_out(Dialect::Julia).unwrap_or_default(),
        _ => String::new(),
    }
}

/// A number of the last failed call of this thread: SCORIO_VALUE or SCORIO_REMEDY_VALUE. NaN if there is
/// none.
#[unsafe(no_mangle)]
pub extern "C" fn scorio_last_number(part: i32) -> f64 {
    let read = |failure: &Failure| match part {
        SCORIO_VALUE => failure.value(),
        SCORIO_REMEDY_VALUE => named(failure, number),
        _ => None,
    };
    catch_unwind(|| last(read)).ok().flatten().flatten().unwrap_or(f64::NAN)
}

fn number(value: Value) -> Option<f64> {
    match value {
        Value::Whole(whole) => Some(whole as f64),
        Value::Real(real) => Some(real),
        Value::Missing | Value::Text(_) | Value::Flag(_) | Value::Reals(_) | Value::Row(_) => None,
    }
}

/// The first value of a kind that the way out names.
fn named<T>(failure: &Failure, of_kind: impl Fn(Value) -> Option<T>) -> Option<T> {
    failure.remedy()?.values().into_iter().find_map(|(_, value)| of_kind(value))
}
