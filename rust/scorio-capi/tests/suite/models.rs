//! Several models across the border: their counts, and results as tables.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use scorio::call::*;
use scorio::counts::*;
use scorio::failure::*;
use scorio::matrix::*;
use scorio::options::*;
use scorio::sums::*;
use scorio::table::*;

use crate::support::{empty, sentence, sentence_from};

/// Three questions, two trials.
static NEW: [i8; 6] = [1, 1, 1, 1, 1, 0];
static OLD: [i8; 6] = [0, 0, 1, 0, 0, 1];

fn matrix(entries: &[i8], rows: usize, columns: usize) -> ScorioMatrix {
    ScorioMatrix {
        entries: entries.as_ptr().cast(),
        element: SCORIO_INT8,
        rows,
        columns,
        row_stride: isize::try_from(columns).unwrap(),
        column_stride: 1,
    }
}

fn model(name: &CStr) -> ScorioModelRows {
    ScorioModelRows {
        model: name.as_ptr(),
        tasks: null(),
        questions: null(),
        clusters: null(),
        weights: null(),
    }
}

pub(crate) fn option(name: &CStr, text: *const c_char, numbers: &[f64]) -> ScorioOption {
    let (numbers, length) = (numbers.as_ptr(), numbers.len());
    ScorioOption { text, numbers, length, ..empty(name) }
}

/// Counts that are freed at the end.
pub(crate) struct Counted(*mut ScorioCounts);

impl Counted {
    fn new() -> Self {
        let mut counts = null_mut();
        // SAFETY: `counts` is valid for a write.
        assert_eq!(unsafe { scorio_counts_new(2, &raw mut counts) }, SCORIO_OK);
        Self(counts)
    }

    pub(crate) fn of_both() -> Self {
        let counts = Self::new();
        assert_eq!(counts.add(&model(c"new"), &matrix(&NEW, 3, 2), None), SCORIO_OK);
        assert_eq!(counts.add(&model(c"old"), &matrix(&OLD, 1, 6), Some(&[2, 2, 2])), SCORIO_OK);
        counts
    }

    pub(crate) fn handle(&self) -> *const ScorioCounts {
        self.0
    }

    fn add(
        &self,
        rows: &ScorioModelRows,
        matrix: &ScorioMatrix,
        lengths: Option<&[usize]>,
    ) -> ScorioStatus {
        let (start, count) = lengths.map_or((null(), 0), |all| (all.as_ptr(), all.len()));
        // SAFETY: rows and matrices of these tests.
        unsafe { scorio_counts_add_outcomes(self.0, rows, matrix, start, count, false) }
    }

    fn compared(&self, options: &[ScorioOption]) -> Result<Vec<String>, ScorioStatus> {
        let baseline = option(c"baseline", c"old".as_ptr(), &[]);
        let options: Vec<_> = options.iter().copied().chain([baseline]).collect();
        let columns: [&[&str]; 2] = [
            &["model", "baseline", "difference", "questions", "worse"],
            &["question", "difference"],
        ];
        let mut found = answered(c"compare", (self.0, null()), &options, &columns)?;
        assert_eq!(found.remove(1).len(), 6);
        Ok(found.remove(0))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        // SAFETY: from `scorio_counts_new`, once.
        unsafe { scorio_counts_free(self.0) };
    }
}

/// The same of a table that is not freed.
fn read_kept(table: *const ScorioTable, wanted: &[&str]) -> Vec<String> {
    let (mut rows, mut columns) = (9, 9);
    // SAFETY: a table of the library.
    unsafe { assert_eq!(scorio_table_size(table, &raw mut rows, &raw mut columns), SCORIO_OK) };
    let mut texts = Vec::new();
    for row in 0..rows {
        for name in wanted {
            let column = (0..columns).find(|&column| name_of(table, column) == *name).unwrap();
            texts.push(text(table, row, column));
        }
    }
    texts
}

const NOTHING: ScorioCell =
    ScorioCell { kind: 9, whole: 0, real: 0.0, text: null(), numbers: null(), length: 0 };

