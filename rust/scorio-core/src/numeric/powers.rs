//! Sums of numbers, of their squares and of their cubes, exactly, and their texts in files.

use std::fmt::Write as _;

use super::exact::{ExactSum, Magnitude, parts};

impl ExactSum {
    /// Adds a finite number so many times, or subtracts it.
    pub(crate) fn add_value(&mut self, value: f64, times: u64, subtract: bool) {
        let (negative, whole, exponent) = parts(value);
        // 53 bits times 64 bits.
        self.add_whole(negative != subtract, u128::from(whole) * u128::from(times), exponent);
    }

    /// Adds the square of a finite number so many times, or subtracts it.
    pub(crate) fn add_square(&mut self, value: f64, times: u64, subtract: bool) {
        const HALF: i32 = 53;
        let (_, whole, exponent) = parts(value);
        let square = u128::from(whole) * u128::from(whole);
        let (low, high) = (square & ((1 << HALF) - 1), square >> HALF);
        self.add_whole(subtract, low * u128::from(times), 2 * exponent);
        self.add_whole(subtract, high * u128::from(times), 2 * exponent + HALF);
    }

    /// Adds the cube of a finite number so many times, or subtracts it.
    pub(crate) fn add_cube(&mut self, value: f64, times: u64, subtract: bool) {
        const HALF: i32 = 53;
        let (negative, whole, exponent) = parts(value);
        let square = u128::from(whole) * u128::from(whole);
        let mut add = |part: u128, exponent: i32| {
            // 53 bits times 53 bits, and then times 64 bits in two halves.
            let part = part * u128::from(whole);
            let (low, high) = (part & ((1 << HALF) - 1), part >> HALF);
            self.add_whole(negative != subtract, low * u128::from(times), exponent);
            self.add_whole(negative != subtract, high * u128::from(times), exponent + HALF);
        };
        add(square & ((1 << HALF) - 1), 3 * exponent);
        add(square >> HALF, 3 * exponent + HALF);
    }

    /// Adds numbers from 0, their squares and their cubes, each to its sum.
    pub(crate) fn add_powers(
        values: &[f64],
        sum: &mut Self,
        squares: &mut Self,
        mut cubes: Option<&mut Self>,
    ) {
        let one = |value: &f64| parts(*value).2;
        let mut rest: Vec<f64> = values.iter().copied().filter(|value| *value != 0.0).collect();
        while let Some(least) = rest.iter().map(one).min() {
            // Numbers of up to 2^10 times the smallest are whole at its scale, and have 63 bits.
            const SPREAD: i32 = 10;
            let mut added = [[0_u128; 3]; 3];
            rest.retain(|value| {
                let (_, whole, exponent) = parts(*value);
                let shift = exponent - least;
                if shift > SPREAD {
                    return true;
                }
                let whole = whole << shift.cast_unsigned();
                let limbs = limbs_of_powers(whole);
                for (sums, limbs) in added.iter_mut().zip(limbs) {
                    for (sum, limb) in sums.iter_mut().zip(limbs) {
                        *sum += u128::from(limb);
                    }
                }
                false
            });
            let into = [Some(&mut *sum), Some(&mut *squares), cubes.as_deref_mut()];
            for ((power, into), limbs) in (1..).zip(into).zip(added) {
                let Some(into) = into else { continue };
                for (place, limb) in (0..).zip(limbs) {
                    into.add_whole(false, limb, power * least + 64 * place);
                }
            }
        }
    }

    /// The number as text, `-0x1bp-3` for −27/8. Equal numbers have equal texts.
    pub(crate) fn text(&self) -> String {
        let Magnitude { negative, base, limbs } = self.magnitude();
        let Some(first) = limbs.first() else { return "0x0p0".to_owned() };
        let zeros = first.trailing_zeros();
        let next = limbs.iter().skip(1).copied().chain([0]);
        let odd = limbs
            .iter()
            .zip(next)
            .map(|(&low, high)| low >> zeros | high.checked_shl(u64::BITS - zeros).unwrap_or(0));
        let mut text = String::from(if negative { "-0x" } else { "0x" });
        let digits: Vec<u64> = odd.collect();
        for limb in digits.iter().rev().skip_while(|&&limb| limb == 0) {
            // Writing to a text cannot fail.
            let _ = if text.ends_with('x') {
                write!(text, "{limb:x}")
            } else {
                write!(text, "{limb:016x}")
            };
        }
        let _ = write!(text, "p{}", base * 64 + zeros.cast_signed());
        text
    }

