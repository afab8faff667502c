//! Strengths of models from pairs: one Newton solver for all laws of pairs.

use super::error::RankersError;
use super::links;
use super::pair_law::PairLaw;
use super::pairs::TrialPairs;
use super::square::{Cholesky, Square};
use crate::error::Result;
use crate::numeric::error::NumericError;

/// A Gaussian prior of the centred strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthPrior {
    /// The variance.
    pub variance: f64,
    /// A mean for each model, or none for 0. Only differences count.
    pub means: Vec<f64>,
}

/// A model of pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct PairModel {
    /// Its name in messages.
    pub method: &'static str,
    /// The law of a pair.
    pub law: PairLaw,
    /// The prior. Without one, strengths have the highest likelihood.
    pub prior: Option<StrengthPrior>,
}

/// Strengths with the highest likelihood or posterior density.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// θ by model. They add up to 0.
    pub theta: Vec<f64>,
    /// ln ν of Davidson's law. It is missing where ν is 0, because nothing ties.
    pub ln_nu: Option<f64>,
    law: PairLaw,
}

/// The value, gradient and negative Hessian at a place.
struct Curvature {
    value: f64,
    gradient: Vec<f64>,
    hessian: Square,
}

/// Newton's steps, at most. From any start a few dozen are enough, because the functions are
/// concave.
const MOST_STEPS: usize = 500;

impl PairModel {
    /// The strengths.
    ///
    /// # Errors
    /// - Some models always beat the others, and there is no prior.
    /// - The models have no questions in common.
    /// - Ties fit best without limit.
    pub fn fit(&self, pairs: &TrialPairs, start: Option<&Strengths>) -> Result<Strengths> {
        let law = self.law_of(pairs)?;
        let size = pairs.len();
        let free = size + usize::from(law.has_tie_parameter());
        let mut at = vec![0.0; free];
        if let Some(start) = start.filter(|start| start.theta.len() == size) {
            for (slot, theta) in at.iter_mut().zip(start.theta.iter().chain(&start.ln_nu)) {
                *slot = *theta;
            }
        }
        let mut here = self.place(law, pairs, &at);
        let mut close = false;
        for _ in 0..MOST_STEPS {
            let Some(factor) = Cholesky::of(&here.hessian) else { break };
            let step = factor.solve(&here.gradient);
            let size_of = |step: &[f64]| step.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            let (long, scale) = (size_of(&step), 1.0 + size_of(&at));
            // Digits double with each step. After a step of 1e-8, the next leaves only rounding.
            if close || long <= 1e-15 * scale {
                for (x, step) in at.iter_mut().zip(&step) {
                    *x += step;
                }
                return Ok(Self::centred(law, &at, size));
            }
            close = long <= 1e-8 * scale;
            let mut part = (8.0 / long).min(1.0);
            loop {
                let tried: Vec<f64> =
                    at.iter().zip(&step).map(|(x, step)| x + part * step).collect();
                let there = self.place(law, pairs, &tried);
                // A value that falls by rounding alone is no reason to halve.
                if close || there.value >= here.value - 1e-12 * here.value.abs() {
                    (at, here) = (tried, there);
                    break;
                }
                part /= 2.0;
                if part < 1e-10 {
                    return Err(NumericError::NotFinite { what: "the strength" }.into());
                }
            }
        }
        Err(NumericError::NotFinite { what: "the strength" }.into())
    }

    /// The law, which is Bradley–Terry's where Davidson's has no ties to explain.
    fn law_of(&self, pairs: &TrialPairs) -> Result<PairLaw> {
        let (size, wins, ties) = (pairs.len(), pairs.wins(), pairs.ties());
        let any = |table: &Square| table.values().iter().any(|&count| count > 0.0);
        let law = match self.law {
            PairLaw::Davidson if !any(ties) => PairLaw::Logit,
            PairLaw::RaoKupper { tie_strength: 1.0 } if any(ties) => {
                return Err(RankersError::NoTies.into());
            }
            law => law,
        };
        if law == PairLaw::Davidson {
            let explained =
                if self.prior.is_some() { !any(wins) } else { links::ties_explain_all(pairs) };
            if explained {
                links::strong(self.method, pairs, |i, j| wins[(i, j)] + ties[(i, j)] > 0.0)?;
                return Err(RankersError::Ties { method: self.method }.into());
            }
        }
        if self.prior.is_none() && size > 1 {
            match law {
                PairLaw::Logit | PairLaw::Probit => {
                    links::strong(self.method, pairs, |i, j| wins[(i, j)] > 0.0)?;
                }
                PairLaw::Davidson | PairLaw::RaoKupper { .. } => {
                    links::strong(self.method, pairs, |i, j| wins[(i, j)] + ties[(i, j)] > 0.0)?;
                }
            }
        }
        Ok(law)
    }

    fn centred(law: PairLaw, at: &[f64], size: usize) -> Strengths {
        let theta = at.get(..size).unwrap_or_default();
        let mean = theta.iter().sum::<f64>() / size as f64;
        let theta = theta.iter().map(|theta| theta - mean).collect();
        Strengths { theta, ln_nu: at.get(size).copied(), law }
    }

