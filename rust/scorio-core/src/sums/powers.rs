//! Σy, Σy² and Σy³ of one question, exactly.

use crate::numeric::double::Double;
use crate::numeric::exact::ExactSum;

/// Σy, Σy² and Σy³ of some outcomes. Their number n is kept beside them.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerSums {
    sum: ExactSum,
    squares: ExactSum,
    /// Missing if a part of the outcomes came from a file that lacks it.
    cubes: Option<ExactSum>,
}

impl Default for PowerSums {
    fn default() -> Self {
        Self::ZERO
    }
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
    /// Σy³ as text. Missing if it is not known.
    pub exact_cubes: Option<String>,
}

/// The texts of exact sums, as files hold them.
#[derive(Clone, Copy, Debug)]
pub struct ExactTexts<'t> {
    /// Σy.
    pub sum: &'t str,
    /// Σy².
    pub squares: &'t str,
    /// Σy³, if the file has it.
    pub cubes: Option<&'t str>,
}

/// The double nearest to an exact sum as text, or `None` for another text.
#[must_use]
pub fn nearest(text: &str) -> Option<f64> {
    ExactSum::parse(text).map(|exact| exact.value())
}

impl PowerSums {
    pub(super) const ZERO: Self =
        Self { sum: ExactSum::ZERO, squares: ExactSum::ZERO, cubes: Some(ExactSum::ZERO) };

    /// Adds a finite outcome so many times.
    pub(super) fn add(&mut self, value: f64, times: u64) {
        self.sum.add_value(value, times, false);
        self.squares.add_square(value, times, false);
        if let Some(cubes) = &mut self.cubes {
            cubes.add_cube(value, times, false);
        }
    }

    /// Adds finite outcomes from 0, each once.
    pub(super) fn add_all(&mut self, values: &[f64]) {
        let Self { sum, squares, cubes } = self;
        ExactSum::add_powers(values, sum, squares, cubes.as_mut());
    }

    /// Takes one outcome back that was added before.
    pub(super) fn remove(&mut self, value: f64) {
        self.sum.add_value(value, 1, true);
        self.squares.add_square(value, 1, true);
        if let Some(cubes) = &mut self.cubes {
            cubes.add_cube(value, 1, true);
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.sum.add(&other.sum, false);
        self.squares.add(&other.squares, false);
        match (&mut self.cubes, &other.cubes) {
            (Some(own), Some(others)) => own.add(others, false),
            (own, _) => *own = None,
        }
    }

    /// The sums as files hold them.
    #[must_use]
    pub fn stored(&self) -> StoredSums {
        StoredSums {
            sum: self.sum.value(),
            squares: self.squares.value(),
            exact_sum: self.sum.text(),
            exact_squares: self.squares.text(),
            exact_cubes: self.cubes.as_ref().map(ExactSum::text),
        }
    }

    /// Sums from their texts. The text that is none is the error.
    pub(super) fn parse<'t>(texts: ExactTexts<'t>) -> Result<Self, &'t str> {
        let part = |text: &'t str| ExactSum::parse(text).ok_or(text);
        let cubes = texts.cubes.map(part).transpose()?;
        Ok(Self { sum: part(texts.sum)?, squares: part(texts.squares)?, cubes })
    }

    /// Whether n outcomes can have these sums: n Σy² ≥ (Σy)², (Σy²)³ ≥ (Σy³)², and nothing is the sum of
    /// nothing.
    pub(super) fn are_possible(&self, n: u64) -> bool {
        let empty = |one: &ExactSum| one.exponent().is_none();
        if n == 0 || empty(&self.squares) {
            let cubes = self.cubes.as_ref().is_none_or(empty);
            return empty(&self.sum) && empty(&self.squares) && cubes;
        }
        let fits = self.cubes.as_ref().is_none_or(|cubes| {
            let mut room = self.squares.multiplied(&self.squares.squared());
            room.add(&cubes.squared(), true);
            !room.is_negative()
        });
        fits && !self.squares.is_negative() && !self.spread(n).is_negative()
    }

    /// Whether others are the same, as far as both are known.
    pub(super) fn are_of(&self, other: &Self) -> bool {
        let cubes = self.cubes.as_ref().zip(other.cubes.as_ref());
        let same = self.sum == other.sum && self.squares == other.squares;
        same && cubes.is_none_or(|(own, others)| own == others)
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
        let count = n as f64;
        let (sum, squares) = (self.sum.double(shift), self.squares.double(2 * shift) * count);
        let rounded = squares - sum * sum;
        let exact = || self.spread(n).double(2 * shift);
        (if is_clear(rounded, squares) { rounded } else { exact() }) / count
    }

    /// Σ (y − mean)³ of n outcomes, times 8^`shift`. `None` if Σy³ is not known.
    pub(crate) fn cubed_deviations(&self, n: u64, shift: i32) -> Option<Double> {
        let (count, cubes) = (n as f64, self.cubes.as_ref()?);
        let (sum, squares) = (self.sum.double(shift), self.squares.double(2 * shift));
        // n² Σy³ − 3n Σy Σy² + 2 (Σy)³
        let first = cubes.double(3 * shift) * count * count;
        let (second, third) = (sum * squares * (3.0 * count), sum * sum * sum * 2.0);
        let rounded = first - second + third;
        let size = [first, second, third].map(|one| if one.hi < 0.0 { -one } else { one });
        let exact = || {
            let mut cubes = cubes.times(n).times(n);
            cubes.add(&self.sum.multiplied(&self.squares).times(3).times(n), true);
            cubes.add(&self.sum.multiplied(&self.sum.squared()).times(2), false);
            cubes.double(3 * shift)
        };
        let clear = is_clear(rounded, size[0] + size[1] + size[2]);
        Some((if clear { rounded } else { exact() }) / count / count)
    }
}

