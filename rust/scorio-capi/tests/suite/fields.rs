//! Fields of questions across the border, and what is wrong with them.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use scorio::call::scorio_call;
use scorio::counts::{scorio_counts_free, scorio_counts_new, scorio_counts_note};
use scorio::failure::{SCORIO_ARGUMENT, SCORIO_OK};
use scorio::sums::{scorio_sums_free, scorio_sums_new, scorio_sums_note};

use crate::models::{Counted, option};
use crate::support::sentence;

/// The start of a list of texts, as C has it.
fn texts(list: &[&CStr]) -> Vec<*const c_char> {
    list.iter().map(|one| one.as_ptr()).collect()
}

fn note(counts: &Counted, questions: &[&CStr], values: &[&CStr]) -> i32 {
    let (questions, values) = (texts(questions), texts(values));
    let (questions, values, count) = (questions.as_ptr(), values.as_ptr(), values.len());
    // SAFETY: the lists have so many texts.
    unsafe {
        scorio_counts_note(
            counts.handle().cast_mut(),
            c"level".as_ptr(),
            null(),
            questions,
            values,
            count,
        )
    }
}

#[test]
fn counts_have_slices_by_their_fields() {
    let counts = Counted::of_both();
    assert_eq!(note(&counts, &[c"0", c"1", c"2"], &[c"easy", c"hard", c""]), SCORIO_OK);
    let given =
        [option(c"baseline", c"old".as_ptr(), &[]), option(c"slice", c"level".as_ptr(), &[])];
    let mut answer = null_mut();
    // SAFETY: the counts live, and the options are as many as said.
    let status = unsafe {
        scorio_call(
            c"slices".as_ptr(),
            counts.handle(),
            null(),
            given.as_ptr(),
            given.len(),
            1,
            &raw mut answer,
        )
    };
    assert_eq!(status, SCORIO_OK, "{}", sentence());
    // SAFETY: from this library, once.
    unsafe { scorio::call::scorio_answer_free(answer) };
}

#[test]
fn an_unknown_question_and_lacking_texts_are_named() {
    let counts = Counted::of_both();
    assert_eq!(note(&counts, &[c"7"], &[c"easy"]), SCORIO_ARGUMENT);
    assert_eq!(sentence(), "question 7 has a level, but no trial: name one of the 3 questions");
    // Nothing is noted of a list with an error.
    assert_eq!(note(&counts, &[c"0", c"7"], &[c"easy", c"easy"]), SCORIO_ARGUMENT);
    assert_eq!(note(&counts, &[c"0"], &[c"hard"]), SCORIO_OK);
    assert_eq!(note(&counts, &[c"0"], &[c"easy"]), SCORIO_ARGUMENT);
    assert!(sentence().contains("the level hard and the level easy"), "{}", sentence());
    // SAFETY: NULL is refused.
    let status = unsafe {
        scorio_counts_note(counts.handle().cast_mut(), c"level".as_ptr(), null(), null(), null(), 1)
    };
    assert_eq!((status, sentence().as_str()), (SCORIO_ARGUMENT, "questions is NULL"));
}

#[test]
fn empty_counts_and_sums_have_no_question() {
    let (mut counts, mut sums) = (null_mut(), null_mut());
    let (question, value) = (texts(&[c"q"]), texts(&[c"easy"]));
    let lists = (null(), question.as_ptr(), value.as_ptr());
    // SAFETY: both are valid for a write, and the lists have one text.
    unsafe {
        assert_eq!(scorio_counts_new(2, &raw mut counts), SCORIO_OK);
        assert_eq!(scorio_sums_new(false, &raw mut sums), SCORIO_OK);
        let field = c"level".as_ptr();
        assert_eq!(
            scorio_counts_note(counts, field, lists.0, lists.1, lists.2, 1),
            SCORIO_ARGUMENT
        );
        assert_eq!(scorio_sums_note(sums, field, lists.0, lists.1, lists.2, 1), SCORIO_ARGUMENT);
        assert_eq!(scorio_sums_note(sums, field, lists.0, lists.1, lists.2, 0), SCORIO_OK);
        scorio_counts_free(counts);
        scorio_sums_free(sums);
    }
}
