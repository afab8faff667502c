//! Numbers as texts write them in decimal digits.
//!
//! Nearly all have few digits and a small power of ten. One multiplication or division gives those. The
//! others are divided as whole numbers of any length, bit by bit. So no table of powers is needed, whose
//! 10 kB would be the largest one of the WebAssembly module.

/// Digits beyond these decide nothing but on which side of a tie a number is.
const DIGITS: usize = 800;

/// Powers of ten that a double holds.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// The nearest double of a text, in the forms and with the bits of [`str::parse`].
///
/// ```
/// assert_eq!(scorio_core::decimal("1e-3"), Some(0.001));
/// assert_eq!(scorio_core::decimal("one"), None);
/// ```
#[must_use]
pub fn decimal(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    let (negative, rest) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, bytes),
    };
    let size = if rest.eq_ignore_ascii_case(b"nan") {
        f64::NAN
    } else if rest.eq_ignore_ascii_case(b"inf") || rest.eq_ignore_ascii_case(b"infinity") {
        f64::INFINITY
    } else {
        Written::read(rest)?.value()
    };
    Some(if negative { -size } else { size })
}

/// `digits` as a whole number, times ten to `power`.
struct Written {
    /// From the first digit that is not 0.
    digits: Vec<u8>,
    power: i64,
}

impl Written {
    /// `None` if the text is not digits with at most one point, and an exponent after them.
    fn read(text: &[u8]) -> Option<Self> {
        let end = text.iter().position(|byte| matches!(byte, b'e' | b'E')).unwrap_or(text.len());
        let (places, exponent) = text.split_at_checked(end)?;
        let mut power = match exponent {
            [] => 0,
            [_, rest @ ..] => whole(rest)?,
        };
        let (mut digits, mut point, mut any) = (Vec::new(), false, false);
        for &byte in places {
            match byte {
                b'.' if !point => point = true,
                b'0'..=b'9' => {
                    any = true;
                    power -= i64::from(point);
                    if digits.len() < DIGITS {
                        if byte > b'0' || !digits.is_empty() {
                            digits.push(byte - b'0');
                        }
                    } else {
                        power += 1;
                        if let (true, Some(last)) = (byte > b'0', digits.last_mut()) {
                            *last |= 1;
                        }
                    }
                }
                _ => return None,
            }
        }
        any.then_some(Self { digits, power })
    }

    fn value(&self) -> f64 {
        let count = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        let least = usize::try_from(self.power.unsigned_abs()).unwrap_or(usize::MAX);
        if count == 0 {
            return 0.0;
        }
        if count <= 15
            && let Some(power) = EXACT.get(least)
        {
            let whole = self.digits.iter().fold(0_u64, |sum, &digit| 10 * sum + u64::from(digit));
            return if self.power < 0 { whole as f64 / power } else { whole as f64 * power };
        }
        // Between 10^(count + power - 1) and ten times that.
        match count.saturating_add(self.power) {
            ..-330 => 0.0,
            311.. => f64::INFINITY,
            _ => self.divided(),
        }
    }

    /// The nearest double by long division. The lower of two as near has an even last bit.
    fn divided(&self) -> f64 {
        let (mut above, mut below) = (Natural::default(), Natural(vec![1]));
        for &digit in &self.digits {
            above.times(10, digit.into());
        }
        for _ in 0..self.power.unsigned_abs() {
            if self.power < 0 { below.times(10, 0) } else { above.times(10, 0) }
        }
        // The quotient times 2^shift has 54 or 55 bits, or fewer for numbers without all bits.
        let shift = (below.bits() - above.bits() + 54).min(1075);
        if shift < 0 {
            below.shift(-shift);
        } else {
            above.shift(shift);
        }
        let mut bits = 0_u64;
        let steps = (above.bits() - below.bits()).max(0);
        below.shift(steps);
        for _ in 0..=steps {
            bits <<= 1;
            if above.take(&below) {
                bits |= 1;
            }
            above.shift(1);
        }
        // The last bits that a double cannot hold, with the rest of the division as one more.
        let rest = u64::from(!above.0.is_empty());
        let spare = (64 - i64::from(bits.leading_zeros()) - 53).max(1);
        let (kept, lost) = (bits >> spare, (bits & ((1 << spare) - 1)) << 1 | rest);
        let half = 1 << spare;
        let up = lost > half || lost == half && kept & 1 == 1;
        scaled(kept + u64::from(up), spare - shift)
    }
}

/// A whole number of at most 53 bits, or 2^53, times a power of two that leaves it a double.
fn scaled(bits: u64, power: i64) -> f64 {
    // 2^power in two factors, of which each is a double of all bits.
    let half = power / 2;
    let factor = |power: i64| f64::from_bits((1023 + power).unsigned_abs() << 52);
    if power > 971 { f64::INFINITY } else { bits as f64 * factor(half) * factor(power - half) }
}

