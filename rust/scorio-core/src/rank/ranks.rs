//! Ranks of scores, highest first.
//!
//! Equal scores share a rank. So do scores that their uncertainties do not separate.

use std::ops::Range;

use crate::check;
use crate::error::Result;
use crate::numeric::normal::{central_quantile, one_sided_quantile, reach, z_score};
use crate::rank::error::RankError;

/// The ranks of some scores, by each convention for shared ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// 1 2 2 4: the best of the shared places.
    pub competition: Vec<usize>,
    /// 1 3 3 4: the worst of the shared places.
    pub competition_max: Vec<usize>,
    /// 1 2 2 3: without gaps.
    pub dense: Vec<usize>,
    /// 1 2.5 2.5 4: the mean of the shared places.
    pub fractional: Vec<f64>,
}

/// How uncertain the scores are, and when that ties two neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Uncertainty<'a> {
    /// σ of each score.
    pub sigmas: &'a [f64],
    /// Confidence of the separations.
    pub confidence: f64,
    /// When neighbours tie.
    pub tie: Tie,
}

/// When uncertain neighbours tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// z = |μ − μ′| / √(σ² + σ′²) is below the one-sided normal quantile of the confidence.
    ///
    /// The quantile is 1.645 at 0.95 (section 2.9 of arXiv:2510.04265).
    ZScore,
    /// Their central intervals μ ± z σ touch or overlap. z is the two-sided quantile, 1.960 at
    /// 0.95.
    Overlap,
}

/// Ranks by every convention.
///
/// - Neighbours in descending order tie if they are at most `tolerance` apart.
/// - They also tie if their uncertainty does not separate them.
/// - Ties chain: if a ties with b and b with c, all three share a rank.
/// - Scores at most `tolerance` apart form a block with its largest σ. The next score ties with the
///   block where it would tie with any member.
///
/// # Errors
/// - A score is NaN.
/// - `tolerance` is negative or not finite.
/// - A σ is NaN or negative.
/// - There are more or fewer σ than scores.
/// - The confidence is outside (0, 1).
pub fn ranks(
    scores: &[f64],
    tolerance: f64,
    uncertainty: Option<Uncertainty<'_>>,
) -> Result<Ranks> {
    let groups = match uncertainty {
        Some(uncertainty) => uncertain(scores, tolerance, uncertainty)?,
        None => Groups::plain(scores, tolerance)?,
    };
    Ok(Ranks {
        competition: groups.competition(),
        competition_max: groups.each(|_, places| places.end),
        dense: groups.dense(),
        fractional: groups.each(|_, places| (places.start + 1 + places.end) as f64 / 2.0),
    })
}

/// Competition ranks, 1 2 2 4: the number of higher scores, plus one.
///
/// # Errors
/// A score is NaN.
pub fn competition(scores: &[f64]) -> Result<Vec<usize>> {
    Ok(Groups::plain(scores, 0.0)?.competition())
}

/// Dense ranks, 1 2 2 3: the number of distinct higher scores, plus one.
///
/// # Errors
/// A score is NaN.
pub fn dense(scores: &[f64]) -> Result<Vec<usize>> {
    Ok(Groups::plain(scores, 0.0)?.dense())
}

/// Dense ranks with uncertainty (section 2.9 of arXiv:2510.04265).
///
/// Neighbours share a rank as [`Tie::ZScore`] says. Equal scores always share one.
///
/// # Errors
/// - A score is NaN.
/// - A σ is NaN or negative.
/// - There are more or fewer σ than scores.
/// - `confidence` is outside (0, 1).
pub fn with_uncertainty(scores: &[f64], sigmas: &[f64], confidence: f64) -> Result<Vec<usize>> {
    let uncertainty = Uncertainty { sigmas, confidence, tie: Tie::ZScore };
    Ok(uncertain(scores, 0.0, uncertainty)?.dense())
}

fn uncertain(scores: &[f64], tolerance: f64, uncertainty: Uncertainty<'_>) -> Result<Groups> {
    let Uncertainty { sigmas, confidence, tie } = uncertainty;
    same_length(("scores", scores), ("sigmas", sigmas))?;
    refuse("sigmas", sigmas, |sigma| sigma.is_nan() || sigma < 0.0)?;
    match tie {
        Tie::ZScore => {
            let z = one_sided_quantile("confidence", confidence)?;
            Groups::new(scores, sigmas, tolerance, |high, low| z_score(high, low) < z)
        }
        Tie::Overlap => {
            let z = central_quantile(confidence)?.value();
            Groups::new(scores, sigmas, tolerance, |high, low| reach(high, low) <= z)
        }
    }
}

