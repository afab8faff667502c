//! A function of a Beta variable as a discrete law with the same characteristic function.
//!
//! With p = 1 / (1 + e^(−u)) and u = mode + s sinh v, the density of v is smooth, and falls off
//! faster than exponentially. So the trapezoid rule over v converges faster than any power of its
//! step. The step is halved until characteristic functions agree to 10⁻¹⁴ up to the largest
//! frequency that is needed.

use crate::error::Result;
use crate::numeric::complex::Complex;
use crate::numeric::fourier::exponential_sums;
use crate::numeric::portable::{exp, exp_m1, ln, ln_1p};
use crate::posterior::beta::Beta;
use crate::posterior::error::PosteriorError;

/// A score of a question, from the probabilities of success and of failure. It rises with the
/// probability of success, or falls with it.
pub(crate) type Score<'a> = dyn Fn(f64, f64) -> f64 + 'a;

/// Values about their mean, with their masses.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    values: Vec<f64>,
    masses: Vec<f64>,
    mean: f64,
    sigma: f64,
}

/// Characteristic functions that differ by less are equal. At large frequencies, the rounding of a
/// value turns its phase.
const AGREEMENT: f64 = 1e-14;
const TURNED: f64 = 1e-15;

/// Masses below e^−46 ≈ 10⁻²⁰ of the largest are negligible.
const NEGLIGIBLE: f64 = -46.0;

/// The most nodes.
const MOST_NODES: usize = 1 << 19;

/// Nodes that are worked on together. So their sums do not wait for one another.
const LANES: usize = 8;

impl Nodes {
    /// The law of a score of p ~ Beta, good for frequencies up to `frequency`.
    ///
    /// # Errors
    /// It needs too many nodes.
    pub(crate) fn new(law: &Beta, score: &Score<'_>, frequency: f64) -> Result<Self> {
        let mut step = 0.25;
        let mut coarse = Self::of_step(law, score, step);
        while coarse.values.len() <= MOST_NODES {
            step /= 2.0;
            let fine = Self::of_step(law, score, step);
            if coarse.agrees(&fine, frequency) {
                return Ok(fine);
            }
            coarse = fine;
        }
        Err(PosteriorError::NotCertified.into())
    }

    /// The trapezoid rule of one step.
    fn of_step(law: &Beta, score: &Score<'_>, step: f64) -> Self {
        let density = Density::new(law);
        let side = |mut place: f64, direction: f64| {
            let mut nodes = Vec::new();
            while nodes.len() <= MOST_NODES {
                let (log_mass, d) = density.node(place * step);
                if log_mass < NEGLIGIBLE {
                    break;
                }
                let (success, failure) = density.probabilities(d);
                nodes.push((score(success, failure), exp(log_mass)));
                place += direction;
            }
            nodes
        };
        let mut nodes = side(-1.0, -1.0);
        nodes.reverse();
        nodes.extend(side(0.0, 1.0));
        Self::centred(&nodes)
    }

    fn centred(nodes: &[(f64, f64)]) -> Self {
        let all: f64 = nodes.iter().map(|node| node.1).sum();
        let masses: Vec<f64> = nodes.iter().map(|node| node.1 / all).collect();
        let mut values: Vec<f64> = nodes.iter().map(|node| node.0).collect();
        let mut mean = 0.0;
        // Twice, because the first mean is rounded.
        for _ in 0..2 {
            let rest = dot(&values, &masses, |x| x);
            for x in &mut values {
                *x -= rest;
            }
            mean += rest;
        }
        let sigma = dot(&values, &masses, |x| x * x).sqrt();
        Self { values, masses, mean, sigma }
    }

    fn agrees(&self, other: &Self, frequency: f64) -> bool {
        let (least, most) = other.range();
        let close = |one: f64, other: f64, t: f64| {
            (one - other).abs() <= AGREEMENT + TURNED * t * (most - least)
        };
        close(self.mean, other.mean, 0.0)
            && close(self.sigma, other.sigma, 0.0)
            && [1.0, 0.5, 0.2, 0.05].iter().all(|share| {
                let t = share * frequency;
                let (one, other) = (self.excess(t), other.excess(t));
                close(one.re, other.re, t) && close(one.im, other.im, t)
            })
    }

    /// The mean of the score.
    pub(crate) fn mean(&self) -> f64 {
        self.mean
    }

