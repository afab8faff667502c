//! Exact sums: binary numbers of any length, which hold sums of doubles, of their squares and cubes.
//!
//! Nothing is rounded. So the order of the terms changes no bit, and n Σy² − (Σy)² does not cancel.

use crate::numeric::double::Double;
use crate::numeric::portable::power_of_two;

/// A whole number of any length times a power of 2^64.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExactSum {
    /// The first limb counts multiples of 2^(64 × base).
    base: i32,
    /// Two's complement, the smallest limb first. The last limb is all sign: 0 or `u64::MAX`.
    limbs: Vec<u64>,
}

/// The bits of a limb.
const BITS: i32 = 64;

/// Sign and size of a number. Neither the first nor the last limb is 0, and zero has none.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Magnitude {
    pub(super) negative: bool,
    pub(super) base: i32,
    pub(super) limbs: Vec<u64>,
}

impl ExactSum {
    pub(crate) const ZERO: Self = Self { base: 0, limbs: Vec::new() };

    /// Adds ± `whole` × 2^`exponent`.
    pub(super) fn add_whole(&mut self, negative: bool, whole: u128, exponent: i32) {
        if whole == 0 {
            return;
        }
        let (base, shift) = (exponent.div_euclid(BITS), exponent.rem_euclid(BITS));
        #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
        let (low, high) = (whole as u64, (whole >> BITS) as u64);
        let limbs = if shift == 0 {
            [low, high, 0]
        } else {
            let rest = BITS - shift;
            [low << shift, low >> rest | high << shift, high >> rest]
        };
        self.add_limbs(negative, base, &limbs);
    }

    /// Adds another number, or subtracts it.
    pub(crate) fn add(&mut self, other: &Self, subtract: bool) {
        if let Some(limbs) = other.positive() {
            return self.add_limbs(subtract, other.base, limbs);
        }
        let Magnitude { negative, base, limbs } = other.magnitude();
        self.add_limbs(negative != subtract, base, &limbs);
    }

    fn add_limbs(&mut self, negative: bool, base: i32, limbs: &[u64]) {
        self.cover(base, limbs.len());
        let start = usize::try_from(base - self.base).unwrap_or(0);
        let mut parts = limbs.iter();
        let mut carry = false;
        for limb in self.limbs.iter_mut().skip(start) {
            let part = match parts.next() {
                Some(&part) => part,
                None if carry => 0,
                None => break,
            };
            let step = if negative { u64::overflowing_sub } else { u64::overflowing_add };
            let (value, first) = step(*limb, part);
            let (value, second) = step(value, u64::from(carry));
            (*limb, carry) = (value, first || second);
        }
        // The last limb was all sign, so at most one unit came in.
        match self.limbs.last() {
            Some(0 | &u64::MAX) | None => {}
            Some(1) => self.limbs.push(0),
            Some(_) => self.limbs.push(u64::MAX),
        }
    }

    /// Makes room for some limbs, and for a sign after them.
    fn cover(&mut self, base: i32, count: usize) {
        if self.limbs.is_empty() {
            self.base = base;
            self.limbs = vec![0; count + 1];
            return;
        }
        if base < self.base {
            let below = usize::try_from(self.base - base).unwrap_or(0);
            self.limbs.splice(0..0, std::iter::repeat_n(0, below));
            self.base = base;
        }
        let least = usize::try_from(base - self.base).unwrap_or(0) + count + 1;
        if self.limbs.len() < least {
            let sign = self.limbs.last().copied().unwrap_or(0);
            self.limbs.resize(least, sign);
        }
    }

    /// The limbs of a number that is not negative, without zeros at the upper end.
    fn positive(&self) -> Option<&[u64]> {
        if self.limbs.last() == Some(&u64::MAX) {
            return None;
        }
        let length = self.limbs.iter().rposition(|&limb| limb != 0).map_or(0, |last| last + 1);
        self.limbs.get(..length)
    }

