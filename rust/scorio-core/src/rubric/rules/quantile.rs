//! Quantiles of the values that a signal has, by exact ranks.

use crate::numeric::double::Double;

/// A share from 0 to 1 as the decimal that its user wrote, so that 0.4 of 5 is 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantileShare {
    digits: u64,
    /// The power of ten that the digits are divided by.
    unit: u64,
}

/// How a quantile between two values is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuantileRule {
    /// The smallest observed x with F(x) ≥ q.
    #[default]
    Observed,
    /// Linear interpolation at (n − 1) q, as NumPy's default.
    Linear,
}

impl QuantileRule {
    pub(in crate::rubric) const NAMES: [&'static str; 2] = ["observed", "linear"];

    pub(in crate::rubric) fn named(name: &str) -> Option<Self> {
        match name {
            "observed" => Some(Self::Observed),
            "linear" => Some(Self::Linear),
            _ => None,
        }
    }

    /// Its name in a rubric file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Observed => "observed",
            Self::Linear => "linear",
        }
    }
}

impl QuantileShare {
    /// A decimal from 0 to 1 of at most 15 digits, such as 0.4, .33 or 1e-3.
    pub(in crate::rubric) fn parse(text: &str) -> Option<Self> {
        let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent = exponent.parse::<i32>().ok()?;
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let part = part.trim_end_matches('0');
        let digits: String = [whole.trim_start_matches('+'), part].concat().replace('_', "");
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let digits = digits.parse::<u64>().ok()?;
        let decimals = i32::try_from(part.len()).ok()?.checked_sub(exponent)?;
        let (digits, decimals) = match u32::try_from(decimals) {
            Ok(decimals) => (digits, decimals),
            Err(_) => (digits.checked_mul(10_u64.checked_pow(decimals.unsigned_abs())?)?, 0),
        };
        let unit = 10_u64.checked_pow(decimals).filter(|_| decimals <= 15)?;
        (digits <= unit).then_some(Self { digits, unit })
    }

    /// ⌊q · n⌋, and the remainder as a fraction of 1: both of its parts are below 2^53.
    fn of(self, n: u64) -> (u64, Double) {
        let product = u128::from(self.digits) * u128::from(n);
        let unit = u128::from(self.unit);
        let whole = u64::try_from(product / unit).unwrap_or(n);
        (whole, Double::from((product % unit) as f64) / self.unit as f64)
    }
}

/// The quantile of values, which are reordered. Nothing if there are none.
pub(in crate::rubric) fn quantile(
    values: &mut [f64],
    share: QuantileShare,
    rule: QuantileRule,
) -> Option<f64> {
    let n = values.len() as u64;
    let last = n.checked_sub(1)?;
    let mut nth = |place: u64| {
        let place = usize::try_from(place.min(last)).unwrap_or(0);
        *values.select_nth_unstable_by(place, f64::total_cmp).1
    };
    Some(match rule {
        QuantileRule::Observed => {
            let (whole, rest) = share.of(n);
            nth((whole + u64::from(rest.is_positive())).saturating_sub(1))
        }
        QuantileRule::Linear => {
            let (whole, rest) = share.of(last);
            let (low, high) = (nth(whole), nth(whole + 1));
            if !rest.is_positive() || low == high {
                low
            } else {
                (Double::sum(high, -low) * rest + low).value()
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64], share: &str, rule: QuantileRule) -> f64 {
        quantile(&mut values.to_vec(), QuantileShare::parse(share).unwrap(), rule).unwrap()
    }

    #[test]
    fn ranks_are_exact() {
        let ten: Vec<f64> = (1..=10).map(f64::from).rev().collect();
        for (share, observed, linear) in [
            ("0", 1.0, 1.0),
            ("0.1", 1.0, 1.9),
            ("0.3", 3.0, 3.7),
            ("0.30", 3.0, 3.7),
            ("0.31", 4.0, 3.79),
            ("0.7", 7.0, 7.3),
            ("1", 10.0, 10.0),
            ("1.0", 10.0, 10.0),
            ("5e-1", 5.0, 5.5),
        ] {
            assert_eq!(of(&ten, share, QuantileRule::Observed), observed, "{share}");
            assert!((of(&ten, share, QuantileRule::Linear) - linear).abs() < 1e-14, "{share}");
        }
        assert_eq!(of(&[7.0], "0.33", QuantileRule::Observed), 7.0);
        assert_eq!(of(&[7.0], "0.33", QuantileRule::Linear), 7.0);
    }

    #[test]
    fn shares_are_decimals_from_0_to_1() {
        for wrong in ["", "1.1", "-0.1", "x", "nan", "0.1.2", "2e0", "1e-16"] {
            assert_eq!(QuantileShare::parse(wrong), None, "{wrong}");
        }
        assert_eq!(QuantileShare::parse("4e-1"), QuantileShare::parse("0.4"));
    }
}
