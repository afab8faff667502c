//! Responses of models to items, and calibrations of few outcomes or of models that were not asked.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use scorio_core::Error;
use scorio_core::check::CheckError;
use scorio_core::irt::{CalibrationMethod, CalibrationRequest, Responses, calibrate};

fn range(name: &str, value: f64, range: &'static str) -> Error {
    CheckError::Range { name: name.to_owned(), index: Vec::new(), value, range }.into()
}

fn shape(left: &'static str, left_size: usize, right_size: usize) -> Error {
    let (right, axis) = ("models × items", "entries");
    CheckError::Shape { left, left_size, right, right_size, axis }.into()
}

#[test]
fn tables_fit_their_sizes_and_sums_their_trials() {
    let refused = |models, items, trials: &[f64], sums: &[f64]| {
        Responses::new(models, items, trials, sums).unwrap_err()
    };
    assert_eq!(refused(2, 2, &[1.0; 3], &[0.0; 4]), shape("the trials", 3, 4));
    assert_eq!(refused(2, 2, &[1.0; 4], &[0.0; 5]), shape("the sums", 5, 4));
    assert_eq!(refused(0, 2, &[], &[]), range("models", 0.0, "at least 1"));
    assert_eq!(refused(2, 0, &[], &[]), range("items", 0.0, "at least 1"));
    for (sum, n) in [(-0.5, 1.0), (1.5, 1.0), (0.5, 0.0), (f64::INFINITY, 1.0)] {
        let (trials, sums) = ([1.0, 2.0, 3.0, n], [0.0, 2.0, 3.0, sum]);
        let error = range("a sum of outcomes", sum, "from 0 to the trials");
        assert_eq!(refused(2, 2, &trials, &sums), error);
    }
    for value in [-1.0, f64::INFINITY] {
        let (name, index) = ("the number of trials".to_owned(), vec![1, 0]);
        let error = CheckError::NotNegative { name, index, value };
        assert_eq!(refused(2, 2, &[1.0, 1.0, value, 1.0], &[0.0; 4]), error.into());
    }
    assert!(refused(1, 1, &[1.0], &[f64::NAN]).to_string().contains("NaN"));
}

#[test]
fn responses_are_kept_item_by_item() {
    // 17 items and 3 models: more items than are turned together.
    let cell = |model: usize, item: usize| (1 + (model + 2 * item) % 4, (model * item) % 3);
    let (mut trials, mut sums) = (Vec::new(), Vec::new());
    for (model, item) in (0..3).flat_map(|model| (0..17).map(move |item| (model, item))) {
        let (n, sum) = cell(model, item);
        trials.push(n as f64);
        sums.push(sum.min(n) as f64);
    }
    trials[20] = 0.0;
    sums[20] = 0.0;
    let found = Responses::new(3, 17, &trials, &sums).unwrap();
    assert_eq!((found.models(), found.items()), (3, 17));
    for item in 0..17 {
        let own = |of: &[f64]| (0..3).map(|model| of[17 * model + item]).collect::<Vec<f64>>();
        assert_eq!((found.trials(item), found.sums(item)), (&own(&trials)[..], &own(&sums)[..]));
        let all = (own(&trials).iter().sum(), own(&sums).iter().sum());
        assert_eq!(found.of_items()[item], all);
    }
    for (model, all) in found.of_models().into_iter().enumerate() {
        let own = |of: &[f64]| of[17 * model..17 * (model + 1)].iter().sum::<f64>();
        assert_eq!(all, (own(&trials), own(&sums)));
    }
    let means: Vec<_> = found.means(3).collect();
    let mean = |model: usize| sums[17 * model + 3] / trials[17 * model + 3];
    assert_eq!(means, [(0, mean(0)), (2, mean(2))]);
    assert_eq!((found.trials(17), found.sums(17)), (&[][..], &[][..]));
    let some = found.select(&[16, 3]);
    assert_eq!((some.models(), some.items()), (3, 2));
    assert_eq!((some.trials(0), some.sums(1)), (found.trials(16), found.sums(3)));
    assert!(found.is_whole());
    let whole = |sum: f64| Responses::new(1, 2, &[1e300, 1.0], &[sum, 1.0]).unwrap().is_whole();
    let large = 4_503_599_627_370_496.0;
    assert!(whole(0.0) && whole(large) && whole(large - 1.0) && whole(1e299));
    assert!(!whole(0.5) && !whole(large / 2.0 - 0.5) && !whole(1e-300));
}

