//! The horizon of a model at a share of success, what each cluster moves it by, and σ of sums of horizons.

use super::fit::{LengthCurve, Symmetric};
use super::interval::{HorizonTarget, sample};
use crate::numeric::student::Distribution;

/// The horizon of a model at a share.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// Its logarithm to the base 2.
    pub(super) log2: f64,
    /// What each cluster moves it by. Empty if that is unknown.
    pub(super) moves: Vec<f64>,
    /// Its variance by the trials of these tasks.
    pub(super) of_these: Option<f64>,
}

impl Mark {
    pub(super) fn of(curve: &LengthCurve, share: f64) -> Self {
        let place = curve.place(share);
        let moved = |[a, b]: &[f64; 2]| -curve.scale * (a + place * b) / curve.slope;
        let variance = |[a, ab, b]: Symmetric| {
            let steep = curve.scale / curve.slope;
            steep * steep * (a + 2.0 * place * ab + place * place * b)
        };
        Self {
            log2: curve.log2(share),
            moves: curve.moves.iter().flatten().map(moved).collect(),
            of_these: curve.of_these.map(variance),
        }
    }
}

/// A sum of horizons with factors: its σ, how it is distributed, and how many clusters it has. `None` if σ is
/// unknown.
pub(super) fn spread(
    reaches: &[(f64, &Mark)],
    used: usize,
    target: HorizonTarget,
) -> Option<(f64, Distribution)> {
    if target.these {
        let parts = reaches.iter().map(|(factor, one)| Some(factor * factor * one.of_these?));
        let variance: f64 = parts.collect::<Option<Vec<_>>>()?.iter().sum();
        return Some((variance.sqrt(), Distribution::Normal));
    }
    let clusters = reaches.iter().map(|(_, one)| one.moves.len()).max()?;
    if used < 2 || reaches.iter().any(|(_, one)| one.moves.is_empty()) {
        return None;
    }
    let moved = |place: usize| -> f64 {
        let of = |(factor, one): &(f64, &Mark)| {
            factor * one.moves.get(place).copied().unwrap_or_default()
        };
        reaches.iter().map(of).sum()
    };
    let groups = used as f64;
    let squares: f64 = (0..clusters).map(moved).map(|sum| sum * sum).sum();
    Some((((groups - 1.0) / groups * squares).sqrt(), sample(used)))
}
