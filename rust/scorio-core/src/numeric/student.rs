//! The distribution of a standardised difference.
//!
//! It is normal, or Student's t if σ was estimated from the spread of the values.

use crate::error::Result;
use crate::numeric::beta::fraction;
use crate::numeric::double::Double;
use crate::numeric::normal;
use crate::numeric::portable::{exp, ln_1p};

/// The distribution of (estimate − truth) / σ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Distribution {
    Normal,
    /// Student's t. The degrees of freedom are at least 1 and need not be a whole number.
    Student(f64),
}

impl Distribution {
    /// P(Z < z), with its full digits in both tails.
    pub(crate) fn below(self, z: f64) -> Result<f64> {
        match self {
            Self::Normal => Ok(normal::probability(z)),
            Self::Student(degrees) => {
                let tail = 0.5 * two_sided(z * z, degrees)?;
                Ok(if z < 0.0 { tail } else { 1.0 - tail })
            }
        }
    }

    /// P(|Z| > |z|): how often chance alone is at least as far from 0.
    pub(crate) fn two_sided(self, z: f64) -> Result<f64> {
        Ok((2.0 * self.below(-z.abs())?).min(1.0))
    }

    /// z with P(|Z| < z) = `confidence`.
    pub(crate) fn central_quantile(self, confidence: f64) -> Result<Double> {
        let normal = normal::central_quantile(confidence)?;
        match self {
            Self::Normal => Ok(normal),
            Self::Student(degrees) => {
                student_quantile(1.0 - confidence, degrees, normal.value()).map(Double::from)
            }
        }
    }

    /// z with P(Z < z) = `confidence`.
    pub(crate) fn one_sided_quantile(self, confidence: f64) -> Result<f64> {
        let central = 2.0 * confidence - 1.0;
        match self {
            Self::Student(_) if central != 0.0 && confidence > 0.0 && confidence < 1.0 => {
                Ok(self.central_quantile(central.abs())?.value() * central.signum())
            }
            _ => normal::one_sided_quantile("confidence", confidence),
        }
    }
}

/// The t with P(|T| > t) = `tail`. It exceeds the normal quantile, because t has heavier tails.
fn student_quantile(tail: f64, degrees: f64, normal: f64) -> Result<f64> {
    let (mut lower, mut upper) = (normal, 2.0 * normal);
    while two_sided(upper * upper, degrees)? > tail {
        (lower, upper) = (upper, 2.0 * upper);
    }
    loop {
        let middle = 0.5 * (lower + upper);
        if middle <= lower || middle >= upper {
            return Ok(middle);
        }
        if two_sided(middle * middle, degrees)? > tail {
            lower = middle;
        } else {
            upper = middle;
        }
    }
}

/// With at least this many degrees of freedom ν, and t² up to `NEAR` × ν, the normal expansion has
/// all digits. There the continued fraction loses as many digits as ν/t² has, and beyond it none.
const MANY: f64 = 1000.0;
const NEAR: f64 = 0.064;

/// The normal z with the same tail as t (Hill, Algorithm 395, 1970).
///
/// From 1000 degrees of freedom on, the relative error of the tail is below 1e-14 up to t² = 0.064
/// ν. It is 1e-9 at 0.6 ν.
fn normal_equivalent(square: f64, degrees: f64) -> f64 {
    let a = degrees - 0.5;
    let b = 48.0 * a * a;
    let w = a * ln_1p(square / degrees);
    let z = w.sqrt();
    let third = z * (((4.0 * w + 33.0) * w + 240.0) * w + 855.0);
    z + z * (w + 3.0) / b - third / (10.0 * b * (b + 0.8 * w * w + 100.0))
}

/// P(|T| > |t|), from the `square` of t.
///
/// It is the regularised incomplete beta function I_x(ν/2, 1/2) with x = ν / (ν + t²).
pub(crate) fn two_sided(square: f64, degrees: f64) -> Result<f64> {
    if square == 0.0 {
        return Ok(1.0);
    }
    if degrees >= MANY && square <= NEAR * degrees {
        return Ok(2.0 * normal::probability(-normal_equivalent(square, degrees)));
    }
    let half = 0.5 * degrees;
    let (x, y) = (degrees / (degrees + square), square / (degrees + square));
    // x^(ν/2) √y / B(ν/2, 1/2). The logarithm of x comes from t²/ν, which keeps its digits when x
    // is near 1.
    let power = exp(-half * ln_1p(square / degrees));
    let front = power * y.sqrt() * gamma_ratio(half) / std::f64::consts::PI.sqrt();
    // The fraction converges on the left of the mean. On the right, its complement does.
    if x < (half + 1.0) / (half + 2.5) {
        Ok(front * fraction(half, 0.5, x)? / half)
    } else {
        Ok(1.0 - front * fraction(0.5, half, y)? / 0.5)
    }
}

/// Γ(a + 1/2) / Γ(a) for a > 0.
///
/// From a = 64 on it is the expansion in 1/a, whose first dropped term is 3e-16. Below, Γ(a + 1) =
/// a Γ(a) leads down from there. Differences of log-gammas would cancel at large a.
fn gamma_ratio(a: f64) -> f64 {
    const TERMS: [f64; 7] = [
        1.0,
        -1.0 / 8.0,
        1.0 / 128.0,
        5.0 / 1024.0,
        -21.0 / 32_768.0,
        -399.0 / 262_144.0,
        869.0 / 4_194_304.0,
    ];
    let (mut a, mut factor) = (a, 1.0);
    while a < 64.0 {
        factor *= a / (a + 0.5);
        a += 1.0;
    }
    let series = TERMS.iter().rev().fold(0.0, |sum, term| sum / a + term);
    factor * a.sqrt() * series
}

