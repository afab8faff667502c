//! The likelihood of an ability, over that at a place.
//!
//! At the place θ₀ an item has the mean p. A trial of it has the factor 1 / (q + p r) at θ₀ + d, with
//! q = 1 − p and r = e^(a d), beside the power of r that its outcome gives. Nothing in q + p r cancels.
//! Items of one weight n/φ share a logarithm, and items of one slope a power.

use std::sync::Arc;

use crate::irt::abilities::ability::Answered;
use crate::irt::items::curve::{ItemCurve, means, softplus};
use crate::irt::items::graded::GradedCurve;
use crate::irt::items::kinds::Curve;
use crate::numeric::portable::{exp_each, ln};

/// Abilities that are looked at together.
pub(crate) const WIDE: usize = 8;

/// Products stay between e^−600 and e^600, where a double has all its digits.
const LONGEST: f64 = 600.0;

/// An item with trials.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TrialFactor {
    /// n/φ.
    weight: f64,
    slope: f64,
    /// x, p and q at the place.
    x: f64,
    mean: f64,
    complement: f64,
}

/// An item with trials whose outcomes are steps: its factor is 1 / Σ P(c) r^c.
#[derive(Clone, Debug, PartialEq)]
struct StepFactor {
    /// n/φ.
    weight: f64,
    curve: Arc<GradedCurve>,
    /// P at the place.
    chances: Vec<f64>,
}

/// The likelihood about a place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AbilityLikelihood {
    place: f64,
    factors: Vec<TrialFactor>,
    graded: Vec<StepFactor>,
    /// Σ a s / φ, with K s in place of s for steps.
    pull: f64,
}

impl AbilityLikelihood {
    /// The likelihood of these cells about a place.
    pub(crate) fn about(place: f64, cells: &[Answered]) -> Self {
        let (mut factors, mut graded, mut pull) = (Vec::new(), Vec::new(), 0.0);
        for cell in cells {
            let ItemCurve { slope, dispersion, .. } = cell.item.item();
            let weight = cell.trials / dispersion;
            match &cell.item {
                Curve::Common(item) => {
                    let x = item.place(place);
                    let (mean, complement) = means(x);
                    factors.push(TrialFactor { weight, slope, x, mean, complement });
                    pull += slope * cell.sum / dispersion;
                }
                Curve::Graded(curve) => {
                    let chances = curve.chances(place);
                    graded.push(StepFactor { weight, curve: Arc::clone(curve), chances });
                    pull += slope * curve.top() * cell.sum / dispersion;
                }
            }
        }
        factors.sort_by(|one, other| {
            one.weight.total_cmp(&other.weight).then(one.slope.total_cmp(&other.slope))
        });
        Self { place, factors, graded, pull }
    }

    /// The log-likelihoods at these distances from the place, less that at the place.
    pub(crate) fn rises(&self, far: &[f64; WIDE]) -> [f64; WIDE] {
        let reach = far.iter().fold(0.0_f64, |most, far| most.max(far.abs()));
        let mut sums = far.map(|far| self.pull * far);
        let (mut products, mut powers) = ([1.0; WIDE], [1.0; WIDE]);
        // The factors of the products have this weight, and their logarithms these bounds together.
        let (mut weight, mut room, mut slope) = (0.0, 0.0, 0.0);
        let logs = |sums: &mut [f64; WIDE], products: &mut [f64; WIDE], weight: f64| {
            for (sum, product) in sums.iter_mut().zip(products) {
                *sum -= weight * ln(*product);
                *product = 1.0;
            }
        };
        for factor in &self.factors {
            let stride = factor.slope.abs() * reach;
            if stride > LONGEST {
                let base = softplus(factor.x);
                for (sum, far) in sums.iter_mut().zip(far) {
                    *sum -= factor.weight * (softplus(factor.x + factor.slope * far) - base);
                }
                continue;
            }
            room += stride;
            if factor.weight != weight || room > LONGEST {
                logs(&mut sums, &mut products, weight);
                (weight, room) = (factor.weight, stride);
            }
            if factor.slope != slope {
                slope = factor.slope;
                powers = exp_each(far.map(|far| slope * far));
            }
            for (product, power) in products.iter_mut().zip(&powers) {
                *product *= factor.complement + factor.mean * power;
            }
        }
        logs(&mut sums, &mut products, weight);
        for one in &self.graded {
            one.take(self.place, far, &mut sums);
        }
        sums
    }
}

