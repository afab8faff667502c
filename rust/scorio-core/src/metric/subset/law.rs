//! The law of the number of successes J in k draws from an urn, walked weight by weight.
//!
//! Each weight follows from its neighbour by their ratio:
//!
//! ```text
//! P(j + 1) / P(j) = (k − j)(successes + step·j) / ((j + 1)(failures + step·(k − j − 1)))
//! ```
//!
//! The walk goes outwards from the mean. So every sum has only positive terms, and both tails keep
//! their relative accuracy.

use crate::metric::subset::credit::{Credit, Parts, place};
use crate::metric::subset::hahn::Jumps;
use crate::metric::subset::urn::Urn;
use crate::numeric::double::{Double, Product, Sum, two_product, two_sum};
use crate::numeric::watch;

/// The weight at the mean: far below overflow, and 10^450 above underflow.
const START: f64 = 1e150;

/// Terms below this share of a sum are dropped.
const NEGLIGIBLE: f64 = 1e-36;

impl Urn {
    /// E[A_J] for J successes in k draws, by the walk.
    pub(crate) fn walked_mean(&self, credit: &Credit) -> Parts {
        let k = credit.budget() as f64;
        let mut sums = CreditSums::new(credit);
        self.weights(k, |j, weight| {
            sums.add(j, weight);
            // The weights fall outwards from here. The walk ends once the rest is negligible to
            // both sums.
            weight.value * k > NEGLIGIBLE * sums.value.value.min(sums.complement.value)
        });
        sums.mean()
    }

    /// The means of two functions of J for J successes in k draws, by the walk.
    pub(crate) fn average(&self, k: u64, values: impl Fn(usize) -> [f64; 2]) -> [f64; 2] {
        let (mut first, mut second, mut all) = (0.0, 0.0, 0.0);
        self.weights(k as f64, |j, weight| {
            let [one, two] = values(place(j));
            first += weight.value * one;
            second += weight.value * two;
            all += weight.value;
            true
        });
        [first / all, second / all]
    }

    /// The mean credit, with the jumps of the credit in the measure that its variance needs.
    ///
    /// If the ladder is of kinks, these are the kinks.
    pub(crate) fn walked_jumps(&self, credit: &Credit, curved: bool) -> (Parts, Jumps) {
        if curved {
            return self.walked_kinks(credit);
        }
        let mut sums = CreditSums::new(credit);
        let mut jumps = Jumps::default();
        let k = credit.budget() as f64;
        self.weights(k, |j, weight| {
            sums.add(j, weight);
            // Weights near the smallest double have lost their digits.
            let sound = weight.value > 1e-290 && j >= 1.0;
            let jump = if sound && sums.step.is_none_or(|step| step == j) {
                credit.jump(j)
            } else {
                Double::ZERO
            };
            if jump.is_positive() {
                let after = self.failures + Double::from(k - j);
                jumps.push(j - 1.0, jump, weight.double() * j * after);
            }
            true
        });
        let (alpha, beta) = (self.successes, self.failures);
        let total = alpha + beta;
        // Σ P(j) j (β + k − j) = k αβ (s + k) / (s (s + 1)). The weights are Σ times P.
        let inner = (alpha / total) * (beta / (total + Double::ONE)) * k;
        jumps.normalise(sums.total() * inner * (total + Double::from(k)));
        (sums.mean(), jumps)
    }

    /// The same with the kink of the jumps. There is exactly one.
    fn walked_kinks(&self, credit: &Credit) -> (Parts, Jumps) {
        let mut sums = CreditSums::new(credit);
        let (mut kinks, mut slope) = (Jumps::default(), Sum::default());
        let (k, kink) = (credit.budget() as f64, credit.kink());
        let (alpha, beta) = (self.successes, self.failures);
        self.weights(k, |j, weight| {
            sums.add(j, weight);
            let sound = weight.value > 1e-290 && j >= 1.0;
            let jump = if sound { credit.jump(j) } else { Double::ZERO };
            if jump.is_positive() {
                let part = jump * (weight.double() * j * (beta + (k - j)));
                slope.add(part.hi, part.lo);
            }
            if let Some((_, size)) = kink.filter(|&(place, _)| sound && place == j) {
                let inner = (alpha + j) * (beta + (k - j)) * (j * (k - j));
                kinks.push(j - 1.0, size, weight.double() * inner);
            }
            true
        });
        let total = alpha + beta;
        let outer = (alpha / total) * (beta / (total + 1.0)) * k * (total + k);
        let inner = ((alpha + 1.0) / (total + 2.0)) * ((beta + 1.0) / (total + 3.0)) * (k - 1.0);
        let all = sums.total() * outer;
        kinks.slope = slope.double() / all;
        kinks.normalise(all * inner * (total + (k + 1.0)));
        (sums.mean(), kinks)
    }

