//! Complex numbers, as far as characteristic functions need them.

use std::ops::{Add, Mul};

use crate::numeric::portable::{atan2, exp, ln, ln_1p, sin_cos};

/// A complex number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Complex {
    pub(crate) re: f64,
    pub(crate) im: f64,
}

impl Complex {
    pub(crate) const ZERO: Self = Self { re: 0.0, im: 0.0 };

    pub(crate) fn new(re: f64, im: f64) -> Self {
        Self { re, im }
    }

    /// e^(i angle).
    pub(crate) fn unit(angle: f64) -> Self {
        let (sine, cosine) = sin_cos(angle);
        Self { re: cosine, im: sine }
    }

    /// e^(i angle) − 1, with all digits where the angle is small.
    pub(crate) fn turn(angle: f64) -> Self {
        let (sine, cosine) = sin_cos(angle / 2.0);
        Self { re: -2.0 * sine * sine, im: 2.0 * sine * cosine }
    }

    /// ln(1 + z), with all digits where z is small.
    pub(crate) fn ln_1p(self) -> Self {
        let next = Self { re: 1.0 + self.re, im: self.im };
        let size = next.square();
        // |1 + z|² − 1 would cancel where 1 + z is small.
        let log = if size < 0.5 {
            ln(size)
        } else {
            ln_1p(self.re * (2.0 + self.re) + self.im * self.im)
        };
        Self { re: 0.5 * log, im: atan2(next.im, next.re) }
    }

    /// e^z.
    pub(crate) fn exp(self) -> Self {
        Self::unit(self.im) * exp(self.re)
    }

    /// |z|².
    pub(crate) fn square(self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}

impl Add for Complex {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Mul for Complex {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

impl Mul<f64> for Complex {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f64) -> Self {
        Self { re: self.re * factor, im: self.im * factor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_keep_their_digits() {
        let turn = Complex::turn(1e-9);
        assert!((turn.re / -5e-19 - 1.0).abs() < 1e-15 && (turn.im / 1e-9 - 1.0).abs() < 1e-15);
        let z = Complex::new(-3e-12, 4e-12);
        let back = z.ln_1p();
        assert!((back.re / -2.999_999_999_996_5e-12 - 1.0).abs() < 1e-12);
        assert!((back.im / 4.000_000_000_012e-12 - 1.0).abs() < 1e-12);
        let near = Complex::new(-1.0 + libm::ldexp(1.0, -40), libm::ldexp(1.0, -40)).ln_1p();
        assert!((near.re - (-39.5 * std::f64::consts::LN_2)).abs() < 1e-14);
        // ln(1 + (−2 + i)) = ln √2 + 3πi/4.
        let z = Complex::new(-2.0, 1.0).ln_1p();
        assert!((z.re - 0.346_573_590_279_972_65).abs() < 1e-15);
        assert!((z.im - 2.356_194_490_192_345).abs() < 1e-15);
        let whole = z.exp() + Complex::new(1.0, -1.0);
        assert!(whole.square() < 1e-30);
    }
}
