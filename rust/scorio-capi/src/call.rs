//! The one door of declared calls.

use std::ffi::c_char;
use std::ptr::null;
use std::sync::OnceLock;

use scorio_core::calls::{self, Answer, Entries, Given, Input, Workers};
use scorio_core::rows::{Kind, Value};
use scorio_words::spelled;

use crate::counts::ScorioCounts;
use crate::failure::{Failure, ScorioStatus, guard};
use crate::last::dialect;
use crate::options::ScorioOption;
use crate::pointer::{array, reference, release, slot, text};
use crate::sums::ScorioSums;
use crate::table::ScorioTable;
use crate::workers::threads_of;

/// What a call gives: its tables and its notes. Threads may share it.
pub struct ScorioAnswer {
    /// Each is made where it is first read, since many are not.
    tables: Vec<OnceLock<ScorioTable>>,
    answer: Answer,
}

/// Answers a call, such as "score" or "gate". docs/options.md has the calls, their options and their tables.
///
/// - `counts` or `sums` are what the call is about. The other is NULL, and both are for a call that is about its
///   options alone.
/// - `options` holds `option_count` values, and may be NULL for none. An option that takes several texts is
///   given once for each. A share is a number, or a text such as "2/3". A seed above 2^53 is a text.
/// - Replicates are made by `threads` threads, or by as many as there are processors for 0.
/// - Free `*answer` with `scorio_answer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_call(
    name: *const c_char,
    counts: *const ScorioCounts,
    sums: *const ScorioSums,
    options: *const ScorioOption,
    option_count: usize,
    threads: usize,
    answer: *mut *mut ScorioAnswer,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (name, input, given, answer) = unsafe {
            let input = match (counts.is_null(), sums.is_null()) {
                (true, true) => Input::Nothing,
                (_, true) => Input::Counts(&reference(counts, "counts")?.0),
                _ => Input::Sums(&reference(sums, "sums")?.0),
            };
            let name = text(name, "name")?;
            let mut given = Given::default();
            for option in array(options, option_count, "options")? {
                let (name, value) = option.read()?;
                given = given.with(name, value);
            }
            (name, input, given, slot(answer, "answer")?)
        };
        let work = Workers { threads: threads_of(threads), go_on: &|_| true };
        let found = calls::call(&name, input, given, &work)?;
        let tables = found.tables.iter().map(|_| OnceLock::new()).collect();
        answer.hand_out(ScorioAnswer { tables, answer: found });
        Ok(())
    })
}

/// A table of an answer, counted from 0. It lives as long as the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_answer_table(
    answer: *const ScorioAnswer,
    table: usize,
    found: *mut *const ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (answer, found) = unsafe { (reference(answer, "answer")?, slot(found, "found")?) };
        let count = answer.tables.len();
        let held = answer.tables.get(table).zip(answer.answer.tables.get(table));
        let (held, rows) = held.ok_or(Failure::Place { name: "table", place: table, count })?;
        let held = held.get_or_init(|| ScorioTable::of_table(rows));
        found.store(std::ptr::from_ref(held));
        Ok(())
    })
}

/// An array of an answer. It lives as long as the answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioArray {
    /// Its real numbers. NULL if they are small whole numbers.
    pub reals: *const f64,
    /// Its whole numbers from 0 to 255, such as outcomes. Otherwise NULL.
    pub small: *const u8,
    /// The length of each axis. The last axis runs fastest.
    pub axes: *const usize,
    /// The number of axes.
    pub axis_count: usize,
}

/// An array of an answer, counted from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_answer_array(
    answer: *const ScorioAnswer,
    array: usize,
    found: *mut ScorioArray,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (arrays, found) =
            unsafe { (&reference(answer, "answer")?.answer.arrays, slot(found, "found")?) };
        let (place, count) = (array, arrays.len());
        let held = arrays.get(array).ok_or(Failure::Place { name: "array", place, count })?;
        let (reals, small) = match &held.values {
            Entries::Reals(values) => (values.as_ptr(), null()),
            Entries::Small(values) => (null(), values.as_ptr()),
        };
        let (axes, axis_count) = (held.axes.as_ptr(), held.axes.len());
        found.store(ScorioArray { reals, small, axes, axis_count });
        Ok(())
    })
}

/// The notes of an answer, as a table of "kind" and "words", in the words of a language: `SCORIO_IN_C` or
/// `SCORIO_IN_JULIA`. Free it with `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_answer_notes(
    answer: *const ScorioAnswer,
    language: i32,
    notes: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (answer, notes) = unsafe { (reference(answer, "answer")?, slot(notes, "notes")?) };
        let rows = answer.answer.notes.iter().map(|note| {
            let words = spelled(note.kind.words, &note.values, dialect(language));
            vec![Value::Text(note.kind.name.to_owned()), Value::Text(words)]
        });
        notes.hand_out(ScorioTable::new(&[("kind", Kind::Text), ("words", Kind::Text)], rows));
        Ok(())
    })
}

/// Frees an answer and its tables. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_answer_free(answer: *mut ScorioAnswer) {
    // SAFETY: the contract of the interface.
    unsafe { release(answer) };
}
