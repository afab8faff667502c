//! TailPass: the profile of the chance to earn at least each share of the score in k trials.
#![allow(non_snake_case, reason = "R and R0 are the mathematics' own names")]

use std::ffi::c_char;

use ndarray::ArrayView2;
use scorio_core::plan::stopping;
use scorio_core::tailpass::{
    TailBank, TailPrior, TailProfile, beta_weights, empirical_profile, maxent_weights,
    moment_weights,
};
use scorio_core::tally::{Matrix, Missing};
use scorio_core::{Estimate, Weights};

use crate::failure::{Failure, ScorioStatus, guard};
use crate::matrix::{SCORIO_INT64, ScorioMatrix, with_view};
use crate::metric::ScorioInterval;
use crate::pointer::{
    array, check, check_cells, fill, hand_out, optional, reference, release, store, text,
};

/// The posterior of a profile, made by `scorio_tailpass`. Threads may share it.
pub struct ScorioTailPass(TailProfile);

/// The posterior of F(ρ), the chance that k future trials earn an average score of at least ρ:
/// `tailpass`.
///
/// - `R` has a row for each question. `R0` is NULL, or has earlier outcomes of element type
///   `SCORIO_INT64`, of which each counts `eta`, from 0 to 1. A missing outcome is an error.
/// - `weights` is NULL for two categories, failures and successes. Otherwise it has a score in [0, 1]
///   for each of `categories`.
/// - `prior` has `shapes` positive shapes of the Dirichlet prior: one, one for each category, or a row
///   of them for each question.
/// - `thresholds` is NULL for 1/k, …, 1. Otherwise it has `count` scores, increasing.
///
/// `*profile` is only written on `SCORIO_OK`. Free it with `scorio_tailpass_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass(
    R: *const ScorioMatrix,
    R0: *const ScorioMatrix,
    weights: *const f64,
    categories: usize,
    k: i64,
    eta: f64,
    prior: *const f64,
    shapes: usize,
    thresholds: *const f64,
    count: usize,
    profile: *mut *mut ScorioTailPass,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (matrix, known, weights, shapes, thresholds) = unsafe {
            let matrix = reference(R, "R")?;
            let known = match R0.as_ref() {
                Some(one) if one.element != SCORIO_INT64 => return Err(Failure::NotInt64("R0")),
                Some(one) => Some(one.view::<i64>("R0")?),
                None => None,
            };
            let weights = self::weights(weights, categories, matrix.rows)?;
            let shapes = array(prior, shapes, "prior")?;
            (matrix, known, weights, shapes, optional(thresholds, count, "thresholds")?)
        };
        let known = known.map(|entries| Matrix { name: "R0", entries });
        let prior = TailPrior { known, eta, shapes };
        let bank = with_view!(matrix, "R", |entries: ArrayView2<_>| {
            let matrix = Matrix { name: "R", entries };
            TailBank::posterior(&matrix, &weights, &prior, Missing::Error)
        })?;
        let found = TailProfile::new(bank, k, thresholds)?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(profile, ScorioTailPass(found), "profile") }
    })
}

/// Frees a profile. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass_free(profile: *mut ScorioTailPass) {
    // SAFETY: the contract of the interface.
    unsafe { release(profile) };
}

/// The number of thresholds, and of questions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass_sizes(
    profile: *const ScorioTailPass,
    thresholds: *mut usize,
    questions: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let profile = unsafe { &reference(profile, "profile")?.0 };
        check(thresholds, 1, "thresholds")?;
        check(questions, 1, "questions")?;
        // SAFETY: the contract of the interface.
        unsafe {
            store(thresholds, profile.thresholds().len(), "thresholds")?;
            store(questions, profile.questions(), "questions")
        }
    })
}

/// The thresholds, and the posterior mean of F at each of them.
///
/// `thresholds` and `means` must hold a number for each threshold.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass_mean(
    profile: *const ScorioTailPass,
    thresholds: *mut f64,
    means: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let profile = unsafe { &reference(profile, "profile")?.0 };
        check(thresholds, profile.thresholds().len(), "thresholds")?;
        check(means, profile.thresholds().len(), "means")?;
        // SAFETY: the contract of the interface.
        unsafe {
            fill(thresholds, profile.thresholds(), "thresholds")?;
            fill(means, &profile.mean(), "means")
        }
    })
}

/// Mean, σ and interval of F at each threshold.
///
/// `intervals` must hold a place for each threshold. Intervals are normal and within [0, 1], each with
/// the confidence alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass_intervals(
    profile: *const ScorioTailPass,
    confidence: f64,
    intervals: *mut ScorioInterval,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let profile = unsafe { &reference(profile, "profile")?.0 };
        let each = profile.mean().into_iter().zip(profile.std()?);
        let found = each.map(|(mu, sigma)| bounded(mu, sigma, confidence));
        let found = found.collect::<Result<Vec<_>, _>>()?;
        // SAFETY: the contract of the interface.
        unsafe { fill(intervals, &found, "intervals") }
    })
}

