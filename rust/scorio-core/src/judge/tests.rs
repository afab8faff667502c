//! Laws of corrected scores, and figures worked out by hand.

use super::figures::{JudgedFigures, JudgedTarget};
use super::join::{JoinedLabels, LabelFile, ReadTrials, joined};
use super::legend::Legend;
use super::plan::labels;
use super::scores::difference::JudgedDifference;
use super::trials::{JudgedAnswers, JudgedTrials, OutcomeCell};
use crate::calls::{Given, GivenValue, Input};
use crate::counts::counts::Counts;
use crate::judge::arrays::LabelledArrays;
use crate::posterior::target::Target;
use crate::rubric::grading::{GradedTrial, Grades};
use crate::rubric::trial::{TrialDetails, TrialKey, TrialTexts};
use crate::tally::ModelRows;
use proptest::prelude::*;

const THESE: JudgedTarget =
    JudgedTarget { target: Target::TheseQuestions, clusters: None, confidence: 0.95 };
const LIKE: JudgedTarget = JudgedTarget { target: Target::QuestionsLikeThese, ..THESE };

/// Questions from texts as "1:1 0": the judge's outcome of each trial, and after a colon its label.
fn model(questions: &[&str], outcomes: usize) -> JudgedTrials {
    let asked = questions.iter().enumerate().map(|(cluster, question)| {
        let mut cells = vec![OutcomeCell::default(); outcomes];
        let mut by_label = vec![0; 2];
        for trial in question.split(' ') {
            let (outcome, label) = trial.split_once(':').unwrap_or((trial, ""));
            let cell = &mut cells[outcome.parse::<usize>().unwrap()];
            cell.trials += 1;
            if let Ok(y) = label.parse::<f64>() {
                cell.labels += 1;
                cell.sum += y;
                cell.squares += y * y;
                by_label[usize::from(y > 0.5)] += 1;
            }
        }
        JudgedAnswers { weight: 1.0, cluster, cells, by_label }
    });
    let asked: Vec<JudgedAnswers> = asked.collect();
    let clusters = asked.len();
    JudgedTrials::new(asked, false, clusters, false)
}

fn figures(questions: &[&str], about: JudgedTarget) -> JudgedFigures {
    JudgedFigures::of(&model(questions, 2), &[0.0, 1.0], about).unwrap()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found} {expected}");
}

const SOME: [&str; 6] =
    ["1:1 0:0 1", "0:0 0 0:1", "1:1 1 1:1", "1 0:0 1:0", "0 0 0:0", "1:1 1:1 0"];

#[test]
fn the_score_is_post_stratified() {
    // The judge says 1 in 9 of 18 trials. There 5 of 6 labels are 1, elsewhere 1 of 5.
    let found = figures(&SOME, THESE);
    near(found.score, 9.0 / 18.0 * (5.0 / 6.0) + 9.0 / 18.0 * 0.2);
    let (lo, hi) = found.interval(0.95).unwrap();
    assert!(lo < found.score && found.score < hi);
}

#[test]
fn labels_that_agree_leave_the_interval_open() {
    let found = figures(&["1:1", "0:0", "1:1", "0", "1", "0:0"], LIKE);
    near(found.score, 0.5);
    let (lo, hi) = found.interval(0.95).unwrap();
    assert!(hi - lo > 0.2, "{lo} {hi}");
}

#[test]
fn other_labels_mirror() {
    let turned: Vec<String> = SOME
        .iter()
        .map(|one| one.replace(":1", ":x").replace(":0", ":1").replace(":x", ":0"))
        .collect();
    let turned: Vec<&str> = turned.iter().map(String::as_str).collect();
    for about in [THESE, LIKE] {
        let (one, other) = (figures(&SOME, about), figures(&turned, about));
        near(one.score, 1.0 - other.score);
        near(one.variance(), other.variance());
        let (ends, mirrored) = (one.interval(0.95).unwrap(), other.interval(0.95).unwrap());
        near(ends.0, 1.0 - mirrored.1);
        near(ends.1, 1.0 - mirrored.0);
    }
}

#[test]
fn a_judge_that_says_one_thing_leaves_the_mean_of_the_labels() {
    let found = figures(&["1:1 1", "1:0 1:1", "1 1", "1:1 1:0"], THESE);
    near(found.score, 0.6);
    near(found.judge_variance, 0.0);
}

