//! Credit under the two laws of drawing k trials, which are one: Pólya's urn.
//!
//! An urn holds successes and failures; each ball drawn is put back with `step` more of its
//! colour. With `step` = −1 that is drawing from the observed trials without replacement, the
//! **hypergeometric** law of the point estimates. With `step` = +1 and real contents α, β it is
//! drawing k future trials under a Beta(α, β) posterior, the **Beta-binomial** law of the
//! posterior estimates. Either way k draws in a row succeed with probability
//! ∏ (successes + step·i) / (successes + failures + step·i), i = 0..k.

use crate::credit::Credit;
use crate::double::{Double, two_product, two_sum};

/// Contents and law of an urn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Urn {
    pub(crate) successes: Double,
    pub(crate) failures: Double,
    pub(crate) step: f64,
}

/// An expected credit, and what it lacks to 1, each to full relative accuracy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    pub(crate) value: Double,
    pub(crate) complement: Double,
}

impl Split {
    fn swap(self) -> Self {
        Self { value: self.complement, complement: self.value }
    }
}

/// Mean and standard deviation of the credit that a latent success probability is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    pub(crate) mean: Split,
    pub(crate) sigma: Double,
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

    /// Future trials given a Beta(α0, β0) prior and observed successes and failures.
    pub(crate) fn beta_binomial(
        successes: u64,
        failures: u64,
        (alpha0, beta0): (f64, f64),
    ) -> Self {
        Self {
            successes: Double::sum(successes as f64, alpha0),
            failures: Double::sum(failures as f64, beta0),
            step: 1.0,
        }
    }

    /// E[A_J] for J successes in k draws.
    pub(crate) fn mean(&self, credit: Credit) -> Split {
        match (credit.budget(), credit.threshold()) {
            (k, threshold) if threshold == k => self.all(k),
            (k, 1) => self.turned().all(k).swap(),
            (k, threshold) => self.tail(k, threshold),
        }
    }

    /// Mean and standard deviation of g(p) = E[A_J | p] over p ~ Beta(successes, failures).
    pub(crate) fn moments(&self, credit: Credit) -> Moments {
        match (credit.budget(), credit.threshold()) {
            (k, threshold) if threshold == k => self.power(k),
            (k, 1) => {
                let Moments { mean, sigma } = self.turned().power(k);
                Moments { mean: mean.swap(), sigma }
            }
            (k, threshold) => self.tail_moments(k, threshold),
        }
    }

    /// The sampling variance of the unbiased estimate of p^k from a bank of N ≥ k trials, averaged
    /// over p ~ Beta(successes, failures): Σ P(overlap = m) (E[p^(2k−m)] − E[p^2k]), where two
    /// k-subsets of the bank overlap in m trials with the hypergeometric law. `overlap` holds
    /// P(overlap ≥ m) for m = 1..=k; the differences are telescoped, so that no term is negative.
    pub(crate) fn power_scatter(&self, k: u64, overlap: &[f64]) -> f64 {
        let (own, other) = (self.successes.value(), self.failures.value());
        let mut power = self.all(k).value.value(); // E[p^i] from i = k on
        let k = k as f64;
        let mut variance = 0.0;
        for (i, tail) in (0_u32..).map(f64::from).zip(overlap.iter().rev()) {
            let total = own + other + k + i;
            variance += power * (other / total) * tail;
            power *= (own + k + i) / total;
        }
        variance
    }

    /// Successes and failures exchanged.
    pub(crate) fn turned(self) -> Self {
        Self { successes: self.failures, failures: self.successes, step: self.step }
    }

    /// P(all k draws succeed).
    fn all(&self, k: u64) -> Split {
        let draws = k as f64;
        let (own, other) = (self.successes, self.failures);
        if self.step < 0.0 && own.hi < draws {
            return Split { value: Double::ZERO, complement: Double::ONE };
        }
        // The product is symmetric in k and a whole number of failures: C(c,k)/C(N,k) =
        // C(N−k,N−c)/C(N,N−c). The shorter form is taken.
        if other.lo == 0.0 && other.hi < draws && other.hi.fract() == 0.0 {
            let lowest =
                if self.step < 0.0 { own - Double::from(draws) + Double::ONE } else { own };
            return product(lowest, Double::from(draws), 1.0, other.hi);
        }
        product(own, other, self.step, draws)
    }

    /// Moments of p^k. E[p^2k] = P(k succeed) P(k more succeed | k did), so the variance is
    /// q (q₂ − q) with q₂ the conditional probability.
    fn power(&self, k: u64) -> Moments {
        let mean = self.all(k);
        let after = Self { successes: self.successes + Double::from(k as f64), ..*self };
        let again = after.all(k);
        // q₂ − q from whichever of the two forms is not close to 1.
        let gain = if mean.value.hi < 0.5 {
            again.value - mean.value
        } else {
            mean.complement - again.complement
        };
        let small = mean.value.hi.min(mean.complement.hi);
        // Where q itself is below the smallest number, so is σ.
        let enough = gain.hi > 3e-16 * k as f64 * small || !mean.value.is_positive();
        let gain = if enough { gain } else { mean.value * self.growth(k) };
        Moments { mean, sigma: mean.value.sqrt() * gain.sqrt() }
    }

    /// q₂ / q − 1 = ∏ (1 + tᵢ) − 1 with tᵢ = k·failures / ((own + i)(total + k + i)), without a
    /// negative term: for priors so extreme that q₂ − q loses more digits than there are.
    fn growth(&self, k: u64) -> Double {
        let draws = k as f64;
        let total = self.successes + self.failures;
        let top = self.failures * draws;
        let mut growth = Double::ZERO;
        for i in 0..k {
            let i = Double::from(i as f64);
            let term = top / ((self.successes + i) * (total + Double::from(draws) + i));
            growth = growth + term + growth * term;
        }
        growth
    }
}

