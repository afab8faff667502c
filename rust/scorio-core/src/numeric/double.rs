//! Double-double arithmetic: a number as the exact sum of two `f64`, about 31 digits.
//!
//! A product of 10^6 rounded factors is off by up to 10^-10 in `f64`. Here it is off by less than
//! 10^-20. The error-free transformations are Dekker's and Knuth's. They avoid fused multiply-add,
//! so every platform gives the same bits.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::numeric::portable::{ln, power_of_two};

/// The unevaluated sum `hi + lo` with `|lo| ≤ ulp(hi) / 2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub(crate) struct Double {
    pub(crate) hi: f64,
    pub(crate) lo: f64,
}

/// `a + b` as the rounded sum and its exact error (Knuth).
#[inline(always)]
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let virtual_b = sum - a;
    (sum, (a - (sum - virtual_b)) + (b - virtual_b))
}

/// `a + b` where `|a| ≥ |b|`, as the rounded sum and its exact error (Dekker).
#[inline(always)]
fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// The upper and lower 26 bits of `a` (Veltkamp). `a` must stay below 2^996.
#[inline(always)]
fn split(a: f64) -> (f64, f64) {
    let scaled = a * 134_217_729.0; // 2^27 + 1
    let upper = scaled - (scaled - a);
    (upper, a - upper)
}

/// `a × b` as the rounded product and its exact error (Dekker).
#[inline(always)]
pub(crate) fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let (a1, a2) = split(a);
    let (b1, b2) = split(b);
    (product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2))
}

impl Double {
    pub(crate) const ZERO: Self = Self { hi: 0.0, lo: 0.0 };
    pub(crate) const ONE: Self = Self { hi: 1.0, lo: 0.0 };
    const LN_2: Self = Self { hi: std::f64::consts::LN_2, lo: 2.319_046_813_846_299_6e-17 };
    /// √(2/π)
    pub(crate) const SQRT_2_OVER_PI: Self =
        Self { hi: 0.797_884_560_802_865_4, lo: -4.984_654_404_555_46e-17 };

    /// The number from a rounded value and a smaller correction.
    #[inline(always)]
    pub(crate) fn new(hi: f64, lo: f64) -> Self {
        let (hi, lo) = fast_two_sum(hi, lo);
        Self { hi, lo }
    }

    /// `a + b`, exactly.
    #[inline(always)]
    pub(crate) fn sum(a: f64, b: f64) -> Self {
        let (hi, lo) = two_sum(a, b);
        Self { hi, lo }
    }

    /// The nearest `f64`.
    #[inline(always)]
    pub(crate) fn value(self) -> f64 {
        self.hi + self.lo
    }

    /// Multiplies by a power of two. Nothing is rounded, and numbers too large for `split` are
    /// fine.
    #[inline(always)]
    pub(crate) fn scaled(self, power: f64) -> Self {
        Self { hi: self.hi * power, lo: self.lo * power }
    }

    /// Divided by a number that may be a plain `f64`: then the bits are those of that division.
    pub(crate) fn over(self, divisor: Self) -> Self {
        if divisor.lo == 0.0 { self / divisor.hi } else { self / divisor }
    }

    #[inline(always)]
    pub(crate) fn is_positive(self) -> bool {
        self.hi > 0.0
    }

    /// The square root of a number from 0 up.
    pub(crate) fn sqrt(self) -> Self {
        if self.hi <= 0.0 {
            return Self::ZERO;
        }
        // One Newton step from the f64 root doubles its digits.
        let root = self.hi.sqrt();
        let (square, error) = two_product(root, root);
        let rest = self - Self { hi: square, lo: error };
        Self::new(root, rest.hi / (2.0 * root))
    }

    /// `e` to this power, for exponents from -1400 to 700. It is 0 below the smallest double.
    pub(crate) fn exp(self) -> Self {
        // x = n ln 2 + 256 r, so |r| < 0.0014 and twelve terms reach 10^-35.
        let n = (self.hi / std::f64::consts::LN_2).round();
        let r = (self - Self::LN_2 * n) * (1.0 / 256.0);
        let mut term = Self::ONE;
        let mut sum = Self::ZERO; // e^r - 1, so that the squarings below lose nothing
        for i in 1..=12 {
            term = term * r / f64::from(i);
            sum = sum + term;
        }
        for _ in 0..8 {
            sum = sum * 2.0 + sum * sum;
        }
        // 2^n in two halves, because each half is finite.
        #[expect(clippy::cast_possible_truncation, reason = "|n| < 2022")]
        let n = n as i32;
        let half = n / 2;
        (sum + Self::ONE).scaled(power_of_two(half)).scaled(power_of_two(n - half))
    }

