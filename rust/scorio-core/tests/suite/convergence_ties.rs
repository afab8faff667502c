//! Ties of a study of convergence where scores are no whole numbers.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use ndarray::{Array4, aview2};
use scorio_core::convergence::{Choices, Measure, Outcomes, Scheme, Study};
use scorio_core::metric::registry::estimand;
use scorio_core::tally::tally_counts;
use scorio_core::{ParameterValue, Parameters, Place, Prior, Replicates, Weights};

const MODELS: usize = 5;
const QUESTIONS: usize = 3;
const TRIALS: usize = 9;

fn entries(categories: usize) -> Array4<u8> {
    Array4::from_shape_fn((1, MODELS, QUESTIONS, TRIALS), |(_, model, question, trial)| {
        let mixed = (model * 7 + question * 5 + trial * 11 + trial * model * question) % 13 + model;
        u8::try_from(mixed * categories / 17).unwrap()
    })
}

/// The ranks of the models after each trial, by the given trials in order.
fn trajectory(entries: &Array4<u8>, categories: usize, measure: Measure) -> Vec<Vec<usize>> {
    let choices = Choices {
        measures: &[measure],
        gold: Some(aview2(&[[5.0, 4.0, 3.0, 2.0, 1.0]])),
        weights: None,
        prior: Prior::Uniform,
        scheme: Scheme::Given,
        confidence: None,
        seed: 0,
    };
    let outcomes = Outcomes::new("R", entries.view(), categories).unwrap();
    let work = Replicates { count: 0, threads: 1, go_on: &|_| true };
    Study::new(outcomes, None, choices, &work).unwrap().trajectory(0, 0).unwrap()
}

/// Competition ranks of scores that tie if they are closer than the tolerance.
fn ranks(scores: &[f64], tolerance: f64) -> Vec<usize> {
    let above = |own: &f64| scores.iter().filter(|other| **other - own > tolerance).count();
    scores.iter().map(|own| above(own) + 1).collect()
}

/// The successes of each model and question in the first n trials.
fn successes(entries: &Array4<u8>, n: usize) -> Vec<Vec<u64>> {
    let of = |model: usize, question: usize| {
        (0..n).map(|trial| u64::from(entries[[0, model, question, trial]])).sum()
    };
    (0..MODELS).map(|model| (0..QUESTIONS).map(|question| of(model, question)).collect()).collect()
}

#[test]
fn weights_without_decimals_tie_where_their_shares_do() {
    let entries = entries(3);
    // The weights are an offset and thirds of a range: 0, 1 and 3.
    for (low, range) in [(0.0, 1.0), (0.1, 7.0), (-1e5, 0.3), (2.0, 1e-9)] {
        let weights = [low, low + range / 3.0, low + range];
        let measure = Measure::expand(&["avg".to_owned()], &[], &Parameters::default()).unwrap();
        let measure = measure[0].clone().weighted(&Weights::new(&weights).unwrap());
        let mut ties = 0;
        for (n, found) in (1..).zip(trajectory(&entries, 3, measure)) {
            let worth = |model: usize| -> i32 {
                let set = entries.slice(ndarray::s![0, model, .., ..n]);
                set.iter().map(|&category| [0, 1, 3][usize::from(category)]).sum()
            };
            let scores: Vec<_> = (0..MODELS).map(|model| f64::from(worth(model))).collect();
            assert_eq!(found, ranks(&scores, 0.5), "{weights:?} n = {n}");
            ties += usize::from(
                found.iter().any(|one| found.iter().filter(|two| *two == one).count() > 1),
            );
        }
        assert!(ties > 1);
    }
    // Equal weights tie all models.
    let measure = Measure::expand(&["avg".to_owned()], &[], &Parameters::default()).unwrap();
    for equal in [0.5, 1.0 / 3.0] {
        let weights = Weights::new(&[equal; 3]).unwrap();
        let found = trajectory(&entries, 3, measure[0].clone().weighted(&weights));
        assert!(found.iter().all(|ranks| *ranks == [1; MODELS]));
    }
}

#[test]
fn plug_in_estimates_of_large_budgets_tie_below_rounding() {
    // Up to 2⁵³ / 3, which is above 5²⁰, the scores are whole numbers. Then only equal ones tie. Beyond,
    // they are shares, which tie if they are closer than 10⁻¹² for each question.
    let entries = entries(2);
    let k = 20;
    for name in ["naive_pass_at_k", "naive_pass_hat_k"] {
        let measure = Measure::expand(&[name.to_owned()], &[k], &Parameters::default()).unwrap();
        for (n, found) in (1..).zip(trajectory(&entries, 2, measure[0].clone())) {
            let power = |successes: u64| {
                let share = successes as f64 / n as f64;
                let base = if name == "naive_pass_at_k" { 1.0 - share } else { share };
                libm::pow(base, k as f64)
            };
            let scores: Vec<f64> = successes(&entries, n)
                .iter()
                .map(|own| own.iter().map(|&one| power(one)).sum())
                .map(|sum: f64| if name == "naive_pass_at_k" { -sum } else { sum })
                .collect();
            let tolerance = if n > 5 { 3e-12 } else { 1e-15 };
            assert_eq!(found, ranks(&scores, tolerance), "{name} n = {n}");
        }
    }
}

#[test]
fn credits_rank_as_their_point_estimates() {
    let entries = entries(2);
    let spectrum = ParameterValue::Numbers(vec![0.1, 0.2, 0.3]);
    let given = Parameters::default().with("spectrum", spectrum);
    for (name, parameters) in
        [("auc_at_k", &Parameters::default()), ("threshold_spectrum_at_k", &given)]
    {
        let measure = Measure::expand(&[name.to_owned()], &[3], parameters).unwrap();
        let metric = estimand(name, Some(3), parameters, false).unwrap();
        for (n, found) in (3..).zip(trajectory(&entries, 2, measure[0].clone())) {
            let score = |own: &Vec<u64>| {
                let rows: Vec<[u64; 2]> = own.iter().map(|&one| [n as u64 - one, one]).collect();
                metric.point(&tally_counts(aview2(&rows)).unwrap(), Place::Row).unwrap()
            };
            let scores: Vec<_> = successes(&entries, n).iter().map(score).collect();
            assert_eq!(found, ranks(&scores, 1e-11), "{name} n = {n}");
        }
    }
}
