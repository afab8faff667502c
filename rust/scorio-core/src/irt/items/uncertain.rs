//! Doubt about difficulties: what an item is worth if its difficulty is uncertain.

use crate::irt::items::curve::{ItemCurve, means};
use crate::irt::items::graded::GradedCurve;
use crate::numeric::portable::exp;

/// Steps on either side, of a quarter of a standard deviation each.
const STEPS: i32 = 40;

/// The curve of an item, averaged over a normal difficulty of standard deviation `error`.
///
/// The slope is a / √(1 + π a² s² / 8), the logistic-normal approximation. The dispersion is
/// φ + (1 − φ) ρ, with ρ = 4 Var μ at θ = b.
#[must_use]
pub fn doubted(item: ItemCurve, error: f64) -> ItemCurve {
    let far = item.slope * error;
    let [square, total] = averaged(|z| {
        let off = means(far * z).0 - 0.5;
        [off * off, 1.0]
    });
    let rho = 4.0 * square / total;
    ItemCurve {
        slope: item.slope / shrink(far),
        dispersion: item.dispersion + (1.0 - item.dispersion) * rho,
        ..item
    }
}

/// The same of an item whose outcomes are steps: all its thresholds are off by as much.
///
/// The dispersion is that of the moments: (φ E Var c + Var E c) / Var c at the mean of the
/// thresholds, where the last is that of the smaller slope.
#[must_use]
pub fn doubted_steps(graded: &GradedCurve, error: f64) -> GradedCurve {
    let ItemCurve { slope, difficulty, dispersion } = graded.item;
    let [mean, square, inner, total] = averaged(|z| {
        let moments = graded.moments(difficulty - error * z);
        [moments.mean, moments.mean * moments.mean, moments.variance, 1.0]
    });
    let (mean, square, inner) = (mean / total, square / total, inner / total);
    let flat = graded.with(slope / shrink(slope * error), dispersion);
    let outer = (square - mean * mean).max(0.0);
    let varies = flat.moments(difficulty).variance;
    graded.with(flat.item.slope, (dispersion * inner + outer) / varies)
}

/// How much smaller a slope is.
fn shrink(far: f64) -> f64 {
    (1.0 + std::f64::consts::PI * far * far / 8.0).sqrt()
}

/// Sums over z, weighted like a normal density.
fn averaged<const N: usize>(of: impl Fn(f64) -> [f64; N]) -> [f64; N] {
    let mut sums = [0.0; N];
    for step in -STEPS..=STEPS {
        let z = 0.25 * f64::from(step);
        let weight = exp(-0.5 * z * z);
        for (sum, value) in sums.iter_mut().zip(of(z)) {
            *sum += weight * value;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_about_one_step_is_that_about_the_common_curve() {
        for (slope, dispersion, error) in [(1.0, 1.0, 0.7), (1.6, 0.2, 1.3), (0.4, 0.05, 1e-9)] {
            let item = ItemCurve { slope, difficulty: 0.4, dispersion };
            let (found, exact) =
                (doubted_steps(&GradedCurve::new(item, &[0.0]), error), doubted(item, error));
            assert!((found.item.slope - exact.slope).abs() < 1e-14);
            assert!(
                (found.item.dispersion - exact.dispersion).abs() < 1e-13,
                "{found:?} {exact:?}"
            );
        }
    }

    #[test]
    fn doubt_about_steps_makes_them_tell_less() {
        let item = ItemCurve { slope: 1.2, difficulty: 0.0, dispersion: 0.5 };
        let sure = GradedCurve::new(item, &[-0.8, 0.1, 0.9]);
        let mut before = doubted_steps(&sure, 0.0);
        assert!((before.item.dispersion - 0.5).abs() < 1e-12 && before.item.slope == 1.2);
        for error in [0.3, 0.8, 1.5] {
            let vague = doubted_steps(&sure, error);
            assert!(vague.information(0.0) < before.information(0.0));
            before = vague;
        }
    }
}
