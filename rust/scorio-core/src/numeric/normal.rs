//! The normal distribution: its probability, and its quantiles to double-double accuracy.

use crate::check;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::error::NumericError;
use crate::numeric::portable::{erfc, hypot, ln, ln_1p};

/// P(Z < z), with its full digits in both tails.
pub(crate) fn probability(z: f64) -> f64 {
    0.5 * erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// z = (μ − μ′) / √(σ² + σ′²) of two (μ, σ).
///
/// It is 0 for equal means, and infinite for different means without uncertainty.
pub(crate) fn z_score(first: (f64, f64), second: (f64, f64)) -> f64 {
    quotient(first, second, hypot)
}

/// (μ − μ′) / (σ + σ′) of two (μ, σ).
///
/// The intervals μ ± z σ touch or overlap if and only if its absolute value is at most z.
pub(crate) fn reach(first: (f64, f64), second: (f64, f64)) -> f64 {
    quotient(first, second, |one, other| one + other)
}

fn quotient(first: (f64, f64), second: (f64, f64), spread: impl Fn(f64, f64) -> f64) -> f64 {
    if first.0 == second.0 {
        return 0.0;
    }
    let (gap, all) = (first.0 - second.0, spread(first.1, second.1));
    if gap.is_finite() && all.is_finite() {
        return gap / all;
    }
    // Halves of finite numbers do not overflow. One of the two is huge, so underflow does no harm.
    let all = spread(first.1 / 2.0, second.1 / 2.0);
    // With an infinite σ, nothing separates the two.
    if all.is_infinite() { 0.0 } else { (first.0 / 2.0 - second.0 / 2.0) / all }
}

/// z with P(|Z| < z) = `confidence`: 1.959964 at 0.95.
pub(crate) fn central_quantile(confidence: f64) -> Result<Double> {
    check::level("confidence", confidence)?;
    let mut z = Double::from(start(confidence));
    // From 0.2 % off, Newton's digits double: 3, 6, 12, 24, 31. The cap is never reached.
    for _ in 0..40 {
        let (mass, density) = central_mass(z);
        let step = (mass - Double::from(confidence)) / density;
        z = z - step;
        if step.hi.abs() <= 1e-17 * z.hi.abs() {
            return Ok(z);
        }
    }
    Err(NumericError::NotFinite { what: "the normal quantile" }.into())
}

/// z with P(Z < z) = `level`: 1.644854 at 0.95. It is zero or negative from 0.5 down. `name` is the
/// argument that holds the level.
pub(crate) fn one_sided_quantile(name: &'static str, level: f64) -> Result<f64> {
    check::level(name, level)?;
    let central = 2.0 * level - 1.0;
    if central == 0.0 {
        return Ok(0.0);
    }
    Ok(central_quantile(central.abs())?.value() * central.signum())
}

/// P(|Z| < z) and its derivative.
///
/// The series z + z³/3 + z⁵/15 + … has only positive terms, so no digit is lost (Abramowitz &
/// Stegun 26.2.11).
fn central_mass(z: Double) -> (Double, Double) {
    let square = z * z;
    let mut term = z;
    let mut sum = z;
    let mut odd = 1.0;
    while term.hi > 1e-34 * sum.hi {
        odd += 2.0;
        term = term * square / odd;
        sum = sum + term;
    }
    let density = Double::SQRT_2_OVER_PI * (square * -0.5).exp();
    (density * sum, density)
}

/// Winitzki's closed form for the inverse error function, then two Newton steps in `f64`.
fn start(confidence: f64) -> f64 {
    const A: f64 = 0.147;
    let log = ln(1.0 - confidence) + ln_1p(confidence);
    let half = 2.0 / (std::f64::consts::PI * A) + log / 2.0;
    let root = (half * half - log / A).sqrt();
    // For small confidence, root − half cancels. There the quantile is confidence × √(π/2).
    if confidence < 1e-3 {
        return confidence / Double::SQRT_2_OVER_PI.hi;
    }
    std::f64::consts::SQRT_2 * (root - half).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_match_fifty_digit_values() {
        // mpmath at 50 digits: sqrt(2) * erfinv(confidence).
        for (confidence, hi, lo) in [
            (0.5, 0.674_489_750_196_081_7, 3.775_551_135_505_028_7e-17),
            (0.95, 1.959_963_984_540_053_8, 2.821_657_963_445_305e-17),
            (0.999_999, 4.891_638_475_692_932, 1.294_118_560_393_706_2e-16),
            (1e-9, 1.253_314_137_315_500_4e-9, -9.825_624_609_597_027e-26),
        ] {
            let z = central_quantile(confidence).unwrap_or(Double::ZERO);
            let error = (z - Double::new(hi, lo)).hi.abs();
            assert!(error <= 1e-26 * hi, "{confidence}: {z:?} is off by {error}");
        }
        // The largest confidence below 1. Only its tail, 1.1e-16, has to be exact.
        let z = central_quantile(1.0 - f64::EPSILON / 2.0).unwrap_or(Double::ZERO);
        assert!((z.hi - 8.292_361_075_813_595).abs() < 1e-14);
    }
}
