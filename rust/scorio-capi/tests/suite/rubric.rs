//! Rubrics across the border: what a file says, the categories of trials, and what is refused.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::ffi::{CStr, CString};
use std::ptr::null;

use scorio::failure::*;
use scorio::options::ScorioOption;

use crate::models::{arrays_of, asked, option};
use crate::support::{replaced, sentence, sentence_from};

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
static FOUR_ROWS: [usize; 2] = [4, 3];

/// What the rubrics of a file say, as the columns of its tables.
fn read(file: &CStr) -> Result<Vec<Vec<String>>, ScorioStatus> {
    let columns: [&[&str]; 3] =
        [&["rubric", "category", "weight"], &["rubric", "signal", "read"], &["threshold"]];
    asked(c"rubrics", &[option(c"text", file.as_ptr(), &[])], &columns)
}

/// Categories and thresholds of `SIGNALS`.
type Graded = ([f64; 4], [[f64; 2]; 4]);

fn grade(file: &CStr, rubric: &CStr, more: &[ScorioOption]) -> Result<Graded, ScorioStatus> {
    let (axes, axis_count) = (FOUR_ROWS.as_ptr(), 2);
    let signals = ScorioOption { axes, axis_count, ..option(c"signals", null(), &SIGNALS) };
    let text = option(c"text", file.as_ptr(), &[]);
    let options = [text, option(c"rubric", rubric.as_ptr(), &[]), signals];
    let options = replaced(&options, more);
    let [(trials, categories), (sizes, thresholds)] = arrays_of(c"grade", &options)?;
    assert_eq!((trials, sizes), (vec![4], vec![4, 2]));
    let (rows, _) = thresholds.as_chunks::<2>();
    Ok((categories.try_into().unwrap(), rows.try_into().unwrap()))
}

#[test]
fn a_file_says_its_names_and_weights() {
    let [categories, signals, thresholds] = &read(FILE).unwrap()[..] else { panic!("tables") };
    assert_eq!(categories[..6], ["short", "flagged", "-1.0000", "short", "wrong", "0.0000"]);
    assert_eq!(categories[12..15], ["brief", "long", "0.0000"]);
    // The signal that the file has as a number is not read.
    let short = ["short", "correct", "1", "short", "tokens", "1", "short", "flagged", "0"];
    let brief = ["brief", "correct", "0", "brief", "tokens", "1", "brief", "flagged", "0"];
    assert_eq!(signals[..], [short, brief].concat());
    assert_eq!(thresholds[..], ["half", "long"]);
}

#[test]
fn the_rubrics_of_the_paper_are_twelve() {
    let found = read(c"paper").unwrap();
    assert_eq!((found[1].len(), found[2].len()), (12 * 9 * 3, 8));
}

#[test]
fn trials_get_the_categories_of_their_task_and_model() {
    let found = grade(FILE, c"short", &[]).unwrap();
    assert_eq!(found, ([3.0, 1.0, 2.0, 3.0], [[0.5, 4.0]; 4]));
    // A trial whose category is open is left out, and an unused threshold is NaN.
    let (categories, thresholds) = grade(FILE, c"brief", &[]).unwrap();
    assert_eq!(categories, [1.0, -1.0, 0.0, 1.0]);
    assert!(thresholds.iter().all(|[half, long]| half.is_nan() && *long == 4.0));
    // Numbers and names are two ways to say the same.
    let (far, one) = (2_f64.powi(40), -5.0);
    let numbers = [one, far, far, one];
    let by_number = grade(FILE, c"short", &[option(c"models", null(), &numbers)]).unwrap();
    let apart = [[0.5, 3.0], [0.5, 9.0], [0.5, 9.0], [0.5, 3.0]];
    assert_eq!(by_number, ([3.0, 1.0, 3.0, 2.0], apart));
    let names = [c"m", c"n", c"m"].map(|name| option(c"model_names", name.as_ptr(), &[]));
    let models = option(c"models", null(), &[0.0, 1.0, 1.0, 2.0]);
    let by_name = grade(FILE, c"short", &[models, names[0], names[1], names[2]]).unwrap();
    assert_eq!(by_name, by_number);
    let tasks = option(c"tasks", null(), &numbers);
    assert_eq!(grade(FILE, c"short", &[tasks]).unwrap(), by_number);
}

