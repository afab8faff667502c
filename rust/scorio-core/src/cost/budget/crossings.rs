//! Where the curves of two models cross: success within a cap, by the cap.
//!
//! Below a crossing one model succeeds more often, and above it the other. Its interval holds the caps at which
//! the two are not separated: |D| ≤ z σ, as Fieller's interval of a quotient does.

use std::collections::BTreeMap;

use crate::cost::budget::successes::SuccessLine;
use crate::cost::rows::{Capped, CostCrossing};
use crate::numeric::double::Double;

/// The share of successes within any cap.
#[derive(Clone, Debug, Default)]
pub(in crate::cost) struct SuccessCurve {
    /// Costs of successes in ascending order, with the share of trials that succeed within each.
    steps: Vec<(f64, f64)>,
}

impl SuccessCurve {
    /// From the cost of each success, and what it adds to the share.
    pub(in crate::cost) fn of(mut successes: Vec<(f64, f64)>) -> Self {
        successes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut sum = Double::ZERO;
        for (_, share) in &mut successes {
            sum = sum + *share;
            *share = sum.value();
        }
        Self { steps: successes }
    }

    /// The share within a cap, and that below it.
    fn around(&self, cap: f64) -> [f64; 2] {
        let steps = &self.steps;
        let within =
            [steps.partition_point(|one| one.0 < cap), steps.partition_point(|one| one.0 <= cap)];
        within.map(|within| self.share(within))
    }

    fn share(&self, within: usize) -> f64 {
        within.checked_sub(1).and_then(|last| self.steps.get(last)).map_or(0.0, |step| step.1)
    }
}

/// Caps with σ at each.
type SigmaPoints = Vec<(f64, f64)>;

/// σ of a model's success, between the caps of a table on straight lines.
#[derive(Clone, Copy)]
struct Sigmas<'c> {
    points: &'c [(f64, f64)],
    place: usize,
}

impl Sigmas<'_> {
    /// σ² at a cap. Caps come in ascending order.
    fn square_at(&mut self, cap: f64) -> f64 {
        while self.points.get(self.place + 1).is_some_and(|next| next.0 <= cap) {
            self.place += 1;
        }
        let sigma = match self.points.get(self.place..) {
            Some(&[(from, low), (to, high), ..]) if cap > from => {
                low + (high - low) * ((cap - from) / (to - from)).min(1.0)
            }
            Some(&[(_, own), ..]) => own,
            _ => f64::INFINITY,
        };
        sigma * sigma
    }
}

/// The crossings of all pairs of lines in the same table.
///
/// `z` is the quantile of an interval. σ is that of the rows, as of two independent models: where questions
/// are a sample, intervals are wider than the pairs of scores on each question would make them.
pub(in crate::cost) fn crossings(
    lines: &[SuccessLine<'_>],
    curves: &[SuccessCurve],
    rows: &[Capped],
    z: f64,
) -> Vec<CostCrossing> {
    let mut known: BTreeMap<(Option<&str>, &str), SigmaPoints> = BTreeMap::new();
    for row in rows {
        let own = known.entry((row.task.as_deref(), row.model.as_str())).or_default();
        own.push((row.cap, row.sigma));
    }
    let points =
        |line: &SuccessLine<'_>| known.get(&(line.task, line.model)).cloned().unwrap_or_default();
    let sigmas: Vec<_> = lines.iter().map(points).collect();
    let mut found = Vec::new();
    let all = || lines.iter().zip(curves).zip(&sigmas);
    for (place, ((one, curve), own)) in all().enumerate() {
        let others = all().skip(place + 1);
        for ((other, base), others) in others.filter(|((other, _), _)| other.task == one.task) {
            let mut own = Sigmas { points: own, place: 0 };
            let mut others = Sigmas { points: others, place: 0 };
            let error = |cap: f64| (own.square_at(cap) + others.square_at(cap)).sqrt();
            for Crossing { rises, cap, lo, hi } in of_pair(curve, base, z, error) {
                let (below, above) = if rises { (other, one) } else { (one, other) };
                let task = one.task.map(str::to_owned);
                let (model, other) = (below.model.to_owned(), above.model.to_owned());
                // Just below the cap the one is ahead of all models, and from it on the other.
                let ([before, _], [_, after]) = if rises {
                    (base.around(cap), curve.around(cap))
                } else {
                    (curve.around(cap), base.around(cap))
                };
                let leads = lines.iter().zip(curves).all(|(line, third)| {
                    let [below, above] = third.around(cap);
                    line.task != one.task || (below <= before && above <= after)
                });
                found.push(CostCrossing { task, model, other, cap, lo, hi, leads });
            }
        }
    }
    found
}

/// A crossing of two curves.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Crossing {
    /// Whether the first curve is above from here on.
    rises: bool,
    cap: f64,
    lo: f64,
    /// Missing where the two are not separated up to the largest cost.
    hi: Option<f64>,
}

