//! What more trials leave of an interval, and how many narrow it enough, in closed form.
//!
//! The posterior of a question has shapes α with the sum S. The variance of its mean score is
//! v / (S + 1). After n further trials of the question, the expected variance is
//!
//! ```text
//! v / (S + 1) × S / (S + n)
//! ```
//!
//! This is the law of total variance: the posterior mean moves by the share n / (S + n) of the
//! variance, and the rest is still unknown. The expected mean stays where it is.

use crate::check;
use crate::error::Result;
use crate::metric::weights::Weights;
use crate::numeric::normal::{central_quantile, one_sided_quantile};
use crate::plan::pair::{MOST_TRIALS, Pair, Side, fewest};

impl Side {
    /// Half the width of the interval of the Bayes@N mean that is expected after `trials` further
    /// trials of each question.
    ///
    /// Assumed probabilities have no trials yet, so that all trials are further ones.
    ///
    /// # Errors
    /// - `confidence` is outside (0, 1).
    /// - There are more or fewer weights than categories.
    pub fn half_width(&self, weights: &Weights, trials: u64, confidence: f64) -> Result<f64> {
        weights.require(self.categories)?;
        let centred = weights.centred();
        let variance = self.variance_after(&centred.values, trials);
        Ok(centred.unscale(central_quantile(confidence)?.hi * variance.sqrt()))
    }

    /// The same after `trials` trials of each question alone, without those that there are.
    ///
    /// # Errors
    /// As [`Self::half_width`].
    pub fn new_half_width(&self, weights: &Weights, trials: u64, confidence: f64) -> Result<f64> {
        weights.require(self.categories)?;
        let centred = weights.centred();
        let moments = self.moments(&centred.values);
        let variance = moments.variance(trials as f64, centred.values.len() as f64);
        Ok(centred.unscale(central_quantile(confidence)?.hi * variance.sqrt()))
    }

    /// The fewest further trials of each question after which half the width is at most `most`.
    ///
    /// It is `None` if no number up to [`MOST_TRIALS`] is enough.
    ///
    /// # Errors
    /// - `most` is not a positive number.
    /// - Those of [`Self::half_width`].
    pub fn further_for_half_width(
        &self,
        weights: &Weights,
        most: f64,
        confidence: f64,
    ) -> Result<Option<u64>> {
        check::positive("half_width", most)?;
        let narrow = |trials| Ok(self.half_width(weights, trials, confidence)? <= most);
        fewest_or_none(narrow)
    }

    /// The expected posterior variance of the mean, on the scale of the centred weights.
    fn variance_after(&self, weights: &[f64], trials: u64) -> f64 {
        let n = trials as f64;
        if self.known {
            return self.moments(weights).variance(n, weights.len() as f64);
        }
        let (mut sum, mut questions) = (0.0, 0.0);
        for row in self.rows() {
            let shapes: f64 = row.iter().sum();
            let part = || row.iter().zip(weights).map(|(alpha, &w)| (alpha / shapes, w));
            let s: f64 = part().map(|(p, w)| p * w).sum();
            let v: f64 = part().map(|(p, w)| p * (w - s) * (w - s)).sum();
            sum += v / (shapes + 1.0) * (shapes / (shapes + n));
            questions += 1.0;
        }
        sum / (questions * questions)
    }
}

impl Pair<'_> {
    /// z = |μ − μ′| / √(σ² + σ′²) that is expected after `trials` further trials of each question.
    ///
    /// The difference is the one that there is. Further trials are not expected to change it.
    #[must_use]
    pub fn further_z(&self, trials: u64) -> f64 {
        if self.a.known || self.b.known {
            return self.expected_z(trials);
        }
        let gap = self.gap().abs();
        let variance = |side: &Side| side.variance_after(&self.weights.values, trials);
        if gap == 0.0 { 0.0 } else { gap / (variance(self.a) + variance(self.b)).sqrt() }
    }

    /// The fewest further trials whose expected z reaches the one-sided quantile of `confidence`.
    ///
    /// It is `None` if no number up to [`MOST_TRIALS`] reaches it.
    ///
    /// # Errors
    /// `confidence` is outside (0, 1).
    pub fn further_needed(&self, confidence: f64) -> Result<Option<u64>> {
        let threshold = one_sided_quantile("confidence", confidence)?;
        if self.gap() == 0.0 {
            return Ok(None);
        }
        fewest_or_none(|trials| Ok(self.further_z(trials) >= threshold))
    }
}

/// The fewest trials that are enough, which may be none.
fn fewest_or_none(mut enough: impl FnMut(u64) -> Result<bool>) -> Result<Option<u64>> {
    if enough(0)? { Ok(Some(0)) } else { fewest(MOST_TRIALS, enough) }
}