#[test]
fn the_order_of_questions_changes_no_score() {
    let mut turned = SOME;
    turned.reverse();
    for about in [THESE, LIKE] {
        let (one, other) = (figures(&SOME, about), figures(&turned, about));
        near(one.score, other.score);
        near(one.variance(), other.variance());
    }
}

#[test]
fn complete_labels_are_the_score() {
    let found = figures(&["1:1 0:1", "0:0 0:0", "1:0 1:1"], THESE);
    near(found.score, 0.5);
    near(found.label_variance, 0.0);
    near(found.worth(), 6.0);
}

#[test]
fn a_difference_mirrors() {
    let other = ["1 0:0 1:1", "0:0 0 0", "1:1 1:0 1:1", "1 0:0 1:0", "0:1 0 0:0", "1:1 1 0"];
    for about in [THESE, LIKE] {
        let (a, b) = (figures(&SOME, about), figures(&other, about));
        let (one, turned) = (JudgedDifference::of(&a, &b), JudgedDifference::of(&b, &a));
        near(one.difference, -turned.difference);
        near(one.variance, turned.variance);
        near(one.probability(), 1.0 - turned.probability());
        assert!(one.shown().abs() <= one.difference.abs());
    }
}

#[test]
fn labels_go_where_the_truth_is_open() {
    let questions = ["1 1 1:1", "1:1 1:1 1", "0:1 0:0 0", "0 0:1 0", "1 0:0 0"];
    let trials = model(&questions, 2);
    let found = figures(&questions, THESE);
    let left = trials.totals(|cell| cell.trials - cell.labels);
    let plan = &labels(&[(&found, &left)], None, Some(3), 0.95).unwrap()[0];
    assert_eq!(plan.add.iter().sum::<u64>(), 3);
    assert!(plan.add[0] >= plan.add[1], "{plan:?}");
    assert!(plan.floor < plan.half_width);
    let all = &labels(&[(&found, &left)], Some(1e-9), None, 0.95).unwrap()[0];
    assert_eq!((all.add.clone(), all.reached), (left.clone(), false));
}

