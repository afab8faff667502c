//! Ranks of scores.

use scorio_core::rank::{
    Tie, Uncertainty, competition, dense, letters, pairwise, ranks, with_uncertainty,
};
use scorio_core::rows::{Kind, Value};

use crate::failure::{Failure, Outcome, ScorioStatus, guard};
use crate::options::{Options, ScorioOption};
use crate::pointer::{array, check_cells, fill, hand_out, optional};
use crate::table::{Named, ScorioTable};

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

/// Ranks of `length` scores by each convention for ties: `rank.rank_scores` of Python.
///
/// - `sigmas` is NULL, or has the standard deviation of each score. Scores that they do not separate
///   share a rank.
/// - `options` holds `count` values, and may be NULL for none: "confidence" (0.95), "tie_method"
///   ("zscore_adjacent" or "ci_overlap_adjacent") and "tol" (1e-12).
/// - `*table` has a row for each score, with the columns "competition", "competition_max", "dense" and
///   "fractional". Free it with `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rank_scores(
    scores: *const f64,
    sigmas: *const f64,
    length: usize,
    options: *const ScorioOption,
    count: usize,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (scores, sigmas, mut options) = unsafe {
            let sigmas = optional(sigmas, length, "sigmas")?;
            (array(scores, length, "scores")?, sigmas, Options::read(options, count)?)
        };
        let confidence = options.confidence()?;
        let tie = match options.choice("tie_method", &["zscore_adjacent", "ci_overlap_adjacent"])? {
            0 => Tie::ZScore,
            _ => Tie::Overlap,
        };
        let tolerance = options.number("tol")?.unwrap_or(1e-12);
        options.finish()?;
        let uncertainty = sigmas.map(|sigmas| Uncertainty { sigmas, confidence, tie });
        let found = ranks(scores, tolerance, uncertainty)?;
        let whole = |rank: &usize| Value::Whole(*rank as u64);
        let best = found.competition.iter().zip(&found.competition_max);
        let rest = found.dense.iter().zip(&found.fractional);
        let rows = best.zip(rest).map(|((competition, worst), (dense, fractional))| {
            vec![whole(competition), whole(worst), whole(dense), Value::Real(*fractional)]
        });
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, ScorioTable::new(&RANKS, rows), "table") }
    })
}

const RANKS: [Named; 4] = [
    ("competition", Kind::Whole),
    ("competition_max", Kind::Whole),
    ("dense", Kind::Whole),
    ("fractional", Kind::Real),
];

/// Letters that each of `length` models shares with the models from which `confidence` does not
/// separate it: `rank.letters` of Python.
///
/// `*table` has a row for each model, with the column "letters". Free it with `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_letters(
    scores: *const f64,
    sigmas: *const f64,
    length: usize,
    confidence: f64,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (scores, sigmas) =
            unsafe { (array(scores, length, "scores")?, array(sigmas, length, "sigmas")?) };
        let rows = letters(scores, sigmas, confidence)?.into_iter();
        let rows = rows.map(|letters| vec![Value::Text(letters)]);
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, ScorioTable::new(&[("letters", Kind::Text)], rows), "table") }
    })
}

/// The probability for each pair of `length` models that the one is better than the other:
/// `rank.pairwise` of Python.
///
/// `probabilities` must hold `length` times `length` numbers: row by row, P(row is better than
/// column).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_pairwise(
    scores: *const f64,
    sigmas: *const f64,
    length: usize,
    probabilities: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (scores, sigmas) =
            unsafe { (array(scores, length, "scores")?, array(sigmas, length, "sigmas")?) };
        check_cells(length, length, "probabilities")?;
        let found: Vec<_> = pairwise(scores, sigmas)?.into_iter().collect();
        // SAFETY: the contract of the interface.
        unsafe { fill(probabilities, &found, "probabilities") }
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
