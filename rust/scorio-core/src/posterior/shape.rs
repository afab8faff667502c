//! The shape of a score's distribution about its estimate.

use crate::error::Result;
use crate::numeric::beta::quantile;
use crate::numeric::normal::central_quantile;
use crate::numeric::student::Distribution;
use crate::posterior::effective::EffectiveTrials;

/// The shape of a score's distribution about its estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape {
    /// Normal.
    Normal,
    /// The Beta distribution with the same mean and variance.
    Beta(Matched),
    /// That of a share of successes.
    Trials(EffectiveTrials),
}

/// A Beta distribution on the range of a score, matched to its mean and variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matched {
    /// The smallest and the largest possible score.
    pub(crate) range: (f64, f64),
    /// Degrees of freedom of σ. The variance is inflated by the square of t / z.
    pub(crate) degrees: Option<f64>,
    /// Whether a Beta distribution with a peak at an end of the range is used. It describes a
    /// posterior. About an unbiased estimate, a clipped normal interval covers better.
    pub(crate) peaked: bool,
    /// Mean and σ of the posterior, for a score at an end of the range. No distribution has such a mean.
    pub(crate) at_end: Option<(f64, f64)>,
}

impl Shape {
    /// The distribution of (score − truth) / σ that its quantiles are inflated by.
    pub(crate) fn distribution(self) -> Distribution {
        match self {
            Self::Beta(Matched { degrees: Some(degrees), .. }) => Distribution::Student(degrees),
            Self::Trials(EffectiveTrials { degrees: Some(degrees), .. }) => {
                Distribution::Student(degrees.units)
            }
            Self::Normal | Self::Beta(_) | Self::Trials(_) => Distribution::Normal,
        }
    }
}

impl Matched {
    /// The shape, which is normal for scores without bounds.
    pub(crate) fn shape(self) -> Shape {
        let (low, high) = self.range;
        if low.is_finite() && high.is_finite() { Shape::Beta(self) } else { Shape::Normal }
    }

    /// The central interval of the matched distribution.
    ///
    /// It is `None` if there is no such distribution, or one with a peak that is not wanted.
    pub(crate) fn ends(
        &self,
        mean: f64,
        sigma: f64,
        confidence: f64,
    ) -> Result<Option<(f64, f64)>> {
        if let Some((inner, deviation)) = self.at_end.filter(|_| self.is_end(mean)) {
            let posterior = Self { peaked: true, at_end: None, ..*self };
            let ends = posterior.ends(inner, deviation, confidence)?;
            return Ok(ends.map(|(lo, hi)| (lo.min(mean), hi.max(mean))));
        }
        let Some((a, b)) = self.shapes(mean, sigma) else { return Ok(None) };
        let tail = 0.5 * (1.0 - confidence);
        let (low, high) = self.range;
        let place = |x: f64| low + (high - low) * x;
        // From the upper end, so that a bound next to 1 keeps its digits.
        let upper = 1.0 - quantile(tail, b, a)?;
        let (mut lo, mut hi) = (place(quantile(tail, a, b)?), place(upper));
        // With nearly all its mass at an end, the distribution has both quantiles there.
        let reach = central_quantile(confidence)?.value() * sigma;
        if lo > mean {
            lo = (mean - reach).max(low);
        }
        if hi < mean {
            hi = (mean + reach).min(high);
        }
        Ok(Some((lo, hi)))
    }

    /// The same with a larger σ of the posterior.
    pub(crate) fn inflated(self, factor: f64) -> Self {
        Self { at_end: self.at_end.map(|(mean, sigma)| (mean, sigma * factor)), ..self }
    }

    fn is_end(&self, mean: f64) -> bool {
        mean <= self.range.0 || mean >= self.range.1
    }

    /// The shapes of the Beta distribution.
    fn shapes(&self, mean: f64, sigma: f64) -> Option<(f64, f64)> {
        let (low, high) = self.range;
        let (x, y) = ((mean - low) / (high - low), (high - mean) / (high - low));
        let deviation = sigma / (high - low);
        let size = x * y / (deviation * deviation) - 1.0;
        let (a, b) = (x * size, y * size);
        let least = if self.peaked { 0.0 } else { 1.0 };
        // Next to an end of the range, a double has no digits left for larger shapes.
        let usable = size < 1e11 && a > 0.0 && b > 0.0 && a.min(b) >= least;
        usable.then_some((a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_the_mean_and_the_deviation_in_their_range() {
        let matched = Matched { range: (-3.0, 5.0), degrees: None, peaked: false, at_end: None };
        let (a, b) = matched.shapes(1.5, 0.6).unwrap();
        let (mean, all) = (a / (a + b), a + b);
        assert!((-3.0 + 8.0 * mean - 1.5).abs() < 1e-14);
        let sigma = 8.0 * (mean * (1.0 - mean) / (all + 1.0)).sqrt();
        assert!((sigma - 0.6).abs() < 1e-14, "{sigma}");
    }
}