/// Sorts positions with their scores and spreads (σ or variances) by descending score.
///
/// It reports for each position whether it opens a group, so does not share the previous rank.
///
/// Scores at most `tolerance` apart form one block with its largest spread. `tied` says from
/// (score, spread) whether a block ties with the next. So the groups do not depend on the order of
/// equal scores. Nothing is allocated.
pub(crate) fn place(
    placed: &mut [(usize, f64, f64)],
    tolerance: f64,
    tied: impl Fn((f64, f64), (f64, f64)) -> bool,
    mut tell: impl FnMut(usize, bool),
) {
    // Adding 0 turns −0 into 0, which it equals.
    placed.sort_unstable_by(|a, b| (b.1 + 0.0).total_cmp(&(a.1 + 0.0)).then(a.0.cmp(&b.0)));
    let mut above = None;
    // Infinities are equal, but their difference is NaN.
    for block in placed.chunk_by(|a, b| a.1 == b.1 || a.1 - b.1 <= tolerance) {
        let (Some(&(_, top, _)), Some(&(_, bottom, _))) = (block.first(), block.last()) else {
            continue;
        };
        let spread = block.iter().fold(0.0, |most: f64, one| most.max(one.2));
        let mut opens = !above.is_some_and(|above| tied(above, (top, spread)));
        for &(position, _, _) in block {
            tell(position, opens);
            opens = false;
        }
        above = Some((bottom, spread));
    }
}

/// Positions by descending score, in groups that share a rank.
struct Groups {
    order: Vec<usize>,
    places: Vec<Range<usize>>,
}

impl Groups {
    /// Groups by the scores alone.
    fn plain(scores: &[f64], tolerance: f64) -> Result<Self> {
        Self::new(scores, &[], tolerance, |_, _| false)
    }

    /// Groups as [`place`] forms them.
    fn new(
        scores: &[f64],
        sigmas: &[f64],
        tolerance: f64,
        tied: impl Fn((f64, f64), (f64, f64)) -> bool,
    ) -> Result<Self> {
        check::not_negative("tol", &[], tolerance)?;
        refuse("scores", scores, f64::is_nan)?;
        let sigma = |index: usize| sigmas.get(index).copied().unwrap_or_default();
        let scored = scores.iter().enumerate();
        let mut placed: Vec<_> =
            scored.map(|(index, &score)| (index, score, sigma(index))).collect();
        let (mut order, mut places) =
            (Vec::with_capacity(scores.len()), Vec::<Range<usize>>::new());
        place(&mut placed, tolerance, tied, |index, opens| {
            order.push(index);
            match places.last_mut().filter(|_| !opens) {
                Some(group) => group.end = order.len(),
                None => places.push(order.len() - 1..order.len()),
            }
        });
        Ok(Self { order, places })
    }

    fn competition(&self) -> Vec<usize> {
        self.each(|_, places| places.start + 1)
    }

    fn dense(&self) -> Vec<usize> {
        self.each(|group, _| group + 1)
    }

    /// The rank of every position, from the number of its group and the places of the group.
    fn each<T: Clone + Default>(&self, rank: impl Fn(usize, &Range<usize>) -> T) -> Vec<T> {
        let mut ranks = vec![T::default(); self.order.len()];
        for (group, places) in self.places.iter().enumerate() {
            for &index in self.order.get(places.clone()).unwrap_or_default() {
                if let Some(slot) = ranks.get_mut(index) {
                    *slot = rank(group, places);
                }
            }
        }
        ranks
    }
}

/// An entry at an index that exists.
pub(crate) fn entry(values: &[f64], index: usize) -> f64 {
    values.get(index).copied().unwrap_or(f64::NAN)
}

/// Positions in order of descending score. Equal scores keep their order.
pub(crate) fn descending(name: &'static str, scores: &[f64]) -> Result<Vec<usize>> {
    refuse(name, scores, f64::is_nan)?;
    let mut order: Vec<usize> = (0..scores.len()).collect();
    // Adding 0 turns −0 into 0, which it equals.
    order.sort_by(|&a, &b| (entry(scores, b) + 0.0).total_cmp(&(entry(scores, a) + 0.0)));
    Ok(order)
}

/// Reports the first value that cannot be ranked.
pub(crate) fn refuse(
    name: &'static str,
    values: &[f64],
    wrong: impl Fn(f64) -> bool,
) -> Result<()> {
    match values.iter().enumerate().find(|&(_, &value)| wrong(value)) {
        Some((index, &value)) => Err(RankError::Unrankable { name, index, value }.into()),
        None => Ok(()),
    }
}

pub(crate) fn same_length(
    (left, first): (&'static str, &[f64]),
    (right, second): (&'static str, &[f64]),
) -> Result<()> {
    Ok(check::same_size((left, first.len()), (right, second.len()), "entries")?)
}
