//! Credit under the two laws of drawing k trials, which are one: Pólya's urn.
//!
//! An urn holds successes and failures. Each drawn ball is put back with `step` more of its colour.
//!
//! - `step` = −1 draws from the observed trials without replacement. This **hypergeometric** law
//!   gives the point estimates.
//! - `step` = +1 with real contents α, β draws k future trials under a Beta(α, β) posterior. This
//!   **Beta-binomial** law gives the posterior estimates.
//!
//! In both cases k draws in a row succeed with probability ∏ (successes + step·i) / (successes +
//! failures + step·i), i = 0..k.

use super::credit::Parts;
use crate::numeric::double::{Double, Product, exponent, two_sum};
use crate::numeric::watch;
use crate::posterior::beta::Beta;

/// Steps of long products between two questions whether the work goes on.
const ASKING: u32 = 1 << 14;

/// Contents and law of an urn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Urn {
    pub(crate) successes: Double,
    pub(crate) failures: Double,
    pub(crate) step: f64,
}

/// Mean and standard deviation of the credit of a latent success probability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    pub(crate) mean: Parts,
    pub(crate) sigma: Double,
}

impl Moments {
    pub(crate) fn swap(self) -> Self {
        Self { mean: self.mean.swap(), sigma: self.sigma }
    }
}

impl Urn {
    /// Draws without replacement from a bank of observed trials.
    pub(crate) fn hypergeometric(successes: u64, failures: u64) -> Self {
        Self {
            successes: Double::from(successes as f64),
            failures: Double::from(failures as f64),
            step: -1.0,
        }
    }

    /// Future trials given a Beta prior and observed successes and failures.
    pub(crate) fn beta_binomial(successes: u64, failures: u64, prior: Beta) -> Self {
        Self {
            successes: Double::sum(successes as f64, prior.alpha),
            failures: Double::sum(failures as f64, prior.beta),
            step: 1.0,
        }
    }

    /// The urn with successes and failures swapped.
    pub(crate) fn turned(self) -> Self {
        Self { successes: self.failures, failures: self.successes, step: self.step }
    }

    /// P(all k draws succeed).
    pub(crate) fn all(&self, k: u64) -> Parts {
        let draws = k as f64;
        let (own, other) = (self.successes, self.failures);
        if self.step < 0.0 && own.hi < draws {
            return Parts::NONE;
        }
        // The product is symmetric in k and a whole number of failures: C(c,k)/C(N,k) =
        // C(N−k,N−c)/C(N,N−c). Use the shorter form.
        if other.lo == 0.0 && other.hi < draws && other.hi.fract() == 0.0 {
            let lowest =
                if self.step < 0.0 { own - Double::from(draws) + Double::ONE } else { own };
            return product(lowest, Double::from(draws), 1.0, other.hi);
        }
        product(own, other, self.step, draws)
    }

    /// Moments of p^k.
    ///
    /// E[p^2k] = P(k succeed) P(k more succeed | k did). So the variance is q (q₂ − q), where q₂ is
    /// the conditional probability.
    pub(crate) fn power(&self, k: u64) -> Moments {
        let mean = self.all(k);
        let after = Self { successes: self.successes + Double::from(k as f64), ..*self };
        let again = after.all(k);
        // Compute q₂ − q from the form that is not close to 1.
        let gain = if mean.value.hi < 0.5 {
            again.value - mean.value
        } else {
            mean.complement - again.complement
        };
        // The values are exact relative to themselves, the complements relative to 1. If q itself
        // is below the smallest number, so is σ.
        let size = if mean.value.hi < 0.5 { mean.value.hi } else { 1.0 };
        let enough = gain.hi > 3e-16 * k as f64 * size || !mean.value.is_positive();
        let gain = if enough { gain } else { mean.value * self.growth(k) };
        Moments { mean, sigma: mean.value.sqrt() * gain.sqrt() }
    }

    /// The correlation of 1 − (1 − p)^k and p^k, given their moments.
    ///
    /// E[p^k (1 − p)^k] is the product of the means times ∏ (s + i) / (s + k + i), for all shares
    /// of s.
    pub(crate) fn correlation(&self, k: u64, pass: &Moments, power: &Moments) -> Double {
        let (total, draws) = (self.successes + self.failures, k as f64);
        if !(pass.sigma.is_positive() && power.sigma.is_positive()) {
            return Double::ZERO;
        }
        let lost = product(total, Double::from(draws), 1.0, draws).complement;
        // Use quotients, because the product of two small deviations might underflow.
        (pass.mean.complement / pass.sigma) * (power.mean.value / power.sigma) * lost
    }

    /// q₂ / q − 1 = ∏ (1 + tᵢ) − 1 with tᵢ = k·failures / ((own + i)(total + k + i)).
    ///
    /// It has no negative term. Extreme priors need it, because q₂ − q would lose all digits.
    fn growth(&self, k: u64) -> Double {
        let draws = k as f64;
        let total = self.successes + self.failures;
        let top = self.failures * draws;
        let mut growth = Double::ZERO;
        for i in 0..k {
            if i.is_multiple_of(u64::from(ASKING)) && !watch::goes_on() {
                break;
            }
            let i = Double::from(i as f64);
            let term = top / ((self.successes + i) * (total + Double::from(draws) + i));
            growth = growth + term + growth * term;
        }
        growth
    }
}

/// ∏ xᵢ / (xᵢ + gap) with xᵢ = first + step·i, i = 0..count.
fn product(first: Double, gap: Double, step: f64, count: f64) -> Parts {
    let last = first + gap;
    let mut value = Double::ONE;
    let mut done = 0.0;
    // Whole numbers below 2^26 are first multiplied in pairs, which is exact.
    let small = |x: Double| x.lo == 0.0 && x.hi.fract() == 0.0 && x.hi + count < 67_108_864.0;
    let pairs = small(first) && small(last);
    // Twelve factors below 2^64, or pairs below 2^52, cannot overflow. Larger ones need smaller
    // blocks.
    let block = (768 / exponent(last.hi + count).max(64)).max(1);
    let mut blocks = 0_u32;
    while done < count && value.is_positive() {
        blocks = blocks.wrapping_add(1);
        // What is found of stopped work is discarded.
        if blocks.is_multiple_of(ASKING) && !watch::goes_on() {
            break;
        }
        let (mut top, mut bottom) = (Product::ONE, Product::ONE);
        for _ in 0..block {
            if pairs && done + 1.0 < count {
                let next = step * (done + 1.0);
                top.multiply(Double::from((first.hi + step * done) * (first.hi + next)));
                bottom.multiply(Double::from((last.hi + step * done) * (last.hi + next)));
                done += 2.0;
            } else if done < count {
                let (factor, rounding) = two_sum(first.hi, step * done);
                top.multiply(Double { hi: factor, lo: rounding + first.lo });
                let (factor, rounding) = two_sum(last.hi, step * done);
                bottom.multiply(Double { hi: factor, lo: rounding + last.lo });
                done += 1.0;
            }
        }
        value = value * top.double() / bottom.double();
    }
    let mut complement = Double::ONE - value;
    if complement.hi < 3e-16 * count {
        // 1 − ∏ (1 − yᵢ) as a sum without a negative term.
        let (mut left, mut i) = (Double::ONE, 0.0);
        complement = Double::ZERO;
        while i < count {
            if i % f64::from(ASKING) == 0.0 && !watch::goes_on() {
                break;
            }
            let lost = left * (gap / (last + Double::from(step * i)));
            complement = complement + lost;
            left = left - lost;
            i += 1.0;
        }
    }
    Parts { value, complement }
}