fn name_of(table: *const ScorioTable, column: usize) -> String {
    let mut found = ScorioColumn { name: null(), kind: 9, optional: false };
    // SAFETY: the name lives as long as the table.
    unsafe {
        assert_eq!(scorio_table_column(table, column, &raw mut found), SCORIO_OK);
        CStr::from_ptr(found.name).to_str().unwrap().to_owned()
    }
}

fn text(table: *const ScorioTable, row: usize, column: usize) -> String {
    let mut cell = NOTHING;
    // SAFETY: the table has the row and the column.
    unsafe { assert_eq!(scorio_table_cell(table, row, column, &raw mut cell), SCORIO_OK) };
    match cell.kind {
        SCORIO_MISSING => "-".to_owned(),
        SCORIO_WHOLE | SCORIO_FLAG => cell.whole.to_string(),
        SCORIO_REAL => format!("{:.4}", cell.real),
        SCORIO_TEXT => {
            // SAFETY: the text lives as long as the table.
            let text = unsafe { CStr::from_ptr(cell.text) }.to_str().unwrap();
            assert_eq!(text.len(), cell.length);
            text.to_owned()
        }
        kind => format!("a cell of the kind {kind}"),
    }
}

/// The tables of a call, each read at these columns.
pub(crate) fn answered(
    name: &CStr,
    (counts, sums): (*const ScorioCounts, *const ScorioSums),
    options: &[ScorioOption],
    columns: &[&[&str]],
) -> Result<Vec<Vec<String>>, ScorioStatus> {
    let (mut answer, mut rows) = (null_mut(), null());
    // SAFETY: counts, sums and options of these tests. The answer is freed after its tables are read.
    unsafe {
        let (options, count) = (options.as_ptr(), options.len());
        let status = scorio_call(name.as_ptr(), counts, sums, options, count, 1, &raw mut answer);
        if status != SCORIO_OK {
            return Err(status);
        }
        let read = columns.iter().enumerate().map(|(table, columns)| {
            assert_eq!(scorio_answer_table(answer, table, &raw mut rows), SCORIO_OK);
            read_kept(rows, columns)
        });
        let found = read.collect();
        scorio_answer_free(answer);
        Ok(found)
    }
}

