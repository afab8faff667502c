//! Mean and standard deviation of any credit: in closed form if there is one, else by the walk.

use super::credit::{Credit, Parts};
use super::hahn::Ladder;
use super::urn::{Moments, Urn};
use crate::numeric::double::Double;

impl Urn {
    /// E[A_J] for J successes in k draws.
    pub(crate) fn mean(&self, credit: &Credit) -> Parts {
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

    /// √E[Var(estimate | p)] over p ~ Beta(successes, failures).
    ///
    /// The estimate is the unbiased estimate from a bank of N ≥ k trials.
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
}
