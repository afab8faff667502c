//! A weighted mean of Dirichlet shares: the posterior of a question's score with three or more
//! different weights.
//!
//! Let X = Σ w_j π_j with π ~ Dirichlet(ν), T = Σ ν_j, and G ~ Gamma(T) independent of it. Then G X
//! is a sum of independent Gamma variables, so that
//!
//! ```text
//! E[(1 − z X)^−T] = Π (1 − z w_j)^−ν_j
//! E[e^(i t X)] = Γ(T) / (2πi) ∮ e^q Π (q − i t w_j)^−ν_j dq
//! ```
//!
//! along a closed path about all i t w_j, for whole T. An ellipse at a distance of T about them has
//! no cancellation. There the trapezoid rule converges geometrically. For small t, the moments
//! give a series. For large t, the integral is the sum of the residues.

use std::f64::consts::PI;

use crate::error::Result;
use crate::numeric::complex::Complex;
use crate::numeric::portable::{exp, lgamma, ln};
use crate::posterior::error::PosteriorError;

/// The law of Σ w_j π_j about its mean.
#[derive(Clone, Debug)]
pub(crate) struct LinearForm {
    /// ν_j and m − w_j, where m is the mean.
    terms: Vec<(f64, f64)>,
    total: f64,
    sigma: f64,
    /// E[X^n] / n! of the centred X.
    moments: Vec<f64>,
}

/// The terms of the series of moments.
const MOMENTS: i32 = 60;

/// The largest sum of absolute terms for which the series keeps its digits.
const STEEP: f64 = 20.0;

/// The most points of a path.
const MOST_POINTS: u32 = 1 << 14;

/// The largest T for which residues do not underflow.
const MOST_OF_RESIDUES: f64 = 150.0;

/// Integrals that differ by less are equal.
const AGREEMENT: f64 = 1e-14;

impl LinearForm {
    /// From ν_j and w_j. Each ν_j is a whole number from 1.
    pub(crate) fn new(terms: &[(f64, f64)]) -> Self {
        let total: f64 = terms.iter().map(|term| term.0).sum();
        let mean = terms.iter().map(|(nu, w)| nu / total * w).sum::<f64>();
        let terms: Vec<_> = terms.iter().map(|&(nu, w)| (nu, mean - w)).collect();
        let spread: f64 = terms.iter().map(|(nu, d)| nu / total * d * d).sum();
        let sigma = (spread / (total + 1.0)).sqrt();
        let mut form = Self { terms, total, sigma, moments: Vec::new() };
        form.moments = form.moments();
        form
    }

    /// E[X^n] / n! = h_n / (T (T + 1) … (T + n − 1)), where Π (1 − z d_j)^−ν_j = Σ h_n z^n.
    ///
    /// n h_n = Σ_k p_k h_(n−k) with the power sums p_k = Σ ν_j d_j^k.
    fn moments(&self) -> Vec<f64> {
        let mut powers = vec![1.0; self.terms.len()];
        let (mut sums, mut moments) = (Vec::new(), vec![1.0]);
        // h_n over the rising factorial of T, which cannot overflow.
        for n in 1..=MOMENTS {
            let mut sum = 0.0;
            for (power, (nu, d)) in powers.iter_mut().zip(&self.terms) {
                *power *= -d;
                sum += nu * *power;
            }
            // The mean is 0, and rounding does not change that.
            sums.push(if n == 1 { 0.0 } else { sum });
            let mut rising = 1.0;
            let mut next = 0.0;
            for (k, (sum, moment)) in sums.iter().zip(moments.iter().rev()).enumerate() {
                rising /= self.total + f64::from(n) - 1.0 - k as f64;
                next += sum * moment * rising;
            }
            moments.push(next / f64::from(n));
        }
        moments
    }

    /// The standard deviation.
    pub(crate) fn sigma(&self) -> f64 {
        self.sigma
    }

    /// The least and the greatest value about the mean.
    pub(crate) fn range(&self) -> (f64, f64) {
        self.terms.iter().fold((0.0_f64, 0.0_f64), |ends, (_, d)| (ends.0.min(-d), ends.1.max(-d)))
    }

