//! Strengths of models from pairs: one Newton solver for all laws of pairs.

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::portable::ln;
use crate::rankers::error::RankersError;
use crate::rankers::pairs::law::PairLaw;
use crate::rankers::pairs::links;
use crate::rankers::pairs::steep::SteepPairs;
use crate::rankers::pairs::trial_pairs::TrialPairs;
use crate::rankers::solver::newton::{Slope, settle};
use crate::rankers::solver::square::{Cholesky, Square};
use crate::rankers::solver::strength_prior::{StrengthPrior, centred, highest};

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
    pub(super) law: PairLaw,
}

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
        if let Some(ln_nu) = at.get_mut(size) {
            // Where the law of equal strengths has it.
            let sum = |table: &Square| table.values().iter().sum::<f64>();
            let ratio = sum(pairs.ties()) / sum(pairs.wins());
            *ln_nu = if ratio.is_normal() { ln(ratio) } else { 0.0 };
        }
        if let Some(start) = start.filter(|start| start.theta.len() == size) {
            for (slot, theta) in at.iter_mut().zip(start.theta.iter().chain(&start.ln_nu)) {
                *slot = *theta;
            }
        }
        let found = match self.settled(law, pairs, &at) {
            Some(found) => found,
            None => highest(self.prior.as_ref(), size, at, |at| Self::likelihood(law, pairs, at))?,
        };
        let theta = found.get(..size).unwrap_or_default().to_vec();
        Ok(Strengths { theta, ln_nu: found.get(size).copied(), law })
    }

    /// The strengths by quick steps, where the steps soon become short.
    fn settled(&self, law: PairLaw, pairs: &TrialPairs, start: &[f64]) -> Option<Vec<f64>> {
        let prior = match &self.prior {
            None => None,
            Some(prior @ StrengthPrior::Gaussian { .. }) => Some(prior),
            Some(_) => return None,
        };
        let (steep, size) = (SteepPairs::new(law, pairs)?, pairs.len());
        let found = settle(start.to_vec(), size, |at| {
            let mut slope = steep.slope(at)?;
            if let Some(prior) = prior {
                prior.take(at, size, &mut slope).ok()?;
            }
            Some(slope)
        })?;
        Some(centred(&found, size))
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

    /// The log-likelihood of the pairs at a place, with the lower half of the second derivatives.
    pub(super) fn likelihood(law: PairLaw, pairs: &TrialPairs, at: &[f64]) -> Slope {
        let size = pairs.len();
        let x = at.get(size).copied().unwrap_or(0.0);
        let mut place = Slope::flat(at.len());
        let Slope { value, gradient, hessian } = &mut place;
        for i in 0..size {
            for j in 0..i {
                let seen = (pairs.wins()[(i, j)], pairs.wins()[(j, i)], pairs.ties()[(i, j)]);
                let slopes = law.slopes(seen, at[i] - at[j], x);
                *value += slopes.value;
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
        place
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
    pub(super) fn curvature(
        &self,
        pairs: &TrialPairs,
        found: &Strengths,
    ) -> Result<(Cholesky, Vec<f64>)> {
        let at: Vec<f64> = found.theta.iter().copied().chain(found.ln_nu).collect();
        let mut place = Self::likelihood(found.law, pairs, &at);
        if let Some(prior) = &self.prior {
            if prior.has_corners() {
                return Err(RankersError::Corners { method: self.method }.into());
            }
            prior.take(&at, pairs.len(), &mut place)?;
        }
        match Cholesky::of(&place.levelled(pairs.len()).hessian) {
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
        let (mut sum, mut count) = (Square::zeros(size), 0.0);
        for unit in units {
            let moved = factor.solve(&Self::likelihood(found.law, &unit, &at).gradient);
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
