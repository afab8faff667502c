//! Matrices, tables and lists of trials become labelled counts, or say which entry is wrong.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use ndarray::{Array2, arr1, arr2, aview2};
use scorio_core::check::CheckError;
use scorio_core::counts::CountsError;
use scorio_core::tally::{
    Missing, ModelRows, RowLabels, TallyError, count_outcomes, count_rows, count_table, numbered,
    sum_outcomes, tally_counts, tally_ragged,
};
use scorio_core::{Counts, Error, Remedy};

const NAN: f64 = f64::NAN;

/// Model, task, question, counts and missing trials of each row.
fn rows(counts: &Counts) -> Vec<(&str, &str, &str, Vec<u64>, u64)> {
    counts
        .iter()
        .map(|one| (one.model, one.task, one.question, one.counts.to_vec(), one.missing))
        .collect()
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

const M: ModelRows<'_> =
    ModelRows { model: "m", tasks: &[], questions: &[], clusters: &[], weights: &[] };

#[test]
fn a_matrix_has_the_counts_of_its_rows() {
    let matrix = arr2(&[[0, 2, 2], [1, 1, 1]]);
    let counts = count_outcomes(matrix.view(), None, &M, 3, Missing::Error).unwrap();
    assert_eq!(counts.categories(), ["0", "1", "2"]);
    assert_eq!(rows(&counts), [("m", "", "0", vec![1, 0, 2], 0), ("m", "", "1", vec![0, 3, 0], 0)]);
    let one = count_outcomes(arr2(&[[1_u8]]).view(), None, &M, 2, Missing::Error).unwrap();
    assert_eq!(rows(&one), [("m", "", "0", vec![0, 1], 0)]);
}

#[test]
fn rows_have_their_labels() {
    let (tasks, questions) = (texts(&["s", "t"]), texts(&["a", "b"]));
    let (clusters, weights) = (texts(&["x", "y"]), [2.0, 0.5]);
    let labels = ModelRows {
        tasks: &tasks,
        questions: &questions,
        clusters: &clusters,
        weights: &weights,
        ..M
    };
    let matrix = arr2(&[[0, 1], [1, 1]]);
    let whole = count_outcomes(matrix.view(), None, &labels, 2, Missing::Error).unwrap();
    let flat = arr2(&[[0, 1, 1, 1]]);
    let parts = count_outcomes(flat.view(), Some(&[2, 2]), &labels, 2, Missing::Error).unwrap();
    let table = count_table(arr2(&[[1, 1], [0, 2]]).view(), &labels).unwrap();
    for counts in [&whole, &parts, &table] {
        assert_eq!(rows(counts), [("m", "s", "a", vec![1, 1], 0), ("m", "t", "b", vec![0, 2], 0)]);
        let labels: Vec<_> = counts.iter().map(|one| (one.cluster, one.weight)).collect();
        assert_eq!(labels, [(Some("x"), Some(2.0)), (Some("y"), Some(0.5))]);
        assert!(counts.has_clusters() && counts.has_weights());
    }
}

#[test]
fn dropped_trials_are_counted_as_missing() {
    let matrix = arr2(&[[0.0, NAN, 1.0], [NAN, NAN, NAN]]);
    let counts = count_outcomes(matrix.view(), None, &M, 2, Missing::Drop).unwrap();
    assert_eq!(rows(&counts), [("m", "", "0", vec![1, 1], 1), ("m", "", "1", vec![0, 0], 3)]);
    let flat = arr2(&[[NAN, 1.0, 1.0, NAN, 0.0]]);
    let counts = count_outcomes(flat.view(), Some(&[2, 0, 3]), &M, 2, Missing::Drop).unwrap();
    assert_eq!(
        rows(&counts),
        [
            ("m", "", "0", vec![0, 1], 1),
            ("m", "", "1", vec![0, 0], 0),
            ("m", "", "2", vec![1, 1], 1)
        ]
    );
    let sums = sum_outcomes(&[2.5, NAN, 4.0, NAN], &[3, 1], &M, true, Missing::Drop).unwrap();
    assert_eq!(rows(sums.trials()).iter().map(|one| one.4).collect::<Vec<u64>>(), [1, 1]);
    let found: Vec<_> = sums.iter().map(|(one, sum)| (one.trials(), sum.stored().sum)).collect();
    assert_eq!(found, [(2, 6.5), (0, 0.0)]);
    assert_eq!(sums.values(0).unwrap(), [2.5, 4.0]);
}

#[test]
fn wrong_entries_are_named_by_their_row_and_column() {
    let counted = |matrix: &Array2<f64>, lengths: Option<&[usize]>| {
        count_outcomes(matrix.view(), lengths, &M, 2, Missing::Error).unwrap_err()
    };
    let category = |row, column, value: &str| -> Error {
        let value = value.to_owned();
        TallyError::Category { matrix: "R", row, column, value, categories: 2 }.into()
    };
    let missing = |row, column| Error::from(TallyError::Missing { matrix: "R", row, column });
    assert_eq!(counted(&arr2(&[[0.0, 1.0], [1.0, 2.0]]), None), category(1, 1, "2"));
    assert_eq!(counted(&arr2(&[[0.5, 1.0]]), None), category(0, 0, "0.5"));
    assert_eq!(counted(&arr2(&[[1.0, -1.0]]), None), category(0, 1, "-1"));
    assert_eq!(counted(&arr2(&[[1.0, 1.0], [NAN, 1.0]]), None), missing(1, 0));
    // In a list, places are those of the question.
    let list = arr2(&[[0.0, 1.0, 1.0, 3.0]]);
    assert_eq!(counted(&list, Some(&[3, 1])), category(1, 0, "3"));
    let list = arr2(&[[0.0, 1.0, 1.0, NAN]]);
    let error = counted(&list, Some(&[2, 2]));
    assert_eq!(error, missing(1, 1));
    assert_eq!(error.remedy(), Some(Remedy::DropMissing));
    assert_eq!(category(1, 0, "3").remedy(), None);
    assert_eq!(error.counted_from(1), missing(2, 2));
}

#[test]
fn shapes_without_a_trial_are_errors() {
    let empty = |rows, columns| {
        let matrix = Array2::<u8>::zeros((rows, columns));
        count_outcomes(matrix.view(), None, &M, 2, Missing::Error).unwrap_err()
    };
    let wrong = |rows, columns| Error::from(CheckError::Empty { matrix: "R", rows, columns });
    assert_eq!(empty(0, 3), wrong(0, 3));
    assert_eq!(empty(3, 0), wrong(3, 0));
    // A list of trials is one row.
    let two = arr2(&[[0, 1], [1, 0]]);
    let listed = |lengths: &[usize]| {
        count_outcomes(two.view(), Some(lengths), &M, 2, Missing::Error).unwrap_err()
    };
    assert_eq!(listed(&[2, 2]), wrong(2, 2));
    let one = arr2(&[[0, 1]]);
    let listed = |lengths: &[usize]| {
        count_outcomes(one.view(), Some(lengths), &M, 2, Missing::Error).unwrap_err()
    };
    assert_eq!(listed(&[]), TallyError::Lengths { outcomes: 2, total: 0 }.into());
    assert_eq!(listed(&[1]), TallyError::Lengths { outcomes: 2, total: 1 }.into());
    assert_eq!(listed(&[2, 1]), TallyError::Lengths { outcomes: 2, total: 3 }.into());
    assert_eq!(
        listed(&[usize::MAX, 3]),
        TallyError::Lengths { outcomes: 2, total: usize::MAX }.into()
    );
    let none = Array2::<u8>::zeros((1, 0));
    let error = count_outcomes(none.view(), Some(&[]), &M, 2, Missing::Error).unwrap_err();
    assert_eq!(error, wrong(0, 0));
    let few = |categories| count_outcomes(one.view(), None, &M, categories, Missing::Error);
    assert_eq!(few(1).unwrap_err(), CountsError::CategoryCount { categories: 1 }.into());
    assert_eq!(numbered(1).unwrap_err(), CountsError::CategoryCount { categories: 1 }.into());
    assert_eq!(numbered(2).unwrap().categories(), ["0", "1"]);
}

#[test]
fn tables_of_counts_have_two_columns_and_whole_numbers() {
    let table = arr2(&[[3, 0, 1], [0, 0, 0]]);
    let counts = count_table(table.view(), &M).unwrap();
    assert_eq!(rows(&counts), [("m", "", "0", vec![3, 0, 1], 0), ("m", "", "1", vec![0, 0, 0], 0)]);
    for (rows, columns) in [(0, 0), (0, 2), (1, 0), (1, 1)] {
        let table = Array2::<i64>::zeros((rows, columns));
        let shape = Error::from(TallyError::CountShape { rows, columns });
        assert_eq!(count_table(table.view(), &M).unwrap_err(), shape);
        assert_eq!(tally_counts(table.view()).unwrap_err(), shape);
    }
    assert!(count_table(aview2(&[[1, 0]]), &M).is_ok() && tally_counts(aview2(&[[1, 0]])).is_ok());
    for (value, text) in [(-1.0, "-1"), (0.5, "0.5"), (NAN, "NaN")] {
        let count = TallyError::Count { row: 1, column: 0, value: text.to_owned() };
        let table = arr2(&[[1.0, 1.0], [value, 1.0]]);
        assert_eq!(count_table(table.view(), &M).unwrap_err(), count.clone().into());
        assert_eq!(tally_counts(table.view()).unwrap_err(), count.into());
    }
}

#[test]
fn questions_hold_as_many_trials_as_doubles_can_count() {
    let most = 1_u64 << 53;
    assert!(tally_counts(arr2(&[[most, 0]]).view()).is_ok());
    assert!(tally_counts(arr2(&[[most, 1]]).view()).is_err());
    assert!(tally_counts(arr2(&[[u64::MAX, u64::MAX]]).view()).is_err());
    // Labelled counts share them out among the categories.
    let half = most / 2;
    let counts = count_table(arr2(&[[half, half]]).view(), &M).unwrap();
    assert_eq!(rows(&counts)[0].3, [half, half]);
    assert!(count_table(arr2(&[[half + 1, 0]]).view(), &M).is_err());
    assert!(count_table(arr2(&[[1, half + 1]]).view(), &M).is_err());
}

#[test]
fn each_row_has_one_label_of_a_kind_or_none() {
    let two = texts(&["a", "b"]);
    let wrong = [
        ("tasks", ModelRows { tasks: &two[..1], ..M }),
        ("questions", ModelRows { questions: &two[..1], ..M }),
        ("cluster", ModelRows { clusters: &two[..1], ..M }),
        ("weight", ModelRows { weights: &[1.0], ..M }),
    ];
    let (matrix, flat) = (arr2(&[[0, 1], [1, 1]]), arr2(&[[0, 1, 1, 1]]));
    for (left, labels) in wrong {
        let shape = |right| -> Error {
            let axis = "entries, one for each row";
            CheckError::Shape { left, left_size: 1, right, right_size: 2, axis }.into()
        };
        let drop = Missing::Error;
        let found = count_outcomes(matrix.view(), None, &labels, 2, drop).unwrap_err();
        assert_eq!(found, shape("R"));
        let found = count_outcomes(flat.view(), Some(&[2, 2]), &labels, 2, drop).unwrap_err();
        assert_eq!(found, shape("R"));
        assert_eq!(count_table(matrix.view(), &labels).unwrap_err(), shape("counts"));
        let found = sum_outcomes(&[1.0, 2.0], &[1, 1], &labels, false, drop).unwrap_err();
        assert_eq!(found, shape("R"));
    }
    let labels = ModelRows { weights: &[-1.0, 1.0], ..M };
    assert!(count_outcomes(matrix.view(), None, &labels, 2, Missing::Error).is_err());
    // A question that comes twice has one cluster.
    let (same, clusters) = (texts(&["a", "a"]), texts(&["x", "y"]));
    let labels = ModelRows { questions: &same, clusters: &clusters, ..M };
    assert!(count_outcomes(matrix.view(), None, &labels, 2, Missing::Error).is_err());
    let labels = ModelRows { questions: &same, ..M };
    let counts = count_outcomes(matrix.view(), None, &labels, 2, Missing::Error).unwrap();
    assert_eq!(rows(&counts), [("m", "", "a", vec![1, 3], 0)]);
}

#[test]
fn lists_are_counted_row_by_row() {
    let list = arr1(&[0.0, 1.0, 1.0, NAN, 0.0]);
    let (clusters, weights) = (texts(&["x", "x", "y"]), [1.0, 2.0, 0.0]);
    let labels = RowLabels { clusters: &clusters, weights: &weights };
    let counts = count_rows("m", list.view(), &[3, 2, 0], labels, 2, Missing::Drop).unwrap();
    assert_eq!(
        rows(&counts),
        [
            ("m", "", "0", vec![1, 2], 0),
            ("m", "", "1", vec![1, 0], 0),
            ("m", "", "2", vec![0, 0], 0)
        ]
    );
    let found: Vec<_> = counts.iter().map(|one| (one.cluster, one.weight)).collect();
    assert_eq!(found, [(Some("x"), Some(1.0)), (Some("x"), Some(2.0)), (Some("y"), Some(0.0))]);
    let short = RowLabels { weights: &weights[..2], ..RowLabels::default() };
    let error = count_rows("R1", list.view(), &[3, 2, 0], short, 2, Missing::Drop).unwrap_err();
    let axis = "entries, one for each row";
    let shape =
        CheckError::Shape { left: "weight", left_size: 2, right: "R1", right_size: 3, axis };
    assert_eq!(error, shape.into());
    let none = RowLabels::default();
    let error = count_rows("R1", list.view(), &[3, 2], none, 2, Missing::Error).unwrap_err();
    assert_eq!(error, TallyError::Missing { matrix: "R1", row: 1, column: 0 }.into());
    let states = tally_ragged(list.view(), &[3, 2], 2, Missing::Drop).unwrap();
    assert!(states.require_observed().is_ok());
    let states = tally_ragged(list.view(), &[3, 1, 1], 2, Missing::Drop).unwrap();
    assert_eq!(states.require_observed().unwrap_err(), CountsError::NoTrials { row: 1 }.into());
}

#[test]
fn sums_need_a_length_for_each_trial() {
    let summed = |outcomes: &[f64], lengths: &[usize]| {
        sum_outcomes(outcomes, lengths, &M, false, Missing::Error)
    };
    let sums = summed(&[0.5, -2.0, 4.0], &[2, 0, 1]).unwrap();
    let found: Vec<_> = sums.iter().map(|(one, sum)| (one.trials(), sum.stored().sum)).collect();
    assert_eq!(found, [(2, -1.5), (0, 0.0), (1, 4.0)]);
    assert!(sums.values(0).is_err());
    let error = summed(&[1.0], &[]).unwrap_err();
    assert_eq!(error, CheckError::Empty { matrix: "R", rows: 0, columns: 1 }.into());
    for (lengths, total) in [(&[1, 1, 2][..], 4), (&[2], 2), (&[usize::MAX, 1], usize::MAX)] {
        let error = summed(&[1.0, 2.0, 3.0], lengths).unwrap_err();
        let shape = CheckError::Shape {
            left: "lengths",
            left_size: total,
            right: "R",
            right_size: 3,
            axis: "trials",
        };
        assert_eq!(error, shape.into());
    }
    assert!(summed(&[1.0, NAN], &[2]).is_err() && summed(&[f64::INFINITY], &[1]).is_err());
}
