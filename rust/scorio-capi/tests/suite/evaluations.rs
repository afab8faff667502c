//! Selected answers and TailPass across the border: what they give, and what is refused.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::ptr::{null, null_mut};

use scorio::answers::*;
use scorio::failure::*;
use scorio::matrix::*;
use scorio::metric::ScorioInterval;
use scorio::tailpass::*;

use crate::support::sentence;

const EMPTY: ScorioInterval = ScorioInterval { mu: 9.0, sigma: 9.0, lo: 9.0, hi: 9.0 };

/// Two questions of four trials: outcomes, scores of a verifier, and answers.
static REWARDS: [f64; 8] = [1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
static SCORES: [f64; 8] = [0.9, 0.5, 0.5, 0.1, 0.2, 0.8, 0.9, 0.1];
static ANSWERS: [i64; 8] = [4, 4, 5, 6, 7, 8, 8, 7];
static CORRECT: [i64; 2] = [4, 7];

fn best_of(lengths: &[usize; 2], k: i64, drop: bool) -> Result<(f64, u64), ScorioStatus> {
    let (mut value, mut dropped) = (9.0, 9);
    // SAFETY: the lengths add up to at most eight, or are refused.
    let status = unsafe {
        let (rewards, scores, value) = (REWARDS.as_ptr(), SCORES.as_ptr(), &raw mut value);
        scorio_best_of(rewards, scores, lengths.as_ptr(), 2, k, drop, value, &raw mut dropped)
    };
    if status == SCORIO_OK { Ok((value, dropped)) } else { Err(status) }
}

#[test]
fn the_best_of_k_is_selected() {
    assert_eq!(best_of(&[4, 4], 1, false), Ok((0.375, 0)));
    assert_eq!(best_of(&[4, 4], 4, false), Ok((0.5, 0)));
    assert_eq!(best_of(&[4, 2], 3, true).map(|found| found.1), Ok(1));
    assert_eq!(best_of(&[4, 2], 3, false), Err(SCORIO_DOMAIN));
    assert_eq!(best_of(&[usize::MAX, 2], 3, false), Err(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "lengths is larger than memory: check its sizes and strides");
    assert_eq!(best_of(&[4, 4], 0, false), Err(SCORIO_DOMAIN));
}

#[test]
fn votes_are_counted() {
    let vote = |answers: &[i64; 8], k| {
        let mut value = 9.0;
        // SAFETY: eight answers of two questions.
        let status = unsafe {
            let (answers, lengths) = (answers.as_ptr(), [4_usize, 4].as_ptr());
            let (correct, value) = (CORRECT.as_ptr(), &raw mut value);
            scorio_vote(answers, lengths, correct, 2, k, false, value, null_mut())
        };
        if status == SCORIO_OK { Ok(value) } else { Err(status) }
    };
    assert_eq!(vote(&ANSWERS, 1), Ok(0.5));
    assert!((vote(&ANSWERS, 3).unwrap() - 7.0 / 12.0).abs() < 1e-14);
    assert_eq!(vote(&[-1; 8], 2), Ok(0.0));
    assert_eq!(vote(&ANSWERS, 5), Err(SCORIO_DOMAIN));
}

#[test]
fn intervals_depend_on_the_seed_alone() {
    let interval = |clusters: &[i64], threads| {
        let (mut best, mut vote) = (EMPTY, EMPTY);
        let lengths = [4_usize, 4];
        let clusters = if clusters.is_empty() { null() } else { clusters.as_ptr() };
        // SAFETY: eight trials of two questions.
        let said = unsafe {
            let (rewards, scores, own) = (REWARDS.as_ptr(), SCORES.as_ptr(), lengths.as_ptr());
            let (answers, correct) = (ANSWERS.as_ptr(), CORRECT.as_ptr());
            let (one, other) = (&raw mut best, &raw mut vote);
            [
                scorio_best_of_interval(
                    rewards, scores, own, 2, 2, 0.9, clusters, 200, 5, threads, one,
                ),
                scorio_vote_interval(
                    answers, own, correct, 2, 2, 0.9, clusters, 200, 5, threads, other,
                ),
            ]
        };
        (said, [best, vote].map(|one| [one.mu, one.sigma, one.lo, one.hi].map(f64::to_bits)))
    };
    let found = interval(&[], 1);
    assert_eq!((found.0, interval(&[], 3)), ([SCORIO_OK; 2], found));
    assert_ne!(interval(&[7, i64::MIN], 1).1[0], found.1[0]);
    assert_eq!(interval(&[7, i64::MIN], 1).1[1], found.1[1]);
    assert_eq!(interval(&[7, 7], 1).0, [SCORIO_OK, SCORIO_ARGUMENT]);
}

/// A profile that is freed at the end.
struct Profile(*mut ScorioTailPass);

impl Drop for Profile {
    fn drop(&mut self) {
        // SAFETY: made by `scorio_tailpass`, and freed once.
        unsafe { scorio_tailpass_free(self.0) };
    }
}

static OUTCOMES: [i8; 6] = [0, 1, 1, 1, 1, 1];

fn outcomes() -> ScorioMatrix {
    let (entries, element) = (OUTCOMES.as_ptr().cast(), SCORIO_INT8);
    ScorioMatrix { entries, element, rows: 2, columns: 3, row_stride: 3, column_stride: 1 }
}

fn profile(k: i64, eta: f64, prior: &[f64]) -> Result<Profile, ScorioStatus> {
    let mut made = null_mut();
    // SAFETY: the matrix and the prior are what they say.
    let status = unsafe {
        let (matrix, shapes) = (&outcomes(), prior.as_ptr());
        let (count, made) = (prior.len(), &raw mut made);
        scorio_tailpass(matrix, null(), null(), 0, k, eta, shapes, count, null(), 0, made)
    };
    if status == SCORIO_OK { Ok(Profile(made)) } else { Err(status) }
}

#[test]
fn profiles_have_means_and_intervals() {
    let made = profile(4, 1.0, &[1.0]).unwrap();
    let (mut thresholds, mut means, mut intervals) = ([9.0; 4], [9.0; 4], [EMPTY; 4]);
    let (mut covariance, mut linear, mut moment) = ([9.0; 16], EMPTY, EMPTY);
    let (mut weights, mut sizes, mut rows) = ([9.0; 4], [9; 2], [9.0; 8]);
    // SAFETY: each buffer is as large as the interface says.
    unsafe {
        let [size, questions] = &mut sizes;
        assert_eq!(scorio_tailpass_sizes(made.0, size, questions), SCORIO_OK);
        let (ends, values) = (intervals.as_mut_ptr(), means.as_mut_ptr());
        assert_eq!(scorio_tailpass_mean(made.0, thresholds.as_mut_ptr(), values), SCORIO_OK);
        assert_eq!(scorio_tailpass_intervals(made.0, 0.95, ends), SCORIO_OK);
        assert_eq!(scorio_tailpass_covariance(made.0, covariance.as_mut_ptr()), SCORIO_OK);
        assert_eq!(scorio_tailpass_questions(made.0, rows.as_mut_ptr()), SCORIO_OK);
        let family = c"moment".as_ptr();
        assert_eq!(scorio_tailpass_weights(family, 4, 2.0, 0.0, weights.as_mut_ptr()), SCORIO_OK);
        let (own, one) = (weights.as_ptr(), &raw mut linear);
        assert_eq!(scorio_tailpass_linear(made.0, own, 0.95, one), SCORIO_OK);
        assert_eq!(scorio_tailpass_moment(made.0, 2.0, 0.95, &raw mut moment), SCORIO_OK);
        let wrong = scorio_tailpass_weights(c"best".as_ptr(), 4, 2.0, 0.0, weights.as_mut_ptr());
        assert_eq!((wrong, sentence().contains("\"best\"")), (SCORIO_ARGUMENT, true));
    }
    assert_eq!((sizes, thresholds), ([4, 2], [0.25, 0.5, 0.75, 1.0]));
    for (place, one) in intervals.iter().enumerate() {
        assert_eq!(one.mu.to_bits(), means[place].to_bits());
        assert!((one.sigma - covariance[5 * place].sqrt()).abs() < 1e-15);
        assert!(0.0 <= one.lo && one.lo < one.mu && one.mu < one.hi && one.hi <= 1.0);
        assert!((f64::midpoint(rows[place], rows[place + 4]) - one.mu).abs() < 1e-15);
    }
    // Two ways to the second moment.
    assert!((linear.mu - moment.mu).abs() < 1e-15 && (linear.sigma - moment.sigma).abs() < 1e-15);
    let mut observed = [9.0; 2];
    // SAFETY: two thresholds.
    let status = unsafe {
        let matrix = &outcomes();
        scorio_tailpass_empirical(matrix, null(), 0, 2, null(), 0, observed.as_mut_ptr())
    };
    assert_eq!((status, observed), (SCORIO_OK, [1.0, 2.0 / 3.0]));
}

#[test]
fn wrong_profiles_are_refused() {
    let refused = |k, eta, prior: &[f64]| profile(k, eta, prior).map(drop).unwrap_err();
    assert_eq!(refused(0, 1.0, &[1.0]), SCORIO_DOMAIN);
    assert_eq!(refused(4, 2.0, &[1.0]), SCORIO_DOMAIN);
    assert_eq!(refused(4, 1.0, &[-1.0]), SCORIO_DOMAIN);
    assert_eq!(refused(4, 1.0, &[1.0, 1.0, 1.0]), SCORIO_ARGUMENT);
    assert_eq!(refused(4, 1.0, &[]), SCORIO_ARGUMENT);
    // SAFETY: NULL is refused.
    let status = unsafe { scorio_tailpass_covariance(null(), null_mut()) };
    assert_eq!((status, sentence().as_str()), (SCORIO_ARGUMENT, "profile is NULL"));
}
