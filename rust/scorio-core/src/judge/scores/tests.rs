//! Laws of levels, of what they predict, and of borrowed rates.

use super::borrow::BorrowedRates;
use super::cells::{JudgedAnswers, OutcomeCell};
use super::figures::{JudgedFigures, JudgedTarget};
use super::regression::{GivenLabel, Regression};
use super::trials::JudgedTrials;
use crate::judge::legend::Legend;
use crate::judge::levels::JudgeLevels;
use crate::posterior::target::Target;

const THESE: JudgedTarget =
    JudgedTarget { target: Target::TheseQuestions, clusters: None, confidence: 0.95 };

/// A question for each label, with one trial of the level that its place has.
fn labelled(labels: &[f64], count: usize) -> (JudgeLevels, JudgedTrials, Vec<Vec<GivenLabel>>) {
    let levels = JudgeLevels { places: (0..count).map(Some).collect(), count };
    let mut given = Vec::new();
    let asked = labels.iter().enumerate().map(|(cluster, &y)| {
        let outcome = cluster % count;
        let mut cells = vec![OutcomeCell::default(); count];
        cells[outcome] = OutcomeCell { trials: 2, labels: 1, sum: y, squares: y * y };
        given.push(vec![GivenLabel { outcome, label: y, trials: 1 }]);
        JudgedAnswers { weight: 1.0, cluster, cells, by_label: vec![1] }
    });
    let asked: Vec<_> = asked.collect();
    let clusters = asked.len();
    (levels, JudgedTrials::new(asked, false, clusters, false), given)
}

#[test]
fn names_of_levels_are_read() {
    for count in [1, 2, 15] {
        for level in 0..count {
            assert_eq!(JudgeLevels::read(&JudgeLevels::name(level, count)), Some((level, count)));
        }
    }
    for wrong in ["level 0 of 3", "level 4 of 3", "level 1 of 0", "level -1 of 3", "level 1", "1"] {
        assert_eq!(JudgeLevels::read(wrong), None, "{wrong}");
    }
    assert_eq!(JudgeLevels::of(&["level 1 of 3", "level 1 of 4"], "no outcome"), None);
    assert_eq!(JudgeLevels::of(&["no outcome"], "no outcome"), None);
    let largest = format!("level 1 of {}", usize::MAX);
    let found = JudgeLevels::of(&[&largest, "no outcome"], "no outcome").unwrap();
    assert_eq!((found.bin(0, 5), found.bin(1, 5), found.place(1)), (Some(0), None, None));
}

#[test]
fn equal_labels_are_predicted_as_they_are() {
    let (levels, trials, given) = labelled(&[0.25; 30], 15);
    let found = Regression::of(&trials.questions, &given, 30, &levels).unwrap();
    for outcome in 0..15 {
        assert!((found.full(outcome) - 0.25).abs() < 1e-12);
        assert!((found.apart(3, outcome) - 0.25).abs() < 1e-12);
    }
}

#[test]
fn a_prediction_does_not_know_the_labels_of_its_question() {
    let mut labels: Vec<f64> = (0..40).map(|place| f64::from(place % 15) / 14.0).collect();
    let (levels, trials, given) = labelled(&labels, 15);
    let one = Regression::of(&trials.questions, &given, 40, &levels).unwrap();
    labels[7] = 1.0;
    let (levels, trials, given) = labelled(&labels, 15);
    let other = Regression::of(&trials.questions, &given, 40, &levels).unwrap();
    assert!((one.apart(7, 7) - other.apart(7, 7)).abs() < 1e-12);
    assert!((one.apart(8, 7) - other.apart(8, 7)).abs() > 1e-4);
}

#[test]
fn few_labels_predict_nothing_and_have_a_score() {
    let (levels, trials, given) = labelled(&[0.25, 0.5, 1.0], 15);
    assert!(Regression::of(&trials.questions, &given, 3, &levels).is_none());
    let trials = trials.with_levels(&levels, &given);
    let found = JudgedFigures::of(&trials, &[0.25, 0.5, 1.0], THESE).unwrap();
    let (lo, hi) = found.interval(0.95).unwrap();
    assert!(lo < found.score && found.score < hi);
}

#[test]
fn shared_numbers_keep_their_sum() {
    let labels: Vec<f64> = (0..60).map(|place| f64::from(place % 4) / 3.0).collect();
    let (levels, trials, given) = labelled(&labels, 15);
    let trials = trials.with_levels(&levels, &given);
    let left = trials.by_outcome(|cell| cell.trials - cell.labels);
    for number in [0, 1, 7, 60] {
        let mut numbers = vec![0; trials.strata.count];
        numbers[0] = number;
        let shared = trials.strata.shared_out(&numbers, &left);
        assert!(shared.iter().sum::<u64>() == number || trials.strata.count > 1);
        assert!(shared.iter().zip(&left).all(|(own, left)| own <= left), "{shared:?} {left:?}");
    }
}

/// A model whose judge says yes and no to right and wrong in these numbers of labelled trials.
fn lender([caught, missed, alarms, passed]: [u64; 4]) -> JudgedFigures {
    let cell = |labels: u64, sum: u64| OutcomeCell {
        trials: labels + 1,
        labels,
        sum: sum as f64,
        squares: sum as f64,
    };
    let cells = vec![cell(missed + passed, missed), cell(caught + alarms, caught)];
    let asked = JudgedAnswers { weight: 1.0, cluster: 0, cells, by_label: vec![0, 0] };
    let other = JudgedAnswers { cluster: 1, ..asked.clone() };
    let trials = JudgedTrials::new(vec![asked, other], false, 2, false);
    JudgedFigures::of(&trials, &[0.0, 1.0], THESE).unwrap()
}

#[test]
fn rates_are_borrowed_from_three_models_that_agree() {
    let names = [("0", None), ("0", Some(0.0)), ("1", Some(1.0))];
    let names = names.map(|(outcome, label)| Legend::name(outcome, label, None));
    let legend = Legend::of(&names).unwrap().unwrap();
    let lenders = [lender([90, 10, 20, 80]), lender([85, 15, 18, 82]), lender([92, 8, 22, 78])];
    let rates = BorrowedRates::of(lenders.iter(), &legend, 0.95).unwrap();
    assert!((rates.apart() - 0.7).abs() < 0.05, "{}", rates.apart());
    // Where the judge says yes as often as to wrong answers, none is right.
    assert!((rates.truth(0.2)).abs() < 0.06 && (rates.truth(0.9) - 1.0).abs() < 0.06);
    for says in [0.0, 0.2, 0.55, 0.9, 1.0] {
        let (lo, hi) = rates.interval(says, 1e-4);
        let truth = rates.truth(says).clamp(0.0, 1.0);
        assert!(0.0 <= lo && lo <= truth && truth <= hi && hi <= 1.0, "{says}: {lo} {hi}");
    }
    assert!(BorrowedRates::of(lenders.iter().take(2), &legend, 0.95).is_err());
    let useless = [lender([50, 50, 50, 50]), lender([48, 52, 50, 50]), lender([52, 48, 50, 50])];
    assert!(BorrowedRates::of(useless.iter(), &legend, 0.95).is_err());
}
