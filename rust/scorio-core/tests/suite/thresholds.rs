//! Thresholds of rubrics: quantiles of the values of signals, and values that are frozen.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::sync::Arc;

use ndarray::Array2;
use scorio_core::rubric::error::RubricError;
use scorio_core::rubric::file::read;
use scorio_core::rubric::freeze::frozen;
use scorio_core::rubric::grading::{Grades, Grading, GradingOptions};
use scorio_core::rubric::matrix::{SignalMatrix, grade_matrix};
use scorio_core::rubric::rubrics::Rubrics;
use scorio_core::{Counts, Error, Remedy};

/// A file with these thresholds of the signals x and y, and these lines of the rubric.
fn file(thresholds: &str, rule: &str, lines: &str) -> Rubrics {
    let text = format!(
        "[signals]\nx = \"x\"\ny = \"y\"\n[thresholds]\n{thresholds}\n[[rubric]]\nname = \"r\"\n{lines}\n\
         [[rubric.category]]\nname = \"low\"\nweight = 0\nwhen = \"{rule}\"\n\
         [[rubric.category]]\nname = \"high\"\nweight = 1\notherwise = true\n"
    );
    read(&text).unwrap()
}

/// The thresholds of the first group, of trials with these values of x, and of y = 1.
fn thresholds(rubrics: &Rubrics, values: &[f64]) -> Vec<f64> {
    let signals: Vec<f64> = values.iter().flat_map(|&x| [x, 1.0]).collect();
    let signals = Array2::from_shape_vec((values.len(), 2), signals).unwrap();
    let groups = [("t".to_owned(), "m".to_owned())];
    let group_of = vec![0; values.len()];
    let matrix = SignalMatrix { signals: signals.view(), groups: &groups, group_of: &group_of };
    grade_matrix(rubrics, "r", &matrix).unwrap().thresholds_of(0).to_vec()
}

fn quantile(share: &str, rule: &str, values: &[f64]) -> f64 {
    let lines = format!("quantile = \"{rule}\"");
    let cut = format!("cut = {{ signal = \"x\", quantile = {share} }}");
    thresholds(&file(&cut, "x <= cut", &lines), values)[0]
}

#[test]
fn quantiles_are_values_or_lie_on_the_line_between_two() {
    let values = [9.0, -3.0, 1.0, 5.0, 2.0];
    // Sorted: −3, 1, 2, 5, 9. Linear places are 4 q, observed ones the ⌈5 q⌉-th.
    for (share, observed, linear) in [
        ("0", -3.0, -3.0),
        ("0.1", -3.0, -1.4),
        ("0.2", -3.0, 0.2),
        ("0.25", 1.0, 1.0),
        ("0.4", 1.0, 1.6),
        ("0.5", 2.0, 2.0),
        ("0.6", 2.0, 3.2),
        ("0.61", 5.0, 3.32),
        ("0.75", 5.0, 5.0),
        ("0.8", 5.0, 5.8),
        ("0.999", 9.0, 8.984),
        ("1", 9.0, 9.0),
    ] {
        assert_eq!(quantile(share, "observed", &values), observed, "{share}");
        assert_eq!(quantile(share, "linear", &values), linear, "{share}");
    }
    for rule in ["observed", "linear"] {
        for share in ["0", "0.33", "1.0"] {
            assert_eq!(quantile(share, rule, &[4.0]), 4.0);
            assert_eq!(quantile(share, rule, &[4.0; 3]), 4.0);
        }
    }
}

#[test]
fn a_quantile_on_a_value_is_that_value_however_far_the_next_one_is() {
    let values = [-1.5e308, -1.7e308, 1.7e308];
    // The place of ½ is the second of three values, of ¼ and ¾ the second and fourth of five.
    assert_eq!(quantile("0.5", "linear", &values), -1.5e308);
    assert_eq!(quantile("1", "linear", &values), 1.7e308);
    let five = [-1.7e308, -1.7e308, 1.7e308, 1.7e308, 1.7e308];
    assert_eq!(quantile("0.25", "linear", &five), -1.7e308);
    // Equal values have no line between them.
    assert_eq!(quantile("0.6", "linear", &five), 1.7e308);
    assert_eq!(quantile("0.9", "linear", &five), 1.7e308);
}

