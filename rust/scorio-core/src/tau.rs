//! τ of G-Pass@k_τ: the share of k draws that must succeed.

use std::fmt;

use crate::error::{Error, Result};

/// A share in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tau(Share);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Share {
    /// The decimal that a person wrote, or a quotient j / k, as the nearest double.
    Decimal(f64),
    /// Numerator and denominator.
    Ratio(u64, u64),
}

impl Tau {
    /// A share from its double.
    ///
    /// # Errors
    /// Outside [0, 1].
    pub fn decimal(value: f64) -> Result<Self> {
        let inside = (0.0..=1.0).contains(&value);
        if inside {
            Ok(Self(Share::Decimal(value)))
        } else {
            Err(Error::Tau { text: value.to_string(), value })
        }
    }

    /// A share from a fraction.
    ///
    /// # Errors
    /// Outside [0, 1].
    pub fn ratio(numerator: u64, denominator: u64) -> Result<Self> {
        if denominator > 0 && numerator <= denominator {
            return Ok(Self(Share::Ratio(numerator, denominator)));
        }
        let value = numerator as f64 / denominator as f64;
        Err(Error::Tau { text: format!("{numerator}/{denominator}"), value })
    }

    /// max(1, ⌈τk⌉): how many of k draws must succeed, at least one.
    pub(crate) fn successes(self, k: u64) -> u64 {
        let successes = match self.0 {
            // A double stands for every share within a few of its roundings: 5/6 · 6 is above 5,
            // and 0.1 · 3 above 3/10. Shares that differ in 15 decimals stay apart.
            Share::Decimal(tau) => {
                let least = tau * k as f64 * (1.0 - 4.0 * f64::EPSILON);
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
            Share::Decimal(tau) => tau.fmt(formatter),
            Share::Ratio(numerator, denominator) => write!(formatter, "{numerator}/{denominator}"),
        }
    }
}
