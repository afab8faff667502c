//! Credit under the two laws of drawing k trials, which are one: Pólya's urn.
//!
//! An urn holds successes and failures; each ball drawn is put back with `step` more of its
//! colour. With `step` = −1 that is drawing from the observed trials without replacement, the
//! **hypergeometric** law of the point estimates. With `step` = +1 and real contents α, β it is
//! drawing k future trials under a Beta(α, β) posterior, the **Beta-binomial** law of the
//! posterior estimates. Either way k draws in a row succeed with probability
//! ∏ (successes + step·i) / (successes + failures + step·i), i = 0..k.

use crate::credit::{Credit, Split};
use crate::double::{Double, Product, exponent, two_sum};
use crate::hahn::Ladder;

/// Contents and law of an urn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Urn {
    pub(crate) successes: Double,
    pub(crate) failures: Double,
    pub(crate) step: f64,
}

/// Mean and standard deviation of the credit that a latent success probability is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    pub(crate) mean: Split,
    pub(crate) sigma: Double,
}

impl Moments {
    fn swap(self) -> Self {
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
    pub(crate) fn mean(&self, credit: &Credit) -> Split {
        let k = credit.budget();
        match (credit, credit.step()) {
            (Credit::Complement(credit), _) => self.mean(credit).swap(),
            (_, Some(threshold)) if threshold == k => self.all(k),
            (_, Some(1)) => self.turned().all(k).swap(),
            _ => self.walked_mean(credit),
        }
    }

    /// Mean and standard deviation of g(p) = E[A_J | p] over p ~ Beta(successes, failures).
    pub(crate) fn moments(&self, credit: &Credit, ladder: &mut Ladder) -> Moments {
        let k = credit.budget();
        match (credit, credit.step()) {
            (Credit::Complement(credit), _) => self.moments(credit, ladder).swap(),
            (_, Some(threshold)) if threshold == k => self.power(k),
            (_, Some(1)) => self.turned().power(k).swap(),
            _ => {
                let (mean, jumps) = self.walked_jumps(credit, ladder.is_curved());
                Moments { mean, sigma: self.deviation(&jumps, None, ladder) }
            }
        }
    }

    /// √E[Var(estimate | p)] over p ~ Beta(successes, failures), for the unbiased estimate from a
    /// bank of N ≥ k trials.
    pub(crate) fn scatter(&self, credit: &Credit, trials: u64, ladder: &mut Ladder) -> Double {
        match credit {
            Credit::Complement(credit) => self.scatter(credit, trials, ladder),
            _ => self.deviation(
                &self.walked_jumps(credit, ladder.is_curved()).1,
                Some(trials),
                ladder,
            ),
        }
    }

    /// Successes and failures exchanged.
    pub(crate) fn turned(self) -> Self {
        Self { successes: self.failures, failures: self.successes, step: self.step }
    }

    /// P(all k draws succeed).
    pub(crate) fn all(&self, k: u64) -> Split {
        let draws = k as f64;
        let (own, other) = (self.successes, self.failures);
        if self.step < 0.0 && own.hi < draws {
            return Split::NONE;
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
    pub(crate) fn power(&self, k: u64) -> Moments {
        let mean = self.all(k);
        let after = Self { successes: self.successes + Double::from(k as f64), ..*self };
        let again = after.all(k);
        // q₂ − q from whichever of the two forms is not close to 1.
        let gain = if mean.value.hi < 0.5 {
            again.value - mean.value
        } else {
            mean.complement - again.complement
        };
        // The values are exact relative to themselves, the complements to 1. Where q itself is below
        // the smallest number, so is σ.
        let size = if mean.value.hi < 0.5 { mean.value.hi } else { 1.0 };
        let enough = gain.hi > 3e-16 * k as f64 * size || !mean.value.is_positive();
        let gain = if enough { gain } else { mean.value * self.growth(k) };
        Moments { mean, sigma: mean.value.sqrt() * gain.sqrt() }
    }

    /// The correlation of 1 − (1 − p)^k and p^k, given their moments. E[p^k (1 − p)^k] is the product
    /// of the means times ∏ (s + i) / (s + k + i), whatever the shares of s.
    pub(crate) fn correlation(&self, k: u64, pass: &Moments, power: &Moments) -> Double {
        let (total, draws) = (self.successes + self.failures, k as f64);
        if !(pass.sigma.is_positive() && power.sigma.is_positive()) {
            return Double::ZERO;
        }
        let lost = product(total, Double::from(draws), 1.0, draws).complement;
        // As quotients, since the product of two small deviations might underflow.
        (pass.mean.complement / pass.sigma) * (power.mean.value / power.sigma) * lost
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
    // Twelve factors below 2^64, or pairs below 2^52, stay clear of overflow; fewer larger ones do.
    let block = (768 / exponent(last.hi + count).max(64)).max(1);
    while done < count && value.is_positive() {
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
            let lost = left * (gap / (last + Double::from(step * i)));
            complement = complement + lost;
            left = left - lost;
            i += 1.0;
        }
    }
    Split { value, complement }
}
