//! τ of G-Pass@k_τ: the share of k draws that must succeed.

use std::fmt;

use crate::check::{self, CheckError};
use crate::error::Result;

/// A share in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tau(Share);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Share {
    /// The nearest number to a decimal that a person wrote, or to a quotient j / k.
    ///
    /// Numbers of its type near 1 are `spacing` apart.
    Decimal {
        /// The number.
        value: f64,
        /// 2^-52 for doubles.
        spacing: f64,
    },
    /// Numerator and denominator.
    Ratio(u64, u64),
}

impl Tau {
    /// A share from a double.
    ///
    /// # Errors
    /// The share is outside [0, 1].
    pub fn decimal(value: f64) -> Result<Self> {
        Self::rounded(value, f64::MANTISSA_DIGITS)
    }

    /// A share from a number with this many significant bits: 24 for single precision, 11 for half.
    ///
    /// More bits than a double has count as those of a double.
    ///
    /// # Errors
    /// The share is outside [0, 1].
    pub fn rounded(value: f64, bits: u32) -> Result<Self> {
        check::share("tau", &[], value)?;
        let bits = bits.clamp(1, f64::MANTISSA_DIGITS);
        let spacing = (0..bits - 1).fold(1.0, |spacing, _| spacing / 2.0);
        Ok(Self(Share::Decimal { value, spacing }))
    }

    /// A share from a fraction.
    ///
    /// # Errors
    /// The share is outside [0, 1].
    pub fn ratio(numerator: u64, denominator: u64) -> Result<Self> {
        if denominator > 0 && numerator <= denominator {
            return Ok(Self(Share::Ratio(numerator, denominator)));
        }
        let value = numerator as f64 / denominator as f64;
        let text = format!("{numerator}/{denominator}");
        Err(CheckError::Share { name: "tau".to_owned(), index: Vec::new(), text, value }.into())
    }

    /// max(1, ⌈τk⌉): how many of k draws must succeed.
    pub(crate) fn successes(self, k: u64) -> u64 {
        let successes = match self.0 {
            // A number stands for every share within a few of its roundings, but for less than half
            // a draw. 5/6 · 6 is above 5, and 0.1 · 3 is above 3/10. Shares that differ in 15
            // decimals stay different.
            Share::Decimal { value, spacing } => {
                let most = value * k as f64;
                let least = most - (4.0 * spacing * most).min(0.5);
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "0 ≤ τk ≤ k"
                )]
                let least = least.ceil() as u64;
                least
            }
            Share::Ratio(numerator, denominator) => {
                let product = u128::from(numerator) * u128::from(k);
                u64::try_from(product.div_ceil(u128::from(denominator))).unwrap_or(k)
            }
        };
        successes.clamp(1, k)
    }
}

impl fmt::Display for Tau {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Share::Decimal { value, .. } => value.fmt(formatter),
            Share::Ratio(numerator, denominator) => write!(formatter, "{numerator}/{denominator}"),
        }
    }
}