#[test]
fn a_leaderboard_is_a_table() {
    let counts = Counted::of_both();
    let columns: [&[&str]; 2] =
        [&["model", "task", "score", "rank", "questions", "pulled"], &["model"]];
    let scored =
        |options: &[ScorioOption]| answered(c"score", (counts.0, null()), options, &columns);
    let found = scored(&[]).unwrap();
    assert_eq!(
        found[0],
        ["new", "-", "0.8333", "1", "3", "0", "old", "-", "0.3333", "2", "3", "0"]
    );
    assert!(found[1].is_empty());
    let metrics = [c"avg", c"pass_at_k"].map(|name| option(c"metrics", name.as_ptr(), &[]));
    let both = scored(&[metrics[0], metrics[1], option(c"k", null(), &[1.0, 2.0])]).unwrap();
    // A table of each metric and budget, with two models of six columns.
    assert_eq!(both[0].len(), 3 * 2 * 6);
    let metric = option(c"metrics", c"g_pass_at_k_tau".as_ptr(), &[]);
    let k = option(c"k", null(), &[2.0]);
    let by = |tau| scored(&[metric, k, tau]).map(|found| found[0].clone());
    let half = by(option(c"tau", null(), &[0.5])).unwrap();
    assert_eq!(by(option(c"tau", c"1/2".as_ptr(), &[])).unwrap(), half);
    assert_eq!(by(option(c"tau", c"half".as_ptr(), &[])), Err(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "the option tau has to be a number, or a fraction such as 2/3");
    assert_eq!(by(option(c"tau", c"3/2".as_ptr(), &[])), Err(SCORIO_DOMAIN));
}

#[test]
fn options_have_names_and_defaults() {
    let counts = Counted::of_both();
    let found = counts.compared(&[]).unwrap();
    assert_eq!(found, ["new", "old", "0.5000", "3", "-"]);
    let margin = option(c"margin", null(), &[0.1]);
    assert_eq!(counts.compared(&[margin]).unwrap()[4], "0");
    let refused = |one: ScorioOption, said: &str| {
        assert_eq!(counts.compared(&[one]), Err(SCORIO_ARGUMENT));
        assert_eq!(sentence(), said);
    };
    refused(
        option(c"paird", null(), &[1.0]),
        "\"paird\" is not an option of compare: do you mean paired?",
    );
    refused(option(c"paired", null(), &[2.0]), "the option paired has to be true or false");
    refused(option(c"paired", c"no".as_ptr(), &[]), "the option paired has to be true or false");
    refused(
        option(c"prior", c"flat".as_ptr(), &[]),
        "prior = 'flat' is not one of 'hierarchical', 'uniform'",
    );
    refused(
        option(c"prior", c"uniform".as_ptr(), &[1.0]),
        "the option prior has several values: give a text, numbers or states, and NULL for the others",
    );
    assert_eq!(counts.compared(&[option(c"confidence", null(), &[2.0])]), Err(SCORIO_DOMAIN));
    let twice = [0.9, 0.95].map(|level| option(c"confidence", null(), &[level]));
    assert_eq!(counts.compared(&twice), Err(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "confidence is given twice: give it once");
}

#[test]
fn an_error_names_the_model_and_leaves_the_counts_as_they_were() {
    let counts = Counted::of_both();
    let before = counts.compared(&[]).unwrap();
    let wrong: [i8; 6] = [1, 1, 1, 1, 1, 5];
    assert_eq!(counts.add(&model(c"new"), &matrix(&wrong, 3, 2), None), SCORIO_ARGUMENT);
    assert!(sentence().starts_with("R[2, 1] = 5 is not a category"), "{}", sentence());
    assert!(sentence_from(1).starts_with("R[3, 2] = 5"), "{}", sentence_from(1));
    assert!(sentence().ends_with("(of model new)"), "{}", sentence());
    assert_eq!(counts.compared(&[]).unwrap(), before);
    let three = [0_i8; 6];
    let (rows, table) = (model(c"x"), matrix(&three, 2, 3));
    // SAFETY: two rows of three counts.
    let status = unsafe { scorio_counts_add_table(counts.0, &raw const rows, &raw const table) };
    assert_eq!(status, SCORIO_ARGUMENT);
    assert_eq!(sentence(), "counts has 3 columns, but there are 2 categories");
}

#[test]
fn scores_are_ranked_by_every_convention() {
    let scores = option(c"scores", null(), &[0.7, 0.5, 0.5, 0.2]);
    let columns = ["competition", "competition_max", "dense", "fractional"];
    let found = &asked(c"rank_scores", &[scores], &[&columns]).unwrap()[0];
    let rows = ["1", "1", "1", "1.0000", "2", "3", "2", "2.5000"];
    assert_eq!(found[..8], rows);
    assert_eq!(found[12..], ["4", "4", "3", "4.0000"]);
}

#[test]
fn pairs_are_compared_by_a_metric_with_its_budget() {
    let counts = Counted::of_both();
    let by = |metric: &CStr, k: Option<f64>| {
        let mut options = vec![option(c"metric", metric.as_ptr(), &[])];
        let k = k.map(|k| [k]);
        options.extend(k.as_ref().map(|k| option(c"k", null(), k)));
        let columns: [&[&str]; 1] = [&["model", "other", "difference"]];
        let found = answered(c"compare_pairs", (counts.0, null()), &options, &columns);
        found.map(|mut tables| tables.remove(0))
    };
    assert_eq!(by(c"pass_at_k", Some(2.0)).unwrap(), ["new", "old", "0.3333"]);
    assert_eq!(by(c"pass_at_k", None), Err(SCORIO_ARGUMENT));
    assert_eq!(by(c"pass_at_k", Some(0.0)), Err(SCORIO_DOMAIN));
    assert_eq!(by(c"pass_at", Some(2.0)), Err(SCORIO_ARGUMENT));
}

#[test]
fn a_gate_needs_a_level() {
    let counts = Counted::of_both();
    let gated = |options: &[ScorioOption]| {
        let found = answered(c"gate", (counts.0, null()), options, &[&["model", "verdict"]]);
        found.map(|mut tables| tables.remove(0))
    };
    let level = option(c"at_least", null(), &[0.05]);
    assert_eq!(gated(&[level]).unwrap(), ["new", "pass", "old", "pass"]);
    let each = option(c"per_question", null(), &[1.0]);
    assert_eq!(gated(&[level, each]).unwrap().len(), 12);
    assert_eq!(gated(&[]), Err(SCORIO_ARGUMENT));
    assert_eq!(
        sentence(),
        "at_least is missing: the level of the score, or of the success probability of each question"
    );
    assert_eq!(gated(&[level, option(c"confidence", null(), &[0.5])]), Err(SCORIO_DOMAIN));
}

#[test]
fn numeric_scores_have_a_leaderboard_and_a_comparison() {
    let mut sums = null_mut();
    // SAFETY: `sums` is valid for a write.
    assert_eq!(unsafe { scorio_sums_new(true, &raw mut sums) }, SCORIO_OK);
    let add = |name: &CStr, scores: &[f64], lengths: &[usize], drop: bool| {
        let rows = model(name);
        // SAFETY: rows, scores and lengths of these tests.
        unsafe {
            scorio_sums_add(
                sums,
                &raw const rows,
                scores.as_ptr(),
                scores.len(),
                lengths.as_ptr(),
                lengths.len(),
                drop,
            )
        }
    };
    let some = [7.5, f64::NAN, 6.0, 8.25, 9.0];
    assert_eq!(add(c"new", &some, &[3, 2], false), SCORIO_DOMAIN);
    assert!(sentence().contains("NaN"), "{}", sentence());
    assert_eq!(add(c"new", &some, &[3, 3], true), SCORIO_ARGUMENT);
    assert_eq!(add(c"new", &some, &[3, 2], true), SCORIO_OK);
    assert_eq!(add(c"old", &[5.0, 5.5, 6.0, 7.0], &[2, 2], false), SCORIO_OK);
    let best = [option(c"metrics", c"max_at_k".as_ptr(), &[]), option(c"k", null(), &[2.0])];
    let found = answered(c"score", (null(), sums), &best, &[&["model", "score"]]);
    assert_eq!(found.unwrap(), [["new", "8.2500", "old", "6.2500"]]);
    let level = [option(c"at_least", null(), &[0.5])];
    let gate = answered(c"gate", (null(), sums), &level, &[&["model", "verdict"]]);
    assert_eq!(gate.unwrap(), [["new", "pass", "old", "pass"]]);
    let baseline = option(c"baseline", c"old".as_ptr(), &[]);
    let found = answered(c"compare", (null(), sums), &[baseline], &[&["model", "difference"]]);
    assert_eq!(found.unwrap(), [["new", "1.8125"]]);
    let columns: [&[&str]; 1] = [&["model", "other", "questions"]];
    let found = answered(c"compare_pairs", (null(), sums), &[], &columns);
    assert_eq!(found.unwrap(), [["new", "old", "2"]]);
    // SAFETY: sums of this test, once.
    unsafe { scorio_sums_free(sums) };
}

#[test]
fn a_tie_in_gold_makes_tau_a_tau_b() {
    let scores = option(c"scores", null(), &[0.7, 0.6, 0.5, 0.4]);
    let gold = option(c"gold", null(), &[0.9, 0.7, 0.7, 0.3]);
    let variant = option(c"variant", c"a".as_ptr(), &[]);
    let columns: [&[&str]; 2] = [&["statistic", "pvalue_error"], &["first", "second"]];
    let found = asked(c"kendall", &[scores, gold, variant], &columns).unwrap();
    assert_eq!(found, [["0.9129", "0.0000"], ["1", "2"]]);
    let permutations = option(c"permutations", null(), &[99.0]);
    let found = asked(c"weighted_tau", &[scores, gold, permutations], &columns[..1]).unwrap();
    assert_eq!(found[0][1], "0.0000");
}

/// The tables of a call that is about its options alone.
pub(crate) fn asked(
    name: &CStr,
    options: &[ScorioOption],
    columns: &[&[&str]],
) -> Result<Vec<Vec<String>>, ScorioStatus> {
    answered(name, (null(), null()), options, columns)
}

/// The one array of a call that is about its options alone.
fn array_of(name: &CStr, options: &[ScorioOption]) -> Held {
    let [found] = arrays_of(name, options).unwrap();
    found
}

/// The axes and the values of an array.
type Held = (Vec<usize>, Vec<f64>);

/// The arrays of a call that is about its options alone.
pub(crate) fn arrays_of<const COUNT: usize>(
    name: &CStr,
    options: &[ScorioOption],
) -> Result<[Held; COUNT], ScorioStatus> {
    let mut answer = null_mut();
    let mut found = ScorioArray { reals: null(), small: null(), axes: null(), axis_count: 0 };
    // SAFETY: options of these tests. The answer is freed after its arrays are read.
    unsafe {
        let (options, count) = (options.as_ptr(), options.len());
        let status = scorio_call(name.as_ptr(), null(), null(), options, count, 0, &raw mut answer);
        if status != SCORIO_OK {
            return Err(status);
        }
        assert_eq!(scorio_answer_array(answer, COUNT, &raw mut found), SCORIO_ARGUMENT);
        let beyond = format!("array = {COUNT}, but there are {COUNT} of them, counted from 0");
        assert_eq!(sentence(), beyond);
        let arrays = std::array::from_fn(|place| {
            assert_eq!(scorio_answer_array(answer, place, &raw mut found), SCORIO_OK);
            let axes = std::slice::from_raw_parts(found.axes, found.axis_count).to_vec();
            let size = axes.iter().product();
            let values = if found.small.is_null() {
                std::slice::from_raw_parts(found.reals, size).to_vec()
            } else {
                let small = std::slice::from_raw_parts(found.small, size);
                small.iter().map(|&one| f64::from(one)).collect()
            };
            (axes, values)
        });
        scorio_answer_free(answer);
        Ok(arrays)
    }
}

#[test]
fn calls_take_and_give_arrays() {
    let p = [0.0, 1.0, 1.0, 0.0, 1.0, 0.0];
    let axes = [2, 3];
    let p = ScorioOption { axes: axes.as_ptr(), axis_count: 2, ..option(c"p", null(), &p) };
    let (trials, seed) = (option(c"trials", null(), &[2.0]), option(c"seed", c"7".as_ptr(), &[]));
    let (axes, outcomes) = array_of(c"simulate_trials", &[p, trials, seed]);
    assert_eq!(axes, [2, 3, 2]);
    assert_eq!(outcomes, [0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    let scores = option(c"scores", null(), &[0.5, 0.5]);
    let sigmas = option(c"sigmas", null(), &[0.1, 0.1]);
    assert_eq!(array_of(c"pairwise", &[scores, sigmas]), (vec![2, 2], vec![0.5; 4]));
    let wrong = [5];
    let p = ScorioOption { axes: wrong.as_ptr(), axis_count: 1, ..p };
    assert_eq!(asked(c"simulate_trials", &[p, trials, seed], &[]), Err(SCORIO_ARGUMENT));
    assert_eq!(asked(c"score", &[], &[]), Err(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "score needs counts");
    let seed = option(c"seed", c"18446744073709551616".as_ptr(), &[]);
    assert_eq!(asked(c"simulate_coins", &[seed], &[]), Err(SCORIO_ARGUMENT));
    assert_eq!(asked(c"simulate_coins", &[], &[]), Err(SCORIO_ARGUMENT));
}

#[test]
fn a_plan_takes_pilots_and_probabilities() {
    let outcomes = [1, 1, 0, 1, 0, 1];
    let made = matrix(&outcomes, 3, 2);
    let mut states = null_mut();
    // SAFETY: a matrix of this test.
    let status = unsafe { scorio_tally(&raw const made, null(), 2, false, &raw mut states) };
    assert_eq!(status, SCORIO_OK);
    let a = ScorioOption { states, ..empty(c"a") };
    let b = option(c"b", null(), &[0.5, 0.25, 0.25]);
    let power = option(c"power", null(), &[0.9]);
    let columns: [&[&str]; 1] = [&["trials", "half", "power", "difference", "at_most"]];
    let plain = asked(c"trials_needed", &[a, b], &columns).unwrap();
    let powered = asked(c"trials_needed", &[a, b, power], &columns).unwrap();
    assert_eq!(powered[0][3..], plain[0][3..]);
    let trials = |found: &[Vec<String>]| found[0][0].parse::<f64>().unwrap();
    assert!(trials(&powered) > trials(&plain));
    // SAFETY: states of this test, once.
    unsafe { scorio_states_free(states) };
}
