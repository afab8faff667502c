//! Doubt about difficulties: what an item is worth if its difficulty is uncertain.

use super::curve::ItemCurve;
use super::curve::means;
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
    let shrink = (1.0 + std::f64::consts::PI * far * far / 8.0).sqrt();
    let (mut sum, mut total) = (0.0, 0.0);
    for step in -STEPS..=STEPS {
        let z = 0.25 * f64::from(step);
        let weight = exp(-0.5 * z * z);
        let off = means(far * z).0 - 0.5;
        sum += weight * off * off;
        total += weight;
    }
    let rho = 4.0 * sum / total;
    ItemCurve {
        slope: item.slope / shrink,
        dispersion: item.dispersion + (1.0 - item.dispersion) * rho,
        ..item
    }
}
