//! Which models are linked by wins, so that strengths are finite.

use crate::error::Result;
use crate::rankers::error::{RankersError, names};
use crate::rankers::pairs::trial_pairs::TrialPairs;

/// The models that `start` reaches by arrows, itself included.
pub(crate) fn reached(
    size: usize,
    start: usize,
    arrow: &impl Fn(usize, usize) -> bool,
) -> Vec<usize> {
    let (mut seen, mut waiting) = (vec![false; size], vec![start]);
    seen[start] = true;
    while let Some(i) = waiting.pop() {
        for (j, seen) in seen.iter_mut().enumerate() {
            if !*seen && arrow(i, j) {
                *seen = true;
                waiting.push(j);
            }
        }
    }
    (0..size).filter(|&i| seen[i]).collect()
}

/// Requires that every model leads to every other by arrows "speaks for i against j".
///
/// # Errors
/// - Some models never stand against the others.
/// - Nothing speaks for some models against the others.
/// - All pairs of some models with the others are ties, which are no arrows.
pub(crate) fn strong(
    method: &'static str,
    pairs: &TrialPairs,
    arrow: impl Fn(usize, usize) -> bool,
) -> Result<()> {
    let size = pairs.len();
    let mut smallest: Option<Vec<usize>> = None;
    if reached(size, 0, &arrow).len() == size && reached(size, 0, &|i, j| arrow(j, i)).len() == size
    {
        return Ok(());
    }
    for start in 0..size {
        let found = reached(size, start, &arrow);
        if smallest.as_ref().is_none_or(|known| found.len() < known.len()) {
            smallest = Some(found);
        }
    }
    let below = smallest.unwrap_or_default();
    let above: Vec<usize> = (0..size).filter(|i| !below.contains(i)).collect();
    let any = |holds: &dyn Fn(usize, usize) -> bool| {
        above.iter().any(|&i| below.iter().any(|&j| holds(i, j)))
    };
    let (linked, compared) = (any(&arrow), any(&|i, j| pairs.total(i, j) > 0.0));
    let (above, below) = (names(pairs.models(), &above), names(pairs.models(), &below));
    Err(match (linked, compared) {
        (true, _) => RankersError::Apart { method, above, below }.into(),
        (false, true) => RankersError::AllTies { method, first: above, second: below }.into(),
        (false, false) => RankersError::Unlinked { first: above, second: below }.into(),
    })
}

/// Whether strengths d, with a tie strength that grows without limit, explain everything.
///
/// They do if d_i − d_j ≥ 1 for each win of i, and |d_i − d_j| ≤ 1 for each tie. Such d
/// exist if and only if these differences have no negative circle.
pub(crate) fn ties_explain_all(pairs: &TrialPairs) -> bool {
    let size = pairs.len();
    let mut d = vec![0.0_f64; size];
    for _ in 0..=size {
        let mut moved = false;
        for i in 0..size {
            for j in (0..size).filter(|&j| j != i) {
                // d_j ≤ d_i − 1 where i wins, and d_j ≤ d_i + 1 where they tie.
                let most = if pairs.wins()[(i, j)] > 0.0 {
                    d[i] - 1.0
                } else if pairs.ties()[(i, j)] > 0.0 {
                    d[i] + 1.0
                } else {
                    continue;
                };
                if d[j] > most {
                    d[j] = most;
                    moved = true;
                }
            }
        }
        if !moved {
            return true;
        }
    }
    false
}