    /// Its standard deviation.
    pub(crate) fn sigma(&self) -> f64 {
        self.sigma
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The least and the greatest value about the mean.
    pub(crate) fn range(&self) -> (f64, f64) {
        self.values.iter().fold((0.0, 0.0), |ends: (f64, f64), &x| (ends.0.min(x), ends.1.max(x)))
    }

    /// φ(t) − 1.
    pub(crate) fn excess(&self, t: f64) -> Complex {
        self.values
            .iter()
            .zip(&self.masses)
            .fold(Complex::ZERO, |sum, (x, &mass)| sum + Complex::turn(t * x) * mass)
    }

    /// φ(t) − 1 at as many equidistant t from `first` as `sums` has places.
    pub(crate) fn excesses(&self, first: f64, step: f64, sums: &mut [Complex]) {
        // e^(i t x) − 1 of every node, and the factor from one t to the next.
        let turns = |t: f64| self.values.iter().map(move |x| Complex::turn(t * x));
        let (mut re, mut im): (Vec<f64>, Vec<f64>) = turns(first).map(|z| (z.re, z.im)).unzip();
        let (on_re, on_im): (Vec<f64>, Vec<f64>) = turns(step).map(|z| (z.re, z.im)).unzip();
        for sum in sums {
            *sum = Complex::new(dot(&re, &self.masses, |x| x), dot(&im, &self.masses, |x| x));
            let now = re.iter_mut().zip(&mut im);
            for ((re, im), (on_re, on_im)) in now.zip(on_re.iter().zip(&on_im)) {
                // (1 + z)(1 + s) − 1 keeps the digits of a small z.
                let next = *re * on_re - *im * on_im + *re + on_re;
                *im = *re * on_im + *im * on_re + *im + on_im;
                *re = next;
            }
        }
    }

    /// φ(t) at `count` equidistant t from `first`, accurate to 10⁻¹⁴. The step times the range is
    /// at most 2π.
    pub(crate) fn spectrum(&self, first: f64, step: f64, count: usize) -> Vec<Complex> {
        let (least, most) = self.range();
        // About the middle of the range, angles lie between −π and π.
        let middle = f64::midpoint(least, most);
        let angles: Vec<f64> = self.values.iter().map(|x| step * (x - middle)).collect();
        let weights = self.values.iter().zip(&self.masses);
        let weights = weights.map(|(x, &mass)| Complex::unit(first * (x - middle)) * mass);
        let mut sums = exponential_sums(&angles, weights, count);
        for (j, sum) in sums.iter_mut().enumerate() {
            *sum = *sum * Complex::unit((first + step * j as f64) * middle);
        }
        sums
    }

    /// ln E[e^(θ X)], or infinity if it overflows.
    pub(crate) fn cumulant(&self, theta: f64) -> f64 {
        ln_1p(dot(&self.values, &self.masses, |x| exp_m1(theta * x)))
    }

    /// Bounds of the characteristic function: |φ(t)| ≤ a + b / t.
    ///
    /// The density up to a height G has the bound of its total variation. The rest has at most its
    /// mass.
    pub(crate) fn bounds(&self) -> Vec<(f64, f64)> {
        let cells = self.cells();
        let heights = (-2..24).map(|power| libm::ldexp(1.0, 2 * power) / self.sigma);
        let bound = |height: f64| {
            let (mut excess, mut variation, mut last) = (0.0, 0.0, 0.0);
            for &(mass, width) in &cells {
                let capped = (mass / width).min(height);
                excess += (mass - capped * width).max(0.0);
                variation += f64::abs(capped - last);
                last = capped;
            }
            (excess, variation + last)
        };
        heights.map(bound).collect()
    }

    /// Masses and widths of intervals. Nodes that rounding does not separate are one.
    fn cells(&self) -> Vec<(f64, f64)> {
        let least = 1e-9 * self.sigma;
        let (mut cells, mut mass) = (Vec::new(), 0.0);
        let mut from = self.values.first().copied().unwrap_or_default();
        for (x, own) in self.values.iter().zip(&self.masses) {
            // Half of each node's mass lies on either side of it.
            mass += own / 2.0;
            let width = (x - from).abs();
            if width > least {
                cells.push((mass, width));
                (mass, from) = (0.0, *x);
            }
            mass += own / 2.0;
        }
        cells.push((mass, least));
        cells
    }
}

/// Σ f(x) mass, in lanes.
fn dot(values: &[f64], masses: &[f64], f: impl Fn(f64) -> f64) -> f64 {
    let mut lanes = [0.0; LANES];
    let (whole, masses_of_whole) = (values.chunks_exact(LANES), masses.chunks_exact(LANES));
    let rest = whole.remainder().iter().zip(masses_of_whole.remainder());
    let rest: f64 = rest.map(|(&x, mass)| f(x) * mass).sum();
    for (values, masses) in whole.zip(masses_of_whole) {
        for ((lane, &x), mass) in lanes.iter_mut().zip(values).zip(masses) {
            *lane += f(x) * mass;
        }
    }
    lanes.iter().sum::<f64>() + rest
}

/// The density of v, where the logit of a Beta variable is u = mode + scale × sinh v.
struct Density {
    /// The mean of the Beta variable, and its complement.
    mean: (f64, f64),
    total: f64,
    scale: f64,
}

impl Density {
    fn new(law: &Beta) -> Self {
        let total = law.alpha + law.beta;
        let mean = (law.alpha / total, law.beta / total);
        // Four standard deviations of a narrow law. A wide one still varies over distances of 1.
        let scale = 4.0 / (total * mean.0 * mean.1).max(1.0).sqrt();
        Self { mean, total, scale }
    }