#[test]
fn categories_tell_outcomes_and_labels() {
    let name = |outcome: &str, label| Legend::name(outcome, label, None);
    let categories = vec![
        name("yes", None),
        name("yes", Some(1.0)),
        name("no", Some(0.0)),
        name("10", None),
        name("2", Some(0.5)),
    ];
    let legend = Legend::of(&categories).unwrap().unwrap();
    assert_eq!(legend.outcomes, ["2", "10", "no", "yes"]);
    assert_eq!(legend.categories[1], (3, Some(1.0)));
    assert_eq!((legend.range, legend.is_observed), ((0.0, 1.0), true));
    let other = ["judge x".to_owned(), "judge y".to_owned()];
    assert_eq!(Legend::of(&other).unwrap(), None);
    let given = [Legend::name("1", Some(3.0), Some((1.0, 5.0))), name("1", None)];
    let legend = Legend::of(&given).unwrap().unwrap();
    assert_eq!((legend.range, legend.scaled(3.0), legend.is_observed), ((1.0, 5.0), 0.5, false));
    for wrong in [
        vec![Legend::name("1", Some(9.0), Some((1.0, 5.0)))],
        vec![name("1", Some(3.0))],
        vec![
            Legend::name("1", Some(1.0), Some((0.0, 1.0))),
            Legend::name("1", Some(1.0), Some((0.0, 2.0))),
        ],
        (0..21).map(|k| name(&k.to_string(), Some(1.0))).collect(),
    ] {
        assert!(Legend::of(&wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn counts_with_labels_have_corrected_scores() {
    let names = ["judge 0", "judge 0, label 0", "judge 1", "judge 1, label 1"];
    let mut counts = Counts::new(names.map(str::to_owned).to_vec()).unwrap();
    for (question, row) in [[2, 1, 1, 0], [0, 1, 2, 1], [1, 0, 1, 2]].iter().enumerate() {
        let place = counts.row("m", "", &question.to_string());
        for (category, trials) in row.iter().enumerate() {
            counts.add(place, category, *trials).unwrap();
        }
    }
    let call = crate::calls::find("score").unwrap();
    let given = Given::default();
    let answer = call.answer(Input::Counts(&counts), &given).unwrap();
    assert_eq!(answer.tables.len(), 4);
    assert!(answer.notes.iter().any(|note| note.kind.name == "judge.corrected"));
}

/// Names of categories: texts that no reading writes, and some that it does.
fn hostile_name() -> impl Strategy<Value = String> {
    let label = prop_oneof![
        Just("0".to_owned()),
        Just("1".to_owned()),
        Just("nan".to_owned()),
        Just("1e999".to_owned()),
        Just("-1e308".to_owned()),
        Just("1e308".to_owned()),
        Just("-0".to_owned()),
        Just("1 (0 to 1)".to_owned()),
        Just("1 (1 to 0)".to_owned()),
        Just("0 (-1e308 to 1e308)".to_owned()),
        Just("1 (nan to 1)".to_owned()),
        Just("1 (".to_owned()),
        ".{0,6}",
    ];
    let outcome = prop_oneof![
        Just("0".to_owned()),
        Just("1".to_owned()),
        Just(String::new()),
        Just(", label".to_owned()),
        Just(", label 1".to_owned()),
        ".{0,6}",
    ];
    prop_oneof![
        4 => (outcome.clone(), label).prop_map(|(outcome, label)| {
            format!("judge {outcome}, label {label}")
        }),
        2 => outcome.prop_map(|outcome| format!("judge {outcome}")),
        1 => ".{0,8}",
    ]
}

const HUGE: u64 = 1 << 53;

/// What every call says of some counts. None of them may panic, and no figure is beyond its ends.
fn answers(counts: &Counts) {
    for name in ["score", "compare_pairs", "gate", "judge_quality", "plan_labels"] {
        for sampled in [false, true] {
            let mut given = Given::default().with("sampled", GivenValue::Flag(sampled));
            if name == "gate" {
                given = given.with("at_least", GivenValue::Number(0.5));
            }
            if name == "plan_labels" {
                given = given.with("budget", GivenValue::Number(5.0));
            }
            let call = crate::calls::find(name).unwrap();
            let _ = call.answer(Input::Counts(counts), &given);
        }
    }
}

proptest! {
    #[test]
    fn hostile_categories_are_answered_or_refused(
        names in prop::collection::vec(hostile_name(), 2..8),
        cells in prop::collection::vec(prop_oneof![0..4_u64, Just(HUGE), Just(HUGE - 1)], 64),
    ) {
        let _ = Legend::of(&names);
        if let Ok(mut counts) = Counts::new(names.clone()) {
            for (place, trials) in cells.iter().enumerate() {
                let (row, category) = (place / names.len(), place % names.len());
                let row = counts.row(["a", "b"][row % 2], "", &(row / 2).to_string());
                let _ = counts.add(row, category, *trials);
            }
            answers(&counts);
            let mut twice = counts.clone();
            let _ = twice.merge(&counts);
        }
    }

    #[test]
    fn hostile_arrays_are_counted_or_refused(
        values in prop::collection::vec(
            prop_oneof![Just(0.0), Just(1.0), Just(f64::NAN), Just(f64::INFINITY), Just(-1e308), Just(1e308), Just(0.5), Just(-0.0)],
            24,
        ),
        lengths in prop::collection::vec(0..8_usize, 0..5),
        ends in prop::option::of((prop_oneof![Just(0.0), Just(-1e308), Just(f64::NAN)], prop_oneof![Just(1.0), Just(1e308), Just(0.0)])),
    ) {
        let mut trials = LabelledArrays::default();
        let (outcomes, labels) = values.split_at(12);
        for model in ["a", "b"] {
            let rows = ModelRows { model, ..ModelRows::default() };
            let total = lengths.iter().sum::<usize>().min(12);
            let _ = trials.add(&rows, &lengths, &outcomes[..total], &labels[..total]);
        }
        if let Ok(counts) = trials.counts(ends) {
            answers(&counts);
        }
    }
}

#[test]
fn counts_of_a_judge_merge_whatever_occurs_in_each() {
    let counts = |names: &[&str]| {
        let mut counts =
            Counts::new(names.iter().map(|name| (*name).to_owned()).collect()).unwrap();
        let row = counts.row("m", "", "q");
        (0..names.len()).for_each(|category| counts.add(row, category, 1).unwrap());
        counts
    };
    let (one, other) = (counts(&["judge 1", "judge 1, label 1"]), counts(&["judge 0", "judge 1"]));
    for (first, second) in [(&one, &other), (&other, &one)] {
        let mut sum = first.clone();
        sum.merge(second).unwrap();
        assert_eq!(sum.categories(), ["judge 0", "judge 1", "judge 1, label 1"]);
        assert_eq!(sum.get(0).unwrap().counts, [1, 2, 1]);
    }
    let mut plain = counts(&["a", "b"]);
    assert!(plain.merge(&counts(&["b", "c"])).is_err());
}

/// A trial: model, task, question, its name, and a signal.
type LabelRow<'r> = (&'r str, &'r str, &'r str, Option<u32>, f64);

/// A reading of trials.
fn read(rows: &[LabelRow<'_>]) -> (Counts, Grades) {
    let mut counts = Counts::of_trials();
    let trials = rows.iter().enumerate().map(|(place, (model, task, question, code, signal))| {
        let row = counts.row(model, task, question);
        let key = code.map_or(TrialKey::Number(0), TrialKey::Code);
        GradedTrial { row, key, place, signals: vec![*signal], categories: Vec::new() }
    });
    let trials: Vec<_> = trials.collect();
    let units = (2..).take(rows.len()).map(|line| ("line", line)).collect();
    let files = vec![(0, "labels.csv".to_owned())];
    let details = TrialDetails { files, units, ..TrialDetails::default() };
    let names = TrialTexts { first: 100, texts: Vec::new() };
    let (rubrics, thresholds) = (Vec::new(), Vec::new());
    (counts, Grades { rubrics, thresholds, trials, names, details })
}

/// The labels of a file for a log of two models and tasks.
fn join(labels: &[LabelRow<'_>], unnamed: &[String], drops: bool) -> Result<JoinedLabels, String> {
    let (counts, grades) = read(&[
        ("a", "s", "\"1\"", Some(0), 1.0),
        ("a", "s", "\"1\"", Some(1), 1.0),
        ("a", "s", "x", Some(0), 1.0),
        ("a", "t", "x", Some(0), 1.0),
        ("b", "s", "y", None, 1.0),
    ]);
    let (own, trials) = read(labels);
    let trials = ReadTrials { grades: &trials, counts: &own };
    let file = LabelFile { file: "labels.csv", trials, label: 0, unnamed, drops };
    let log = ReadTrials { grades: &grades, counts: &counts };
    joined(log, None, &file).map_err(|error| error.to_string())
}

#[test]
fn labels_are_joined_by_what_they_name() {
    let found = join(
        &[
            ("a", "s", "1", Some(1), 0.5),
            ("a", "", "\"1\"", Some(1), 0.5),
            ("a", "t", "x", Some(0), 1.0),
            ("b", "", "y", None, 0.0),
            ("a", "s", "x", Some(0), f64::NAN),
            ("a", "s", "z", Some(0), 1.0),
        ],
        &[],
        true,
    );
    let JoinedLabels { labels, given, equal, unmatched } = found.unwrap();
    assert!(labels[0].is_nan() && labels[2].is_nan());
    assert_eq!((labels[1], labels[3], labels[4]), (0.5, 1.0, 0.0));
    assert_eq!((given, equal, unmatched), (5, 1, 1));
}

#[test]
fn labels_that_cannot_be_joined_say_why() {
    let unnamed = ["file".to_owned()];
    for (labels, sentence) in [
        (
            vec![("a", "s", "x", Some(0), f64::NAN)],
            "labels.csv has no label: its field \"label\" is lacking, or empty everywhere",
        ),
        (
            vec![("file", "s", "x", Some(0), 1.0)],
            "labels.csv has no field \"model\", but the log has the models \"a\", \"b\"",
        ),
        (
            vec![("a", "", "x", Some(0), 1.0)],
            "labels.csv has no field \"task\", but model \"a\" has question \"x\" in the tasks \"s\", \"t\"",
        ),
        (
            vec![("a", "s", "1", None, 1.0)],
            "labels.csv has no field \"trial\", but model \"a\" has 2 trials of question \"1\"",
        ),
        (
            vec![("a", "s", "x", Some(0), 1.0), ("a", "s", "x", Some(0), 0.0)],
            "labels.csv, line 3: model \"a\", task \"s\", question \"x\", trial \"0\" is labelled 0, but 1 in line 2",
        ),
        (
            vec![("a", "s", "x", Some(0), 1.0), ("a", "s", "x", Some(7), 0.0)],
            "labels.csv, line 3: the log has no trial of model \"a\", task \"s\", question \"x\", trial \"7\"",
        ),
        (
            vec![("a", "u", "x", Some(0), 1.0)],
            "no label names a trial of the log: labels.csv, line 2 is model \"a\", task \"u\", question \"x\", trial \"0\"; the log has the tasks \"s\", \"t\"",
        ),
    ] {
        assert_eq!(join(&labels, &unnamed, false).unwrap_err(), sentence);
    }
}