    /// A bound of ln E[e^(θ X)]: the law is sub-Gaussian with the proxy range² / (4 (T + 1))
    /// (Marchal & Arbel 2017).
    pub(crate) fn cumulant(&self, theta: f64) -> f64 {
        let (least, most) = self.range();
        let range = theta * (most - least);
        range * range / (8.0 * (self.total + 1.0))
    }

    /// Bounds of the characteristic function: |φ(t)| ≤ a + b / t.
    ///
    /// All ν_j are at least 1, so the density is log-concave. Its variation is twice its maximum,
    /// which is at most 1 / σ.
    pub(crate) fn bounds(&self) -> Vec<(f64, f64)> {
        vec![(0.0, 2.0 / self.sigma)]
    }

    /// φ(t) − 1.
    ///
    /// # Errors
    /// It needs too many points.
    pub(crate) fn excess(&self, t: f64) -> Result<Complex> {
        if let Some(excess) = self.series(t) {
            return Ok(excess);
        }
        let value = match self.residues(t) {
            Some(value) => value,
            None => self.integral(t)?,
        };
        Ok(value + Complex::new(-1.0, 0.0))
    }

    /// The integral as the sum of its residues. `None` if they cancel, as they do for small t.
    ///
    /// The residue at q = i t w_j is a coefficient of e^ε Π_l (ε + i t (w_j − w_l))^−ν_l over l ≠ j.
    fn residues(&self, t: f64) -> Option<Complex> {
        if self.total > MOST_OF_RESIDUES {
            return None;
        }
        let (mut sum, mut all) = (Complex::ZERO, 0.0);
        for (j, &(own, d)) in self.terms.iter().enumerate() {
            let others = || self.terms.iter().enumerate().filter(move |&(l, _)| l != j);
            // The factor at ε = 0, as its logarithm and its quarter turns.
            let (mut log, mut turns) = (lgamma(self.total), 0.0);
            // −1 / (i t (w_j − w_l)), by which the factor's logarithm has its series.
            let mut ratios: Vec<(f64, Complex)> = Vec::new();
            for (_, &(nu, other)) in others() {
                let gap = t * (other - d);
                log -= nu * ln(gap.abs());
                turns -= nu * gap.signum();
                ratios.push((nu, Complex::new(0.0, 1.0 / gap)));
            }
            let (coefficient, bound) = coefficient(&mut ratios, own);
            let quarter = turns.rem_euclid(4.0) * (PI / 2.0);
            sum = sum + Complex::new(log, quarter - t * d).exp() * coefficient;
            all += exp(log) * bound;
        }
        (all < STEEP).then_some(sum)
    }

    fn series(&self, t: f64) -> Option<Complex> {
        let (mut power, mut all) = (1.0, 0.0);
        let mut sum = Complex::ZERO;
        for (n, moment) in self.moments.iter().enumerate().skip(1) {
            power *= t;
            let term = power * moment;
            match n % 4 {
                0 => sum.re += term,
                1 => sum.im += term,
                2 => sum.re -= term,
                _ => sum.im -= term,
            }
            all += term.abs();
            if all > STEEP {
                return None;
            }
            if n > 4 && term.abs() < 1e-19 * all {
                return Some(sum);
            }
        }
        None
    }

    /// The integral along the ellipse, with twice the points until it stays.
    fn integral(&self, t: f64) -> Result<Complex> {
        let (least, most) = self.range();
        // The path in r, with q = T + i t m + r. All i t w_j are on a line at Re r = −T.
        let centre = Complex::new(-self.total, t * (least + most) / 2.0);
        let axes = (self.total, self.total + (t * (most - least)).abs() / 2.0);
        // ln Γ(T) + T − T ln T
        let log_scale = lgamma(self.total) + self.total - self.total * ln(self.total);
        let mut sum = Complex::ZERO;
        let mut points: u32 = 64;
        let mut add = |start: f64, step: f64, points: u32| {
            for i in 0..points {
                let place = Complex::unit(start + step * f64::from(i));
                let r = centre + Complex::new(axes.0 * place.re, axes.1 * place.im);
                // dr / (i dθ)
                let on = Complex::new(axes.1 * place.re, axes.0 * place.im);
                sum = sum + self.integrand(r, t, log_scale) * on;
            }
            sum
        };
        let mut last = add(0.0, 2.0 * PI / f64::from(points), points) * (1.0 / f64::from(points));
        while points < MOST_POINTS {
            let step = 2.0 * PI / f64::from(points);
            let all = add(step / 2.0, step, points);
            points *= 2;
            let next = all * (1.0 / f64::from(points));
            if (next + last * -1.0).square() < AGREEMENT * AGREEMENT {
                return Ok(next);
            }
            last = next;
        }
        Err(PosteriorError::NotCertified.into())
    }