    /// The number of a text, or `None` for anything else.
    ///
    /// A number that no sum of 2^53 doubles, squares or cubes can reach is none, either.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        const LARGEST: i32 = 3_300;
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (digits, exponent) = text.strip_prefix("0x")?.split_once('p')?;
        let exponent: i32 = exponent.parse().ok()?;
        let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let length = i32::try_from(digits.len()).ok().filter(|&length| length > 0)?;
        let most = LARGEST.checked_sub(length.checked_mul(4)?)?;
        if !hexadecimal || !(-LARGEST..=most).contains(&exponent) {
            return None;
        }
        let mut number = Self::default();
        for (place, digit) in (0..).zip(digits.bytes().rev()) {
            let value = char::from(digit).to_digit(16)?;
            number.add_whole(negative, u128::from(value), exponent + 4 * place);
        }
        Some(number)
    }

    /// The nearest double. It is infinite if the number is larger.
    pub(crate) fn value(&self) -> f64 {
        self.double(0).value()
    }
}

/// A whole number, its square and its cube, in limbs from the smallest.
#[expect(clippy::cast_possible_truncation, reason = "limbs are the halves of products")]
fn limbs_of_powers(whole: u64) -> [[u64; 3]; 3] {
    let halves = |number: u128| (number as u64, (number >> 64) as u64);
    let wide = |number: u64| u128::from(number);
    let (low, high) = halves(wide(whole) * wide(whole));
    let (first, carry) = halves(wide(low) * wide(whole));
    let (second, third) = halves(wide(high) * wide(whole) + wide(carry));
    [[whole, 0, 0], [low, high, 0], [first, second, third]]
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use num_rational::BigRational;
    use num_traits::{Signed, ToPrimitive, Zero};
    use proptest::prelude::*;

    use super::*;

    fn rational(exact: &ExactSum) -> BigRational {
        let Magnitude { negative, base, limbs } = exact.magnitude();
        let whole = limbs.iter().rev().fold(BigInt::zero(), |sum, &limb| (sum << 64) + limb);
        let unit = BigRational::from_integer(2.into()).pow(64 * base);
        let size = BigRational::from_integer(whole) * unit;
        if negative { -size } else { size }
    }

    fn finite() -> impl Strategy<Value = f64> {
        let special = [0.0, -0.0, 1.0, 0.1, f64::MAX, f64::MIN, 5e-324, 1e300, -1e-300, 9.3e18];
        prop_oneof![
            any::<f64>().prop_filter("finite", |value| value.is_finite()),
            -1.0..1.0_f64,
            prop::sample::select(special.to_vec()),
        ]
    }

    proptest! {
        #[test]
        fn sums_are_those_of_rationals(
            values in prop::collection::vec((finite(), 0..5_u64, any::<bool>()), 0..40),
            factor in any::<u64>(),
        ) {
            let (mut sum, mut squares) = (ExactSum::default(), ExactSum::default());
            let (mut plain, mut plain_squares) = (BigRational::zero(), BigRational::zero());
            let (mut cubes, mut plain_cubes) = (ExactSum::default(), BigRational::zero());
            for &(value, times, subtract) in &values {
                sum.add_value(value, times, subtract);
                squares.add_square(value, times, subtract);
                let exact = BigRational::from_float(value).unwrap();
                let signed = BigInt::from(times) * if subtract { -1 } else { 1 };
                cubes.add_cube(value, times, subtract);
                plain += &exact * &signed;
                plain_cubes += &exact * &exact * &exact * &signed;
                plain_squares += &exact * &exact * signed;
            }
            for (exact, plain) in [(&sum, plain), (&squares, plain_squares), (&cubes, plain_cubes)] {
                prop_assert_eq!(rational(exact), plain.clone());
                prop_assert_eq!(exact.is_negative(), plain.is_negative());
                prop_assert_eq!(rational(&exact.squared()), &plain * &plain);
                prop_assert_eq!(rational(&exact.times(factor)), &plain * BigInt::from(factor));
                prop_assert_eq!(rational(&exact.multiplied(&sum)), &plain * rational(&sum));
                let text = exact.text();
                prop_assert_eq!(&ExactSum::parse(&text).unwrap(), exact);
                prop_assert_eq!(ExactSum::parse(&text).unwrap().text(), text);
                let Some(exponent) = exact.exponent() else {
                    prop_assert!(plain.is_zero());
                    continue;
                };
                let unit = BigRational::from_integer(2.into()).pow(exponent);
                let share = plain.abs() / &unit;
                prop_assert!(share >= BigRational::from_integer(1.into()));
                prop_assert!(share < BigRational::from_integer(2.into()));
                // 30 digits, at the scale where the number is between 1 and 2.
                let double = exact.double(-exponent);
                let both = BigRational::from_float(double.hi).unwrap()
                    + BigRational::from_float(double.lo).unwrap();
                let error = (both - &plain / unit).abs().to_f64().unwrap();
                prop_assert!(error < 1e-31, "{}", error);
            }
        }

        #[test]
        fn numbers_that_are_added_together_have_the_sums_of_single_ones(
            values in prop::collection::vec(finite(), 0..40),
            like in prop::collection::vec(0.0..1000.0_f64, 0..40),
        ) {
            let values: Vec<f64> = values.into_iter().map(f64::abs).chain(like).collect();
            let mut plain = [ExactSum::ZERO, ExactSum::ZERO, ExactSum::ZERO];
            let [mut sum, mut squares, mut cubes] = plain.clone();
            ExactSum::add_powers(&values, &mut sum, &mut squares, Some(&mut cubes));
            for &value in &values {
                plain[0].add_value(value, 1, false);
                plain[1].add_square(value, 1, false);
                plain[2].add_cube(value, 1, false);
            }
            prop_assert_eq!([sum, squares, cubes], plain);
        }

        #[test]
        fn the_order_changes_no_bit(
            values in prop::collection::vec(finite(), 0..30),
            cut in 0..30_usize,
        ) {
            let of = |values: &[f64]| {
                let mut sum = ExactSum::default();
                for &value in values {
                    sum.add_square(value, 1, false);
                    sum.add_value(value, 1, false);
                }
                sum
            };
            let backwards: Vec<f64> = values.iter().rev().copied().collect();
            let (left, right) = values.split_at(cut.min(values.len()));
            let mut merged = of(right);
            merged.add(&of(left), false);
            prop_assert_eq!(of(&values).text(), of(&backwards).text());
            prop_assert_eq!(of(&values).text(), merged.text());
            merged.add(&of(&values), true);
            prop_assert_eq!(merged.text(), "0x0p0");
        }

        #[test]
        fn any_text_is_a_number_or_none(text in "-?(0x)?[0-9a-f]{0,20}p?-?[0-9]{0,5}") {
            if let Some(number) = ExactSum::parse(&text) {
                prop_assert_eq!(ExactSum::parse(&number.text()), Some(number));
            }
        }
    }

    #[test]
    fn texts_as_worked_out_by_hand() {
        let mut number = ExactSum::default();
        number.add_value(-3.375, 1, false);
        assert_eq!(number.text(), "-0x1bp-3");
        number.add_value(3.375, 1, false);
        assert_eq!((number.text().as_str(), number.exponent()), ("0x0p0", None));
        for wrong in
            ["", "0x", "0xp0", "1p0", "0x1", "0x1p9999", "0x1p3400", "0xgp0", "0x1p99999999999"]
        {
            assert_eq!(ExactSum::parse(wrong), None, "{wrong}");
        }
        let mut huge = ExactSum::default();
        huge.add_value(f64::MAX, 2, false);
        assert_eq!(huge.value(), f64::INFINITY);
        huge.add_value(f64::MAX, 1, true);
        assert_eq!(huge.value(), f64::MAX);
    }
}
