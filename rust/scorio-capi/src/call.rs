//! The one door of declared calls.

use std::ffi::c_char;
use std::sync::OnceLock;

use scorio_core::calls::{self, Answer, Given, Input};
use scorio_core::rows::{Kind, Value};
use scorio_words::spelled;

use crate::counts::ScorioCounts;
use crate::failure::{Failure, ScorioStatus, guard};
use crate::last::dialect;
use crate::options::ScorioOption;
use crate::pointer::{array, reference, release, slot, text};
use crate::sums::ScorioSums;
use crate::table::ScorioTable;

/// What a call gives: its tables and its notes. Threads may share it.
pub struct ScorioAnswer {
    /// Each is made where it is first read, since many are not.
    tables: Vec<OnceLock<ScorioTable>>,
    answer: Answer,
}

/// Answers a call, such as "score" or "gate". docs/options.md has the calls, their options and their tables.
///
/// - One of `counts` and `sums` is given, and the other NULL.
/// - `options` holds `option_count` values, and may be NULL for none. An option that takes several texts is
///   given once for each. A share is a number, or a text such as "2/3".
/// - Free `*answer` with `scorio_answer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_call(
    name: *const c_char,
    counts: *const ScorioCounts,
    sums: *const ScorioSums,
    options: *const ScorioOption,
    option_count: usize,
    answer: *mut *mut ScorioAnswer,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (name, input, given, answer) = unsafe {
            let input = if sums.is_null() {
                Input::Counts(&reference(counts, "counts")?.0)
            } else {
                Input::Sums(&reference(sums, "sums")?.0)
            };
            let name = text(name, "name")?;
            let mut given = Given::default();
            for option in array(options, option_count, "options")? {
                let (name, value) = option.read()?;
                given = given.with(name, value);
            }
            (name, input, given, slot(answer, "answer")?)
        };
        let found = calls::call(&name, input, &given)?;
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
