//! Answers that are selected at run time: the best by a verifier, and the most frequent.

use std::collections::HashMap;

use scorio_core::Interval;
use scorio_core::answers::{Ballot, Resampling, VerifiedTrials, vote, vote_interval};

use crate::failure::{Failure, ScorioStatus, guard};
use crate::metric::{ScorioInterval, check_report, report};
use crate::pointer::{array, optional, store};
use crate::workers::workers;

/// Best-of-k from the observed trials: the expected reward of the trial that a verifier scores
/// highest, `best_of_at_k`.
///
/// - `rewards` and `scores` have the trials of all questions, one question after another: what each
///   is worth, and the verifier's score.
/// - `lengths` has the number of trials of each of `questions`.
/// - With `drop_short`, questions with fewer than k trials are dropped, and `*dropped` is their
///   number. `dropped` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_best_of(
    rewards: *const f64,
    scores: *const f64,
    lengths: *const usize,
    questions: usize,
    k: i64,
    drop_short: bool,
    value: *mut f64,
    dropped: *mut u64,
) -> ScorioStatus {
    guard(|| {
        check_report(dropped)?;
        // SAFETY: the contract of the interface.
        let trials = unsafe { verified(rewards, scores, lengths, questions) }?;
        let (found, short) = trials.point(k, drop_short)?;
        // SAFETY: the contract of the interface.
        unsafe { store(value, found, "value").and_then(|()| report(dropped, short)) }
    })
}

/// Best-of-k for k future trials with its Bayesian bootstrap interval, `best_of_at_k_ci`.
///
/// - `clusters` is NULL for these questions. For questions like these it has a number for each
///   question, and questions of equal numbers get one weight.
/// - There are `replicates` draws, 1000 for example, and they depend on `seed` alone. They are made
///   by `threads` threads, or by as many as there are processors for 0.
/// - The rest is as for `scorio_best_of`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_best_of_interval(
    rewards: *const f64,
    scores: *const f64,
    lengths: *const usize,
    questions: usize,
    k: i64,
    confidence: f64,
    clusters: *const i64,
    replicates: u64,
    seed: u64,
    threads: usize,
    interval: *mut ScorioInterval,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (trials, clusters) = unsafe {
            let clusters = optional(clusters, questions, "clusters")?.map(numbered);
            (verified(rewards, scores, lengths, questions)?, clusters)
        };
        let replicates = &workers(replicates, threads);
        let clusters = clusters.as_deref();
        let found = trials.interval(k, &Resampling { confidence, seed, replicates, clusters })?;
        // SAFETY: the contract of the interface.
        unsafe { store(interval, of(found), "interval") }
    })
}

/// Vote@k from the observed trials: the chance that the most frequent of k answers is correct,
/// `vote_at_k`.
///
/// - `answers` has the trials of all questions, one question after another. Equal answers have equal
///   numbers from 0. A trial with a negative number has no answer: it is drawn and does not vote.
/// - `lengths` and `correct` have the number of trials and the correct answer of each of
///   `questions`.
/// - The rest is as for `scorio_best_of`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_vote(
    answers: *const i64,
    lengths: *const usize,
    correct: *const i64,
    questions: usize,
    k: i64,
    drop_short: bool,
    value: *mut f64,
    dropped: *mut u64,
) -> ScorioStatus {
    guard(|| {
        check_report(dropped)?;
        // SAFETY: the contract of the interface.
        let ballots = unsafe { ballots(answers, lengths, correct, questions) }?;
        let (found, short) = vote(&ballots, k, drop_short)?;
        // SAFETY: the contract of the interface.
        unsafe { store(value, found, "value").and_then(|()| report(dropped, short)) }
    })
}

/// Vote@k with its interval for questions like these, `vote_at_k_ci`.
///
/// `clusters` is NULL if every question is its own. The rest is as for `scorio_vote` and
/// `scorio_best_of_interval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_vote_interval(
    answers: *const i64,
    lengths: *const usize,
    correct: *const i64,
    questions: usize,
    k: i64,
    confidence: f64,
    clusters: *const i64,
    replicates: u64,
    seed: u64,
    threads: usize,
    interval: *mut ScorioInterval,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (ballots, clusters) = unsafe {
            let clusters = optional(clusters, questions, "clusters")?.map(numbered);
            (ballots(answers, lengths, correct, questions)?, clusters)
        };
        let clusters = clusters.unwrap_or_else(|| (0..questions).collect());
        let replicates = &workers(replicates, threads);
        let clusters = Some(&clusters[..]);
        let resampling = Resampling { confidence, seed, replicates, clusters };
        let found = vote_interval(&ballots, k, &resampling)?;
        // SAFETY: the contract of the interface.
        unsafe { store(interval, of(found), "interval") }
    })
}

fn of(Interval { mu, sigma, lo, hi }: Interval) -> ScorioInterval {
    ScorioInterval { mu, sigma, lo, hi }
}

/// The trials of all questions together.
fn total(lengths: &[usize]) -> Result<usize, Failure> {
    let sum = |sum: usize, &one: &usize| sum.checked_add(one);
    lengths.iter().try_fold(0, sum).ok_or(Failure::Size("lengths"))
}

/// # Safety
/// The arrays are as the interface says.
unsafe fn verified(
    rewards: *const f64,
    scores: *const f64,
    lengths: *const usize,
    questions: usize,
) -> Result<VerifiedTrials, Failure> {
    // SAFETY: as the caller promises.
    unsafe {
        let lengths = array(lengths, questions, "lengths")?;
        let trials = total(lengths)?;
        let (rewards, scores) =
            (array(rewards, trials, "rewards")?, array(scores, trials, "scores")?);
        Ok(VerifiedTrials::new(rewards, scores, lengths)?)
    }
}

/// # Safety
/// The arrays are as the interface says.
unsafe fn ballots(
    answers: *const i64,
    lengths: *const usize,
    correct: *const i64,
    questions: usize,
) -> Result<Vec<Ballot>, Failure> {
    // SAFETY: as the caller promises.
    let (mut rest, lengths, correct) = unsafe {
        let lengths = array(lengths, questions, "lengths")?;
        let answers = array(answers, total(lengths)?, "answers")?;
        (answers, lengths, array(correct, questions, "correct")?)
    };
    let mut found = Vec::with_capacity(questions);
    for (&length, &right) in lengths.iter().zip(correct) {
        let (own, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        rest = after;
        found.push(ballot(own, right));
    }
    Ok(found)
}

/// How often each answer was given, others in the order of their first trials.
fn ballot(answers: &[i64], correct: i64) -> Ballot {
    let mut ballot = Ballot::default();
    let mut places = HashMap::new();
    for &answer in answers {
        if answer < 0 {
            ballot.abstained += 1;
        } else if answer == correct {
            ballot.correct += 1;
        } else {
            let place = *places.entry(answer).or_insert_with(|| {
                ballot.others.push(0);
                ballot.others.len() - 1
            });
            if let Some(count) = ballot.others.get_mut(place) {
                *count += 1;
            }
        }
    }
    ballot
}

/// Numbers from 0 in the order of first use, which take no more memory than there are questions.
fn numbered(labels: &[i64]) -> Vec<usize> {
    let mut known = HashMap::new();
    let number = |label| {
        let next = known.len();
        *known.entry(label).or_insert(next)
    };
    labels.iter().map(number).collect()
}