    /// The logarithm of the density at v, over that at 0, and the distance of u from its mode.
    fn node(&self, v: f64) -> (f64, f64) {
        let (grown, shrunk) = (exp(v), exp(-v));
        let d = self.scale * (grown - shrunk) / 2.0;
        (self.height(d) + ln(f64::midpoint(grown, shrunk)), d)
    }

    /// The logarithm of the density of u, over that at its mode.
    ///
    /// It is no difference of large numbers, as it would be with logarithms of p and 1 − p.
    fn height(&self, d: f64) -> f64 {
        let (p, q) = self.mean;
        let growth = p * exp_m1(d);
        self.total
            * if growth.abs() < 0.5 {
                p * d - ln_1p(growth)
            } else if d < 0.0 {
                p * d - ln(q + p * exp(d))
            } else {
                -q * d - ln(p + q * exp(-d))
            }
    }

    /// The probabilities of success and of failure there.
    fn probabilities(&self, d: f64) -> (f64, f64) {
        let (p, q) = self.mean;
        let (success, failure) = if d < 0.0 { (p * exp(d), q) } else { (p, q * exp(-d)) };
        (success / (success + failure), failure / (success + failure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_have_the_moments_of_their_law() {
        for (alpha, beta) in [(1e-3, 2e-3), (0.3, 40.0), (1.0, 1.0), (2e6, 1e6)] {
            let law = Beta::new(alpha, beta).unwrap();
            let nodes = Nodes::new(&law, &|p, _| p, 0.0).unwrap();
            let all: f64 = alpha + beta;
            let sigma = (alpha * beta / (all + 1.0)).sqrt() / all;
            assert!((nodes.mean() - alpha / all).abs() < 1e-14, "{}", nodes.mean());
            assert!((nodes.sigma() / sigma - 1.0).abs() < 1e-12, "{} {sigma}", nodes.sigma());
        }
    }

    #[test]
    fn bounds_hold_the_characteristic_function() {
        for (alpha, beta) in [(0.6, 0.8), (1.0, 1.0), (2.0, 7.0), (40.0, 3.0)] {
            let law = Beta::new(alpha, beta).unwrap();
            let nodes = Nodes::new(&law, &|p, _| p, 600.0 / 0.1).unwrap();
            let bounds = nodes.bounds();
            let reached = |t: f64| {
                let size = (nodes.excess(t) + Complex::new(1.0, 0.0)).square().sqrt();
                let bound = bounds.iter().map(|(a, b)| a + b / t).fold(f64::INFINITY, f64::min);
                assert!(size <= bound * (1.0 + 1e-9), "{alpha} {beta} {t}: {size} {bound}");
                size / bound
            };
            let steps = (0..40).map(|step| exp(0.2 * f64::from(step)));
            let best = steps.map(reached).fold(0.0, f64::max);
            assert!(best > 0.05, "{alpha} {beta} {best}");
        }
        // The density 1 on (0, 1) varies by 1 at each end.
        let flat = Nodes::new(&Beta::new(1.0, 1.0).unwrap(), &|p, _| p, 600.0).unwrap().bounds();
        let (excess, variation) = flat[2];
        assert!(excess < 1e-12 && (variation - 2.0).abs() < 0.01, "{excess} {variation}");
    }
}
