//! Items whose outcomes are steps: the generalized partial credit model (Muraki 1992).
//!
//! P(c) ∝ exp Σ_{v ≤ c} a(θ − b − δ_v), for c from 0 to K. The outcome y is c / K. One step with δ = 0
//! is the common curve. All depends on y through Σ y, as there.

use crate::irt::items::curve::{CurvePoint, ItemCurve};
use crate::numeric::portable::{exp, ln};

/// A place so far away that nothing is left of the other side.
const FAR: f64 = 1e100;

/// An item whose outcomes are steps.
#[derive(Clone, Debug, PartialEq)]
pub struct GradedCurve {
    /// a, the mean of the thresholds, and φ.
    pub(crate) item: ItemCurve,
    /// The thresholds, less their mean.
    steps: Vec<f64>,
}

/// The step c at an ability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepMoments {
    /// E c and E (K − c). Both have all digits.
    pub(crate) mean: f64,
    pub(crate) rest: f64,
    /// Var c and E (c − E c)³.
    pub(crate) variance: f64,
    pub(crate) third: f64,
}

impl GradedCurve {
    /// An item with thresholds b + δ. There is at least one.
    #[must_use]
    pub fn new(item: ItemCurve, steps: &[f64]) -> Self {
        let mean = steps.iter().sum::<f64>() / steps.len().max(1) as f64;
        let item = ItemCurve { difficulty: item.difficulty + mean, ..item };
        Self { item, steps: steps.iter().map(|step| step - mean).collect() }
    }

    /// The same with another slope and dispersion.
    pub(crate) fn with(&self, slope: f64, dispersion: f64) -> Self {
        let item = ItemCurve { slope, dispersion, ..self.item };
        Self { item, steps: self.steps.clone() }
    }

    /// K.
    #[must_use]
    pub fn top(&self) -> f64 {
        self.steps.len() as f64
    }

    /// ln of what the chances are proportional to, with 0 for c = 0.
    fn logs(&self, ability: f64) -> Vec<f64> {
        let ItemCurve { slope, difficulty, .. } = self.item;
        let mut sum = 0.0;
        let mut logs = vec![0.0];
        for step in &self.steps {
            sum += (slope * (ability - difficulty - step)).clamp(-FAR, FAR);
            logs.push(sum);
        }
        logs
    }

    /// P(c) at an ability.
    #[must_use]
    pub fn chances(&self, ability: f64) -> Vec<f64> {
        let mut chances = self.logs(ability);
        let top = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for chance in &mut chances {
            *chance = exp(*chance - top);
        }
        let total: f64 = chances.iter().sum();
        for chance in &mut chances {
            *chance /= total;
        }
        chances
    }

    /// ln Σ exp Σ a(θ − b − δ).
    pub(crate) fn log_sum(&self, ability: f64) -> f64 {
        let logs = self.logs(ability);
        let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        top + ln(logs.iter().map(|log| exp(log - top)).sum())
    }

    pub(crate) fn moments(&self, ability: f64) -> StepMoments {
        let chances = self.chances(ability);
        let steps = || chances.iter().enumerate().map(|(c, chance)| (c as f64, chance));
        let mean: f64 = steps().map(|(c, chance)| c * chance).sum();
        let rest: f64 = steps().map(|(c, chance)| (self.top() - c) * chance).sum();
        let off = |c: f64| if mean < rest { c - mean } else { rest - (self.top() - c) };
        StepMoments {
            mean,
            rest,
            variance: steps().map(|(c, chance)| off(c) * off(c) * chance).sum(),
            third: steps().map(|(c, chance)| off(c) * off(c) * off(c) * chance).sum(),
        }
    }

    /// The outcome at an ability.
    pub(crate) fn point(&self, ability: f64) -> CurvePoint {
        let (moments, top) = (self.moments(ability), self.top());
        CurvePoint {
            mean: moments.mean / top,
            rise: self.item.slope * moments.variance / top,
            variance: self.item.dispersion * moments.variance / (top * top),
        }
    }

    /// a² Var c / φ.
    pub(crate) fn information(&self, ability: f64) -> f64 {
        let ItemCurve { slope, dispersion, .. } = self.item;
        slope * slope * self.moments(ability).variance / dispersion
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, exact: f64, tolerance: f64) {
        assert!((found - exact).abs() <= tolerance * exact.abs(), "{found} {exact}");
    }

    #[test]
    fn chances_have_their_reference_values() {
        let item = ItemCurve { slope: 1.3, difficulty: 0.0, dispersion: 1.0 };
        let curve = GradedCurve::new(item, &[-0.5, 0.2, 1.1]);
        let exact = [
            0.099_179_591_574_341_84,
            0.319_555_913_944_792_66,
            0.414_441_679_166_979_8,
            0.166_822_815_313_885_68,
        ];
        for (found, exact) in curve.chances(0.4).into_iter().zip(exact) {
            close(found, exact, 1e-13);
        }
        close(curve.information(0.4), 1.284_114_905_840_13, 1e-13);
    }

    #[test]
    fn one_step_is_the_common_curve() {
        let item = ItemCurve { slope: 1.7, difficulty: 0.9, dispersion: 0.3 };
        let curve = GradedCurve::new(item, &[0.0]);
        for ability in [-400.0, -20.0, 0.3, 0.9, 2.0, 25.0, 400.0] {
            let (found, exact) = (curve.point(ability), item.point(ability));
            close(found.mean, exact.mean, 1e-14);
            close(found.rise, exact.rise, 1e-14);
            close(found.variance, exact.variance, 1e-14);
            close(curve.moments(ability).rest, item.complement(ability), 1e-14);
            close(curve.information(ability), item.information(ability), 1e-14);
        }
    }

    #[test]
    fn moments_are_the_derivatives_of_the_log_sum() {
        let item = ItemCurve { slope: 0.8, difficulty: -0.4, dispersion: 1.0 };
        // Thresholds need not be in order.
        let curve = GradedCurve::new(item, &[0.7, -1.2, 0.1, 2.0]);
        for ability in [-3.0, -0.5, 0.2, 1.9] {
            let (h, moments) = (1e-4, curve.moments(ability));
            let slope = |of: &dyn Fn(f64) -> f64| (of(ability + h) - of(ability - h)) / (2.0 * h);
            close(slope(&|at| curve.log_sum(at)), 0.8 * moments.mean, 1e-7);
            close(slope(&|at| curve.moments(at).mean), 0.8 * moments.variance, 1e-7);
            let third = slope(&|at| curve.moments(at).variance);
            assert!((third - 0.8 * moments.third).abs() < 1e-7);
            close(moments.mean + moments.rest, 4.0, 1e-15);
        }
    }

    #[test]
    fn ends_have_no_error() {
        let item = ItemCurve { slope: 1e3, difficulty: 0.0, dispersion: 1.0 };
        let curve = GradedCurve::new(item, &[-1.0, 1.0]);
        for (ability, mean) in [(-1e300, 0.0), (1e300, 1.0)] {
            assert_eq!(curve.point(ability), CurvePoint { mean, rise: 0.0, variance: 0.0 });
        }
    }
}