    fn place(&self, law: PairLaw, pairs: &TrialPairs, at: &[f64]) -> Curvature {
        let size = pairs.len();
        let x = at.get(size).copied().unwrap_or(0.0);
        let (mut gradient, mut hessian) = (vec![0.0; at.len()], Square::zeros(at.len()));
        let mut value = 0.0;
        for i in 0..size {
            for j in 0..i {
                let seen = (pairs.wins()[(i, j)], pairs.wins()[(j, i)], pairs.ties()[(i, j)]);
                let slopes = law.slopes(seen, at[i] - at[j], x);
                value += slopes.value;
                gradient[i] += slopes.first;
                gradient[j] -= slopes.first;
                hessian[(i, i)] += slopes.second;
                hessian[(j, j)] += slopes.second;
                hessian[(i, j)] -= slopes.second;
                if let Some(tie) = gradient.get_mut(size) {
                    *tie += slopes.tie;
                    hessian[(size, size)] += slopes.tie_second;
                    hessian[(size, i)] += slopes.cross;
                    hessian[(size, j)] -= slopes.cross;
                }
            }
        }
        if let Some(prior) = &self.prior {
            Self::add_prior(prior, at, size, &mut value, &mut gradient, &mut hessian);
        }
        // Strengths have no level: 1 1ᵀ, which nothing else depends on, makes them add up to 0.
        let level = level_of(&hessian, size);
        for i in 0..size {
            for j in 0..=i {
                hessian[(i, j)] += level;
            }
        }
        for i in 0..at.len() {
            for j in 0..i {
                hessian[(j, i)] = hessian[(i, j)];
            }
        }
        Curvature { value, gradient, hessian }
    }

    fn add_prior(
        prior: &StrengthPrior,
        at: &[f64],
        size: usize,
        value: &mut f64,
        gradient: &mut [f64],
        hessian: &mut Square,
    ) {
        let mean = |model: usize| prior.means.get(model).copied().unwrap_or(0.0);
        let off: Vec<f64> = (0..size).map(|i| at[i] - mean(i)).collect();
        let centre = off.iter().sum::<f64>() / size as f64;
        for i in 0..size {
            let off = off[i] - centre;
            *value -= off * off / (2.0 * prior.variance);
            gradient[i] -= off / prior.variance;
            for j in 0..=i {
                let own = f64::from(u8::from(i == j));
                hessian[(i, j)] += (own - 1.0 / size as f64) / prior.variance;
            }
        }
    }

    /// The inverse of the negative Hessian, of the centred strengths alone: their naive covariance.
    ///
    /// # Errors
    /// The Hessian has no inverse.
    pub fn covariance(&self, pairs: &TrialPairs, found: &Strengths) -> Result<Square> {
        let (factor, _) = self.curvature(pairs, found)?;
        let size = pairs.len();
        let mut covariance = Square::zeros(size);
        for i in 0..size {
            let unit: Vec<f64> = (0..size + usize::from(found.ln_nu.is_some()))
                .map(|j| f64::from(u8::from(i == j)))
                .collect();
            let line = factor.solve(&unit);
            // The level, which strengths do not have, adds the same to all entries.
            let level = line.iter().take(size).sum::<f64>() / size as f64;
            for (slot, x) in covariance.row_mut(i).iter_mut().zip(&line) {
                *slot = x - level;
            }
        }
        Ok(covariance)
    }

    /// The factor of the negative Hessian at the strengths, and the place.
    fn curvature(&self, pairs: &TrialPairs, found: &Strengths) -> Result<(Cholesky, Vec<f64>)> {
        let at: Vec<f64> = found.theta.iter().copied().chain(found.ln_nu).collect();
        match Cholesky::of(&self.place(found.law, pairs, &at).hessian) {
            Some(factor) => Ok((factor, at)),
            None => Err(NumericError::NotFinite { what: "the covariance" }.into()),
        }
    }

    /// The covariance of the strengths if questions are a sample: H⁻¹ (Σ g gᵀ) H⁻¹ · M / (M − 1).
    ///
    /// `units` holds the pairs of each question or cluster.
    ///
    /// # Errors
    /// The Hessian has no inverse.
    pub(crate) fn sandwich(
        &self,
        pairs: &TrialPairs,
        found: &Strengths,
        units: impl Iterator<Item = TrialPairs>,
    ) -> Result<Square> {
        let (factor, at) = self.curvature(pairs, found)?;
        let size = pairs.len();
        let plain = Self { prior: None, ..self.clone() };
        let (mut sum, mut count) = (Square::zeros(size), 0.0);
        for unit in units {
            let moved = factor.solve(&plain.place(found.law, &unit, &at).gradient);
            count += 1.0;
            for i in 0..size {
                for j in 0..size {
                    sum[(i, j)] += moved[i] * moved[j];
                }
            }
        }
        let scale = count / (count - 1.0);
        Ok(Square::of(size, |i, j| sum[(i, j)] * scale))
    }
}

/// What is added to every entry of the negative Hessian of the strengths.
fn level_of(hessian: &Square, size: usize) -> f64 {
    let trace: f64 = (0..size).map(|i| hessian[(i, i)]).sum();
    (trace / (size * size) as f64).max(f64::MIN_POSITIVE)
}