#[test]
fn no_trials_are_no_error() {
    let axes = [0, 3];
    let signals =
        ScorioOption { axes: axes.as_ptr(), axis_count: 2, ..option(c"signals", null(), &[]) };
    let file = [option(c"text", FILE.as_ptr(), &[]), option(c"rubric", c"brief".as_ptr(), &[])];
    let [(trials, _), (sizes, _)] = arrays_of(c"grade", &[file[0], file[1], signals]).unwrap();
    assert_eq!((trials, sizes), (vec![0], vec![0, 2]));
}

#[test]
fn frozen_values_are_of_names() {
    let frozen = FILE.to_str().unwrap().replace(
        "quantile = 0.5 }",
        "quantile = 0.5, frozen = [{ task = \"7\", quantile = \"observed\", value = 3 }] }",
    );
    let file = CString::new(frozen).unwrap();
    let sevens = option(c"tasks", null(), &[7.0; 4]);
    assert_eq!(grade(&file, c"brief", &[sevens]).unwrap().0, [1.0, -1.0, 0.0, 0.0]);
    let named = [option(c"tasks", null(), &[0.0; 4]), option(c"task_names", c"7".as_ptr(), &[])];
    assert_eq!(grade(&file, c"brief", &named).unwrap().0, [1.0, -1.0, 0.0, 0.0]);
    assert_eq!(grade(&file, c"brief", &[]), Err(SCORIO_ARGUMENT));
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
    let wrong = |text: &CStr, problem: &str| refused(read(text).unwrap_err(), problem);
    wrong(c"", "the rubric file has no [[rubric]]");
    wrong(c"[signals", "line 1 of the rubric file, column 9: unclosed table, expected `]`");
    let lines = "[signals]\na = \"x\"\n[[rubric]]\nname = \"r\"\ncategory = [{ name = \"c\", weight = 1, when = \"a and \\nnot\" }]";
    let status = read(&CString::new(lines).unwrap()).err();
    assert!(status.is_some() && sentence().contains("a and \\nnot"), "{}", sentence());
    assert!(!sentence().contains(char::is_control), "{:?}", sentence());
    let graded = |rubric: &CStr, more: &[ScorioOption], problem: &str| {
        refused(grade(FILE, rubric, more).unwrap_err(), problem);
    };
    graded(c"long", &[], "there is no rubric \"long\"; there are: short, brief");
    let signals = |axes: &[usize], values: &[f64]| ScorioOption {
        axes: axes.as_ptr(),
        axis_count: axes.len(),
        ..option(c"signals", null(), values)
    };
    let narrow = signals(&[6, 2], &SIGNALS);
    graded(c"short", &[narrow], "signals has 2 columns, but the rubric file has 3 signals");
    let line = signals(&[12], &SIGNALS);
    graded(c"short", &[line], "the option signals has to be an array of trials × signals");
    // The place of a trial is counted as the caller counts.
    let gap = [1.0, 3.0, 0.0, 1.0, NAN, 0.0];
    let status = grade(FILE, c"short", &[signals(&[2, 3], &gap)]).unwrap_err();
    let problem = "lacks the signal \"tokens\"";
    assert_eq!(status, SCORIO_ARGUMENT);
    assert!(sentence().starts_with(&format!("trial 1 {problem}")), "{}", sentence());
    assert!(sentence_from(1).starts_with(&format!("trial 2 {problem}")));

    let names = [c"a", c"b"].map(|name| option(c"task_names", name.as_ptr(), &[]));
    let tasks = |codes: &[f64], problem: &str| {
        graded(c"short", &[option(c"tasks", null(), codes), names[0], names[1]], problem);
    };
    let two = "but there are 2 names, counted from 0";
    tasks(&[0.0, 1.0, 2.0, 0.0], &format!("tasks has the code 2 for trial 2, {two}"));
    tasks(&[0.0, -1.0, 2.0, 0.0], &format!("tasks has the code -1 for trial 1, {two}"));
    tasks(&[0.0; 3], "tasks has 3 trials but signals has 4");
    graded(c"short", &[names[0]], "task_names are names of the numbers in tasks: give both");
}
