//! Utilities of a profile: weighted thresholds, moments of the bank score, and its two ends.

use super::bank::TailBank;
use super::categorical::no_variance;
use super::payoffs::convex;
use super::profile::TailProfile;
use super::scores::Banks;
use crate::check;
use crate::error::Result;
use crate::metric::subset::credit::Credit;
use crate::numeric::double::Double;
use crate::numeric::portable::{exp_m1, ln_1p, pow};
use crate::posterior::interval::{Estimate, SquareRootOfSum};

impl TailProfile {
    /// Mean and σ of Σ wᵢ F(ρᵢ).
    ///
    /// # Errors
    /// - There are more or fewer weights than thresholds, or one is negative or not finite.
    /// - They do not add up to 1.
    /// - Those of [`Self::covariance`], of three or more categories.
    pub fn linear(&self, weights: &[f64]) -> Result<Estimate> {
        convex(weights, self.thresholds.len())?;
        if let Banks::Successes(_) = self.banks {
            let (mut low, mut jumps) = (0.0, vec![0.0; self.k]);
            for (&weight, cut) in weights.iter().zip(self.cuts()) {
                if cut == 0 {
                    low += weight;
                } else if let Some(jump) = jumps.get_mut(cut - 1) {
                    *jump += weight;
                }
            }
            let credit = Credit::spectrum(i64::try_from(self.k).unwrap_or(i64::MAX), &jumps)?;
            return self.credited(&credit, low, 1.0);
        }
        let mut worth = vec![0.0];
        worth.extend(weights.iter().scan(0.0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        }));
        let payoff = self.reached.iter().map(|&count| worth.get(count).copied().unwrap_or(0.0));
        self.paid(&payoff.collect::<Vec<_>>())
    }

    /// Mean and σ of E(Sᵡ), S being the bank score and χ the exponent.
    ///
    /// # Errors
    /// - The exponent is not positive and finite.
    /// - Those of [`Self::covariance`], of three or more categories, but for the exponent 1.
    pub fn moment(&self, exponent: f64) -> Result<Estimate> {
        check::positive("lam", exponent)?;
        match &self.banks {
            Banks::Known(score) => Estimate::new(Double::from(pow(*score, exponent)), Double::ZERO),
            _ if exponent == 1.0 => self.first_moment(),
            Banks::Successes(scores) => {
                let (low, high) = (ends(scores).0, ends(scores).1);
                let value = |score: f64| pow(score, exponent);
                let width = value(high) * fall(low, high, exponent);
                let jumps: Vec<f64> = scores
                    .windows(2)
                    .map(|pair| {
                        let (before, after) = ends(pair);
                        value(after) * fall(before, after, exponent) / width
                    })
                    .collect();
                let sum: f64 = jumps.iter().sum();
                let jumps: Vec<f64> = jumps.iter().map(|jump| jump / sum).collect();
                let credit = Credit::spectrum(i64::try_from(self.k).unwrap_or(i64::MAX), &jumps)?;
                self.credited(&credit, value(low), width)
            }
            Banks::Counts(_, scores) | Banks::Lattice(_, scores) => {
                self.paid(&scores.iter().map(|&score| pow(score, exponent)).collect::<Vec<_>>())
            }
        }
    }

    /// The mean of the bank score: Bayes@N.
    fn first_moment(&self) -> Result<Estimate> {
        let (mut mu, mut sigma) = (Double::ZERO, SquareRootOfSum::default());
        for (shapes, count) in &self.bank.states {
            let sum = |values: &mut dyn Iterator<Item = Double>| {
                values.fold(Double::ZERO, |sum, value| sum + value)
            };
            let total = sum(&mut shapes.iter().map(|&shape| Double::from(shape)));
            let parts = || shapes.iter().zip(&self.bank.scores);
            let mean =
                sum(&mut parts().map(|(&shape, &score)| Double::from(shape) * score)) / total;
            let spread = sum(&mut parts().map(|(&shape, &score)| {
                let apart = Double::from(score) - mean;
                apart * apart * shape
            }));
            let times = Double::from(*count as f64);
            mu = mu + mean * times;
            sigma.add((spread / total / (total + Double::ONE)).sqrt(), times);
        }
        let questions = self.questions() as f64;
        Estimate::new(mu / questions, sigma.root() / questions)
    }

    /// Mean and σ of a payoff of each count.
    fn paid(&self, payoff: &[f64]) -> Result<Estimate> {
        if let Banks::Lattice(..) = self.banks {
            return Err(no_variance(self.k));
        }
        let expected = |law: &[f64]| law.iter().zip(payoff).map(|(p, v)| p * v).sum::<f64>();
        let (mut mu, mut sigma) = (Double::ZERO, SquareRootOfSum::default());
        for (shapes, count) in &self.bank.states {
            let mean = expected(&self.banks.law(shapes));
            let mut variance = 0.0;
            if let Banks::Counts(grid, _) = &self.banks {
                grid.pairs(shapes, |state, chance, law| {
                    let own = payoff.get(state).copied().unwrap_or(0.0);
                    variance += chance * (own - mean) * (expected(law) - mean);
                })?;
            }
            let times = Double::from(*count as f64);
            mu = mu + Double::from(mean) * times;
            sigma.add(Double::from(variance.max(0.0)).sqrt(), times);
        }
        let questions = self.questions() as f64;
        Estimate::new(mu / questions, sigma.root() / questions)
    }

    /// Mean and σ of the chance of a positive bank score, or of the full score 1 of every trial.
    ///
    /// # Errors
    /// The estimate is not finite.
    pub fn end(&self, full: bool) -> Result<Estimate> {
        let wanted = |score: f64| if full { score == 1.0 } else { score > 0.0 };
        let scores = &self.bank.scores;
        let all = scores.iter().all(|&score| wanted(score));
        if all || !scores.iter().any(|&score| wanted(score)) {
            return Estimate::new(Double::from(f64::from(u8::from(all))), Double::ZERO);
        }
        let sum = |shapes: &[f64], yes: bool| {
            let own = shapes.iter().zip(scores).filter(|&(_, &score)| wanted(score) == yes);
            own.map(|(shape, _)| shape).sum::<f64>()
        };
        let merge = |(shapes, count): &(Vec<f64>, u64)| {
            (vec![sum(shapes, false), sum(shapes, true)], *count)
        };
        let states = self.bank.states.iter().map(merge).collect();
        let of_question = self.bank.of_question.clone();
        let bank = TailBank { scores: vec![0.0, 1.0], states, of_question };
        let k = self.k as u64;
        let (thresholds, reached) = (vec![1.0], Vec::new());
        let merged = Self { bank, k: self.k, thresholds, banks: Banks::Known(0.0), reached };
        merged.credited(&if full { Credit::All(k) } else { Credit::Any(k) }, 0.0, 1.0)
    }
}

fn ends(scores: &[f64]) -> (f64, f64) {
    (scores.first().copied().unwrap_or(0.0), scores.last().copied().unwrap_or(0.0))
}

/// 1 − (before / after)^exponent.
fn fall(before: f64, after: f64, exponent: f64) -> f64 {
    -exp_m1(exponent * ln_1p((before - after) / after))
}
