//! Credit from a threshold inside 1..k on: the tail of the law of the number of successes J.
//!
//! The law's weights are walked from its mean outwards by their ratio
//! P(j + 1) / P(j) = (k − j)(successes + step·j) / ((j + 1)(failures + step·(k − j − 1))),
//! so that every sum has positive terms alone and both tails keep their relative accuracy.

use crate::double::Double;
use crate::urn::{Moments, Split, Urn};

/// The weight at the mean: far from overflow above, and from underflow 10^450 below.
const START: f64 = 1e150;

/// Weights of the law on either side of a threshold.
struct Walk {
    below: Double,
    above: Double,
    /// The weight of the threshold's left neighbour.
    at_edge: Double,
}

impl Walk {
    fn total(&self) -> Double {
        self.below + self.above
    }
}

impl Urn {
    /// P(J ≥ threshold) of k draws.
    pub(crate) fn tail(&self, k: u64, threshold: u64) -> Split {
        let walk = self.walk(k as f64, threshold as f64);
        let total = walk.total();
        Split { value: walk.above / total, complement: walk.below / total }
    }

    /// The variance about `mean` of a function of J, given by its values at 0..=k.
    pub(crate) fn spread(&self, values: &[Double], mean: Double) -> Double {
        let (mut total, mut sum) = (Double::ZERO, Double::ZERO);
        self.weights(values.len() as f64 - 1.0, |j, weight| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "0 ≤ j ≤ k"
            )]
            let distance = values.get(j as usize).copied().unwrap_or(mean) - mean;
            total = total + weight;
            sum = sum + distance * distance * weight;
        });
        sum / total
    }

    /// P(j + 1) / P(j) as numerator and denominator.
    fn ratio(&self, k: f64, j: f64) -> (Double, Double) {
        let successes = self.successes + Double::from(self.step * j);
        let failures = self.failures + Double::from(self.step * (k - j - 1.0));
        (successes * (k - j), failures * (j + 1.0))
    }

    /// Least and greatest J, and a whole number near its mean.
    fn support(&self, k: f64) -> (f64, f64, f64) {
        let (low, high) = if self.step < 0.0 {
            ((k - self.failures.hi).max(0.0), self.successes.hi.min(k))
        } else {
            (0.0, k)
        };
        let mean = k * (self.successes.hi / (self.successes.hi + self.failures.hi));
        (low, high, mean.floor().clamp(low, high))
    }

    fn walk(&self, k: f64, threshold: f64) -> Walk {
        let mut walk = Walk { below: Double::ZERO, above: Double::ZERO, at_edge: Double::ZERO };
        self.weights(k, |j, weight| {
            if j >= threshold {
                walk.above = walk.above + weight;
            } else {
                walk.below = walk.below + weight;
            }
            if j == threshold - 1.0 {
                walk.at_edge = weight;
            }
        });
        walk
    }

    /// Visits every J with its weight, outwards from the mean.
    fn weights(&self, k: f64, mut visit: impl FnMut(f64, Double)) {
        let (low, high, start) = self.support(k);
        let (mut j, mut weight) = (start, Double::from(START));
        while weight.is_positive() {
            visit(j, weight);
            if j >= high {
                break;
            }
            let (up, down) = self.ratio(k, j);
            weight = weight * up / down;
            j += 1.0;
        }
        (j, weight) = (start, Double::from(START));
        while j > low && weight.is_positive() {
            j -= 1.0;
            let (up, down) = self.ratio(k, j);
            weight = weight * down / up;
            visit(j, weight);
        }
    }

    /// Mean and standard deviation of the tail that a success probability p ~ Beta(successes,
    /// failures) is worth.
    ///
    /// The variance is the covariance of the credits of two sets of k trials under the same p. With
    /// m(i) the chance that the second set reaches the threshold j₀ when the first had i successes,
    /// u = j₀ − 1, F = P(J ≤ u) and S = P(J > u), it is
    /// S Σ_{i≤u} P(i) (m(u+1) − m(i)) + F Σ_{i>u} P(i) (m(i) − m(u+1)),
    /// and the steps of m are positive: m(t+1) − m(t) = k / (α + β + k) times the chance of u
    /// successes in k − 1 trials under Beta(α + t + 1, β + k − t). So nothing cancels.
    pub(crate) fn tail_moments(&self, k: u64, threshold: u64) -> Moments {
        let (k, edge) = (k as f64, threshold as f64 - 1.0);
        let walk = self.walk(k, threshold as f64);
        let total = walk.total();
        let mean = Split { value: walk.above / total, complement: walk.below / total };
        let chance = walk.at_edge / total; // P(u)
        let (alpha, beta) = (self.successes, self.failures);
        let shifted = Self {
            successes: alpha + Double::from(edge + 1.0),
            failures: beta + Double::from(k - edge),
            step: 1.0,
        };
        let inner = shifted.walk(k - 1.0, edge + 1.0);
        let rate = Double::from(k) / (alpha + beta + Double::from(k));
        let step = rate * (inner.at_edge / inner.total()); // m(u+1) − m(u)
        // (m(t+2) − m(t+1)) / (m(t+1) − m(t))
        let growth = |t: f64| {
            let up = (alpha + Double::from(t + edge + 1.0)) * (beta + Double::from(k - t - 1.0));
            let down =
                (beta + Double::from(2.0 * k - t - edge - 2.0)) * (alpha + Double::from(t + 1.0));
            (up, down)
        };
        // Σ_{i≤u} P(i)/P(u) (m(u+1) − m(i)), downwards from u.
        let (mut i, mut weight, mut delta) = (edge, Double::ONE, step);
        let (mut gap, mut low) = (Double::ZERO, Double::ZERO);
        while weight.is_positive() {
            gap = gap + delta;
            low = low + weight * gap;
            if i <= 0.0 {
                break;
            }
            i -= 1.0;
            let (up, down) = self.ratio(k, i);
            weight = weight * down / up;
            let (up, down) = growth(i);
            delta = delta * down / up;
        }
        // Σ_{i>u} P(i)/P(u) (m(i) − m(u+1)), upwards from u + 1, where the difference is 0.
        let (mut i, mut weight, mut delta) = (edge, Double::ONE, step);
        let (mut gap, mut high) = (Double::ZERO, Double::ZERO);
        while i < k && weight.is_positive() {
            let (up, down) = self.ratio(k, i);
            weight = weight * up / down;
            high = high + weight * gap;
            let (up, down) = growth(i);
            delta = delta * up / down;
            gap = gap + delta;
            i += 1.0;
        }
        let variance = mean.value * chance * low + mean.complement * chance * high;
        Moments { mean, sigma: variance.sqrt() }
    }
}