/// A whole number with its sign. Too large ones are cut to a size that decides as much.
fn whole(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let mut sum = 0_i64;
    for byte in digits {
        let digit = byte.checked_sub(b'0').filter(|&digit| digit < 10)?;
        sum = (10 * sum + i64::from(digit)).min(1 << 48);
    }
    (!digits.is_empty()).then_some(if negative { -sum } else { sum })
}

/// A whole number of any length: 32 bits each, the lowest first, without zeros at the end.
#[derive(Default)]
struct Natural(Vec<u32>);

impl Natural {
    fn bits(&self) -> i64 {
        let last = self.0.last().map_or(0, |last| 32 - i64::from(last.leading_zeros()));
        32 * i64::try_from(self.0.len().saturating_sub(1)).unwrap_or(i64::MAX) + last
    }

    /// Multiplies by a factor and adds a number.
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    fn times(&mut self, factor: u32, add: u32) {
        let mut carry = u64::from(add);
        for part in &mut self.0 {
            carry += u64::from(*part) * u64::from(factor);
            *part = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Multiplies by 2^bits.
    fn shift(&mut self, bits: i64) {
        if self.0.is_empty() {
            return;
        }
        let parts = usize::try_from(bits / 32).unwrap_or(0);
        self.times(1 << (bits % 32), 0);
        self.0.splice(0..0, std::iter::repeat_n(0, parts));
    }

    /// Subtracts a number that is not larger. Of a larger one nothing.
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    fn take(&mut self, other: &Self) -> bool {
        let smaller = self.0.len().cmp(&other.0.len());
        if smaller.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev())).is_lt() {
            return false;
        }
        let mut borrow = false;
        for (place, part) in self.0.iter_mut().enumerate() {
            let taken = u64::from(other.0.get(place).copied().unwrap_or(0)) + u64::from(borrow);
            borrow = u64::from(*part) < taken;
            *part = u64::from(*part).wrapping_sub(taken) as u32;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::decimal;

    fn same(text: &str) {
        let (found, expected) = (decimal(text), text.parse::<f64>().ok());
        let bits = |value: Option<f64>| {
            value.map(|value| (value.is_nan(), value.to_bits() << u32::from(value.is_nan())))
        };
        match (found, expected) {
            (Some(found), Some(expected)) if found.is_nan() => assert!(expected.is_nan(), "{text}"),
            _ => assert_eq!(bits(found), bits(expected), "{text}"),
        }
    }

    #[test]
    fn hard_texts_have_the_bits_of_the_standard_library() {
        let long = "9".repeat(1000);
        let half = format!(
            "{}e-1074",
            "4.940656458412465441765687928682213723651e-324".split('e').next().unwrap_or("")
        );
        for text in [
            "0",
            "-0",
            "1",
            ".5",
            "5.",
            "+1.5e3",
            "1e22",
            "1e23",
            "-1E-23",
            "9007199254740993",
            "0.1",
            "9007199254740993.00000000000000000001",
            "179769313486231570814527423731704356798070e267",
            "1.7976931348623158e308",
            "1.797693134862315808e308",
            "1e309",
            "1e-400",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "inf",
            "-Infinity",
            "NaN",
            "",
            ".",
            "e5",
            "1e",
            "1e+",
            "1.2.3",
            "0x10",
            " 1",
            "1_0",
            "-",
            "+",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "0e99999999999999999999",
            "00000.000001",
            "123456789012345678901234567890",
            &long,
            &half,
            "infinit",
            "na",
            "1e5e5",
            "--1",
            "١",
        ] {
            same(text);
        }
    }

    proptest! {
        #[test]
        fn doubles_come_back(bits: u64) {
            let value = f64::from_bits(bits);
            same(&format!("{value}"));
            same(&format!("{value:e}"));
            same(&format!("{value:.25e}"));
        }

        #[test]
        fn ties_round_as_in_the_standard_library(bits in 0_u64..0x7fef_ffff_ffff_ffff, change in 0..3_usize) {
            // Half of two neighbours, exactly, and a digit more or less.
            let value = num_bigint::BigUint::from((bits & ((1 << 52) - 1)) | 1 << 52) * 2_u32 + 1_u32;
            let power = i32::try_from(bits >> 52).unwrap_or(0) / 8 - 128;
            let text = if power >= 0 {
                (value << power.unsigned_abs()).to_string()
            } else {
                format!("{}e{power}", value * num_bigint::BigUint::from(5_u32).pow(power.unsigned_abs()))
            };
            let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            let more = ["", ".0000001", ".0"][change];
            same(&format!("{digits}{more}e{exponent}"));
        }

        #[test]
        fn any_text_is_taken_or_refused_alike(text in "[-+]?[0-9]{0,20}[.]?[0-9]{0,20}([eE][-+]?[0-9]{0,4})?") {
            same(&text);
        }
    }
}
