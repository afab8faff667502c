//! Mean and σ of m banks that all reach one threshold.
//!
//! P(m banks reach t) is F_t(p)^m, a polynomial of degree km in p. In the basis of Bernstein its
//! coefficient j is the chance that m banks with j successes in all reach t. So it is a credit for
//! the successes of km trials, whose moments are exact.

use super::payoffs;
use super::profile::TailProfile;
use super::scores::Banks;
use crate::check;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::subset::credit::Credit;
use crate::numeric::double::Double;
use crate::posterior::interval::Estimate;

/// The most trials of all banks. Their binomial chances are still normal numbers.
const MOST_TRIALS: u64 = 1_000;

impl TailProfile {
    /// Mean and σ of Σ wᵢ F(ρᵢ)ᵐ, for two scores.
    ///
    /// # Errors
    /// - m is below 2, or the weights are not those of a mean.
    /// - There are three or more scores, or k · m is above 1,000.
    pub fn rollout(&self, m: u64, weights: &[f64]) -> Result<Estimate> {
        payoffs::rollout(m, weights, self.thresholds.len())?;
        let scores = match &self.banks {
            Banks::Known(_) => {
                let one: f64 =
                    weights.iter().zip(self.mean()).map(|(weight, mean)| weight * mean).sum();
                return Estimate::new(Double::from(one), Double::ZERO);
            }
            Banks::Successes(scores) => scores,
            Banks::Counts(..) | Banks::Lattice(..) => {
                let (what, count) = ("the number of scores", self.bank.scores.len() as f64);
                let range = "2: take the rollout of draws (`sample`) for more";
                return Err(check::outside(what, count, range).into());
            }
        };
        let k = scores.len() - 1;
        let trials = m.saturating_mul(k as u64);
        if trials > MOST_TRIALS {
            let metric = "all banks of an exact rollout; draws (`sample`) take more";
            return Err(MetricError::BudgetTooLarge { k: trials, metric, most: MOST_TRIALS }.into());
        }
        let trials = usize::try_from(trials).unwrap_or(usize::MAX);
        let (bank, all) = (even(k), even(trials));
        let mut low = 0.0;
        let mut worth = vec![0.0; trials + 1];
        for (&weight, cut) in weights.iter().zip(self.cuts()) {
            if cut == 0 {
                low += weight;
            } else if weight > 0.0 && cut <= k {
                let passing = bank.get(cut..).unwrap_or_default();
                let mut every = vec![1.0];
                for _ in 0..m {
                    every = product(&every, passing);
                }
                let shift = cut * usize::try_from(m).unwrap_or(usize::MAX);
                let slots = worth.iter_mut().zip(&all).skip(shift);
                for ((slot, one), chance) in slots.zip(&every) {
                    *slot += weight * chance / one;
                }
            }
        }
        let steps: Vec<f64> = worth
            .iter()
            .zip(worth.iter().skip(1))
            .map(|(one, next)| (next - one).max(0.0))
            .collect();
        let width: f64 = steps.iter().sum();
        if width == 0.0 {
            return Estimate::new(Double::from(low), Double::ZERO);
        }
        let jumps: Vec<f64> = steps.iter().map(|step| step / width).collect();
        let credit = Credit::spectrum(i64::try_from(trials).unwrap_or(i64::MAX), &jumps)?;
        self.credited(&credit, low, width)
    }
}

/// C(n, j) / 2ⁿ.
fn even(n: usize) -> Vec<f64> {
    let none = (0..n).fold(1.0, |chance, _| chance / 2.0);
    let mut found = vec![none];
    let mut last = none;
    for j in 1..=n {
        last *= (n + 1 - j) as f64 / j as f64;
        found.push(last);
    }
    found
}

fn product(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut found = vec![0.0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (slot, y) in found.iter_mut().skip(i).zip(b) {
            *slot += x * y;
        }
    }
    found
}