    /// Γ(T) e^q Π (q − i t w_j)^−ν_j, without the factor e^(i t m).
    fn integrand(&self, r: Complex, t: f64, log_scale: f64) -> Complex {
        // Σ ν_j ε_j = r, so the exponent is Σ ν_j (ε_j − ln(1 + ε_j)).
        let mut exponent = Complex::new(log_scale, 0.0);
        for &(nu, d) in &self.terms {
            let epsilon = (r + Complex::new(0.0, t * d)) * (1.0 / self.total);
            exponent = exponent + (epsilon + epsilon.ln_1p() * -1.0) * nu;
        }
        if exponent.re < -80.0 { Complex::ZERO } else { exponent.exp() }
    }
}

/// The coefficient of ε^(ν − 1) of e^ε Π (1 − ε r)^−n, over pairs (n, r), and a bound of the terms
/// that it is a sum of.
///
/// m c_m = Σ_k s_k c_(m−k), with the power sums s_k = Σ n r^k, and one more for k = 1.
fn coefficient(ratios: &mut [(f64, Complex)], nu: f64) -> (Complex, f64) {
    let powers: Vec<Complex> = ratios.iter().map(|ratio| ratio.1).collect();
    let mut sums: Vec<(Complex, f64)> = Vec::new();
    let mut coefficients = vec![(Complex::new(1.0, 0.0), 1.0)];
    let mut last = (Complex::new(1.0, 0.0), 1.0);
    let mut m = 1.0;
    while m < nu {
        let one = if m == 1.0 { 1.0 } else { 0.0 };
        let mut sum = (Complex::new(one, 0.0), one);
        for ((n, ratio), first) in ratios.iter_mut().zip(&powers) {
            sum = (sum.0 + *ratio * *n, sum.1 + ratio.square().sqrt() * *n);
            *ratio = *ratio * *first;
        }
        sums.push(sum);
        let products = sums.iter().zip(coefficients.iter().rev());
        let all = products.fold((Complex::ZERO, 0.0), |all, (s, c): (_, &(Complex, f64))| {
            (all.0 + s.0 * c.0, all.1 + s.1 * c.1)
        });
        last = (all.0 * (1.0 / m), all.1 / m);
        coefficients.push(last);
        m += 1.0;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_and_series_agree_and_match_closed_forms() {
        // Two weights: X = w_0 + (w_1 − w_0) Beta(ν_1, ν_0). For Beta(1, 1), φ(t) = sin(t/2)/(t/2).
        let uniform = LinearForm::new(&[(1.0, 0.0), (1.0, 1.0)]);
        for t in [0.5, 3.0, 20.0, 300.0] {
            let value = uniform.integral(t).unwrap();
            let exact = libm::sin(t / 2.0) / (t / 2.0);
            assert!((value.re - exact).abs() < 1e-12 && value.im.abs() < 1e-12, "{t} {value:?}");
        }
        let form = LinearForm::new(&[(3.0, 0.0), (1.0, 0.5), (4.0, 1.0), (2.0, 0.8)]);
        for t in [0.1, 1.0, 5.0, 9.0] {
            let (series, path) = (form.series(t).unwrap(), form.integral(t).unwrap());
            let rest = series + Complex::new(1.0, 0.0) + path * -1.0;
            assert!(rest.square() < 1e-26, "{t} {rest:?}");
        }
        for t in [60.0, 200.0] {
            let (residues, path) = (form.residues(t).unwrap(), form.integral(t).unwrap());
            assert!((residues + path * -1.0).square() < 1e-26, "{t} {residues:?} {path:?}");
        }
        let second = form.moments[2] * 2.0;
        assert!((second.sqrt() / form.sigma - 1.0).abs() < 1e-14);
    }
}