/// ∏ xᵢ / (xᵢ + gap) with xᵢ = first + step·i, i = 0..count.
fn product(first: Double, gap: Double, step: f64, count: f64) -> Split {
    let last = first + gap;
    let mut value = Double::ONE;
    let mut done = 0.0;
    // Whole numbers below 2^26 are multiplied in pairs first, which is exact.
    let small = |x: Double| x.lo == 0.0 && x.hi.fract() == 0.0 && x.hi + count < 67_108_864.0;
    let pairs = small(first) && small(last);
    while done < count && value.is_positive() {
        let (mut top, mut bottom) = (Compensated::ONE, Compensated::ONE);
        // Twelve factors below 2^64, or pairs below 2^52, stay clear of overflow.
        for _ in 0..12 {
            if pairs && done + 1.0 < count {
                let next = step * (done + 1.0);
                top.multiply((first.hi + step * done) * (first.hi + next), 0.0);
                bottom.multiply((last.hi + step * done) * (last.hi + next), 0.0);
                done += 2.0;
            } else if done < count {
                let (factor, rounding) = two_sum(first.hi, step * done);
                top.multiply(factor, rounding + first.lo);
                let (factor, rounding) = two_sum(last.hi, step * done);
                bottom.multiply(factor, rounding + last.lo);
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
            let lost = left * (gap / (last + Double::from(step * i)));
            complement = complement + lost;
            left = left - lost;
            i += 1.0;
        }
    }
    Split { value, complement }
}

/// A product with its first-order error kept apart, so that the next factor waits for one
/// multiplication and not for a whole double-double one.
struct Compensated {
    product: f64,
    error: f64,
}

impl Compensated {
    const ONE: Self = Self { product: 1.0, error: 0.0 };

    /// Times `factor + rest`, the rest being a rounding error.
    #[inline]
    fn multiply(&mut self, factor: f64, rest: f64) {
        let (product, error) = two_product(self.product, factor);
        self.error = self.error * factor + (error + self.product * rest);
        self.product = product;
    }

    fn double(&self) -> Double {
        Double::new(self.product, self.error)
    }
}
