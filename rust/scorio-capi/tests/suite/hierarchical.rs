//! Checks the hierarchical prior, the choice of its target, and what is wrong with its arguments.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::ffi::CStr;
use std::ptr::{null, null_mut};

use scorio::failure::*;
use scorio::matrix::*;
use scorio::metric::*;

use crate::support::{made, sentence};

/// Handles of a metric and of the states of a matrix of two categories.
struct Handles(*mut ScorioMetric, *mut ScorioStates);

impl Handles {
    fn new(name: &CStr, k: i64, outcomes: &[i8], questions: usize) -> Self {
        let columns = outcomes.len() / questions;
        let matrix = ScorioMatrix {
            entries: outcomes.as_ptr().cast(),
            element: SCORIO_INT8,
            rows: questions,
            columns,
            row_stride: columns.cast_signed(),
            column_stride: 1,
        };
        let mut states = null_mut();
        // SAFETY: a valid matrix.
        let status = unsafe { scorio_tally(&raw const matrix, null(), 2, false, &raw mut states) };
        assert_eq!(status, SCORIO_OK, "{}", sentence());
        Self(made(name, k, &[], false).unwrap(), states)
    }

    fn interval(&self, confidence: f64, target: i32) -> Result<[f64; 4], (ScorioStatus, String)> {
        let mut found = ScorioInterval { mu: 7.0, sigma: 7.0, lo: 7.0, hi: 7.0 };
        // SAFETY: handles of this test, no bounds, and a place for the result.
        let status = unsafe {
            let found = &raw mut found;
            scorio_hierarchical_interval(self.0, self.1, confidence, null(), target, found)
        };
        let figures = [found.mu, found.sigma, found.lo, found.hi];
        if status == SCORIO_OK {
            return Ok(figures);
        }
        assert_eq!(figures.map(f64::to_bits), [7.0_f64.to_bits(); 4], "nothing is written");
        Err((status, sentence()))
    }
}

impl Drop for Handles {
    fn drop(&mut self) {
        // SAFETY: from this library, once.
        unsafe {
            scorio_metric_free(self.0);
            scorio_states_free(self.1);
        }
    }
}

const R: [i8; 10] = [0, 1, 1, 0, 1, 1, 1, 0, 1, 1];

#[test]
fn a_sample_is_more_uncertain_than_its_questions() {
    let handles = Handles::new(c"pass_at_k", 2, &R, 2);
    let these = handles.interval(0.95, SCORIO_THESE_QUESTIONS).unwrap();
    let like = handles.interval(0.95, SCORIO_QUESTIONS_LIKE_THESE).unwrap();
    let digits = |figures: [f64; 4]| figures.map(|figure| (figure * 1e4).round());
    assert_eq!(digits(these), [8705.0, 969.0, 6290.0, 9906.0]);
    assert_eq!(these[0].to_bits(), like[0].to_bits());
    assert!(these[1] < like[1] && like[2] < these[2] && these[3] <= like[3], "{like:?}");
}

#[test]
fn bounds_clip_both_ends() {
    let Handles(metric, states) = &Handles::new(c"bayes", 0, &R, 2);
    let (bounds, target) = ([0.6, 0.7], SCORIO_THESE_QUESTIONS);
    let mut found = ScorioInterval { mu: 0.0, sigma: 0.0, lo: 0.0, hi: 0.0 };
    // SAFETY: handles of this test, two bounds, and a place for the result.
    let status = unsafe {
        let (bounds, found) = (bounds.as_ptr(), &raw mut found);
        scorio_hierarchical_interval(*metric, *states, 0.95, bounds, target, found)
    };
    assert_eq!((status, [found.lo, found.hi]), (SCORIO_OK, bounds));
}

#[test]
fn wrong_arguments_are_errors() {
    let handles = Handles::new(c"pass_at_k", 2, &R, 2);
    for target in [0, 3, -1, i32::MAX, i32::MIN] {
        let said = format!(
            "target = {target} is none of SCORIO_THESE_QUESTIONS, SCORIO_QUESTIONS_LIKE_THESE"
        );
        assert_eq!(handles.interval(0.95, target), Err((SCORIO_ARGUMENT, said)));
    }
    let target = SCORIO_THESE_QUESTIONS;
    let (status, said) = handles.interval(95.0, target).unwrap_err();
    assert_eq!(status, SCORIO_DOMAIN);
    assert_eq!(said, "confidence = 95 is not between 0 and 1");
    let Handles(metric, states) = &handles;
    let (mut found, bounds) =
        (ScorioInterval { mu: 0.0, sigma: 0.0, lo: 0.0, hi: 0.0 }, [1.0, 0.0]);
    let found = &raw mut found;
    // SAFETY: each pointer is NULL, a handle of this test, or valid.
    unsafe {
        let call = |metric, states, bounds, found| {
            let status = scorio_hierarchical_interval(metric, states, 0.95, bounds, target, found);
            (status, sentence())
        };
        let refused = |said: &str| (SCORIO_ARGUMENT, said.to_owned());
        assert_eq!(call(null(), *states, null(), found), refused("metric is NULL"));
        assert_eq!(call(*metric, null(), null(), found), refused("states is NULL"));
        assert_eq!(call(*metric, *states, null(), null_mut()), refused("interval is NULL"));
        let said = refused("bounds = (1, 0) are not in order");
        assert_eq!(call(*metric, *states, bounds.as_ptr(), found), said);
    }
}

#[test]
fn a_sample_needs_several_questions_with_scores_of_their_own() {
    let target = SCORIO_QUESTIONS_LIKE_THESE;
    let (status, said) = Handles::new(c"avg", 0, &R, 1).interval(0.95, target).unwrap_err();
    let one = "a sample of one question has no scatter; infer about these questions alone \
               (sampled = 0 for scores, target = SCORIO_THESE_QUESTIONS for functions), or add a \
               question";
    assert_eq!((status, said.as_str()), (SCORIO_ARGUMENT, one));
    let blend = Handles::new(c"geom_at_k", 2, &R, 2);
    let (status, said) = blend.interval(0.95, target).unwrap_err();
    assert_eq!(status, SCORIO_ARGUMENT);
    assert!(said.starts_with("Geom@k has no score of one question"), "{said}");
    assert!(blend.interval(0.95, SCORIO_THESE_QUESTIONS).is_ok());
}
