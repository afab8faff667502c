//! Whether a model is worse than the baseline by more than a margin.

use super::family::Family;
use crate::check;
use crate::compare::comparison::Comparison;
use crate::compare::error::CompareError;
use crate::error::Result;
use crate::numeric::student::Distribution;

/// The probability with which a model worse by [`Verdict::detectable`] is found worse.
pub const POWER: f64 = 0.8;

/// Whether a model is worse than the baseline by more than a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The margin.
    pub margin: f64,
    /// Probability that the model is worse by more than the margin.
    pub probability: f64,
    /// Whether the two models would be separated if the baseline were worse by the margin.
    pub worse: bool,
    /// A model that is worse by this is found worse with probability [`POWER`].
    pub detectable: f64,
}

impl Comparison {
    /// Probability that the model is worse than the baseline by more than `margin`.
    ///
    /// # Errors
    /// The margin is negative or not finite.
    pub fn probability_worse(&self, margin: f64) -> Result<f64> {
        check::not_negative("margin", &[], margin)?;
        if self.sigma == 0.0 {
            // Then the difference is 0, too, and may be on either side.
            return Ok(if margin > 0.0 { 0.0 } else { 0.5 });
        }
        self.distribution().below((-margin - self.difference) / self.sigma)
    }

    /// The z from which on the two models are separated: P(|Z| < z) is the level of one comparison.
    ///
    /// # Errors
    /// The level is outside (0, 1).
    pub fn critical(&self) -> Result<f64> {
        let confidence = self.family().confidence(self.level);
        Ok(self.distribution().central_quantile(confidence)?.value())
    }

    /// The true loss at which a model is found worse with probability `power`, at this σ: the margin, and
    /// (z* + z_power) σ.
    ///
    /// # Errors
    /// - Those of [`Self::probability_worse`].
    /// - A level or power is outside (0, 1).
    pub fn detectable_at(&self, margin: f64, power: f64) -> Result<f64> {
        self.probability_worse(margin)?;
        check::level("power", power)?;
        let own = self.distribution().one_sided_quantile(power)?;
        Ok(margin + (self.critical()? + own) * self.sigma)
    }

    /// Whether the model is worse by more than a margin: difference + margin ≤ −z* σ.
    ///
    /// Scores differ by at most `range`. Without a margin, that is a model below the baseline that is
    /// separated from it. At the margin, a model is found worse with a chance of at most half of 1 − level.
    ///
    /// # Errors
    /// - Those of [`Self::probability_worse`].
    /// - The margin exceeds every possible difference.
    /// - The level is below 0.5.
    pub fn verdict(&self, margin: f64, range: f64) -> Result<Verdict> {
        let probability = self.probability_worse(margin)?;
        if margin >= range {
            return Err(CompareError::MarginRange { value: margin, range }.into());
        }
        if self.level < 0.5 {
            return Err(CompareError::VerdictLevel { value: self.level }.into());
        }
        let detectable = self.detectable_at(margin, POWER)?;
        let beyond = self.difference + margin;
        let worse = beyond < 0.0
            && self.sigma > 0.0
            && self
                .family()
                .separates(self.distribution().two_sided(beyond / self.sigma)?, self.level);
        Ok(Verdict { margin, probability, worse, detectable })
    }

    /// Writes the verdict on a margin into the row.
    pub(in crate::compare) fn decide(&mut self, margin: f64, range: f64) -> Result<()> {
        let Verdict { margin, probability, worse, detectable } = self.verdict(margin, range)?;
        self.margin = Some(margin);
        self.worse_probability = Some(probability);
        self.worse = Some(worse);
        self.detectable = Some(detectable);
        Ok(())
    }

    pub(in crate::compare) fn family(&self) -> Family {
        Family::of_comparisons(self.comparisons, false)
    }

    pub(crate) fn distribution(&self) -> Distribution {
        self.degrees.map_or(Distribution::Normal, Distribution::Student)
    }
}
