//! Observed beside fitted shares of success, in bins of two doublings.

use super::fit::LengthCurve;

use super::tasks::Point;
use crate::numeric::sorting::sort_by;

/// The tasks of a model from one length to four times as long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bin {
    /// log2 of its shortest length. The next bin begins two higher.
    pub(super) low: f64,
    pub(super) tasks: u64,
    pub(super) observed: f64,
    pub(super) fitted: f64,
}

/// Doublings a bin.
const WIDTH: f64 = 2.0;
/// So many tasks tell that the curve is off.
const ENOUGH: u64 = 5;
/// It is off by more than this.
const FAR: f64 = 0.15;

impl Bin {
    /// log2 of the length at which it ends.
    pub(super) fn high(&self) -> f64 {
        self.low + WIDTH
    }

    /// Whether the curve is far from what was observed.
    pub(super) fn is_off(&self) -> bool {
        self.tasks >= ENOUGH && (self.observed - self.fitted).abs() > FAR
    }
}

/// The bins that have tasks, by length.
pub(super) fn bins(points: &[Point], curve: &LengthCurve) -> Vec<Bin> {
    let mut sorted: Vec<(f64, &Point)> =
        points.iter().map(|one| (WIDTH * (one.x / WIDTH).floor(), one)).collect();
    sort_by(&mut sorted, |one, other| one.0.total_cmp(&other.0));
    let bin = |some: &[(f64, &Point)]| {
        let total: f64 = some.iter().map(|(_, one)| one.weight).sum();
        let mean = |of: &dyn Fn(&Point) -> f64| {
            some.iter().map(|(_, one)| one.weight * of(one)).sum::<f64>() / total
        };
        Bin {
            low: some.first().map_or(0.0, |(low, _)| *low),
            tasks: some.len() as u64,
            observed: mean(&|one| one.mean),
            fitted: mean(&|one| curve.fitted(one.x)),
        }
    };
    sorted.chunk_by(|one, other| one.0 == other.0).map(bin).collect()
}
