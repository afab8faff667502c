//! The Beta distribution: its tails, and its quantiles.
//!
//! Tails have 11 digits for shapes up to 10⁶, and 8 for a small shape with one of 10⁸.

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::portable::exp;

/// P(X < x) and P(X > x) for X ~ Beta(a, b), from x and y = 1 − x.
pub(crate) fn tails(x: f64, y: f64, a: f64, b: f64) -> Result<(f64, f64)> {
    if x <= 0.0 || y <= 0.0 {
        return Ok(if x <= 0.0 { (0.0, 1.0) } else { (1.0, 0.0) });
    }
    // The fraction converges on the left of the mean. On the right, its complement does.
    if x * (a + b + 2.0) < a + 1.0 {
        let lower = front(x, y, a, b) * fraction(a, b, x)? / a;
        Ok((lower, 1.0 - lower))
    } else {
        let upper = front(x, y, a, b) * fraction(b, a, y)? / b;
        Ok((1.0 - upper, upper))
    }
}

/// P(X < x) for X ~ Beta(a, b).
#[cfg(test)]
pub(crate) fn cumulative(x: f64, a: f64, b: f64) -> Result<f64> {
    Ok(tails(x, 1.0 - x, a, b)?.0)
}

/// x with P(X < x) = p for X ~ Beta(a, b). It is 0 or 1 if the quantile is no double.
#[allow(dead_code, reason = "matched intervals follow")]
pub(crate) fn quantile(p: f64, a: f64, b: f64) -> Result<f64> {
    if p <= 0.5 { Ok(lower_quantile(p, a, b)?.0) } else { Ok(lower_quantile(1.0 - p, b, a)?.1) }
}

/// The quantile x of a lower tail p ≤ 1/2, and 1 − x.
///
/// Newton's method finds ln P(X < x) = ln p over the logit of x. There the function is concave, so
/// the steps do not overshoot twice.
pub(crate) fn lower_quantile(p: f64, a: f64, b: f64) -> Result<(f64, f64)> {
    if p <= 0.0 {
        return Ok((0.0, 1.0));
    }
    // P(X < x) ≈ x^a / (a B(a, b)) for small x.
    let log_scale = libm::lgamma(a + 1.0) + libm::lgamma(b) - libm::lgamma(a + b);
    let mut logit = (libm::log(p) + log_scale) / a;
    if logit < -700.0 && b >= 1.0 {
        return Ok((0.0, 1.0));
    }
    if a.min(b) > 1.0 {
        logit = libm::log(a / b);
    }
    logit = logit.min(700.0);
    let mut last = f64::INFINITY;
    for number in 0..200 {
        if logit < -700.0 {
            return Ok((0.0, 1.0));
        }
        let (x, y) = (logistic(logit), logistic(-logit));
        let lower = tails(x, y, a, b)?.0;
        // Far from the quantile, the tail or its slope underflows.
        let newton = (libm::log(p) - libm::log(lower)) * lower / front(x, y, a, b);
        let step = match lower {
            0.0 => 1.0,
            _ if newton.is_finite() => newton,
            _ if lower < p => 1.0,
            _ => -1.0,
        };
        // A long step to the right would leave the region where the tangent is a good guide.
        let next = (logit + step).clamp(logit - 1000.0, logit + 40.0).min(700.0);
        // The steps shrink until they only follow the rounding of the tail. That is coarser if one
        // shape is huge and x is next to 1.
        let (moved, size) = ((next - logit).abs(), logit.abs().max(1.0));
        let settled = moved <= 2.0 * f64::EPSILON * size || (moved <= 1e-8 * size && moved >= last);
        if settled || (number >= 60 && moved <= 1e-5 * size) {
            return Ok((logistic(next), logistic(-next)));
        }
        (logit, last) = (next, moved);
    }
    Err(NumericError::NotFinite { what: "the Beta quantile" }.into())
}

/// 1 / (1 + e^(−logit)).
pub(crate) fn logistic(logit: f64) -> f64 {
    if logit < 0.0 {
        let odds = exp(logit);
        odds / (1.0 + odds)
    } else {
        1.0 / (1.0 + exp(-logit))
    }
}

/// The logistic of −x and of x, with one exponential.
pub(crate) fn both_logistics(logit: f64) -> [f64; 2] {
    let odds = exp(-logit.abs());
    let (lower, upper) = (odds / (1.0 + odds), 1.0 / (1.0 + odds));
    if logit < 0.0 { [upper, lower] } else { [lower, upper] }
}

/// x^a y^b / B(a, b).
///
/// The deviance about the mean (Loader 2000) does not cancel for large shapes, as log-gammas do.
fn front(x: f64, y: f64, a: f64, b: f64) -> f64 {
    let n = a + b;
    let log = stirling_error(n)
        - stirling_error(a)
        - stirling_error(b)
        - deviance(a, n * x)
        - deviance(b, n * y);
    libm::exp(log) * (a / n * b / (2.0 * std::f64::consts::PI)).sqrt()
}

/// The coefficients of the series in 1/z. The first dropped term is 2e-17 at 16.
const STIRLING: [f64; 6] =
    [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0];

/// ln Γ(z + 1) − (z + 1/2) ln z + z − ln √(2π).
pub(crate) fn stirling_error(z: f64) -> f64 {
    const LN_ROOT_2PI: f64 = 0.918_938_533_204_672_8;
    if z < 16.0 {
        return libm::lgamma(z + 1.0) - (z + 0.5) * libm::log(z) + z - LN_ROOT_2PI;
    }
    let square = z * z;
    STIRLING.iter().rev().fold(0.0, |sum, term| sum / square + term) / z
}

