//! Σy and Σy² of one question, exactly.

use crate::numeric::double::Double;
use crate::numeric::exact::ExactSum;

/// Σy and Σy² of some outcomes. Their number n is kept beside them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PowerSums {
    sum: ExactSum,
    squares: ExactSum,
}

/// Exact sums in the form of files: their texts, and the nearest doubles.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredSums {
    /// Σy as a double. It is infinite beyond the largest one.
    pub sum: f64,
    /// Σy² as a double. It is infinite beyond the largest one.
    pub squares: f64,
    /// Σy as text, `0x1bp-3` for 27/8.
    pub exact_sum: String,
    /// Σy² as text.
    pub exact_squares: String,
}

/// The double nearest to an exact sum as text, or `None` for another text.
#[must_use]
pub fn nearest(text: &str) -> Option<f64> {
    ExactSum::parse(text).map(|exact| exact.value())
}

impl PowerSums {
    pub(super) const ZERO: Self = Self { sum: ExactSum::ZERO, squares: ExactSum::ZERO };

    /// Adds a finite outcome so many times.
    pub(super) fn add(&mut self, value: f64, times: u64) {
        self.sum.add_value(value, times, false);
        self.squares.add_square(value, times, false);
    }

    /// Takes one outcome back that was added before.
    pub(super) fn remove(&mut self, value: f64) {
        self.sum.add_value(value, 1, true);
        self.squares.add_square(value, 1, true);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.sum.add(&other.sum, false);
        self.squares.add(&other.squares, false);
    }

    /// The sums as files hold them.
    #[must_use]
    pub fn stored(&self) -> StoredSums {
        StoredSums {
            sum: self.sum.value(),
            squares: self.squares.value(),
            exact_sum: self.sum.text(),
            exact_squares: self.squares.text(),
        }
    }

    /// Sums from their texts. The text that is none is the error.
    pub(super) fn parse<'t>(sum: &'t str, squares: &'t str) -> Result<Self, &'t str> {
        let part = |text: &'t str| ExactSum::parse(text).ok_or(text);
        Ok(Self { sum: part(sum)?, squares: part(squares)? })
    }

    /// Whether n outcomes can have these sums: n Σy² ≥ (Σy)², and nothing is the sum of nothing.
    pub(super) fn are_possible(&self, n: u64) -> bool {
        let empty = |one: &ExactSum| one.exponent().is_none();
        if n == 0 || empty(&self.squares) {
            return empty(&self.sum) && empty(&self.squares);
        }
        !self.squares.is_negative() && !self.spread(n).is_negative()
    }

    /// n Σy² − (Σy)².
    fn spread(&self, n: u64) -> ExactSum {
        let mut spread = self.squares.times(n);
        spread.add(&self.sum.squared(), true);
        spread
    }

    /// e such that the outcomes are about as large as 2^e. Outcomes that are all 0 have none.
    pub(crate) fn exponent(&self) -> Option<i32> {
        self.squares.exponent().map(|exponent| exponent.div_euclid(2))
    }

    /// The mean of n outcomes, times 2^`shift`.
    pub(crate) fn mean(&self, n: u64, shift: i32) -> Double {
        self.sum.double(shift) / n as f64
    }

    /// Σ (y − mean)² of n outcomes, times 4^`shift`. It is 0 exactly where all are equal.
    pub(crate) fn deviations(&self, n: u64, shift: i32) -> Double {
        self.spread(n).double(2 * shift) / n as f64
    }
}