#[cfg(test)]
mod tests {
    use super::Distribution::{Normal, Student};
    use crate::numeric::portable;

    /// Closed forms at 1, 2 and 4 degrees of freedom, from the centre to the far tail.
    #[test]
    fn probabilities_have_closed_forms() {
        for t in [1e-6, 0.1, 0.5, 1.0, 1.5, 2.0, 5.0, 40.0_f64] {
            let two = t / (2.0 + t * t).sqrt();
            let four = t / (4.0 + t * t).sqrt();
            for (degrees, central) in [
                (1.0, 2.0 * libm::atan(t) / std::f64::consts::PI),
                (2.0, two),
                (4.0, four * (1.0 + 2.0 / (4.0 + t * t))),
            ] {
                let actual = Student(degrees).below(t).unwrap();
                assert!((actual - 0.5 * (1.0 + central)).abs() < 5e-15, "{degrees} {t}");
                let mirrored = Student(degrees).below(-t).unwrap();
                assert!((mirrored + actual - 1.0).abs() < 1e-15);
            }
            // The tail itself: 1 - t / √(2 + t²), as a fraction that does not cancel.
            let tail = 2.0 / ((2.0 + t * t) * (1.0 + two)) / 2.0;
            let actual = Student(2.0).below(-t).unwrap();
            assert!((actual / tail - 1.0).abs() < 1e-13, "{t}");
        }
    }

    #[test]
    fn many_degrees_of_freedom_are_nearly_normal() {
        for degrees in [1e4, 1e6, 1e8] {
            for t in [0.1, 1.0, 2.0, 4.0_f64] {
                // The first term of the expansion in 1/ν: φ(t) (t³ + t) / 4ν.
                let density = portable::exp(-0.5 * t * t) / (2.0 * std::f64::consts::PI).sqrt();
                let expected =
                    Normal.below(-t).unwrap() + density * (t * t * t + t) / (4.0 * degrees);
                let actual = Student(degrees).below(-t).unwrap();
                assert!(
                    (actual - expected).abs() < 2.0 / (degrees * degrees) + 1e-14,
                    "{degrees} {t}"
                );
            }
        }
    }

    #[test]
    fn both_ways_agree_where_they_meet() {
        for t in [0.01, 0.5, 1.0, 2.0, 4.0, 7.0] {
            let (below, above) = (Student(999.999_999_99), Student(1000.0));
            let ratio = below.below(-t).unwrap() / above.below(-t).unwrap();
            // Per degree of freedom, the logarithm of the tail changes by about t (t³ + t) / 4ν².
            assert!((ratio - 1.0).abs() < 1e-14 * (20.0 + t * t * t * t), "{t}");
        }
    }

    /// Every even number of degrees has a closed form (Abramowitz & Stegun 26.7.4).
    ///
    /// Its terms are positive, so the tail is the sum of the terms that the closed form leaves out.
    #[test]
    fn the_far_tail_of_many_degrees_is_exact() {
        for (degrees, t) in [(1000_u32, 9.0), (1000, 18.0), (4000, 17.0), (4000, 36.0_f64)] {
            let nu = f64::from(degrees);
            let cosine = nu / (nu + t * t);
            let sine = (1.0 - cosine).sqrt();
            // 1/√(1 − c) = Σ c^k (2k − 1)!!/(2k)!!. The closed form has its first ν/2 terms.
            let (mut term, mut rest) = (1.0, 0.0);
            for k in 0..degrees * 20 {
                let next = f64::from(2 * k + 1) / f64::from(2 * k + 2);
                if k >= degrees / 2 {
                    rest += term;
                }
                term *= cosine * next;
            }
            let expected = 0.5 * sine * rest;
            let actual = Student(nu).below(-t).unwrap();
            assert!((actual / expected - 1.0).abs() < 1e-12, "{degrees} {t} {actual} {expected}");
        }
    }

    #[test]
    fn quantiles_invert_and_have_closed_forms() {
        // tan(π c / 2) at one degree, c √(2 / (1 - c²)) at two.
        for confidence in [0.1, 0.5, 0.95, 0.999_f64] {
            let one = libm::tan(std::f64::consts::FRAC_PI_2 * confidence);
            let two = confidence * (2.0 / (1.0 - confidence * confidence)).sqrt();
            for (degrees, expected) in [(1.0, one), (2.0, two)] {
                let actual = Student(degrees).central_quantile(confidence).unwrap().value();
                assert!((actual / expected - 1.0).abs() < 1e-12, "{degrees} {confidence}");
            }
        }
        for distribution in [Normal, Student(1.0), Student(7.5), Student(300.0)] {
            for confidence in [0.01, 0.3, 0.5, 0.8, 0.95] {
                let z = distribution.one_sided_quantile(confidence).unwrap();
                assert!((distribution.below(z).unwrap() - confidence).abs() < 1e-13);
            }
            assert!(distribution.one_sided_quantile(1.0).is_err());
            assert!(distribution.central_quantile(0.0).is_err());
        }
    }
}
