//! Ranks of scores.

use scorio_core::rank::{competition, dense, with_uncertainty};

use crate::failure::{Failure, Outcome, ScorioStatus, guard};
use crate::pointer::{array, fill};

/// 1 2 2 4: the number of higher scores, plus one.
pub const SCORIO_RANK_COMPETITION: i32 = 1;
/// 1 2 2 3: the number of distinct higher scores, plus one.
pub const SCORIO_RANK_DENSE: i32 = 2;

/// Ranks of `length` scores, the highest first.
///
/// Equal scores share a rank, which `method` counts. `ranks` must hold `length` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rank(
    scores: *const f64,
    length: usize,
    method: i32,
    ranks: *mut u64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let scores = unsafe { array(scores, length, "scores")? };
        let found = match method {
            SCORIO_RANK_COMPETITION => competition(scores)?,
            SCORIO_RANK_DENSE => dense(scores)?,
            method => return Err(Failure::Method(method)),
        };
        // SAFETY: the contract of the interface.
        unsafe { give(ranks, found) }
    })
}

/// Dense ranks of `length` scores with their uncertainties.
///
/// Neighbours share a rank if |μ - μ'| / √(σ² + σ'²) is below the one-sided normal quantile of
/// `confidence` (arXiv:2510.04265, section 2.9).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rank_with_uncertainty(
    scores: *const f64,
    sigmas: *const f64,
    length: usize,
    confidence: f64,
    ranks: *mut u64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (scores, sigmas) =
            unsafe { (array(scores, length, "scores")?, array(sigmas, length, "sigmas")?) };
        let found = with_uncertainty(scores, sigmas, confidence)?;
        // SAFETY: the contract of the interface.
        unsafe { give(ranks, found) }
    })
}

/// Stores ranks.
///
/// # Safety
/// The pointer is NULL, or has memory for all ranks.
unsafe fn give(ranks: *mut u64, found: Vec<usize>) -> Outcome {
    let found: Vec<_> = found.into_iter().map(|rank| rank as u64).collect();
    // SAFETY: as the caller promises.
    unsafe { fill(ranks, &found, "ranks") }
}
