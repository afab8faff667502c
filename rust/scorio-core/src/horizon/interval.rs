//! Fieller's interval of a horizon: all lengths at which the curve may have the share.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::fit::{LengthCurve, Symmetric};
use crate::error::Result;
use crate::numeric::student::Distribution;

/// What intervals are about.
#[derive(Clone, Copy, Debug)]
pub(super) struct HorizonTarget {
    /// Whether they are about these tasks alone.
    pub(super) these: bool,
    /// Their level.
    pub(super) confidence: f64,
}

/// The quantiles of intervals, each computed once.
#[derive(Clone, Debug)]
pub(super) struct Criticals {
    normal: f64,
    /// Student's t by the number of clusters.
    sample: BTreeMap<usize, f64>,
}

impl Criticals {
    /// The quantiles for models with so many clusters.
    pub(super) fn of(clusters: impl Iterator<Item = usize>, target: HorizonTarget) -> Result<Self> {
        let normal = Distribution::Normal.central_quantile(target.confidence)?.value();
        let mut known = BTreeMap::new();
        for count in clusters.filter(|&count| count > 1 && !target.these) {
            if let Entry::Vacant(slot) = known.entry(count) {
                slot.insert(sample(count).central_quantile(target.confidence)?.value());
            }
        }
        Ok(Self { normal, sample: known })
    }
}

/// The ends of an interval of log2 of the horizon. `None` if it has no finite ends.
pub(super) type LogEnds = Option<[f64; 2]>;

/// All u with (b u)² ≤ t² Var(a + b (h + u)), for the place h of the estimate. Around the estimate, no digits
/// cancel.
fn fieller(curve: &LengthCurve, place: f64, [a, ab, b]: Symmetric, t: f64) -> LogEnds {
    let square = t * t;
    let lead = curve.slope * curve.slope - square * b;
    // So flat a curve may be level: every length may be the horizon.
    if lead <= 0.0 {
        return None;
    }
    let half = -square * (ab + place * b);
    let last = -square * (a + 2.0 * place * ab + place * place * b);
    let root = (half * half - lead * last).max(0.0).sqrt();
    // The larger root loses no digits, and the product of both is known.
    let far = -(half + if half < 0.0 { -root } else { root });
    let near = if far == 0.0 { 0.0 } else { last / far };
    let ends = [far / lead, near];
    let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
    let log2 = |u: f64| curve.centre + curve.scale * (place + u);
    Some([log2(low), log2(high)]).filter(|ends| ends.iter().all(|end| end.is_finite()))
}

/// The interval of the horizon at a share. About tasks like these, it holds that about these, too: tasks that
/// fit the curve by luck would leave none.
pub(super) fn interval(
    curve: &LengthCurve,
    share: f64,
    clusters: usize,
    (target, criticals): (HorizonTarget, &Criticals),
) -> LogEnds {
    let place = curve.place(share);
    let these = curve.of_these.map(|own| fieller(curve, place, own, criticals.normal));
    if target.these {
        return these.flatten();
    }
    let (moves, t) = curve.moves.as_ref().zip(criticals.sample.get(&clusters))?;
    let like = fieller(curve, place, LengthCurve::covariance(moves, clusters), *t)?;
    match these {
        None => Some(like),
        Some(these) => these.map(|these| [like[0].min(these[0]), like[1].max(these[1])]),
    }
}

/// The distribution of a standardised figure of so many clusters, which are a sample.
pub(super) fn sample(clusters: usize) -> Distribution {
    Distribution::Student((clusters as f64 - 1.0).max(1.0))
}