    /// P(j + 1) / P(j) as numerator and denominator. `whole` says that doubles hold both exactly.
    #[inline]
    fn ratio(&self, k: f64, j: f64, whole: bool) -> (Double, Double) {
        if whole {
            let up = (self.successes.hi + self.step * j) * (k - j);
            let down = (self.failures.hi + self.step * (k - j - 1.0)) * (j + 1.0);
            return (Double::from(up), Double::from(down));
        }
        let times = |content: Double, drawn: f64, factor: f64| {
            let (sum, rounding) = two_sum(content.hi, self.step * drawn);
            let (product, error) = two_product(sum, factor);
            Double { hi: product, lo: error + (rounding + content.lo) * factor }
        };
        (times(self.successes, j, k - j), times(self.failures, k - j - 1.0, j + 1.0))
    }

    /// Smallest and largest J, and a whole number near its mean.
    fn support(&self, k: f64) -> (f64, f64, f64) {
        let (low, high) = if self.step < 0.0 {
            ((k - self.failures.hi).max(0.0), self.successes.hi.min(k))
        } else {
            (0.0, k)
        };
        let mean = k * (self.successes.hi / (self.successes.hi + self.failures.hi));
        (low, high, mean.floor().max(low).min(high))
    }

    /// Visits every J with its weight, outwards from the mean.
    ///
    /// Each direction goes on as long as `visit` returns true.
    fn weights(&self, k: f64, mut visit: impl FnMut(f64, Product) -> bool) {
        // Stopped work may have thousands of walks left.
        if watch::is_stopped() {
            return;
        }
        let mut visited = 0_u32;
        let mut visit = |j: f64, weight: Product| {
            visited = visited.wrapping_add(1);
            // What is found of stopped work is discarded.
            visit(j, weight) && (!visited.is_multiple_of(1 << 14) || watch::goes_on())
        };
        let (low, high, start) = self.support(k);
        let first = Product { value: START, error: 0.0 };
        let is_whole = |content: Double| {
            content.lo == 0.0
                && content.hi.fract() == 0.0
                && (content.hi + k) * k < (1_u64 << 53) as f64
        };
        let whole = is_whole(self.successes) && is_whole(self.failures);
        let (mut j, mut weight) = (start, first);
        while weight.value > 0.0 && visit(j, weight) && j < high {
            let (up, down) = self.ratio(k, j, whole);
            weight.multiply(up);
            weight.divide(down);
            j += 1.0;
        }
        (j, weight) = (start, first);
        while j > low {
            j -= 1.0;
            let (up, down) = self.ratio(k, j, whole);
            weight.multiply(down);
            weight.divide(up);
            if !(weight.value > 0.0 && visit(j, weight)) {
                break;
            }
        }
    }
}

/// Credit and its complement, summed over the walk.
struct CreditSums<'a> {
    credit: &'a Credit,
    step: Option<f64>,
    value: Sum,
    complement: Sum,
}

impl<'a> CreditSums<'a> {
    fn new(credit: &'a Credit) -> Self {
        let step = credit.step().map(|threshold| threshold as f64);
        Self { credit, step, value: Sum::default(), complement: Sum::default() }
    }

    #[inline]
    fn add(&mut self, j: f64, weight: Product) {
        match self.step {
            Some(step) if j >= step => self.value.add(weight.value, weight.error),
            Some(_) => self.complement.add(weight.value, weight.error),
            None => {
                let Parts { value, complement } = self.credit.at(j);
                let (term, rest) = weight.times(value);
                self.value.add(term, rest);
                let (term, rest) = weight.times(complement);
                self.complement.add(term, rest);
            }
        }
    }

    fn total(&self) -> Double {
        self.value.double() + self.complement.double()
    }

    fn mean(&self) -> Parts {
        let total = self.total();
        Parts { value: self.value.double() / total, complement: self.complement.double() / total }
    }
}
