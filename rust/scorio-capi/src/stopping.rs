//! When to stop, and which models to run next.

use scorio_core::plan::stopping::{self, Rule};

use crate::failure::{ScorioStatus, guard};
use crate::pointer::{array, check, fill, optional, store};

/// The central normal interval of a score: `plan.ci_from_mu_sigma` of Python.
///
/// `clip` is NULL, or has the lower and the upper bound of both ends. `ends` must hold two numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_normal_interval(
    mu: f64,
    sigma: f64,
    confidence: f64,
    clip: *const f64,
    ends: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let clip = match unsafe { optional(clip, 2, "clip") }? {
            Some(&[lo, hi]) => Some((lo, hi)),
            _ => None,
        };
        let found = stopping::interval(mu, sigma, confidence, clip)?;
        // SAFETY: the contract of the interface.
        unsafe { fill(ends, &[found.lo, found.hi], "ends") }
    })
}

/// Whether a score is known precisely enough: `plan.should_stop` of Python.
///
/// `most` is what half the width of the interval may be at most, or with `whole_width` the width.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_should_stop(
    sigma: f64,
    confidence: f64,
    most: f64,
    whole_width: bool,
    stop: *mut bool,
) -> ScorioStatus {
    guard(|| {
        let name = if whole_width { "max_ci_width" } else { "max_half_width" };
        let found = stopping::narrow(sigma, confidence, name, most)?;
        // SAFETY: the contract of the interface.
        unsafe { store(stop, found, "stop") }
    })
}

/// Whether the first of `length` models is separated from all others: `plan.should_stop_top1` of
/// Python.
///
/// - With `by_score`, z is compared with the one-sided quantile of `confidence`. Otherwise intervals
///   must not overlap.
/// - `*leader` is the first place, from 0. `ambiguous` must hold a flag for each model: whether it is
///   not separated from the leader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_should_stop_top1(
    mus: *const f64,
    sigmas: *const f64,
    length: usize,
    confidence: f64,
    by_score: bool,
    leader: *mut usize,
    ambiguous: *mut bool,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (mus, sigmas) =
            unsafe { (array(mus, length, "mus")?, array(sigmas, length, "sigmas")?) };
        let found = stopping::top(mus, sigmas, confidence, rule(by_score))?;
        let flags: Vec<_> = (0..length).map(|model| found.ambiguous.contains(&model)).collect();
        check(leader, 1, "leader")?;
        // SAFETY: the contract of the interface.
        unsafe {
            fill(ambiguous, &flags, "ambiguous")?;
            store(leader, found.leader, "leader")
        }
    })
}

/// Which two models to run next: `plan.suggest_next_allocation` of Python.
///
/// They are the leader and the rival that is least separated from it, from 0. The rest is as for
/// `scorio_should_stop_top1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_suggest_next_allocation(
    mus: *const f64,
    sigmas: *const f64,
    length: usize,
    confidence: f64,
    by_score: bool,
    leader: *mut usize,
    competitor: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (mus, sigmas) =
            unsafe { (array(mus, length, "mus")?, array(sigmas, length, "sigmas")?) };
        let (first, second) = stopping::next(mus, sigmas, confidence, rule(by_score))?;
        check(competitor, 1, "competitor")?;
        // SAFETY: the contract of the interface.
        unsafe {
            store(leader, first, "leader")?;
            store(competitor, second, "competitor")
        }
    })
}

fn rule(by_score: bool) -> Rule {
    if by_score { Rule::Score } else { Rule::Overlap }
}