/// The crossings of two curves, where one of them is separated from the other before.
///
/// Curves of few successes cross by chance. So a crossing is one change of the model that is separated above
/// the other, and the change of the figures in its middle.
fn of_pair(
    one: &SuccessCurve,
    other: &SuccessCurve,
    z: f64,
    mut error: impl FnMut(f64) -> f64,
) -> Vec<Crossing> {
    let mut found = Vec::new();
    let mut separated: Option<bool> = None;
    let (mut open, mut changes): (Option<f64>, Vec<f64>) = (None, Vec::new());
    let mut ahead: Option<bool> = None;
    for (cap, gap) in gaps(one, other) {
        if gap != 0.0 && ahead != Some(gap > 0.0) {
            ahead = Some(gap > 0.0);
            changes.push(cap);
        }
        if gap.abs() <= z * error(cap) {
            open = open.or(Some(cap));
            continue;
        }
        let rises = gap > 0.0;
        if separated.is_some_and(|before| before != rises) {
            let middle = changes.get(changes.len() / 2).copied().unwrap_or(cap);
            let lo = open.unwrap_or(middle);
            found.push(Crossing { rises, cap: middle, lo, hi: Some(cap) });
        }
        (separated, open) = (Some(rises), None);
        changes.clear();
    }
    if let (Some(before), Some(lo), Some(&cap)) = (separated, open, changes.get(changes.len() / 2))
        && ahead == Some(!before)
    {
        found.push(Crossing { rises: !before, cap, lo, hi: None });
    }
    found
}

/// Each cost of either curve with the difference from there to the next.
fn gaps<'c>(
    one: &'c SuccessCurve,
    other: &'c SuccessCurve,
) -> impl Iterator<Item = (f64, f64)> + 'c {
    let (mut own, mut others) = (one.steps.iter().peekable(), other.steps.iter().peekable());
    let (mut share, mut base) = (0.0, 0.0);
    std::iter::from_fn(move || {
        let cap = match (own.peek(), others.peek()) {
            (Some(a), Some(b)) => a.0.min(b.0),
            (Some(one), None) | (None, Some(one)) => one.0,
            (None, None) => return None,
        };
        while let Some(step) = own.next_if(|step| step.0 <= cap) {
            share = step.1;
        }
        while let Some(step) = others.next_if(|step| step.0 <= cap) {
            base = step.1;
        }
        Some((cap, share - base))
    })
}

#[cfg(test)]
mod tests {
    use super::{Crossing, SuccessCurve, of_pair};

    /// So many successes at equal steps of the cost.
    fn curve(from: f64, to: f64, count: u32, share: f64) -> SuccessCurve {
        let each = (1..=count).map(|i| f64::from(i) / f64::from(count));
        SuccessCurve::of(each.map(|i| (from + (to - from) * i, share / f64::from(count))).collect())
    }

    fn only(found: &[Crossing]) -> Crossing {
        assert_eq!(found.len(), 1, "{found:?}");
        found[0]
    }

    #[test]
    fn two_straight_curves_cross_where_they_are_equal() {
        // 0.4 c up to the cost 1, and 0.8 (c − 1) / 3 from 1 to 4: equal at c = 2.5.
        let (cheap, dear) = (curve(0.0, 1.0, 1000, 0.4), curve(1.0, 4.0, 1000, 0.8));
        let Crossing { rises, cap, lo, hi } = only(&of_pair(&cheap, &dear, 2.0, |_| 0.02));
        // The difference is 0.04 at 2.35 and −0.04 at 2.65.
        assert!(!rises && (cap - 2.5).abs() < 0.01, "{cap}");
        assert!((lo - 2.35).abs() < 0.01 && (hi.unwrap() - 2.65).abs() < 0.01, "{lo} {hi:?}");
        let turned = only(&of_pair(&dear, &cheap, 2.0, |_| 0.02));
        assert_eq!(turned, Crossing { rises: true, cap, lo, hi });
    }

    #[test]
    fn crossings_that_trials_do_not_tell_are_open_or_none() {
        let (cheap, dear) = (curve(0.0, 1.0, 1000, 0.4), curve(1.0, 4.0, 1000, 0.8));
        // The difference is between −0.4 and 0.4.
        assert_eq!(of_pair(&cheap, &dear, 2.0, |_| 0.25), []);
        let error = |cap: f64| if cap < 2.0 { 0.02 } else { 0.25 };
        let one = only(&of_pair(&cheap, &dear, 2.0, error));
        assert_eq!(one.hi, None);
        assert!(one.lo < one.cap);
        let below = curve(0.0, 1.0, 1000, 0.2);
        assert_eq!(of_pair(&cheap, &below, 2.0, |_| 0.02), []);
    }
}
