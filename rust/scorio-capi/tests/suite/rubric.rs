//! Rubrics across the border: what a file says, the categories of trials, and what is refused.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use scorio::failure::*;
use scorio::rubric::*;

use crate::support::{sentence, sentence_from, text_of};

const FILE: &CStr = c"[signals]
correct = \"score\"
tokens = \"usage\"
flagged = 0
[thresholds]
half = 0.5
long = { signal = \"tokens\", quantile = 0.5 }
[[rubric]]
name = \"short\"
scope = \"model\"
category = [
  { name = \"flagged\", weight = -1, when = \"flagged\" },
  { name = \"wrong\", weight = 0, when = \"correct < half\" },
  { name = \"long\", weight = 0.5, when = \"tokens > long\" },
  { name = \"right\", weight = 1, otherwise = true },
]
[[rubric]]
name = \"brief\"
missing = \"drop\"
category = [
  { name = \"long\", weight = 0, when = \"tokens > long\" },
  { name = \"brief\", weight = 1, otherwise = true },
]
";

const NAN: f64 = f64::NAN;

/// Trials of a row each: correct, tokens, flagged.
const SIGNALS: [f64; 12] = [1.0, 3.0, 1.0, 0.0, NAN, NAN, 1.0, 9.0, NAN, 1.0, 4.0, NAN];

/// Rubrics that are freed at the end.
struct File(*mut ScorioRubrics);

impl File {
    fn read(text: &CStr) -> Result<Self, ScorioStatus> {
        let mut rubrics = null_mut();
        // SAFETY: a text that a NUL ends, and a place for the handle.
        let status = unsafe { scorio_rubrics_read(text.as_ptr(), &raw mut rubrics) };
        if status == SCORIO_OK { Ok(Self(rubrics)) } else { Err(status) }
    }

    /// Categories and thresholds of `SIGNALS`.
    fn grade(
        &self,
        rubric: usize,
        tasks: Option<&ScorioLabels>,
        models: Option<&ScorioLabels>,
    ) -> Result<([i32; 4], [[f64; 2]; 4]), ScorioStatus> {
        let (mut categories, mut thresholds) = ([7; 4], [[7.0; 2]; 4]);
        // SAFETY: each pointer is NULL, or has the size that the call expects.
        let status = unsafe {
            scorio_rubrics_grade(
                self.0,
                rubric,
                SIGNALS.as_ptr(),
                4,
                3,
                tasks.map_or(null(), std::ptr::from_ref),
                models.map_or(null(), std::ptr::from_ref),
                categories.as_mut_ptr(),
                thresholds.as_mut_ptr().cast(),
            )
        };
        if status == SCORIO_OK {
            return Ok((categories, thresholds));
        }
        assert_eq!((categories, thresholds), ([7; 4], [[7.0; 2]; 4]), "nothing is written");
        Err(status)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: from this library, once.
        unsafe { scorio_rubrics_free(self.0) };
    }
}

/// The text that a call writes with its length.
fn named(write: impl Fn(*mut c_char, usize, *mut usize) -> ScorioStatus) -> String {
    text_of(|text, capacity| {
        let mut length = 0;
        assert_eq!(write(text, capacity, &raw mut length), SCORIO_OK, "{}", sentence());
        length
    })
}

#[test]
fn a_file_says_its_names_and_weights() {
    let file = File::read(FILE).unwrap();
    let [mut count, mut signals, mut thresholds, mut categories] = [0_usize; 4];
    let (mut weights, mut reads) = ([0.0; 4], [true; 3]);
    // SAFETY: places for the results, as large as the file needs.
    unsafe {
        let sizes = (&raw mut count, &raw mut signals, &raw mut thresholds);
        assert_eq!(scorio_rubrics_sizes(file.0, sizes.0, sizes.1, sizes.2), SCORIO_OK);
        assert_eq!(scorio_rubrics_categories(file.0, 0, &raw mut categories), SCORIO_OK);
        assert_eq!(scorio_rubrics_weights(file.0, 0, weights.as_mut_ptr()), SCORIO_OK);
        assert_eq!(scorio_rubrics_reads(file.0, 0, reads.as_mut_ptr()), SCORIO_OK);
        assert_eq!((count, signals, thresholds, categories), (2, 3, 2, 4));
        assert_eq!((weights, reads), ([-1.0, 0.0, 0.5, 1.0], [true, true, false]));
        assert_eq!(scorio_rubrics_reads(file.0, 1, reads.as_mut_ptr()), SCORIO_OK);
        assert_eq!(reads, [false, true, false]);
        let name = |at| named(|text, room, size| scorio_rubrics_name(file.0, at, text, room, size));
        assert_eq!([name(0), name(1)], ["short", "brief"]);
        let signal =
            |at| named(|text, room, size| scorio_rubrics_signal(file.0, at, text, room, size));
        assert_eq!([signal(0), signal(2)], ["correct", "flagged"]);
        let threshold =
            |at| named(|text, room, size| scorio_rubrics_threshold(file.0, at, text, room, size));
        assert_eq!([threshold(0), threshold(1)], ["half", "long"]);
        let category =
            |at| named(|text, room, size| scorio_rubrics_category(file.0, 0, at, text, room, size));
        assert_eq!([category(0), category(3)], ["flagged", "right"]);
    }
}

#[test]
fn a_name_is_cut_between_characters() {
    let file = File::read(
        c"[[rubric]]\nname = \"\xc3\xbc\xc3\xbc\"\ncategory = [{ name = \"a\", weight = 0, when = \"1 > 2\" }, \
          { name = \"b\", weight = 1, otherwise = true }]",
    )
    .unwrap();
    let (mut text, mut length) = ([1_u8; 4], 0);
    // SAFETY: the text has four bytes.
    let status = unsafe {
        scorio_rubrics_name(file.0, 0, text.as_mut_ptr().cast(), text.len(), &raw mut length)
    };
    assert_eq!((status, length), (SCORIO_OK, 4));
    assert_eq!(text, [0xc3, 0xbc, 0, 1]);
}

#[test]
fn the_rubrics_of_the_paper_are_twelve() {
    let file = File::read(c"paper").unwrap();
    let [mut count, mut signals, mut thresholds] = [0_usize; 3];
    // SAFETY: places for the results.
    let status = unsafe {
        scorio_rubrics_sizes(file.0, &raw mut count, &raw mut signals, &raw mut thresholds)
    };
    assert_eq!((status, count, signals, thresholds), (SCORIO_OK, 12, 9, 8));
}

#[test]
fn trials_get_the_categories_of_their_task_and_model() {
    let file = File::read(FILE).unwrap();
    // The signal that the file has as a number is not read.
    let (categories, thresholds) = file.grade(0, None, None).unwrap();
    assert_eq!((categories, thresholds), ([3, 1, 2, 3], [[0.5, 4.0]; 4]));
    // A trial whose category is open is left out, and an unused threshold is NaN.
    let (categories, thresholds) = file.grade(1, None, None).unwrap();
    assert_eq!(categories, [1, -1, 0, 1]);
    assert!(thresholds.iter().all(|[half, long]| half.is_nan() && *long == 4.0));
    // Codes and names are two ways to say the same.
    let codes = [-5, 1_i64 << 40, 1_i64 << 40, -5];
    let numbers = ScorioLabels { codes: codes.as_ptr(), names: null(), count: 0 };
    let (categories, thresholds) = file.grade(0, None, Some(&numbers)).unwrap();
    assert_eq!(categories, [3, 1, 3, 2]);
    assert_eq!(thresholds, [[0.5, 3.0], [0.5, 9.0], [0.5, 9.0], [0.5, 3.0]]);
    let (codes, names) = ([0, 1, 1, 2], [c"m".as_ptr(), c"n".as_ptr(), c"m".as_ptr()]);
    let labels = ScorioLabels { codes: codes.as_ptr(), names: names.as_ptr(), count: 3 };
    assert_eq!(file.grade(0, None, Some(&labels)).unwrap(), (categories, thresholds));
    assert_eq!(file.grade(0, Some(&numbers), None).unwrap(), (categories, thresholds));
    // No trials are no error.
    // SAFETY: nothing is read or written.
    let status = unsafe {
        scorio_rubrics_grade(file.0, 0, null(), 0, 3, null(), null(), null_mut(), null_mut())
    };
    assert_eq!(status, SCORIO_OK);
}

#[test]
fn frozen_values_are_of_names() {
    let frozen = FILE.to_str().unwrap().replace(
        "quantile = 0.5 }",
        "quantile = 0.5, frozen = [{ task = \"7\", quantile = \"observed\", value = 3 }] }",
    );
    let file = File::read(&CString::new(frozen).unwrap()).unwrap();
    let (sevens, zeros, names) = ([7; 4], [0; 4], [c"7".as_ptr()]);
    let labels = ScorioLabels { codes: sevens.as_ptr(), names: null(), count: 0 };
    assert_eq!(file.grade(1, Some(&labels), None).unwrap().0, [1, -1, 0, 0]);
    let named = ScorioLabels { codes: zeros.as_ptr(), names: names.as_ptr(), count: 1 };
    assert_eq!(file.grade(1, Some(&named), None).unwrap().0, [1, -1, 0, 0]);
    assert_eq!(file.grade(1, None, None), Err(SCORIO_ARGUMENT));
    assert_eq!(
        sentence(),
        "the threshold \"long\" is frozen, but not for the log; freeze the thresholds on a log that has it"
    );
}

#[test]
fn what_is_wrong_is_an_error() {
    let refused = |status: ScorioStatus, text: &str| {
        assert_eq!((status, sentence().as_str()), (SCORIO_ARGUMENT, text));
    };
    let read = |text: &CStr, problem: &str| refused(File::read(text).err().unwrap(), problem);
    read(c"", "the rubric file has no [[rubric]]");
    read(c"[signals", "line 1 of the rubric file, column 9: unclosed table, expected `]`");
    let lines = "[signals]\na = \"x\"\n[[rubric]]\nname = \"r\"\ncategory = [{ name = \"c\", weight = 1, when = \"a and \\nnot\" }]";
    let status = File::read(&CString::new(lines).unwrap()).err();
    assert!(status.is_some() && sentence().contains("a and \\nnot"), "{}", sentence());
    assert!(!sentence().contains(char::is_control), "{:?}", sentence());
    let file = File::read(FILE).unwrap();
    let mut room = [0.0; 12];
    let (mut categories, mut length) = ([0; 4], 0);
    let out = categories.as_mut_ptr();
    let grade = |rubric, signals, trials, columns, out, thresholds: *mut f64, problem: &str| {
        // SAFETY: pointers and sizes that fit, or that the library refuses.
        let status = unsafe {
            let none = null();
            scorio_rubrics_grade(
                file.0, rubric, signals, trials, columns, none, none, out, thresholds,
            )
        };
        refused(status, problem);
    };
    let good = SIGNALS.as_ptr();
    grade(2, good, 4, 3, out, null_mut(), "rubric = 2, but there are 2 of them, counted from 0");
    grade(0, null(), 4, 3, out, null_mut(), "signals is NULL");
    grade(0, good, 4, 3, null_mut(), null_mut(), "categories is NULL");
    grade(
        0,
        good,
        6,
        2,
        out,
        null_mut(),
        "signals has 2 columns, but the rubric file has 3 signals",
    );
    let too_large = "signals is larger than memory: check its sizes and strides";
    grade(0, good, usize::MAX, 3, out, null_mut(), too_large);
    grade(
        0,
        good,
        usize::MAX / 4,
        0,
        out,
        null_mut(),
        "categories is larger than memory: check its sizes and strides",
    );
    let unaligned = room.as_mut_ptr().wrapping_byte_add(1);
    grade(0, good, 4, 3, out, unaligned, "the entries of thresholds are not aligned to their type");
    // The place of a trial is counted as the caller counts.
    let (gap, problem) = ([1.0, 3.0, 0.0, 1.0, NAN, 0.0], "lacks the signal \"tokens\"");
    // SAFETY: two trials.
    let status = unsafe {
        scorio_rubrics_grade(file.0, 0, gap.as_ptr(), 2, 3, null(), null(), out, null_mut())
    };
    assert_eq!(status, SCORIO_ARGUMENT);
    assert!(sentence().starts_with(&format!("trial 1 {problem}")), "{}", sentence());
    assert!(sentence_from(1).starts_with(&format!("trial 2 {problem}")));

    let labels = |codes: &[i64; 4], names: &[*const c_char], problem: &str| {
        let labels =
            ScorioLabels { codes: codes.as_ptr(), names: names.as_ptr(), count: names.len() };
        refused(file.grade(0, Some(&labels), None).unwrap_err(), problem);
    };
    let names = [c"a".as_ptr(), c"b".as_ptr()];
    labels(&[0, 1, 2, 0], &names, "tasks has the code 2 at trial 2, which is none of its 2 names");
    labels(
        &[0, -1, 2, 0],
        &names,
        "tasks has the code -1 at trial 1, which is none of its 2 names",
    );
    labels(&[0; 4], &[names[0], null()], "tasks.names is NULL");
    let none = ScorioLabels { codes: null(), names: null(), count: 0 };
    refused(file.grade(0, None, Some(&none)).unwrap_err(), "models.codes is NULL");

    // SAFETY: handles and pointers that are NULL, which the library refuses.
    unsafe {
        let mut handle = null_mut();
        refused(scorio_rubrics_read(null(), &raw mut handle), "text is NULL");
        refused(scorio_rubrics_read(FILE.as_ptr(), null_mut()), "rubrics is NULL");
        refused(scorio_rubrics_categories(null(), 0, &raw mut length), "rubrics is NULL");
        refused(scorio_rubrics_weights(file.0, 0, null_mut()), "weights is NULL");
        refused(scorio_rubrics_reads(file.0, 0, null_mut()), "reads is NULL");
        let name = scorio_rubrics_name(file.0, 0, null_mut(), 0, null_mut());
        refused(name, "length is NULL");
        let name = scorio_rubrics_category(file.0, 0, 4, null_mut(), 0, &raw mut length);
        refused(name, "category = 4, but there are 4 of them, counted from 0");
        scorio_rubrics_free(null_mut());
    }
}
