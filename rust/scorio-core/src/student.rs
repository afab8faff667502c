//! The distribution that a standardised difference has: normal, or Student's t where its σ was
//! estimated from a scatter.

use crate::double::Double;
use crate::error::{Error, Result};
use crate::normal;

/// What (estimate − truth) / σ is distributed as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Distribution {
    Normal,
    /// Student's t with at least one degree of freedom, not necessarily whole.
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
            _ => normal::one_sided_quantile(confidence),
        }
    }
}

/// The t that `tail` of the distribution lies beyond, on both sides together; it is above the
/// normal one, whose tails are lighter.
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

/// From here on the expansion about the normal distribution has all digits up to this share of ν in
/// t². There the continued fraction loses as many as ν/t² has, and beyond it none.
const MANY: f64 = 1000.0;
const NEAR: f64 = 0.064;

/// The normal z beyond which there is as much as beyond t (Hill, Algorithm 395, 1970): from 1000
/// degrees of freedom on off by less than 1e-14 of the tail up to t² = 0.064 ν, by 1e-9 at 0.6 ν.
fn normal_equivalent(square: f64, degrees: f64) -> f64 {
    let a = degrees - 0.5;
    let b = 48.0 * a * a;
    let w = a * libm::log1p(square / degrees);
    let z = w.sqrt();
    let third = z * (((4.0 * w + 33.0) * w + 240.0) * w + 855.0);
    z + z * (w + 3.0) / b - third / (10.0 * b * (b + 0.8 * w * w + 100.0))
}

/// P(|T| > |t|) = I_x(ν/2, 1/2) with x = ν / (ν + t²), the regularised incomplete beta function; of
/// the `square` of t.
pub(crate) fn two_sided(square: f64, degrees: f64) -> Result<f64> {
    if square == 0.0 {
        return Ok(1.0);
    }
    if degrees >= MANY && square <= NEAR * degrees {
        return Ok(2.0 * normal::probability(-normal_equivalent(square, degrees)));
    }
    let half = 0.5 * degrees;
    let (x, y) = (degrees / (degrees + square), square / (degrees + square));
    // x^(ν/2) √y / B(ν/2, 1/2); the logarithm of x from t²/ν keeps its digits when x is near 1.
    let power = (-half * libm::log1p(square / degrees)).exp();
    let front = power * y.sqrt() * gamma_ratio(half) / std::f64::consts::PI.sqrt();
    // The fraction converges on the left of the mean of the distribution, and there is a right.
    if x < (half + 1.0) / (half + 2.5) {
        Ok(front * fraction(half, 0.5, x)? / half)
    } else {
        Ok(1.0 - front * fraction(0.5, half, y)? / 0.5)
    }
}

/// Γ(a + 1/2) / Γ(a) for a > 0: its expansion in 1/a from a = 64 on, where the first term left out
/// is 3e-16, and from there downwards by Γ(a + 1) = a Γ(a). Differences of log-gammas would cancel
/// at large a.
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