    /// Sign and size, in a form that depends on the number alone.
    pub(super) fn magnitude(&self) -> Magnitude {
        let negative = self.limbs.last() == Some(&u64::MAX);
        let mut limbs = self.limbs.clone();
        if negative {
            let mut carry = true;
            for limb in &mut limbs {
                (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
            }
        }
        let (base, limbs) = trimmed(self.base, limbs);
        Magnitude { negative, base, limbs }
    }

    /// The number times a whole number.
    pub(crate) fn times(&self, factor: u64) -> Self {
        let Magnitude { negative, base, limbs } = self.magnitude();
        Self::signed(negative, base, product(&limbs, &[factor]))
    }

    /// The number times itself.
    pub(crate) fn squared(&self) -> Self {
        let Magnitude { base, limbs, .. } = self.magnitude();
        Self::signed(false, 2 * base, product(&limbs, &limbs))
    }

    /// The number times another one.
    pub(crate) fn multiplied(&self, other: &Self) -> Self {
        let (one, two) = (self.magnitude(), other.magnitude());
        let limbs = product(&one.limbs, &two.limbs);
        Self::signed(one.negative != two.negative, one.base + two.base, limbs)
    }

    /// A number from its sign and size.
    pub(super) fn signed(negative: bool, base: i32, limbs: Vec<u64>) -> Self {
        let mut number = Self::default();
        number.add_limbs(negative, base, &limbs);
        number
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.magnitude().negative
    }

    /// e with 2^e ≤ |number| < 2^(e + 1). Zero has none.
    pub(crate) fn exponent(&self) -> Option<i32> {
        if let Some(limbs) = self.positive() {
            return exponent(self.base, limbs);
        }
        let Magnitude { base, limbs, .. } = self.magnitude();
        exponent(base, &limbs)
    }

    /// The number times 2^`shift`, to 106 bits. It is infinite or 0 beyond the range of doubles.
    pub(crate) fn double(&self, shift: i32) -> Double {
        if let Some(limbs) = self.positive() {
            return double(self.base, limbs, shift);
        }
        let Magnitude { base, limbs, .. } = self.magnitude();
        -double(base, &limbs, shift)
    }
}

/// e with 2^e ≤ number < 2^(e + 1), whose last limb is not 0.
fn exponent(base: i32, limbs: &[u64]) -> Option<i32> {
    let top = limbs.last()?.leading_zeros().cast_signed();
    Some((base + i32::try_from(limbs.len()).unwrap_or(0)) * BITS - top - 1)
}

/// A number times 2^`shift`, whose last limb is not 0.
fn double(base: i32, limbs: &[u64], shift: i32) -> Double {
    let limb = |place: usize| limbs.len().checked_sub(place).and_then(|at| limbs.get(at));
    let top = |place: usize| u128::from(limb(place).copied().unwrap_or(0));
    // The first 128 bits, so that the highest is set.
    let spare = limb(1).map_or(0, |limb| limb.leading_zeros());
    let third = if spare == 0 { 0 } else { top(3) >> (64 - spare) };
    let first = (top(1) << 64 | top(2)) << spare | third;
    let (high, low) = (first >> 75, first >> 22 & ((1 << 53) - 1));
    let number = Double::new(high as f64, low as f64 * power_of_two(-53));
    let length = i32::try_from(limbs.len()).unwrap_or(0);
    scaled(number, (base + length) * BITS - spare.cast_signed() - 53 + shift)
}

/// Equal if the numbers are.
impl PartialEq for ExactSum {
    fn eq(&self, other: &Self) -> bool {
        self.magnitude() == other.magnitude()
    }
}

/// A number times any power of two.
pub(crate) fn scaled(number: Double, mut exponent: i32) -> Double {
    let mut number = number;
    while exponent != 0 && number.hi != 0.0 && number.hi.is_finite() {
        let step = exponent.clamp(-1000, 1000);
        number = number.scaled(power_of_two(step));
        exponent -= step;
    }
    number
}

/// Without zero limbs at either end.
fn trimmed(base: i32, mut limbs: Vec<u64>) -> (i32, Vec<u64>) {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    let zeros = limbs.iter().take_while(|&&limb| limb == 0).count();
    limbs.drain(..zeros);
    let base = if limbs.is_empty() { 0 } else { base + i32::try_from(zeros).unwrap_or(0) };
    (base, limbs)
}

fn product(left: &[u64], right: &[u64]) -> Vec<u64> {
    let mut limbs = vec![0_u64; left.len() + right.len()];
    for (start, &a) in left.iter().enumerate() {
        let mut carry = 0_u128;
        for (limb, b) in limbs.iter_mut().skip(start).zip(right.iter().copied().chain([0])) {
            let sum = u128::from(a) * u128::from(b) + u128::from(*limb) + carry;
            #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
            {
                *limb = sum as u64;
            }
            carry = sum >> 64;
        }
    }
    limbs
}

/// A finite double as sign, whole number and exponent.
pub(super) fn parts(value: f64) -> (bool, u64, i32) {
    let bits = value.to_bits();
    let biased = i32::try_from(bits >> 52 & 0x7ff).unwrap_or(0);
    let fraction = bits & ((1 << 52) - 1);
    let whole = if biased == 0 { fraction } else { fraction | 1 << 52 };
    (value.is_sign_negative(), whole, biased.max(1) - 1075)
}
