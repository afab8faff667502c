//! Figures measured by simulation.

use crate::rows::declare::row;

row! {
    /// A figure measured by simulation.
    #[derive(Copy)]
    pub struct Measured {
        /// The figure.
        value: f64,
        /// Its Monte Carlo standard error. The error of a mean is NaN if there is only one replicate.
        error: f64,
    }
}

impl Measured {
    /// How often something happened. The error uses a uniform prior, so it is not 0 if nothing
    /// happened.
    pub(super) fn share(times: u64, of: u64) -> Self {
        let (times, of) = (times as f64, of as f64);
        let p = (times + 1.0) / (of + 2.0);
        Self { value: times / of, error: (p * (1.0 - p) / (of + 3.0)).sqrt() }
    }
}

/// A mean and the sum of squares about it, updated with each value (Welford). Nothing cancels.
#[derive(Clone, Copy, Default)]
pub(super) struct Mean {
    count: u64,
    value: f64,
    squares: f64,
}

impl Mean {
    pub(super) fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.value;
        self.value += off / self.count as f64;
        self.squares += off * (value - self.value);
    }

    pub(super) fn measured(&self) -> Measured {
        let count = self.count as f64;
        // With one value this is 0 / 0.
        let error = (self.squares / (count - 1.0) / count).sqrt();
        Measured { value: self.value, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::portable::power_of_two;

    #[test]
    fn a_mean_keeps_its_error_far_from_zero_and_has_none_of_one_value() {
        let of = |values: &[f64]| {
            let mut mean = Mean::default();
            for &value in values {
                mean.add(value);
            }
            mean.measured()
        };
        // Squares about the mean: 4 + 1 + 1 + 4 = 10, over 3 × 4. The large values share 47 bits.
        let small = of(&[0.0, 1.0, 3.0, 4.0]);
        assert!((small.value - 2.0).abs() < 1e-15);
        assert!((small.error - (10.0_f64 / 12.0).sqrt()).abs() < 1e-15);
        let far = power_of_two(50);
        let large = of(&[far, far + 1.0, far + 3.0, far + 4.0]);
        assert_eq!(large.value, far + 2.0);
        assert!((large.error / small.error - 1.0).abs() < 0.2);
        let one = of(&[3.0]);
        assert!(one.value == 3.0 && one.error.is_nan());
    }
}