/// x ln(x / m) + m − x.
fn deviance(x: f64, m: f64) -> f64 {
    let gap = x - m;
    if gap.abs() >= 0.1 * (x + m) {
        return x * libm::log(x / m) - gap;
    }
    // ln((1 + v) / (1 − v)) = 2 (v + v³/3 + …) with v = (x − m) / (x + m).
    let v = gap / (x + m);
    let (mut power, mut sum, mut odd) = (2.0 * x * v, gap * v, 1.0);
    loop {
        power *= v * v;
        odd += 2.0;
        let next = sum + power / odd;
        if next == sum || odd > 100.0 {
            return next;
        }
        sum = next;
    }
}

/// The continued fraction of the incomplete beta function.
///
/// Lentz's method evaluates it from the front (Digital Library of Mathematical Functions, 8.17.22).
pub(crate) fn fraction(a: f64, b: f64, x: f64) -> Result<f64> {
    const TINY: f64 = 1e-300;
    let nonzero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    let mut step = 0.0;
    // About √max(a, b) steps. The cap would do for a thousand million questions and is never
    // reached.
    while step < 1e6 {
        step += 1.0;
        let even = step * (b - step) * x / ((a + 2.0 * step - 1.0) * (a + 2.0 * step));
        d = 1.0 / nonzero(1.0 + even * d);
        c = nonzero(1.0 + even / c);
        value *= d * c;
        let odd = -(a + step) * (a + b + step) * x / ((a + 2.0 * step) * (a + 2.0 * step + 1.0));
        d = 1.0 / nonzero(1.0 + odd * d);
        c = nonzero(1.0 + odd / c);
        value *= d * c;
        if (d * c - 1.0).abs() <= f64::EPSILON {
            return Ok(value);
        }
    }
    Err(NumericError::NotFinite { what: "the incomplete beta function" }.into())
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "expected values may differ in the last digits")]
mod tests {
    use super::*;

    /// P(X < x) of whole shapes is a binomial sum of positive terms.
    fn binomial(x: f64, a: u32, b: u32) -> f64 {
        let n = a + b - 1;
        let mut term = (0..a).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
        term *= x.powi(a.cast_signed()) * (1.0 - x).powi((b - 1).cast_signed());
        let mut sum = 0.0;
        for j in a..=n {
            sum += term;
            term *= f64::from(n - j) / f64::from(j + 1) * (x / (1.0 - x));
        }
        sum
    }

    #[test]
    fn both_logistics_have_the_bits_of_each() {
        for i in -7000..=7000 {
            let logit = f64::from(i) * 0.1003;
            assert_eq!(both_logistics(logit), [logistic(-logit), logistic(logit)], "{logit}");
        }
        for logit in [0.0, -0.0, 1e-300, -1e-9, 800.0, -800.0, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(both_logistics(logit), [logistic(-logit), logistic(logit)], "{logit}");
        }
        assert!(both_logistics(f64::NAN).iter().all(|one| one.is_nan()));
    }

    #[test]
    fn whole_shapes_are_binomial_sums() {
        for (a, b) in [(1, 1), (2, 3), (7, 2), (30, 40), (60, 90)] {
            for x in [1e-3, 0.1, 0.3, 0.5, 0.71, 0.9, 0.999] {
                let expected = binomial(x, a, b);
                let actual = cumulative(x, f64::from(a), f64::from(b)).unwrap();
                assert!(
                    (actual / expected - 1.0).abs() < 2e-12,
                    "{a} {b} {x}: {actual} {expected}"
                );
            }
        }
    }

    #[test]
    fn small_shapes_have_closed_forms() {
        // Beta(a, 1): x^a. Beta(1/2, 1/2): 2/π asin √x.
        for x in [1e-30_f64, 1e-6, 0.2, 0.9] {
            for a in [1e-3, 0.1, 0.5, 3.0] {
                let actual = cumulative(x, a, 1.0).unwrap();
                assert!((actual / x.powf(a) - 1.0).abs() < 1e-12, "{a} {x}");
            }
            let arcsine = 2.0 / std::f64::consts::PI * x.sqrt().asin();
            assert!((cumulative(x, 0.5, 0.5).unwrap() / arcsine - 1.0).abs() < 1e-13, "{x}");
        }
    }

    /// Beta(a, 1): x = p^(1/a), so 1 − x is near −ln p / a.
    #[test]
    fn quantiles_next_to_the_end_exist() {
        for a in [1e6_f64, 1e9, 1e11, 1e13] {
            for p in [0.025, 0.3, 0.975] {
                let gap = 1.0 - quantile(p, a, 1.0).unwrap();
                let expected = -p.ln() / a;
                assert!((gap / expected - 1.0).abs() < 1e-4 + 1e-15 / expected, "{a} {p} {gap}");
                for b in [1e-3, 0.3, 1.7, 40.0] {
                    let x = quantile(p, a, b).unwrap();
                    let mirrored = quantile(p, b, a).unwrap();
                    assert!((0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&mirrored));
                }
            }
        }
    }

    #[test]
    fn quantiles_invert_the_tails() {
        let shapes = [1e-2, 0.3, 1.0, 2.5, 40.0, 3e3, 1e6];
        for a in shapes {
            for b in shapes {
                for p in [1e-6, 0.025, 0.4, 0.5, 0.8, 0.975] {
                    let x = quantile(p, a, b).unwrap();
                    // Next to an end, a double cannot hold the quantile.
                    if x > 0.0 && x < 1.0 - 1e-3 {
                        let back = cumulative(x, a, b).unwrap();
                        // One rounding of x moves the tail by the density times x.
                        let slack = 1e-10 + 3.0 * f64::EPSILON * front(x, 1.0 - x, a, b) / p;
                        assert!((back / p - 1.0).abs() < slack, "{a} {b} {p} {x} {back}");
                    }
                }
            }
        }
    }
}