impl StepFactor {
    /// Takes the rise of the log sum from some log-likelihoods.
    fn take(&self, place: f64, far: &[f64; WIDE], sums: &mut [f64; WIDE]) {
        let slope = self.curve.item.slope;
        let powers = exp_each(far.map(|far| slope * far));
        for ((sum, far), power) in sums.iter_mut().zip(far).zip(powers) {
            let rise = if (slope * far).abs() * self.curve.top() > LONGEST {
                self.curve.log_sum(place + far) - self.curve.log_sum(place)
            } else {
                ln(self.chances.iter().rev().fold(0.0, |sum, chance| sum * power + chance))
            };
            *sum -= self.weight * rise;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, cell by cell.
    fn plain(place: f64, cells: &[Answered], far: f64) -> f64 {
        let rise = |cell: &Answered| {
            let ItemCurve { slope, dispersion, .. } = cell.item.item();
            match &cell.item {
                Curve::Common(item) => {
                    let (x, more) = (item.place(place), slope * far);
                    (cell.sum * more - cell.trials * (softplus(x + more) - softplus(x)))
                        / dispersion
                }
                Curve::Graded(curve) => {
                    let rise = curve.log_sum(place + far) - curve.log_sum(place);
                    (cell.sum * curve.top() * slope * far - cell.trials * rise) / dispersion
                }
            }
        };
        cells.iter().map(rise).sum()
    }

    #[test]
    fn products_are_the_sums_of_the_cells() {
        let pick = |i: usize, times: f64| (i as f64 * times).fract();
        // One slope and one weight; slopes and weights of their own; curves that are next to steps.
        let one = |i: usize| (1.0, 6.0 * pick(i, 0.618) - 3.0, 1.0, 1.0);
        let own = |i: usize| {
            let slope = 0.2 + 3.0 * pick(i, 0.414);
            (slope, 6.0 * pick(i, 0.618) - 3.0, 0.1 + pick(i, 0.732), (1 + i % 3) as f64)
        };
        let steep = |i: usize| {
            ([-40.0, 0.5, 300.0][i % 3], 6.0 * pick(i, 0.618) - 3.0, 1.0, (1 + i % 2) as f64)
        };
        let kinds: [&dyn Fn(usize) -> (f64, f64, f64, f64); 3] = [&one, &own, &steep];
        for (kind, count) in kinds.into_iter().flat_map(|kind| [0, 1, 7, 900].map(|n| (kind, n))) {
            let steps = [&[-1.0, 0.3][..], &[2.0, -0.5, 0.1, 0.4]];
            let cell = |i: usize| {
                let (slope, difficulty, dispersion, trials) = kind(i);
                let item = ItemCurve { slope, difficulty, dispersion };
                let curve = match steps.get(i % 5).filter(|_| slope > 0.0) {
                    Some(steps) => GradedCurve::new(item, steps).into(),
                    None => item.into(),
                };
                Answered { item: curve, trials, sum: trials * pick(i, 0.259) }
            };
            let cells: Vec<Answered> = (0..count).map(cell).collect();
            let likelihood = AbilityLikelihood::about(0.3, &cells);
            for far in [[0.0, 1e-9, -1e-3, 0.05, -0.7, 3.0, -9.0, 20.0], [55.0; WIDE]] {
                for (found, far) in likelihood.rises(&far).into_iter().zip(far) {
                    let exact = plain(0.3, &cells, far);
                    let size: f64 = cells
                        .iter()
                        .map(|cell| (cell.item.item(), 4.0 * cell.trials))
                        .map(|(item, trials)| item.slope.abs() * trials / item.dispersion)
                        .sum();
                    // Places are less than four from zero.
                    let rounding = 1e-15 * (1.0 + size * (far.abs() + 4.0));
                    assert!((found - exact).abs() <= rounding, "{count} {far} {found} {exact}");
                }
            }
        }
    }
}
