//! Verifiers beside closed forms: temperatures, probabilities and the fit to labels.
#![allow(missing_docs, clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

use scorio_core::Error;
use scorio_core::check::CheckError;
use scorio_core::rubric::error::RubricError;
use scorio_core::rubric::verifier::{BINS, Logits, TEMPERATURES, Verifier};

fn pairs(values: &[f64]) -> Logits<'_> {
    Logits { values, classes: 2 }
}

fn close(found: f64, exact: f64) {
    assert!((found / exact - 1.0).abs() < 1e-12, "{found} {exact}");
}

/// `right` of `all` rows with the logits 0 and `gap` have the label 1.
fn fitted(gap: f64, right: usize, all: usize, baseline: &[f64]) -> f64 {
    let values: Vec<f64> = (0..all).flat_map(|_| [baseline[0], gap + baseline[1]]).collect();
    let labels: Vec<usize> = (0..all).map(|row| usize::from(row < right)).collect();
    let found = Verifier::fit(pairs(&values), &labels, baseline).unwrap();
    assert_eq!(found.baseline, baseline);
    found.temperature
}

#[test]
fn equal_rows_are_sure_as_often_as_they_are_right() {
    // 1 / (1 + e^(−gap/T)) is the share of right labels.
    for (gap, right, all) in [
        (1.0, 3, 4),
        (0.3, 2, 3),
        (5.0, 9, 10),
        // A gap so large that the curve is flat at T = 1.
        (20.0, 3, 4),
        // Steps from T = 1 would leave the range on the cold side.
        (0.1, 7, 8),
    ] {
        let odds = right as f64 / (all - right) as f64;
        close(fitted(gap, right, all, &[0.0, 0.0]), gap / odds.ln());
        close(fitted(gap, right, all, &[2.5, -1.0]), gap / odds.ln());
    }
}

#[test]
fn temperatures_beyond_the_range_are_its_ends() {
    let [low, high] = TEMPERATURES;
    // The best T is gap / ln 3: outside the range at either end.
    assert_eq!(fitted(0.01, 3, 4, &[0.0; 2]), low);
    assert_eq!(fitted(30.0, 3, 4, &[0.0; 2]), high);
    // Half of the labels are right, so that no T is warm enough. At T = 20 the slope is small.
    assert_eq!(fitted(0.5, 1, 2, &[0.0; 2]), high);
    assert_eq!(fitted(0.5, 0, 1, &[0.0; 2]), high);
    assert_eq!(fitted(0.01, 1, 1, &[0.0; 2]), low);
    // Without a gap every T is as good as another.
    assert_eq!(fitted(0.0, 1, 2, &[0.0; 2]), high);
}

#[test]
fn probabilities_are_those_of_the_softmax() {
    // ln 2, ln 3 and ln 6 over T = 2, after the baseline: √2, √3 and √6 share 1.
    let logs = [2.0_f64.ln(), 3.0_f64.ln(), 6.0_f64.ln()];
    let verifier = Verifier { baseline: vec![1.0, -1.0, 0.5], temperature: 2.0 };
    let values = [logs[0] + 1.0, logs[1] - 1.0, logs[2] + 0.5, 1001.0, -1001.0, -999.5];
    let found = verifier.probabilities(Logits { values: &values, classes: 3 }).unwrap();
    let roots = [2.0_f64.sqrt(), 3.0_f64.sqrt(), 6.0_f64.sqrt()];
    let total: f64 = roots.iter().sum();
    for (found, root) in found.iter().zip(roots) {
        close(*found, root / total);
    }
    assert_eq!(found.get(3..), Some(&[1.0, 0.0, 0.0][..]));
    // Without rows there are no probabilities.
    assert!(verifier.probabilities(Logits { values: &[], classes: 3 }).unwrap().is_empty());
}

#[test]
fn the_fit_of_few_rows_is_that_of_its_definition() {
    // The chances of class 1: 3/4, 9/10 and 1/5. T = ½ doubles the logits.
    let logit = |p: f64| 0.5 * (p / (1.0 - p)).ln();
    let values = [0.0, logit(0.75), 0.0, logit(0.9), 0.0, logit(0.2)];
    let verifier = Verifier { baseline: vec![0.0; 2], temperature: 0.5 };
    let fit = |labels: &[usize]| verifier.report(pairs(&values), labels).unwrap();
    let found = fit(&[1, 0, 0]);
    close(found.nll, -(0.75_f64.ln() + 0.1_f64.ln() + 0.8_f64.ln()) / 3.0);
    // Both classes are off by as much: 2 (1/16 + 81/100 + 1/25) / 3.
    close(found.brier, 2.0 * (0.0625 + 0.81 + 0.04) / 3.0);
    // Each row is a bin: it is right, wrong, and right.
    close(found.ece, (0.25 + 0.9 + 0.2) / 3.0);
    let found = fit(&[0, 1, 1]);
    close(found.nll, -(0.25_f64.ln() + 0.9_f64.ln() + 0.2_f64.ln()) / 3.0);
    close(found.brier, 2.0 * (0.5625 + 0.01 + 0.64) / 3.0);
    close(found.ece, (0.75 + 0.1 + 0.8) / 3.0);
    // A baseline that is added to the logits changes nothing.
    let moved: Vec<f64> = values.chunks(2).flat_map(|row| [row[0] + 3.0, row[1] - 2.0]).collect();
    let other = Verifier { baseline: vec![3.0, -2.0], temperature: 0.5 };
    let again = other.report(pairs(&moved), &[0, 1, 1]).unwrap();
    close(again.nll, found.nll);
    close(again.ece, found.ece);
}

