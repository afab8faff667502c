//! Category weights w_0..w_C.

use std::iter::repeat;

use crate::check;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::numeric::decimal::decimal;
use crate::numeric::double::{Double, exponent};
use crate::numeric::portable::power_of_two;

/// Scaled weights below this would lose digits.
const TINY: f64 = 1e-290;

/// A checked weight vector: at least two finite weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    scaled: Vec<f64>,
    // Weights are stored divided by a power of two that brings the largest to 1..2. So their
    // squares neither overflow nor underflow, and nothing is rounded.
    scale: f64,
    // Weights that are more than 10²⁹⁰ times smaller, which are 0 there. Mostly empty.
    lost: Vec<f64>,
}

impl Weights {
    /// w = (0, 1): the score is the success rate.
    #[must_use]
    pub fn binary() -> Self {
        Self { scaled: vec![0.0, 1.0], scale: 1.0, lost: Vec::new() }
    }

    /// Checks a weight vector.
    ///
    /// # Errors
    /// - There are fewer than two weights.
    /// - A weight is NaN or infinite.
    pub fn new(weights: &[f64]) -> Result<Self> {
        Self::checked("w", weights)
    }

    /// The same for the option `weights` of a call.
    pub(crate) fn of_option(weights: Option<&[f64]>) -> Result<Option<Self>> {
        weights.map(|weights| Self::checked("weights", weights)).transpose()
    }

    fn checked(name: &'static str, weights: &[f64]) -> Result<Self> {
        match weights.len() {
            0 => return Err(MetricError::NoWeights.into()),
            1 => return Err(MetricError::OneWeight.into()),
            _ => {}
        }
        for (index, &weight) in weights.iter().enumerate() {
            check::finite(name, &[index], weight)?;
        }
        let largest = weights.iter().fold(0.0_f64, |a, w| a.max(w.abs()));
        let scale = power_of_two(exponent(largest).clamp(-1000, 1000));
        let scaled = weights.iter().map(|w| w / scale);
        let scaled: Vec<f64> = scaled.map(|w| if w.abs() < TINY { 0.0 } else { w }).collect();
        // Both operations are exact: a scaled weight is 0 or a normal number.
        let mut lost: Vec<f64> = weights.iter().zip(&scaled).map(|(w, s)| w - s * scale).collect();
        if lost.iter().all(|&lost| lost == 0.0) {
            lost.clear();
        }
        Ok(Self { scaled, scale, lost })
    }

    /// The numbers in the names of categories. `None` if a name is not a number.
    #[must_use]
    pub fn named(categories: &[String]) -> Option<Self> {
        let values: Vec<f64> =
            categories.iter().map(|name| decimal(name)).collect::<Option<_>>()?;
        Self::new(&values).ok()
    }

    /// The weights that counts know: what their categories are worth, or the numbers in their names.
    #[must_use]
    pub fn known(counts: &Counts) -> Option<Self> {
        match counts.worth() {
            Some(worth) => Self::new(worth).ok(),
            None => Self::named(counts.categories()),
        }
    }

    /// The default weights of counts: those they know, or (0, 1) for two categories.
    ///
    /// # Errors
    /// There are not two categories, and the counts know no weights.
    pub fn default_of(counts: &Counts) -> Result<Self> {
        let categories = counts.categories();
        match Self::known(counts) {
            Some(weights) => Ok(weights),
            None if categories.len() == 2 => Ok(Self::binary()),
            None => Err(MetricError::WeightsNeeded {
                categories: categories.len(),
                names: categories.join(", "),
            }
            .into()),
        }
    }

    /// C + 1.
    #[must_use]
    pub fn categories(&self) -> usize {
        self.scaled.len()
    }

    /// The smallest and the largest weight. Every score lies between them.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        let values = self.values();
        let lo = values.iter().fold(f64::INFINITY, |a, &w| a.min(w));
        let hi = values.iter().fold(f64::NEG_INFINITY, |a, &w| a.max(w));
        (lo, hi)
    }

    /// A category of the smallest weight, and one of the largest.
    pub(crate) fn extremes(&self) -> (usize, usize) {
        let weights = || self.scaled.iter().enumerate();
        let least = weights().min_by(|a, b| a.1.total_cmp(b.1));
        let most = weights().max_by(|a, b| a.1.total_cmp(b.1));
        (least.map_or(0, |(category, _)| category), most.map_or(0, |(category, _)| category))
    }

    /// w_0..w_C.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        let lost = self.lost.iter().copied().chain(repeat(0.0));
        self.scaled.iter().zip(lost).map(|(w, lost)| w * self.scale + lost).collect()
    }

    /// What the weights of [`Self::scaled`] lack. Empty if they lack nothing.
    pub(crate) fn lost(&self) -> &[f64] {
        &self.lost
    }

    pub(crate) fn scaled(&self) -> &[f64] {
        &self.scaled
    }

    /// Converts back from the scale of [`Self::scaled`].
    pub(crate) fn unscale(&self, value: Double) -> Double {
        value.scaled(self.scale)
    }

    /// Converts to the scale of [`Self::scaled`].
    pub(crate) fn rescale(&self, value: Double) -> Double {
        value.scaled(1.0 / self.scale)
    }

    /// These weights, centred about their mean.
    pub(crate) fn centred(&self) -> Centred {
        // Differences of weights are exact, so a large offset costs no digits.
        let first = self.scaled.first().copied().unwrap_or_default();
        let apart: Vec<_> = self.scaled.iter().map(|&w| Double::sum(w, -first)).collect();
        let sum = apart.iter().fold(Double::ZERO, |sum, &w| sum + w);
        let mean = sum / self.scaled.len() as f64;
        let values: Vec<f64> = apart.iter().map(|&w| (w - mean).value()).collect();
        let largest = values.iter().fold(0.0_f64, |a, w| a.max(w.abs()));
        let power = power_of_two(exponent(largest));
        Centred { values: values.iter().map(|w| w / power).collect(), power, scale: self.scale }
    }

    /// Checks that counts have as many categories as there are weights.
    pub(crate) fn require(&self, categories: usize) -> Result<()> {
        if self.categories() == categories {
            return Ok(());
        }
        let names = (0..categories).map(|c| c.to_string()).collect::<Vec<_>>().join(", ");
        Err(MetricError::WeightCount { weights: self.categories(), categories, names }.into())
    }
}

/// Weights about their mean, divided by a power of two that brings the largest to 1..2.
///
/// z depends on neither offset nor scale, and without an offset nothing cancels.
pub(crate) struct Centred {
    pub(crate) values: Vec<f64>,
    power: f64,
    scale: f64,
}

impl Centred {
    /// A difference of scores, converted back to the scale of the weights.
    pub(crate) fn unscale(&self, difference: f64) -> f64 {
        difference * self.power * self.scale
    }
}
