//! Estimates and their central intervals.

use crate::error::Result;
use crate::numeric::double::{Double, exponent};
use crate::numeric::error::NumericError;
use crate::numeric::normal::central_quantile;
use crate::numeric::portable::power_of_two;
use crate::posterior::effective::of_parts;
use crate::posterior::error::PosteriorError;
use crate::posterior::shape::Shape;

/// How an interval is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalMethod {
    /// μ ± z σ.
    Normal,
    /// Quantiles of the posterior.
    Exact,
}

/// A score and its standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    mu: Double,
    sigma: Double,
    shape: Shape,
}

/// An estimate with its credible interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The score.
    pub mu: f64,
    /// Its posterior standard deviation.
    pub sigma: f64,
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

impl Estimate {
    /// An estimate from its two moments. Neither may be NaN or infinite.
    pub(crate) fn new(mu: Double, sigma: Double) -> Result<Self> {
        if mu.value().is_finite() && sigma.value().is_finite() {
            Ok(Self { mu, sigma, shape: Shape::Normal })
        } else {
            Err(NumericError::NotFinite { what: "the score" }.into())
        }
    }

    /// The same with another shape of its distribution.
    pub(crate) fn shaped(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// A score whose σ is not needed.
    pub(crate) fn score(mu: f64) -> Result<Self> {
        Self::new(Double::from(mu), Double::ZERO)
    }

    /// The score.
    #[must_use]
    pub fn mu(&self) -> f64 {
        self.mu.value()
    }

    /// The score with all its digits.
    pub(crate) fn centre(&self) -> Double {
        self.mu
    }

    /// Its posterior standard deviation.
    #[must_use]
    pub fn sigma(&self) -> f64 {
        self.sigma.value()
    }

    /// σ², for a score times `unit`.
    pub(crate) fn variance(&self, unit: f64) -> Double {
        let sigma = self.sigma.scaled(unit);
        sigma * sigma
    }

    /// The central interval with this probability. Both ends are clipped to `bounds`, if given.
    ///
    /// It is μ ± z σ with P(|Z| < z) = `confidence`, or that of the estimate's own `Shape`.
    ///
    /// # Errors
    /// - `confidence` is outside (0, 1).
    /// - `bounds` are out of order or NaN.
    pub fn interval(&self, confidence: f64, bounds: Option<(f64, f64)>) -> Result<Interval> {
        if let Shape::Trials(trials) = self.shape
            && let Some((lo, hi)) = trials.ends(self.mu(), self.sigma(), confidence)?
        {
            let (lower, upper) = limits(bounds)?;
            let (lo, hi) = (lo.clamp(lower, upper), hi.clamp(lower, upper));
            return Ok(Interval { mu: self.mu(), sigma: self.sigma(), lo, hi });
        }
        let z = self.shape.distribution().central_quantile(confidence)?;
        let Shape::Beta(matched) = self.shape else { return self.within(z, bounds) };
        let inflation = z.value() / central_quantile(confidence)?.value();
        let (lower, upper) = limits(bounds)?;
        let matched = matched.inflated(inflation);
        let sigma = self.sigma() * inflation;
        if let Some((lo, hi)) = matched.ends(self.mu(), sigma, confidence)? {
            let (lo, hi) = (lo.clamp(lower, upper), hi.clamp(lower, upper));
            return Ok(Interval { mu: self.mu(), sigma: self.sigma(), lo, hi });
        }
        let (least, most) = matched.range;
        self.within(z, Some((lower.max(least).min(upper), upper.min(most).max(lower))))
    }

    /// μ ± z σ for any quantile z, as [`Self::interval`].
    pub(crate) fn within(&self, z: Double, bounds: Option<(f64, f64)>) -> Result<Interval> {
        let (lower, upper) = limits(bounds)?;
        // In double-double, because the difference would lose digits in f64 if μ ≈ z σ. Near
        // overflow it uses smaller units, so an end beyond the largest double is clipped like any
        // other.
        let units = if self.mu().abs().max(self.sigma()) > 1e290 { power_of_two(60) } else { 1.0 };
        let (mu, margin) = (self.mu.scaled(1.0 / units), z * self.sigma.scaled(1.0 / units));
        let end = |value: Double| (value.value() * units).max(lower).min(upper);
        let (lo, hi) = (end(mu - margin), end(mu + margin));
        if !(lo.is_finite() && hi.is_finite()) {
            return Err(NumericError::NotFinite { what: "the interval" }.into());
        }
        Ok(Interval { mu: self.mu(), sigma: self.sigma(), lo, hi })
    }

    /// The estimate for the mean of several independent parts with equal weights.
    pub(crate) fn mean_of(parts: &[Self]) -> Result<Self> {
        let count = parts.len() as f64;
        let mut mu = Double::ZERO;
        let mut sigma = SquareRootOfSum::default();
        for part in parts {
            mu = mu + part.mu;
            sigma.add(part.sigma, Double::ONE);
        }
        let trials = parts.iter().map(|part| match part.shape {
            Shape::Trials(trials) => Some((trials, part.sigma())),
            _ => None,
        });
        let joint = trials.collect::<Option<Vec<_>>>().and_then(|trials| of_parts(&trials));
        let first = || parts.first().map_or(Shape::Normal, |part| part.shape);
        let shape = joint.map_or_else(first, Shape::Trials);
        Ok(Self::new(mu / count, sigma.root() / count)?.shaped(shape))
    }
}

/// Bounds in order, or none.
fn limits(bounds: Option<(f64, f64)>) -> Result<(f64, f64)> {
    let (lower, upper) = bounds.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
    if lower.is_nan() || upper.is_nan() || lower > upper {
        return Err(PosteriorError::Bounds { lo: lower, hi: upper }.into());
    }
    Ok((lower, upper))
}

/// √(Σ mᵢ xᵢ²) without overflow or underflow. The squares are relative to the largest x.
#[derive(Default)]
pub(crate) struct SquareRootOfSum {
    terms: Vec<(Double, Double)>,
}

impl SquareRootOfSum {
    pub(crate) fn add(&mut self, value: Double, multiplicity: Double) {
        self.terms.push((value, multiplicity));
    }

    pub(crate) fn root(&self) -> Double {
        let largest = self.terms.iter().fold(0.0_f64, |a, (x, _)| a.max(x.hi.abs()));
        if largest == 0.0 {
            return Double::ZERO;
        }
        // A power of two, because scaling by it rounds nothing.
        let scale = power_of_two(-exponent(largest).clamp(-1000, 1000));
        let sum = self.terms.iter().fold(Double::ZERO, |sum, &(x, m)| {
            let x = x.scaled(scale);
            sum + x * x * m
        });
        sum.sqrt().scaled(1.0 / scale)
    }
}