#[test]
fn thresholds_may_stand_before_those_that_they_need() {
    // c needs b, and b needs a, which is a number.
    let text = "c = { signal = \"x\", quantile = 0, where = \"x > b\" }\n\
                b = { signal = \"x\", quantile = 1, where = \"x < a\" }\na = 5";
    let rubrics = file(text, "x <= c", "");
    // The largest value below 5 is 4. The smallest above that is 6.
    assert_eq!(thresholds(&rubrics, &[8.0, 4.0, 6.0, 1.0, 7.0]), [6.0, 4.0, 5.0]);
    // Those that no rule needs have no value.
    let some = thresholds(&file(text, "x <= b", ""), &[8.0, 4.0, 6.0]);
    assert!(some[0].is_nan() && some[1..] == [4.0, 5.0]);
}

/// Trials of a task and a model with a value of x.
fn grade(rubrics: &Rubrics, trials: &[(&str, &str, f64)]) -> Result<Grades, Error> {
    let mut counts = Counts::of_trials();
    let mut grading = Grading::new(Arc::new(rubrics.clone()), GradingOptions::default());
    for (place, (task, model, x)) in trials.iter().enumerate() {
        let row = counts.row(model, task, &place.to_string());
        counts.add(row, 0, 1)?;
        grading.add(&counts, row, None, &[*x, 1.0], &|| format!("trial {place}"))?;
    }
    grading.finish(&counts, &|_| None)
}

const TRIALS: [(&str, &str, f64); 6] = [
    ("s", "m", 1.0),
    ("s", "m", 3.0),
    ("s", "n", 5.0),
    ("t", "m", 2.0),
    ("t", "n", 8.0),
    ("t", "n", 4.0),
];

/// What a row says: task, model, value, trials and whether it is frozen.
type Said<'a> = (Option<&'a str>, Option<&'a str>, f64, Option<u64>, bool);

fn said(grades: &Grades) -> Vec<Said<'_>> {
    let row = grades.thresholds.iter();
    row.map(|one| (one.task.as_deref(), one.model.as_deref(), one.value, one.trials, one.frozen))
        .collect()
}

const CUT: &str = "cut = { signal = \"x\", quantile = 0.5 }";

#[test]
fn each_task_or_each_model_has_its_own_quantile() {
    let by_task = grade(&file(CUT, "x <= cut", ""), &TRIALS).unwrap();
    assert_eq!(
        said(&by_task),
        [(Some("s"), None, 3.0, Some(3), false), (Some("t"), None, 4.0, Some(3), false)]
    );
    let row = &by_task.thresholds[0];
    assert_eq!(
        (row.signal.as_deref(), row.quantile, row.rule.as_deref()),
        (Some("x"), Some(0.5), Some("observed"))
    );
    assert_eq!(row.condition, None);
    let by_model = grade(&file(CUT, "x <= cut", "scope = \"model\""), &TRIALS).unwrap();
    let found: Vec<_> = said(&by_model).iter().map(|row| (row.0, row.1, row.2, row.3)).collect();
    assert_eq!(
        found,
        [
            (Some("s"), Some("m"), 1.0, Some(2)),
            (Some("s"), Some("n"), 5.0, Some(1)),
            (Some("t"), Some("m"), 2.0, Some(1)),
            (Some("t"), Some("n"), 4.0, Some(2)),
        ]
    );
    let counted = |grades: &Grades| -> Vec<Vec<u64>> {
        grades.rubrics[0].counts.iter().map(|one| one.counts.to_vec()).collect()
    };
    let (low, high) = (vec![1, 0], vec![0, 1]);
    let expected = [&low, &low, &high, &low, &high, &low].map(Clone::clone);
    assert_eq!(counted(&by_task), expected);
    let expected = [&low, &high, &low, &low, &high, &low].map(Clone::clone);
    assert_eq!(counted(&by_model), expected);
}

