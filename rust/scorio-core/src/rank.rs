//! Ranks of scores, highest first: with equal scores sharing a rank, and with scores sharing one
//! that their uncertainties do not separate.

use crate::error::{Error, Result};
use crate::normal::one_sided_quantile;

/// Competition ranks, 1 2 2 4: the number of higher scores, plus one.
///
/// # Errors
/// A score that is NaN.
pub fn competition(scores: &[f64]) -> Result<Vec<usize>> {
    let order = descending(scores)?;
    Ok(ranks(scores.len(), &order, |place, earlier, _| {
        (score(scores, earlier) != score(scores, place.1)).then_some(place.0 + 1)
    }))
}

/// Dense ranks, 1 2 2 3: the number of different higher scores, plus one.
///
/// # Errors
/// A score that is NaN.
pub fn dense(scores: &[f64]) -> Result<Vec<usize>> {
    let order = descending(scores)?;
    Ok(ranks(scores.len(), &order, |place, earlier, rank| {
        (score(scores, earlier) != score(scores, place.1)).then_some(rank + 1)
    }))
}

/// Dense ranks with uncertainty (section 2.9 of arXiv:2510.04265): in order of their scores, two
/// neighbours share a rank when z = |μ − μ′| / √(σ² + σ′²) is below the one-sided normal quantile
/// of `confidence`, 1.645 at 0.95. Equal scores always share one.
///
/// # Errors
/// A score that is NaN; a σ that is NaN or negative; as many σ as scores are needed; `confidence`
/// outside (0, 1).
pub fn with_uncertainty(scores: &[f64], sigmas: &[f64], confidence: f64) -> Result<Vec<usize>> {
    if scores.len() != sigmas.len() {
        return Err(Error::Shape {
            left: "scores",
            left_size: scores.len(),
            right: "sigmas",
            right_size: sigmas.len(),
            axis: "entries",
        });
    }
    if let Some((index, &value)) = sigmas.iter().enumerate().find(|(_, s)| s.is_nan() || **s < 0.0)
    {
        return Err(Error::Unrankable { name: "sigmas", index, value });
    }
    let threshold = one_sided_quantile(confidence)?;
    let order = descending(scores)?;
    Ok(ranks(scores.len(), &order, |place, earlier, rank| {
        let gap = score(scores, earlier) - score(scores, place.1);
        let noise = score(sigmas, earlier).hypot(score(sigmas, place.1));
        let tied = gap == 0.0 || gap < threshold * noise;
        (!tied).then_some(rank + 1)
    }))
}

fn score(scores: &[f64], index: usize) -> f64 {
    scores.get(index).copied().unwrap_or(f64::NAN)
}

/// Positions in order of descending score; equal scores in the order given.
fn descending(scores: &[f64]) -> Result<Vec<usize>> {
    if let Some((index, &value)) = scores.iter().enumerate().find(|(_, s)| s.is_nan()) {
        return Err(Error::Unrankable { name: "scores", index, value });
    }
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| score(scores, b).total_cmp(&score(scores, a)));
    Ok(order)
}

/// Walks down the order; `next` gives the rank of a score that does not tie with the one above,
/// from (its place and position, the position above, the rank above).
fn ranks(
    count: usize,
    order: &[usize],
    next: impl Fn((usize, usize), usize, usize) -> Option<usize>,
) -> Vec<usize> {
    let mut ranks = vec![0; count];
    let mut rank = 1;
    let mut above = None;
    for (place, &index) in order.iter().enumerate() {
        if let Some(above) = above {
            rank = next((place, index), above, rank).unwrap_or(rank);
        }
        if let Some(slot) = ranks.get_mut(index) {
            *slot = rank;
        }
        above = Some(index);
    }
    ranks
}