const SUMS: [f64; 24] = [
    4.0, 3.0, 4.0, 2.0, 1.0, 2.0, 4.0, 4.0, 3.0, 3.0, 2.0, 1.0, 3.0, 4.0, 2.0, 1.0, 1.0, 0.0, 2.0,
    3.0, 1.0, 1.0, 0.0, 0.0,
];

#[test]
fn a_model_without_trials_changes_no_other() {
    let four = Responses::new(4, 6, &[4.0; 24], &SUMS).unwrap();
    let trials: Vec<f64> = [4.0; 24].into_iter().chain([0.0; 6]).collect();
    let sums: Vec<f64> = SUMS.into_iter().chain([0.0; 6]).collect();
    let five = Responses::new(5, 6, &trials, &sums).unwrap();
    let methods = [
        CalibrationMethod::QuasiLikelihood,
        CalibrationMethod::Empirical,
        CalibrationMethod::EmpiricalSlopes,
    ];
    for method in methods {
        let request = CalibrationRequest { method, ..CalibrationRequest::default() };
        let (one, other) =
            (calibrate(&four, &request).unwrap(), calibrate(&five, &request).unwrap());
        let shift = one.abilities[0] - other.abilities[0];
        for (one, other) in one.abilities.iter().zip(&other.abilities) {
            assert!((one - other - shift).abs() < 1e-7, "{method:?}: {one} {other}");
        }
        for (one, other) in one.items.iter().zip(&other.items) {
            assert!((one.difficulty - other.difficulty - shift).abs() < 1e-7, "{method:?}");
            assert!((one.slope - other.slope).abs() < 1e-7, "{method:?}");
        }
        assert!(other.abilities[4].is_finite());
        // Where abilities have a prior, that is all that is known of the model.
        if method != CalibrationMethod::QuasiLikelihood {
            assert!(other.abilities[4].abs() < 1e-9 && shift.abs() < 1e-7);
        }
    }
}

#[test]
fn a_dispersion_needs_more_outcomes_than_parameters() {
    let few = "more than models and items have parameters";
    let refused = |items: usize, scores: &[f64], method| {
        let all = Responses::new(3, items, &vec![1.0; scores.len()], scores).unwrap();
        let request = CalibrationRequest { method, ..CalibrationRequest::default() };
        calibrate(&all, &request).unwrap_err()
    };
    for method in [CalibrationMethod::Empirical, CalibrationMethod::EmpiricalSlopes] {
        let found = refused(1, &[0.5, 0.2, 0.1], method);
        assert_eq!(found, range("the number of outcomes", 3.0, few), "{method:?}");
    }
}

#[test]
fn calibrations_say_what_they_lack() {
    let request = CalibrationRequest::default();
    let of = |models: usize, sums: &[f64], request: &CalibrationRequest| {
        let items = sums.len() / models;
        let all = Responses::new(models, items, &vec![1.0; sums.len()], sums).unwrap();
        calibrate(&all, request).unwrap_err()
    };
    let found = of(2, &[1.0, 0.0, 0.0, 1.0], &request);
    assert_eq!(found, range("models", 2.0, "at least 3 for a calibration"));
    let alike = "one of at least two different mean outcomes";
    assert_eq!(of(3, &[0.25; 6], &request), range("the outcome", 0.25, alike));
    let fine = [1.0, 0.0, 0.0, 1.0, 1.0, 1.0];
    let positive = |name, value| -> Error { CheckError::Positive { name, value }.into() };
    let wrong = CalibrationRequest { prior_variance: 0.0, ..request };
    assert_eq!(of(3, &fine, &wrong), positive("the variance of abilities", 0.0));
    let wrong = CalibrationRequest { dispersion: Some(0.0), ..request };
    assert_eq!(of(3, &fine, &wrong), positive("the dispersion", 0.0));
}
