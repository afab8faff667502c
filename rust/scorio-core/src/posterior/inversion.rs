//! The distribution function of a sum from its characteristic function φ.
//!
//! ```text
//! P(S < x) = 1/2 − Σ_j Im(φ(t_j) e^(−i t_j x)) / (π (j + 1/2)),   t_j = 2π (j + 1/2) / period
//! ```
//!
//! (Davies 1973). The error of the sum is at most the chance that S is farther from x than the
//! period. Chernoff's bound puts it below 10⁻¹⁶. The sum is cut off in one of two ways:
//!
//! - With many questions, φ is negligible from some frequency on.
//! - With few, φ falls off slowly. Then it is multiplied by κ(t), which falls from 1 to 0. That
//!   replaces S by S + K, where K has a signed kernel whose first 31 moments are 0. Where the
//!   density is smooth about x, the change falls off faster than any power of the largest
//!   frequency. Doubling it shows whether that is so.

use crate::error::Result;
use crate::numeric::complex::Complex;
use crate::numeric::portable::exp;
use crate::posterior::error::PosteriorError;
use crate::posterior::total::{Part, Total};

/// A distribution function, about the mean.
pub(crate) struct Inversion {
    step: f64,
    values: Vec<Complex>,
    pub(crate) sigma: f64,
    pub(crate) width: f64,
    /// How far the sum lies below and above its mean.
    pub(crate) reach: (f64, f64),
    /// Whether the largest frequency is known to be large enough.
    pub(crate) ends: bool,
    /// Whether values beyond the largest frequency are small.
    pub(crate) fades: bool,
}

/// κ is 10⁻¹⁷ at this many kernel widths.
const CUT: f64 = 12.4;

/// Terms of κ. Half the number of moments of its kernel that are 0.
const TERMS: u32 = 16;

/// The kernel is negligible beyond this many widths.
const KERNEL: f64 = 20.0;

/// The largest frequency of the first level, times σ.
const FIRST: f64 = 32.0;

/// The most levels. Each doubles the largest frequency.
pub(crate) const LEVELS: i32 = 13;

/// An absolute error of the distribution function that rounding may cause.
const ROUNDING: f64 = 1e-14;

impl Inversion {
    /// The sum of some parts, up to the frequency of a level. `None` if the sum is constant.
    ///
    /// # Errors
    /// It cannot be certified.
    pub(crate) fn new(parts: &[Part<'_>], level: i32) -> Result<Option<Self>> {
        let frequency = libm::ldexp(FIRST, level);
        let total = Total::new(parts, frequency)?;
        let (sigma, width) = (total.sigma, total.width);
        if sigma == 0.0 {
            return Ok(None);
        }
        let frequency = frequency / sigma;
        let reach = total.reach();
        let period = reach.0 + reach.1 + KERNEL * CUT / frequency;
        let mut transform = total.transform(frequency, period)?;
        let step = transform.step;
        if !(step.is_finite() && width.is_finite()) {
            return Err(PosteriorError::NotCertified.into());
        }
        for (place, value) in transform.values.iter_mut().enumerate() {
            *value = *value * kernel((place as f64 + 0.5) * step / frequency * CUT);
        }
        let (ends, fades) = (transform.ends, transform.rest < 1e-2);
        Ok(Some(Self { step, values: transform.values, sigma, width, reach, ends, fades }))
    }

    /// P(S < x), and the density at x.
    pub(crate) fn at(&self, x: f64) -> (f64, f64) {
        let (mut below, mut density) = (0.0, 0.0);
        let turn = Complex::unit(-self.step * x);
        for (block, values) in self.values.chunks(64).enumerate() {
            // Each block begins anew, so rounding does not add up.
            let first = (block * 64) as f64 + 0.5;
            let mut place = Complex::unit(-self.step * x * first);
            for (j, value) in values.iter().enumerate() {
                let term = *value * place;
                below += term.im / (first + j as f64);
                density += term.re;
                place = place * turn;
            }
        }
        let pi = std::f64::consts::PI;
        (0.5 - below / pi, density * self.step / pi)
    }

    /// The error of a quantile that rounding may cause, where the density is as computed.
    pub(crate) fn rounding(&self, density: f64) -> f64 {
        // The density has an error, too: that of the distribution function per period.
        let sure = density - ROUNDING * self.step * self.values.len() as f64;
        if sure > 0.0 { ROUNDING / sure } else { f64::INFINITY }
    }

    /// x with P(S < x) = `tail`, and the density there, between the ends of a bracket.
    ///
    /// # Errors
    /// Newton's method with bisection does not find it.
    pub(crate) fn quantile(&self, tail: f64) -> Result<(f64, f64)> {
        let (mut lo, mut hi) = (-self.reach.0, self.reach.1);
        let mut x = 0.0;
        for _ in 0..200 {
            let (below, density) = self.at(x);
            let error = below - tail;
            if error > 0.0 {
                hi = x;
            } else {
                lo = x;
            }
            let newton = x - error / density;
            let next = if density > 0.0 && newton > lo && newton < hi {
                newton
            } else {
                lo + (hi - lo) / 2.0
            };
            if (next - x).abs() <= 1e-15 * self.sigma || hi - lo <= 1e-15 * self.sigma {
                return Ok((next, density));
            }
            x = next;
        }
        Err(PosteriorError::NotCertified.into())
    }
}

/// κ: e^(−v) Σ v^r / r! over r < 16, with v = u² / 2.
fn kernel(u: f64) -> f64 {
    let v = u * u / 2.0;
    let (mut term, mut sum) = (1.0, 0.0);
    for r in 1..=TERMS {
        sum += term;
        term *= v / f64::from(r);
    }
    exp(-v) * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_is_a_chance_of_poisson() {
        // κ(u) is P(X < 16) with the mean u² / 2.
        assert_eq!(kernel(0.0), 1.0);
        let mean = 8.0_f64;
        let mut terms = vec![exp(-mean)];
        for r in 1..16 {
            terms.push(terms[r - 1] * mean / r as f64);
        }
        let expected: f64 = terms.iter().sum();
        assert!((kernel(4.0) - expected).abs() < 1e-15);
        assert!((1e-18..2e-17).contains(&kernel(CUT)), "{}", kernel(CUT));
    }
}