/// The mean profile of each question: a row of thresholds for each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass_questions(
    profile: *const ScorioTailPass,
    means: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let profile = unsafe { &reference(profile, "profile")?.0 };
        let found: Vec<f64> = profile.question_mean().into_iter().flatten().collect();
        // SAFETY: the contract of the interface.
        unsafe { fill(means, &found, "means") }
    })
}

/// The posterior covariance between thresholds, row by row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass_covariance(
    profile: *const ScorioTailPass,
    covariance: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let found = unsafe { reference(profile, "profile")? }.0.covariance()?;
        // SAFETY: the contract of the interface.
        unsafe { fill(covariance, &found, "covariance") }
    })
}

/// Mean, σ and interval of Σ w F(ρ), for `weights` of the thresholds with sum 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass_linear(
    profile: *const ScorioTailPass,
    weights: *const f64,
    confidence: f64,
    interval: *mut ScorioInterval,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (profile, weights) = unsafe {
            let profile = &reference(profile, "profile")?.0;
            (profile, array(weights, profile.thresholds().len(), "weights")?)
        };
        let found = with_ends(&profile.linear(weights)?, confidence)?;
        // SAFETY: the contract of the interface.
        unsafe { store(interval, found, "interval") }
    })
}

/// Mean, σ and interval of the expected power `lam` of the average score of k trials. 1 is the mean
/// score.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass_moment(
    profile: *const ScorioTailPass,
    lam: f64,
    confidence: f64,
    interval: *mut ScorioInterval,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let profile = unsafe { &reference(profile, "profile")?.0 };
        let found = with_ends(&profile.moment(lam)?, confidence)?;
        // SAFETY: the contract of the interface.
        unsafe { store(interval, found, "interval") }
    })
}

/// The profile of k of the observed trials, drawn without replacement: `tailpass_empirical`.
///
/// `values` must hold `count` numbers, or k if `thresholds` is NULL. The rest is as for
/// `scorio_tailpass`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass_empirical(
    R: *const ScorioMatrix,
    weights: *const f64,
    categories: usize,
    k: i64,
    thresholds: *const f64,
    count: usize,
    values: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (matrix, weights, thresholds) = unsafe {
            let matrix = reference(R, "R")?;
            let weights = self::weights(weights, categories, matrix.rows)?;
            (matrix, weights, optional(thresholds, count, "thresholds")?)
        };
        let found = with_view!(matrix, "R", |entries: ArrayView2<_>| {
            let matrix = Matrix { name: "R", entries };
            empirical_profile(&matrix, k, &weights, thresholds, Missing::Error)
        })?;
        // SAFETY: the contract of the interface.
        unsafe { fill(values, &found, "values") }
    })
}

/// Weights of the thresholds 1/k, …, 1 by their family: "moment" with λ = `a`, "beta" with θ = `a` and
/// κ = `b`, or "maxent" with the mean threshold `a`.
///
/// `weights` must hold `k` numbers. Families other than "beta" do not read `b`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tailpass_weights(
    family: *const c_char,
    k: i64,
    a: f64,
    b: f64,
    weights: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let family = unsafe { text(family, "family") }?;
        let found = match &*family {
            "moment" => moment_weights(k, a)?,
            "beta" => beta_weights(k, a, b)?,
            "maxent" => maxent_weights(k, a)?,
            _ => return Err(Failure::Family(family)),
        };
        // SAFETY: the contract of the interface.
        unsafe { fill(weights, &found, "weights") }
    })
}

/// Scores of categories: 0 and 1 for NULL.
///
/// # Safety
/// `weights` is NULL, or has so many numbers.
unsafe fn weights(
    weights: *const f64,
    categories: usize,
    questions: usize,
) -> Result<Weights, Failure> {
    // SAFETY: as the caller promises.
    let found = match unsafe { optional(weights, categories, "weights") }? {
        Some(given) => Weights::new(given)?,
        None => Weights::binary(),
    };
    check_cells(found.categories(), questions, "R")?;
    Ok(found)
}

/// An interval in [0, 1].
fn bounded(mu: f64, sigma: f64, confidence: f64) -> scorio_core::Result<ScorioInterval> {
    let found = stopping::interval(mu, sigma, confidence, Some((0.0, 1.0)))?;
    Ok(ScorioInterval { mu, sigma, lo: found.lo, hi: found.hi })
}

fn with_ends(estimate: &Estimate, confidence: f64) -> scorio_core::Result<ScorioInterval> {
    bounded(estimate.mu(), estimate.sigma(), confidence)
}