/// Whether a sum of rounded terms of this size has all digits of a double, and 20 bits more.
fn is_clear(sum: Double, size: Double) -> bool {
    let in_range = size.hi > 1e-250 && size.hi < 1e250;
    in_range && sum.hi.abs() > size.hi * 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounded moments beside exact ones, of narrow, wide and skewed outcomes.
    #[test]
    fn rounded_moments_are_the_exact_ones() {
        for scale in [1e-200, 1e-60, 1e-3, 1.0, 1e9, 1e60] {
            for (middle, gap) in [(1.0, 0.3), (1.0, 1e-3), (1.0, 1e-9), (0.0, 1.0), (-2.0, 1.7)] {
                let values = [0.0, 1.0, -1.0, 0.25, 3.5].map(|step| (middle + gap * step) * scale);
                let mut powers = PowerSums::default();
                for value in values {
                    powers.add(value, 1);
                }
                let shift = -powers.exponent().unwrap();
                let exact = powers.spread(5).double(2 * shift) / 5.0;
                let found = powers.deviations(5, shift);
                assert!((found - exact).value().abs() <= 1e-19 * exact.value(), "{scale} {middle}");
                let mut cubes = powers.cubes.clone().unwrap().times(25);
                cubes.add(&powers.sum.multiplied(&powers.squares).times(15), true);
                cubes.add(&powers.sum.multiplied(&powers.sum.squared()).times(2), false);
                let exact = cubes.double(3 * shift) / 25.0;
                let found = powers.cubed_deviations(5, shift).unwrap();
                let gap = (found - exact).value().abs();
                assert!(gap <= 1e-19 * exact.value().abs(), "{scale} {middle}: {gap}");
            }
        }
        let mut alike = PowerSums::default();
        for _ in 0..7 {
            alike.add(0.1, 1);
        }
        assert_eq!((alike.deviations(7, 0).value(), alike.mean(7, 0).value()), (0.0, 0.1));
    }
}