    /// The natural logarithm of a positive number.
    pub(crate) fn ln(self) -> Self {
        // x = 2^n y with y in 1..2. One Newton step corrects the rounded logarithm of y.
        let n = exponent(self.hi);
        let half = n / 2;
        let y = self.scaled(power_of_two(-half)).scaled(power_of_two(half - n));
        let rounded = Self::from(ln(y.hi));
        let correction = y * (-rounded).exp() - Self::ONE;
        let correction = correction - correction * correction * 0.5;
        Self::LN_2 * f64::from(n) + rounded + correction
    }

    /// A number from 0 up to a power. 0^0 is 1, and 0 to a negative power is infinite.
    pub(crate) fn powf(self, power: Self) -> Self {
        match power.value() {
            0.0 => Self::ONE,
            1.0 => self,
            0.5 => self.sqrt(),
            _ if self.is_positive() => (self.ln() * power).exp(),
            _ if power.is_positive() => Self::ZERO,
            _ => Self::from(f64::INFINITY),
        }
    }
}

/// The binary exponent of a positive number, at least -1022.
pub(crate) fn exponent(value: f64) -> i32 {
    let biased = i32::try_from((value.to_bits() >> 52) & 0x7ff).unwrap_or(0);
    biased.max(1) - 1023
}

/// A product of many factors that keeps its first-order error apart.
///
/// So the next factor waits for one multiplication, not for a full double-double multiplication.
#[derive(Clone, Copy)]
pub(crate) struct Product {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Product {
    pub(crate) const ONE: Self = Self { value: 1.0, error: 0.0 };

    /// Multiplies by a factor.
    #[inline(always)]
    pub(crate) fn multiply(&mut self, factor: Double) {
        let (value, error) = two_product(self.value, factor.hi);
        self.error = self.error * factor.hi + (error + self.value * factor.lo);
        self.value = value;
    }

    /// Divides by a divisor.
    #[inline(always)]
    pub(crate) fn divide(&mut self, divisor: Double) {
        let value = self.value / divisor.hi;
        let (product, error) = two_product(value, divisor.hi);
        let rest = ((self.value - product) - error) - value * divisor.lo;
        self.error = (self.error + rest) / divisor.hi;
        self.value = value;
    }

    #[inline(always)]
    pub(crate) fn double(self) -> Double {
        Double::new(self.value, self.error)
    }

    /// The product times a factor, rounded, and its error.
    #[inline(always)]
    pub(crate) fn times(self, factor: Double) -> (f64, f64) {
        let (value, error) = two_product(self.value, factor.hi);
        (value, error + (self.value * factor.lo + self.error * factor.hi))
    }
}

/// A sum of many terms that is normalised only at the end.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sum {
    pub(crate) value: f64,
    error: f64,
}

impl Sum {
    #[inline(always)]
    pub(crate) fn add(&mut self, term: f64, rest: f64) {
        let (value, error) = two_sum(self.value, term);
        self.value = value;
        self.error += error + rest;
    }

    pub(crate) fn double(self) -> Double {
        Double::new(self.value, self.error)
    }
}

impl From<f64> for Double {
    #[inline(always)]
    fn from(value: f64) -> Self {
        Self { hi: value, lo: 0.0 }
    }
}

impl Neg for Double {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}

impl Add for Double {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        let (hi, lo) = two_sum(self.hi, other.hi);
        let (low, lower) = two_sum(self.lo, other.lo);
        let (hi, lo) = fast_two_sum(hi, lo + low);
        Self::new(hi, lo + lower)
    }
}

impl Add<f64> for Double {
    type Output = Self;
    #[inline]
    fn add(self, other: f64) -> Self {
        let (hi, lo) = two_sum(self.hi, other);
        Self::new(hi, lo + self.lo)
    }
}

impl Sub for Double {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Double {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let (hi, lo) = two_product(self.hi, other.hi);
        Self::new(hi, lo + (self.hi * other.lo + self.lo * other.hi))
    }
}

impl Mul<f64> for Double {
    type Output = Self;
    #[inline]
    fn mul(self, other: f64) -> Self {
        let (hi, lo) = two_product(self.hi, other);
        Self::new(hi, lo + self.lo * other)
    }
}

impl Div for Double {
    type Output = Self;
    #[inline]
    fn div(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let rest = self - other * first;
        Self::new(first, rest.hi / other.hi)
    }
}

impl Div<f64> for Double {
    type Output = Self;
    #[inline]
    fn div(self, other: f64) -> Self {
        let first = self.hi / other;
        let (product, error) = two_product(first, other);
        Self::new(first, ((self.hi - product) - error + self.lo) / other)
    }
}