/// The continued fraction of the incomplete beta function, evaluated from its front (Lentz; 8.17.22
/// of the Digital Library of Mathematical Functions).
fn fraction(a: f64, b: f64, x: f64) -> Result<f64> {
    const TINY: f64 = 1e-300;
    let apart = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / apart(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    let mut step = 0.0;
    // About √max(a, b) steps: a cap for a thousand million questions, never reached.
    while step < 1e6 {
        step += 1.0;
        let even = step * (b - step) * x / ((a + 2.0 * step - 1.0) * (a + 2.0 * step));
        d = 1.0 / apart(1.0 + even * d);
        c = apart(1.0 + even / c);
        value *= d * c;
        let odd = -(a + step) * (a + b + step) * x / ((a + 2.0 * step) * (a + 2.0 * step + 1.0));
        d = 1.0 / apart(1.0 + odd * d);
        c = apart(1.0 + odd / c);
        value *= d * c;
        if (d * c - 1.0).abs() <= f64::EPSILON {
            return Ok(value);
        }
    }
    Err(Error::NotFinite { what: "Student's t" })
}

#[cfg(test)]
mod tests {
    use super::Distribution::{Normal, Student};

    /// Closed forms at 1, 2 and 4 degrees of freedom, from far out to the middle.
    #[test]
    fn probabilities_have_closed_forms() {
        for t in [1e-6, 0.1, 0.5, 1.0, 1.5, 2.0, 5.0, 40.0_f64] {
            let two = t / (2.0 + t * t).sqrt();
            let four = t / (4.0 + t * t).sqrt();
            for (degrees, central) in [
                (1.0, 2.0 * f64::atan(t) / std::f64::consts::PI),
                (2.0, two),
                (4.0, four * (1.0 + 2.0 / (4.0 + t * t))),
            ] {
                let found = Student(degrees).below(t).unwrap();
                assert!((found - 0.5 * (1.0 + central)).abs() < 5e-15, "{degrees} {t}");
                let mirrored = Student(degrees).below(-t).unwrap();
                assert!((mirrored + found - 1.0).abs() < 1e-15);
            }
            // The tail itself: 1 - t / √(2 + t²), as a fraction that does not cancel.
            let tail = 2.0 / ((2.0 + t * t) * (1.0 + two)) / 2.0;
            let found = Student(2.0).below(-t).unwrap();
            assert!((found / tail - 1.0).abs() < 1e-13, "{t}");
        }
    }

    #[test]
    fn many_degrees_of_freedom_are_nearly_normal() {
        for degrees in [1e4, 1e6, 1e8] {
            for t in [0.1, 1.0, 2.0, 4.0_f64] {
                // The first term of the expansion in 1/ν: φ(t) (t³ + t) / 4ν.
                let density = (-0.5 * t * t).exp() / (2.0 * std::f64::consts::PI).sqrt();
                let expected =
                    Normal.below(-t).unwrap() + density * (t * t * t + t) / (4.0 * degrees);
                let found = Student(degrees).below(-t).unwrap();
                assert!(
                    (found - expected).abs() < 2.0 / (degrees * degrees) + 1e-14,
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

    /// The closed form of 4 degrees has its like at every even number of them (Abramowitz & Stegun
    /// 26.7.4), whose terms far out are all positive: 1 − s Σ = s Σ', Σ' from where Σ ends.
    #[test]
    fn the_far_tail_of_many_degrees_is_exact() {
        for (degrees, t) in [(1000_u32, 9.0), (1000, 18.0), (4000, 17.0), (4000, 36.0_f64)] {
            let nu = f64::from(degrees);
            let cosine = nu / (nu + t * t);
            let sine = (1.0 - cosine).sqrt();
            // 1/√(1 − c) = Σ c^k (2k − 1)!!/(2k)!!, of which A & S have the first ν/2 terms.
            let (mut term, mut rest) = (1.0, 0.0);
            for k in 0..degrees * 20 {
                let next = f64::from(2 * k + 1) / f64::from(2 * k + 2);
                if k >= degrees / 2 {
                    rest += term;
                }
                term *= cosine * next;
            }
            let expected = 0.5 * sine * rest;
            let found = Student(nu).below(-t).unwrap();
            assert!((found / expected - 1.0).abs() < 1e-12, "{degrees} {t} {found} {expected}");
        }
    }

    #[test]
    fn quantiles_invert_and_have_closed_forms() {
        // tan(π c / 2) at one degree, c √(2 / (1 - c²)) at two.
        for confidence in [0.1, 0.5, 0.95, 0.999_f64] {
            let one = (std::f64::consts::FRAC_PI_2 * confidence).tan();
            let two = confidence * (2.0 / (1.0 - confidence * confidence)).sqrt();
            for (degrees, expected) in [(1.0, one), (2.0, two)] {
                let found = Student(degrees).central_quantile(confidence).unwrap().value();
                assert!((found / expected - 1.0).abs() < 1e-12, "{degrees} {confidence}");
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
