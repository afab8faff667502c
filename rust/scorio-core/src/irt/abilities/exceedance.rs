//! The probability that one ability is above another, from their whole posteriors.

use crate::irt::abilities::belief::AbilityBelief;
use crate::numeric::portable::ln;

/// Nodes that a cumulated probability is interpolated from, and their binomial weights.
const AROUND: usize = 8;
const BINOMIALS: [f64; AROUND] = [1.0, -7.0, 21.0, -35.0, 35.0, -21.0, 7.0, -1.0];

/// What a sum up to a node lacks of the integral: Gauss's formula with mean central differences of
/// order 1, 3, 5 and 7.
const ENDS: [f64; 4] = [-1.0 / 12.0, 11.0 / 720.0, -191.0 / 60480.0, 2497.0 / 3_628_800.0];
/// The differences in terms of the gaps between nodes 1, 2, 3 and 4 steps away.
const DIFFERENCES: [[f64; 4]; 4] =
    [[1.0, 0.0, 0.0, 0.0], [-2.0, 1.0, 0.0, 0.0], [5.0, -4.0, 1.0, 0.0], [-14.0, 14.0, -6.0, 1.0]];

/// P(θ > θ′) of two models with independent posteriors.
///
/// The wider posterior is cumulated and interpolated at the nodes of the narrower one.
#[must_use]
pub fn exceedance(one: &AbilityBelief, other: &AbilityBelief) -> f64 {
    let found =
        if one.sd() <= other.sd() { mean_below(other, one) } else { 1.0 - mean_below(one, other) };
    found.clamp(0.0, 1.0)
}

/// E P(wide < θ) over θ of the narrow posterior.
fn mean_below(wide: &AbilityBelief, narrow: &AbilityBelief) -> f64 {
    let cumulated = cumulated(wide.masses());
    let top = wide.ability();
    let below = |ability: f64| {
        let x = (ability - top.mode) / top.se;
        let u = (ln(x.abs() + (x * x + 1.0).sqrt())).copysign(x);
        interpolated(&cumulated, u / wide.step() + 0.5 * (cumulated.len() - 1) as f64)
    };
    narrow.nodes().iter().zip(narrow.masses()).map(|(node, mass)| mass * below(*node)).sum()
}

/// A value between equally spaced ones, by the polynomial through the eight around it.
fn interpolated(values: &[f64], at: f64) -> f64 {
    let last = values.len() - 1;
    if at <= 0.0 {
        return 0.0;
    }
    if at >= last as f64 {
        return 1.0;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it lies between the first and the last place"
    )]
    let whole = at.floor() as usize;
    let first = whole.saturating_sub(AROUND / 2 - 1).min(values.len() - AROUND);
    let (mut above, mut below) = (0.0, 0.0);
    for (i, binomial) in BINOMIALS.iter().enumerate() {
        let gap = at - (first + i) as f64;
        if gap == 0.0 {
            return values[first + i];
        }
        above += binomial / gap * values[first + i];
        below += binomial / gap;
    }
    above / below
}

/// The probability below each node.
fn cumulated(masses: &[f64]) -> Vec<f64> {
    let mass = |node: usize, away: usize, up: bool| {
        let at = if up { node.checked_add(away) } else { node.checked_sub(away) };
        at.and_then(|at| masses.get(at)).copied().unwrap_or(0.0)
    };
    let mut below = 0.0;
    let mut cumulated = Vec::with_capacity(masses.len());
    for (node, own) in masses.iter().enumerate() {
        let gap = |away: usize| 0.5 * (mass(node, away, true) - mass(node, away, false));
        let gaps = [gap(1), gap(2), gap(3), gap(4)];
        let lacks = |(row, part): (&[f64; 4], f64)| -> f64 {
            part * row.iter().zip(&gaps).map(|(count, gap)| count * gap).sum::<f64>()
        };
        let end: f64 = DIFFERENCES.iter().zip(ENDS).map(lacks).sum();
        cumulated.push(below + 0.5 * own + end);
        below += own;
    }
    cumulated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::portable::exp;

    #[test]
    fn values_between_nodes_are_those_of_their_polynomial() {
        let cube = |x: f64| x * x * x / 3375.0;
        let cubes: Vec<f64> = (0..16).map(|node| cube(f64::from(node))).collect();
        for at in [0.25, 3.0, 7.5, 14.9] {
            assert!((interpolated(&cubes, at) - cube(at)).abs() < 1e-14, "{at}");
        }
        // A smooth step between nodes: its digits come from the eight nodes around each place.
        let step = |x: f64| 1.0 / (1.0 + exp(-(x - 20.0) / 4.0));
        let values: Vec<f64> = (0..=40).map(|node| step(f64::from(node))).collect();
        for at in [14.5, 19.3, 20.5, 26.7] {
            let off = (interpolated(&values, at) - step(at)).abs();
            assert!(off < 2e-7, "{at} {off}");
        }
        // Beyond the nodes there is nothing more to come.
        assert_eq!(
            [-2.0, 0.0, 15.0, 40.0].map(|at| interpolated(&cubes, at)),
            [0.0, 0.0, 1.0, 1.0]
        );
    }
}
