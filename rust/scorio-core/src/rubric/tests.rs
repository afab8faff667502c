use std::sync::Arc;

use ndarray::Array2;

use super::error::RubricError;
use super::grades::grading::{Graded, Grading, GradingOptions};
use super::grades::matrix::{SignalMatrix, grade_matrix};
use super::grades::trial::TrialTexts;
use super::rows::ThresholdValue;
use super::rules::rubrics::Rubrics;
use super::text::file::read;
use super::text::freeze::frozen;
use crate::counts::counts::Counts;
use crate::error::Error;

const RUBRIC: &str = r#"
[signals]
correct = "score"
bits = { field = "usage.bits", scale = -1 }
finish = { field = "stop", is_not = "stop" }
[thresholds]
low = { signal = "bits", quantile = 0.5, where = "correct < half" }
half = 0.5
[[rubric]]
name = "plain"
missing = "invalid"
[[rubric.category]]
name = "invalid"
weight = 0
when = "finish"
[[rubric.category]]
name = "wrong"
weight = -0.5
when = "correct < half and bits <= low"
[[rubric.category]]
name = "other"
weight = 1
otherwise = true
"#;

type Case<'a> = (&'a str, &'a str, [f64; 3]);

fn grade(
    rubrics: Rubrics,
    trials: &[Case<'_>],
) -> Result<(Vec<Graded>, Vec<ThresholdValue>), Error> {
    let mut counts = Counts::of_trials();
    let mut grading = Grading::new(Arc::new(rubrics), GradingOptions::default());
    for (model, question, signals) in trials {
        let row = counts.row(model, "", question);
        counts.add(row, 0, 1)?;
        grading.add(&counts, row, None, signals, &|| "a trial".to_owned())?;
    }
    grading.finish(&counts, &|_| None).map(|grades| (grades.rubrics, grades.thresholds))
}

fn rows(graded: &Graded) -> Vec<Vec<u64>> {
    graded.counts.iter().map(|question| question.counts.to_vec()).collect()
}

const TRIALS: [Case<'_>; 5] = [
    ("m", "a", [0.0, 0.1, 0.0]),
    ("m", "a", [0.0, 0.3, 0.0]),
    ("m", "b", [1.0, 0.2, 0.0]),
    ("n", "a", [0.0, 0.2, 1.0]),
    ("n", "b", [f64::NAN, 0.2, 0.0]),
];

#[test]
fn trials_are_graded_by_the_first_rule() {
    let (graded, thresholds) = grade(read(RUBRIC).unwrap(), &TRIALS).unwrap();
    // The median of the wrong ones, 0.1, 0.2 and 0.3.
    let low = thresholds.iter().find(|one| one.threshold == "low").unwrap();
    assert_eq!((low.value, low.trials), (0.2, Some(3)));
    assert_eq!(rows(&graded[0]), [[0, 1, 1], [0, 0, 1], [1, 0, 0], [1, 0, 0]]);
    assert_eq!(graded[0].tally.moved, 1);
    assert_eq!(graded[0].tally.overlaps, 1);
}

#[test]
fn order_of_trials_changes_nothing() {
    let (forward, limits) = grade(read(RUBRIC).unwrap(), &TRIALS).unwrap();
    let mut trials = TRIALS;
    trials.reverse();
    let (backward, others) = grade(read(RUBRIC).unwrap(), &trials).unwrap();
    assert_eq!(forward[0].counts, backward[0].counts);
    assert_eq!(limits, others);
}

#[test]
fn frozen_thresholds_give_a_part_the_figures_of_the_whole() {
    let rubrics = read(RUBRIC).unwrap();
    let (whole, limits) = grade(rubrics.clone(), &TRIALS).unwrap();
    let text = frozen(&rubrics, &limits);
    assert!(text.contains("frozen = [{ value = 0.2, n = 3 }]"), "{text}");
    let (part, again) = grade(read(&text).unwrap(), &TRIALS[..3]).unwrap();
    assert_eq!(rows(&part[0]), rows(&whole[0])[..2]);
    assert!(again.iter().any(|one| one.frozen && one.trials == Some(3)));
    // What is frozen stays so.
    assert_eq!(frozen(&read(&text).unwrap(), &again), text);
}

#[test]
fn tables_with_lines_of_their_own_are_frozen_too() {
    let inline =
        "low = { signal = \"bits\", quantile = 0.5, where = \"correct < half\" }\nhalf = 0.5";
    let lines = "half = 0.5\n[thresholds.low]\nsignal = \"bits\" # in bits per token\nquantile = 0.5\n\
                 where = \"correct < half\"";
    let text = RUBRIC.replace(inline, lines);
    let rubrics = read(&text).unwrap();
    let (_, limits) = grade(rubrics.clone(), &TRIALS).unwrap();
    let text = frozen(&rubrics, &limits);
    assert!(text.contains("[thresholds.low]\nfrozen = [{ value = 0.2, n = 3 }]"), "{text}");
    assert!(text.contains("# in bits per token"));
    assert!(read(&text).unwrap().thresholds().iter().any(|one| !one.frozen.is_empty()));
}

#[test]
fn a_scope_of_models_has_thresholds_of_each() {
    let text = RUBRIC
        .replace("name = \"plain\"", "name = \"plain\"\nscope = \"model\"\nquantile = \"linear\"");
    let (_, limits) = grade(read(&text).unwrap(), &TRIALS).unwrap();
    let values: Vec<_> =
        limits.iter().filter_map(|one| Some((one.model.clone()?, one.value))).collect();
    assert_eq!(values, [("m".to_owned(), 0.2), ("n".to_owned(), 0.2)]);
    let text = frozen(&read(&text).unwrap(), &limits);
    assert!(text.contains("model = \"m\", quantile = \"linear\""), "{text}");
    let other: Case<'_> = ("x", "a", [0.0, 0.1, 0.0]);
    let error = grade(read(&text).unwrap(), &[other]).unwrap_err();
    assert!(matches!(error, Error::Rubric(RubricError::NotFrozen { .. })), "{error}");
}

#[test]
fn a_trial_without_a_category_is_an_error() {
    let text = RUBRIC.replace("otherwise = true", "when = \"correct > 0.5\"");
    let error = grade(read(&text).unwrap(), &TRIALS).unwrap_err().to_string();
    assert!(error.contains("correct = 0") && error.contains("model m, question a"), "{error}");
    let text = RUBRIC.replace("missing = \"invalid\"\n", "");
    let error = grade(read(&text).unwrap(), &TRIALS).unwrap_err().to_string();
    assert!(
        error.contains("lacks the signal \"correct\"") && error.contains("bits = 0.2"),
        "{error}"
    );
    let none =
        TRIALS.map(|(model, question, signals)| (model, question, [0.0, f64::NAN, signals[2]]));
    let error = grade(read(RUBRIC).unwrap(), &none).unwrap_err().to_string();
    assert!(error.contains("no trial has the signal \"bits\""), "{error}");
    let right = TRIALS.map(|(model, question, signals)| (model, question, [1.0, signals[1], 0.0]));
    // No condition needs the threshold, and then one does.
    assert!(grade(read(RUBRIC).unwrap(), &right).is_ok());
    let scoped = RUBRIC.replace("where = \"correct < half\"", "where = \"correct > 1\"");
    let error = grade(read(&scoped).unwrap(), &TRIALS).unwrap_err().to_string();
    assert!(error.contains("\"low\"") && error.contains("over no trial"), "{error}");
}

#[test]
fn missing_signals_that_do_not_decide_are_not_asked_for() {
    let invalid: Case<'_> = ("m", "a", [f64::NAN, f64::NAN, 1.0]);
    let text = RUBRIC.replace("missing = \"invalid\"\n", "");
    let mut trials = TRIALS[..4].to_vec();
    trials.push(invalid);
    let (graded, _) = grade(read(&text).unwrap(), &trials).unwrap();
    assert_eq!(rows(&graded[0])[0], [1, 1, 1]);
}

#[test]
fn kept_signals_stay_within_the_memory() {
    let rubrics = Arc::new(read(RUBRIC).unwrap());
    let options = GradingOptions { memory: 28 * 10, ..GradingOptions::default() };
    let mut counts = Counts::of_trials();
    let row = counts.row("m", "", "q");
    let mut grading = Grading::new(rubrics, options);
    let mut add = || grading.add(&counts, row, None, &[0.0; 3], &String::new);
    for _ in 0..10 {
        add().unwrap();
    }
    assert!(matches!(add(), Err(Error::Rubric(RubricError::Memory { trials: 10, .. }))));
}

#[test]
fn files_that_are_wrong_name_the_line() {
    let mut wrong = Vec::new();
    for (from, to, line, part) in [
        ("name = \"plain\"", "nam = \"plain\"", 10, "did you mean \"name\"?"),
        ("[signals]", "[signal]", 2, "did you mean \"signals\"?"),
        ("weight = -0.5", "weight = inf", 18, "not finite"),
        ("weight = -0.5", "weight = nan", 18, "not finite"),
        ("weight = -0.5", "", 16, "needs a weight"),
        ("name = \"wrong\"", "name = \"invalid\"", 16, "another category"),
        ("otherwise = true", "", 20, "needs when"),
        ("otherwise = true", "otherwise = true\nwhen = \"correct\"", 20, "both when and otherwise"),
        ("when = \"finish\"", "otherwise = true", 16, "behind the category of all others"),
        ("bits <= low\"", "bitz <= low\"", 19, "did you mean \"bits\"?"),
        ("correct < half\"", "correct < hal\"", 7, "did you mean \"half\"?"),
        ("quantile = 0.5", "quantile = 1.5", 7, "a number from 0 to 1"),
        ("signal = \"bits\"", "signal = \"bit\"", 7, "did you mean \"bits\"?"),
        ("half = 0.5", "half = 1e999", 8, "not finite"),
        ("half = 0.5", "half = 0.5\ncorrect = 0.5", 9, "name of a signal"),
        ("half = 0.5", "half = 0.5\nor = 0.5", 9, "means something else"),
        ("missing = \"invalid\"", "missing = \"bad\"", 9, "(invalid, wrong, other)"),
        ("scale = -1", "scale = \"x\"", 4, "not a number"),
        ("scale = -1", "scale = 1, is = 3", 4, "keep one"),
        ("field = \"usage.bits\",", "", 4, "needs a field"),
        ("\"score\"", "\"\"", 3, "empty field"),
        ("[[rubric.category]]\nname = \"invalid\"", "name = \"invalid\"", 0, ""),
        ("correct = \"score\"", "correct = ", 3, ""),
    ] {
        assert!(RUBRIC.contains(from), "{from}");
        let error = read(&RUBRIC.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(part), "{to}: {error}");
        if line > 0 && !error.contains(&format!("line {line} ")) {
            wrong.push(format!("{to}: {error}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(read("").unwrap_err().to_string().contains("[[rubric]]"));
    let circle = RUBRIC.replace("correct < half\"", "bits < low\"");
    assert!(read(&circle).unwrap_err().to_string().contains("depends on itself"));
    let twice = format!("{RUBRIC}{}", &RUBRIC[RUBRIC.find("[[rubric]]").unwrap()..]);
    assert!(read(&twice).unwrap_err().to_string().contains("another rubric"));
}

#[test]
fn signals_and_rubrics_are_chosen_by_name() {
    let rubrics = read(RUBRIC).unwrap();
    assert!(
        rubrics.clone().choose(&["plan".to_owned()]).unwrap_err().to_string().contains("\"plain\"")
    );
    let set = |name: &str, source: &str| rubrics.clone().with_signal(name, source);
    assert_eq!(set("bits", "x.y").unwrap().signals()[1].source.path(), Some("x.y"));
    assert_eq!(set("bits", "0.5").unwrap().signals()[1].source.path(), None);
    assert!(set("bit", "x").unwrap_err().to_string().contains("\"bits\""));
    assert!(set("bits", " ").is_err());
}

#[test]
fn the_rubrics_of_the_paper_can_be_read() {
    let rubrics = read(super::PAPER).unwrap();
    assert_eq!(rubrics.rubrics().len(), 12);
    assert_eq!(rubrics.twins(), [("exact-match", "length-robust")]);
    let alone = rubrics.choose(&["strict-compliance".to_owned()]).unwrap();
    let used: Vec<_> = alone.signals().iter().zip(alone.used_signals()).collect();
    let used: Vec<_> =
        used.iter().filter(|(_, used)| *used).map(|(s, _)| s.name.as_str()).collect();
    assert_eq!(used, ["correct", "boxed", "repeated", "C"]);
}

/// A file of so many rubrics, of which each third has other rules.
fn many(count: usize) -> String {
    let rubric = |place: usize| {
        let level = if place.is_multiple_of(3) { 0.25 } else { 0.5 };
        format!(
            "[[rubric]]\nname = \"r{place}\"\ncategory = [{{ name = \"a\", weight = 1, when = \"x > \
             {level}\" }}, {{ name = \"b\", weight = 0, otherwise = true }}]\n"
        )
    };
    format!("[signals]\nx = \"x\"\n{}", (0..count).map(rubric).collect::<String>())
}

#[test]
fn a_file_has_so_many_entries_at_most() {
    assert_eq!(read(&many(1000)).unwrap().rubrics().len(), 1000);
    let said = |text: &str| read(text).unwrap_err().to_string();
    let most = "but 1000 are the most: split it";
    // Two lines of signals, then three of each rubric.
    let line = 3 + 3 * 1000;
    let expected = format!("line {line} of the rubric file: the file has 1001 rubrics, {most}");
    assert_eq!(said(&many(1001)), expected);
    let entries =
        |count: usize| (0..count).map(|i| format!("s{i} = 1\n")).collect::<Vec<_>>().concat();
    let tail = many(1).replace("[signals]\nx = \"x\"\n", "");
    let rest = format!("x = \"x\"\n{tail}");
    assert!(read(&format!("[signals]\n{}{rest}", entries(999))).is_ok());
    let found = said(&format!("[signals]\n{}{rest}", entries(1000)));
    assert_eq!(found, format!("line 1002 of the rubric file: the file has 1001 signals, {most}"));
    let found = said(&format!("[thresholds]\n{}[signals]\n{rest}", entries(1001)));
    assert_eq!(
        found,
        format!("line 1002 of the rubric file: the file has 1001 thresholds, {most}")
    );
    let category = |place| format!("{{ name = \"c{place}\", weight = 0, when = \"x > 1\" }},");
    let categories: String = (0..1000).map(category).collect();
    let found = said(&many(1).replace("category = [", &format!("category = [{categories}")));
    let place = "the rubric \"r0\" has 1002 categories";
    assert_eq!(found, format!("line 5 of the rubric file: {place}, {most}"));
    let long = format!("# {}\n{}", "x".repeat(16 << 20), many(1));
    assert_eq!(said(&long), "the rubric file is larger than 16 MiB: give a file of rubrics");
}

#[test]
fn rubrics_with_the_same_rules_are_found_in_groups() {
    let rubrics = read(&many(7)).unwrap();
    assert_eq!(rubrics.firsts(), [0, 1, 1, 0, 1, 1, 0]);
    assert_eq!(rubrics.twins().len(), 3 + 6);
    assert!(rubrics.twins().contains(&("r3", "r6")));
}

/// Trials of two tasks and three models, some of whose signals are missing.
#[test]
fn a_matrix_is_graded_as_a_log_is() {
    let text = RUBRIC.replace("[[rubric]]\nname = \"plain\"", &format!(
        "[[rubric]]\nname = \"own\"\nscope = \"model\"\nquantile = \"linear\"\nmissing = \"drop\"\n{}\n\
         [[rubric]]\nname = \"plain\"",
        RUBRIC.split_once("missing = \"invalid\"").unwrap().1
    ));
    let rubrics = read(&text).unwrap();
    let mut state = 1_u64;
    let mut draw = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let trials = 300;
    let groups: Vec<_> = (0..2)
        .flat_map(|task| (0..3).map(move |model| (format!("t{task}"), format!("m{model}"))))
        .collect();
    let group_of: Vec<_> = (0..trials).map(|_| usize::try_from(draw(6)).unwrap()).collect();
    let values = (0..trials * 3).map(|place| match (place % 3, draw(20)) {
        (_, 0) => f64::NAN,
        (_, 1) => f64::INFINITY,
        (1, _) => draw(50) as f64 / 8.0,
        _ => draw(2) as f64,
    });
    let signals = Array2::from_shape_vec((trials, 3), values.collect()).unwrap();

    let options = GradingOptions { each_trial: true, ..GradingOptions::default() };
    let mut grading = Grading::new(Arc::new(rubrics.clone()), options);
    let mut counts = Counts::of_trials();
    for (trial, own) in signals.rows().into_iter().enumerate() {
        let (task, model) = &groups[group_of[trial]];
        let row = counts.row(model, task, &trial.to_string());
        let finite: Vec<_> =
            own.iter().map(|&one| if one.is_finite() { one } else { f64::NAN }).collect();
        grading.add(&counts, row, None, &finite, &String::new).unwrap();
    }
    let grades = grading.finish(&counts, &|_| None).unwrap();
    for (place, rubric) in rubrics.rubrics().iter().enumerate() {
        let matrix = SignalMatrix { signals: signals.view(), groups: &groups, group_of: &group_of };
        let found = grade_matrix(&rubrics, &rubric.name, &matrix).unwrap();
        let same: Vec<_> = grades.trials.iter().map(|trial| trial.categories[place]).collect();
        assert_eq!(found.categories, same, "{}", rubric.name);
        assert!(found.categories.iter().any(Option::is_some));
        for (trial, &group) in group_of.iter().enumerate() {
            let (low, half) = (found.thresholds_of(trial)[0], found.thresholds_of(trial)[1]);
            let (task, model) = &groups[group];
            let row = grades.thresholds.iter().find(|row| {
                row.threshold == "low"
                    && row.rule.as_deref() == Some(rubric.rule.name())
                    && row.task.as_ref() == Some(task)
                    && (row.model.is_none() || row.model.as_ref() == Some(model))
            });
            assert_eq!(row.map(|row| row.value), Some(low));
            assert_eq!(half.to_bits(), 0.5_f64.to_bits());
        }
    }
}

#[test]
fn a_matrix_that_does_not_fit_is_an_error() {
    let rubrics = read(RUBRIC).unwrap();
    let groups = [(String::new(), String::new())];
    let grade = |name: &str, columns: usize, group_of: &[usize]| {
        let signals = Array2::from_elem((2, columns), f64::NAN);
        let matrix = SignalMatrix { signals: signals.view(), groups: &groups, group_of };
        grade_matrix(&rubrics, name, &matrix).unwrap_err()
    };
    assert_eq!(grade("plane", 3, &[0, 0]).kind(), "rubric.unknown_rubric");
    assert_eq!(
        grade("plain", 2, &[0, 0]).to_string(),
        "signals has 2 columns, but the rubric file has 3 signals"
    );
    assert_eq!(grade("plain", 3, &[0]).kind(), "rubric.groups");
    assert_eq!(grade("plain", 3, &[0, 1]).kind(), "rubric.groups");
    assert_eq!(grade("plain", 3, &[0, 0]).to_string(), "no trial has the signal \"finish\"");
}

#[test]
fn trials_keep_the_names_of_their_log() {
    let options = GradingOptions { each_trial: true, replaces: true, ..GradingOptions::default() };
    let mut grading = Grading::new(Arc::new(read(RUBRIC).unwrap()), options);
    let mut counts = Counts::of_trials();
    let rows = [counts.row("m", "", "p"), counts.row("m", "", "q")];
    let codes = [Some(7), Some(100), None, Some(101), Some(7)];
    for (place, code) in codes.into_iter().enumerate() {
        if place == 4 {
            grading.take_back(rows[0], 7);
        }
        let row = rows[usize::from(place == 1)];
        grading.add(&counts, row, code, &[1.0, 2.0, 0.0], &String::new).unwrap();
    }
    let mut grades = grading.finish(&counts, &|_| None).unwrap();
    grades.names = TrialTexts { first: 100, texts: vec!["a".to_owned(), "07".to_owned()] };
    let found: Vec<_> = grades
        .trials
        .iter()
        .map(|trial| (trial.row, trial.place, grades.names.name(trial.key).into_owned()))
        .collect();
    let expected = [(1, 1, "a"), (0, 2, "0"), (0, 3, "07"), (0, 4, "7")];
    assert_eq!(found, expected.map(|(row, place, name)| (row, place, name.to_owned())));
}
