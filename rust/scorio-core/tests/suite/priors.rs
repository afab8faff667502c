//! One prior means the same to every metric.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]

use ndarray::{Array2, aview2};
use proptest::prelude::*;
use scorio_core::metric::maximum::Maximum;
use scorio_core::metric::{mean, subset};
use scorio_core::posterior::PosteriorError;
use scorio_core::tally::tally_counts;
use scorio_core::{Credit, Error, Prior, States, Weights};

fn states_of(counts: &Array2<i64>) -> States {
    tally_counts(counts.view()).unwrap()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 4.0 * f64::EPSILON * b.abs()
}

proptest! {
    #[test]
    fn bayes_and_max_at_1_are_pass_at_1(
        counts in proptest::collection::vec((0_i64..50, 1_i64..50), 1..6),
        alpha in 1e-3_f64..1e3,
        beta in 1e-3_f64..1e3,
        k in 1_i64..6,
    ) {
        let rows = counts.iter().flat_map(|&(failures, successes)| [failures, successes]);
        let states = states_of(&Array2::from_shape_vec((counts.len(), 2), rows.collect()).unwrap());
        let prior = Prior::beta(alpha, beta).unwrap();
        let weights = Weights::binary();
        let pass = |k| subset::posterior(&states, &Credit::pass_at(k).unwrap(), &prior).unwrap();
        let bayes = mean::bayes(&states, &weights, &prior).unwrap();
        prop_assert!(close(bayes.mu(), pass(1).mu()) && close(bayes.sigma(), pass(1).sigma()));
        let maximum = Maximum::new(k, weights).unwrap().posterior(&states, &prior).unwrap();
        prop_assert!(close(maximum.mu(), pass(k).mu()) && close(maximum.sigma(), pass(k).sigma()));
    }
}

#[test]
fn a_beta_prior_is_of_two_categories() {
    let states = states_of(&aview2(&[[1, 2, 3]]).to_owned());
    let weights = Weights::new(&[0.0, 0.5, 1.0]).unwrap();
    let prior = Prior::beta(2.0, 1.0).unwrap();
    let wrong = Error::from(PosteriorError::PriorCategories { categories: 3 });
    assert_eq!(mean::bayes(&states, &weights, &prior), Err(wrong.clone()));
    assert_eq!(Maximum::new(2, weights.clone()).unwrap().posterior(&states, &prior), Err(wrong));
    let uniform = Prior::beta(1.0, 1.0).unwrap();
    assert_eq!(uniform, Prior::Uniform);
    assert!(mean::bayes(&states, &weights, &uniform).is_ok());
}