#[test]
fn values_that_were_frozen_stay_for_other_tasks_models_and_rules() {
    let rubrics = file(CUT, "x <= cut", "");
    let first = frozen(&rubrics, &grade(&rubrics, &TRIALS[..3]).unwrap().thresholds);
    assert!(first.contains("frozen = [{ task = \"s\", value = 3.0, n = 3 }]"), "{first}");
    // Quantiles of new data join those of other tasks, and take the place of those of their own.
    let thawed = read(&first).unwrap();
    let values = grade(&rubrics, &[("t", "m", 7.0), ("s", "m", 6.0)]).unwrap().thresholds;
    let second = frozen(&thawed, &values[..1]);
    let both = "[{ task = \"s\", value = 3.0, n = 3 }, { task = \"t\", value = 7.0, n = 1 }]";
    assert!(second.contains(both), "{second}");
    let third = frozen(&read(&second).unwrap(), &values[1..]);
    let both = "[{ task = \"t\", value = 7.0, n = 1 }, { task = \"s\", value = 6.0, n = 1 }]";
    assert!(third.contains(both), "{third}");
    // A model's value and a linear one are others.
    let lines = "scope = \"model\"\nquantile = \"linear\"";
    let own = file(CUT, "x <= cut", lines);
    let values = grade(&own, &TRIALS[..2]).unwrap().thresholds;
    let fourth = frozen(&read(&third).unwrap(), &values);
    let last = "{ task = \"s\", model = \"m\", quantile = \"linear\", value = 2.0, n = 2 }]";
    assert!(fourth.contains(&both.replace(']', ", ")) && fourth.contains(last), "{fourth}");
    let read_again = read(&fourth).unwrap();
    let kept: Vec<_> =
        read_again.thresholds()[0].frozen.iter().map(|one| (one.value, one.trials)).collect();
    assert_eq!(kept, [(7.0, Some(1)), (6.0, Some(1)), (2.0, Some(2))]);
    // Frozen values grade one trial as the data that they come from did.
    let grades = grade(&read_again, &[("t", "x", 7.5), ("s", "x", 6.0)]).unwrap();
    let found: Vec<Vec<u64>> =
        grades.rubrics[0].counts.iter().map(|one| one.counts.to_vec()).collect();
    assert_eq!(found, [[0, 1], [1, 0]]);
    assert!(grades.thresholds.iter().all(|one| one.frozen));
    let error = grade(&read_again, &[("u", "x", 1.0)]).unwrap_err();
    let expected =
        RubricError::NotFrozen { threshold: "cut".to_owned(), group: "task u".to_owned() };
    assert_eq!(error, expected.into());
    assert_eq!(error.remedy(), Some(Remedy::FreezeThresholds));
    // Thawed, the quantiles are those of the data again.
    let again = grade(&read_again.thawed(), &TRIALS).unwrap();
    assert_eq!(said(&again), said(&grade(&rubrics, &TRIALS).unwrap()));
}

#[test]
fn names_of_tasks_are_quoted_where_they_are_frozen() {
    let rubrics = file(CUT, "x <= cut", "");
    let name = "a\"b\\c\nd";
    let text = frozen(&rubrics, &grade(&rubrics, &[(name, "m", 1.0)]).unwrap().thresholds);
    assert!(text.contains("task = \"a\\\"b\\\\c\\U0000000Ad\""), "{text}");
    assert_eq!(read(&text).unwrap().thresholds()[0].frozen[0].task.as_deref(), Some(name));
    // Numbers are not frozen, and neither is what has no value.
    let number = file("cut = 2", "x <= cut", "");
    let grades = grade(&number, &TRIALS).unwrap();
    assert_eq!(said(&grades), [(None, None, 2.0, None, false)]);
    assert_eq!(frozen(&number, &grades.thresholds), number.text());
    assert_eq!(frozen(&rubrics, &[]), rubrics.text());
}

#[test]
fn a_quantile_over_no_trial_names_the_trial_that_needs_it() {
    let cut = "cut = { signal = \"x\", quantile = 0.5, where = \"x > 4\" }";
    let refused = |lines: &str| grade(&file(cut, "x <= cut", lines), &TRIALS[..2]).unwrap_err();
    for (lines, group) in [("", "task s"), ("scope = \"model\"", "model m in task s")] {
        let error = refused(lines);
        let Error::Rubric(RubricError::NoTrials { threshold, group: found, .. }) = &error else {
            unreachable!("{error}")
        };
        assert_eq!((&threshold[..], &found[..]), ("cut", group));
        assert_eq!(error.remedy(), Some(Remedy::FreezeThresholds));
    }
    let error = grade(&file(cut, "x <= cut", ""), &[("", "m", 1.0)]).unwrap_err().to_string();
    assert!(error.contains("over no trial of the log"), "{error}");
    // At a value that the condition leaves out, no trial is left. Above it, one is.
    assert!(grade(&file(cut, "x <= cut", ""), &[("s", "m", 4.0)]).is_err());
    assert!(grade(&file(cut, "x <= cut", ""), &[("s", "m", 4.5)]).is_ok());
}