#[test]
fn bins_hold_equal_numbers_of_rows_by_confidence() {
    // 32 rows of rising confidence, in a mixed order: bin i of 15 ends with row ⌊32 (i + 1) / 15⌋.
    let rows = 32;
    let confidence = |row: usize| 0.5 + 0.01 * (row as f64 + 1.0);
    let is_right = |row: usize| row % 3 != 1;
    let mixed: Vec<usize> = (0..rows).map(|row| row * 13 % rows).collect();
    let logit = |row: usize| (confidence(row) / (1.0 - confidence(row))).ln();
    let values: Vec<f64> = mixed.iter().flat_map(|&row| [logit(row), 0.0]).collect();
    let labels: Vec<usize> = mixed.iter().map(|&row| usize::from(!is_right(row))).collect();
    let verifier = Verifier { baseline: vec![0.0; 2], temperature: 1.0 };
    let found = verifier.report(pairs(&values), &labels).unwrap();
    let (mut gaps, mut from) = (0.0, 0);
    for bin in 1..=BINS {
        let to = rows * bin / BINS;
        let gap = |row| f64::from(u8::from(is_right(row))) - confidence(row);
        gaps += (from..to).map(gap).sum::<f64>().abs();
        from = to;
    }
    assert_eq!((BINS, from), (15, rows));
    close(found.ece, gaps / rows as f64);
}

#[test]
fn of_equal_classes_the_first_is_the_likeliest() {
    let verifier = Verifier { baseline: vec![0.0; 2], temperature: 1.0 };
    let ece = |label: usize| verifier.report(pairs(&[0.0, 0.0]), &[label]).unwrap();
    assert_eq!((ece(0).ece, ece(1).ece), (0.5, 0.5));
    let both = |labels: &[usize]| verifier.report(pairs(&[0.0; 4]), labels).unwrap().ece;
    // Two bins of one row each, whatever the order of the rows.
    assert_eq!((both(&[0, 1]), both(&[1, 0]), both(&[0, 0])), (0.5, 0.5, 0.5));
    close(ece(1).nll, 2.0_f64.ln());
    assert_eq!(ece(1).brier, 0.5);
    // Of three classes the last two are equal: the second is taken.
    let three = Verifier { baseline: vec![0.0; 3], temperature: 1.0 };
    let logits = [0.0, 4.0_f64.ln(), 4.0_f64.ln()];
    let ece =
        |label: usize| three.report(Logits { values: &logits, classes: 3 }, &[label]).unwrap().ece;
    close(ece(1), 5.0 / 9.0);
    close(ece(2), 4.0 / 9.0);
    close(ece(0), 4.0 / 9.0);
}

#[test]
fn logits_labels_and_baselines_have_to_fit() {
    let problem =
        |problem: &str| -> Error { RubricError::Verifier { problem: problem.to_owned() }.into() };
    let verifier = Verifier { baseline: vec![0.0; 2], temperature: 1.0 };
    let refused = |logits: Logits<'_>, labels: &[usize], error: Error| {
        assert_eq!(Verifier::fit(logits, labels, &[0.0; 2]).unwrap_err(), error);
        assert_eq!(verifier.report(logits, labels).unwrap_err(), error);
    };
    refused(pairs(&[]), &[], problem("there are no logits to calibrate on"));
    refused(pairs(&[0.0; 4]), &[0], problem("logits have 2 rows but there are 1 labels"));
    refused(pairs(&[0.0; 4]), &[1, 2], problem("labels[1] = 2 is not a class from 0 to 1"));
    let one = Logits { values: &[0.0], classes: 1 };
    refused(one, &[0], problem("there are 1 classes; a verifier needs two"));
    let three = Logits { values: &[0.0; 3], classes: 3 };
    let differ = problem("baseline has 2 classes but logits have 3");
    refused(three, &[0], differ.clone());
    assert_eq!(verifier.probabilities(three).unwrap_err(), differ);
    let infinite = |name, index: &[usize], value| -> Error {
        CheckError::Finite { name, index: index.to_vec(), value }.into()
    };
    let wrong = [0.0, 1.0, f64::INFINITY, 0.0];
    refused(pairs(&wrong), &[0, 1], infinite("logits", &[1, 0], f64::INFINITY));
    assert_eq!(
        Verifier::fit(pairs(&[0.0; 2]), &[0], &[0.0, f64::INFINITY]).unwrap_err(),
        infinite("baseline", &[1], f64::INFINITY)
    );
    for temperature in [0.0, -1.0, f64::INFINITY] {
        let cold = Verifier { temperature, ..verifier.clone() };
        let error = CheckError::Positive { name: "temperature", value: temperature };
        assert_eq!(cold.probabilities(pairs(&[0.0; 2])).unwrap_err(), error.clone().into());
        assert_eq!(cold.report(pairs(&[0.0; 2]), &[0]).unwrap_err(), error.into());
    }
}
