//! The one place where errors and panics become status codes.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use thiserror::Error;

/// What a function returns: `SCORIO_OK` or what went wrong.
pub type ScorioStatus = i32;

/// The result was written.
pub const SCORIO_OK: ScorioStatus = 0;
/// An argument is not what it should be.
pub const SCORIO_ARGUMENT: ScorioStatus = 1;
/// A number is outside its range; `scorio_last_value` gives it.
pub const SCORIO_DOMAIN: ScorioStatus = 2;
/// A defect of the library, which was caught. Please report it.
pub const SCORIO_INTERNAL: ScorioStatus = 3;

/// Why a call failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The core refused an argument.
    #[error(transparent)]
    Core(#[from] scorio_core::Error),
    /// A pointer that must not be NULL.
    #[error("{0} is NULL")]
    Null(&'static str),
    /// An element type that does not exist.
    #[error("{name} has the element type {element}, which is none of SCORIO_INT8..SCORIO_FLOAT64")]
    Element {
        /// The argument.
        name: &'static str,
        /// The type as it was given.
        element: i32,
    },
    /// An element type that is not taken here.
    #[error("{0} has to have the element type SCORIO_INT64")]
    NotInt64(&'static str),
    /// A size or stride that no memory has.
    #[error("{0} is larger than memory: check its sizes and strides")]
    Size(&'static str),
    /// Entries at an address that their type does not allow.
    #[error("the entries of {0} are not aligned to their type")]
    Unaligned(&'static str),
    /// An outcomes matrix of more than one row.
    #[error("outcomes has {0} rows: the trials of all questions stand in one, end to end")]
    OneRow(usize),
    /// A method that does not exist.
    #[error("method = {0} is none of SCORIO_RANK_COMPETITION, SCORIO_RANK_DENSE")]
    Method(i32),
    /// A panic.
    #[error("internal error in scorio: {0}")]
    Panic(String),
}

impl Failure {
    fn status(&self) -> ScorioStatus {
        match self {
            Self::Core(error) if error.out_of_range().is_some() => SCORIO_DOMAIN,
            Self::Core(_)
            | Self::Null(_)
            | Self::Element { .. }
            | Self::NotInt64(_)
            | Self::Size(_)
            | Self::Unaligned(_)
            | Self::OneRow(_)
            | Self::Method(_) => SCORIO_ARGUMENT,
            Self::Panic(_) => SCORIO_INTERNAL,
        }
    }

    fn text(&self, first: usize) -> String {
        match self {
            Self::Core(error) => error.clone().counted_from(first).to_string(),
            other => other.to_string(),
        }
    }
}

/// What the body of every fallible function returns.
pub type Outcome = Result<(), Failure>;

thread_local! {
    static LAST: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// Runs the body of a function: an error is remembered for this thread, and a panic becomes one.
pub fn guard(body: impl FnOnce() -> Outcome) -> ScorioStatus {
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return SCORIO_OK,
        Ok(Err(failure)) => failure,
        Err(payload) => Failure::Panic(said(&*payload)),
    };
    let status = failure.status();
    // A thread whose storage is gone already has no use for the text.
    let _ = LAST.try_with(|last| last.replace(Some(failure)));
    status
}

fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic").into()
}

fn last<T>(read: impl FnOnce(&Failure) -> T) -> Option<T> {
    LAST.try_with(|last| last.borrow().as_ref().map(read)).ok().flatten()
}

/// Writes one sentence about the last call of this thread that failed, cut to `capacity` bytes with
/// the NUL at its end, and returns the sentence's whole length without the NUL; with `text` NULL it
/// returns the length alone. Rows, columns and indices in it are counted from `first`: 0 as in C, 1
/// as in Julia.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_last_error(
    text: *mut c_char,
    capacity: usize,
    first: usize,
) -> usize {
    let sentence = catch_unwind(|| last(|failure| failure.text(first)));
    let sentence = sentence.ok().flatten().unwrap_or_default();
    if !text.is_null() && capacity > 0 {
        let whole = |&length: &usize| sentence.is_char_boundary(length);
        let length = (0..capacity.min(sentence.len() + 1)).rev().find(whole).unwrap_or(0);
        // SAFETY: the caller owns `capacity` bytes at `text`, which is more than `length`.
        unsafe {
            text.cast::<u8>().copy_from_nonoverlapping(sentence.as_ptr(), length);
            text.add(length).write(0);
        }
    }
    sentence.len()
}

/// The number that was outside its range, where this thread's last failure is `SCORIO_DOMAIN`; NaN
/// otherwise.
#[unsafe(no_mangle)]
pub extern "C" fn scorio_last_value() -> f64 {
    let value = last(|failure| match failure {
        Failure::Core(error) => error.out_of_range(),
        _ => None,
    });
    value.flatten().unwrap_or(f64::NAN)
}
