//! The difference of two models on their common questions.
//!
//! ```text
//! σ² = V_A + V_B − 2C, at least (V_A + V_B) / 20
//! C = y Σ ψ_A ψ_B + τ [M / (M − 1) Σ a_A a_B + Σ (a_A ψ_B + ψ_A a_B)]
//! ```
//!
//! The second part of C is for questions like these. There y is 1. About these questions
//! y = max(0, 1 − Σ l⁰_A l⁰_B / Σ l_A l_B): labels that chance put on the same questions share nothing.

use super::figures::{JudgedFigures, dot, matched};
use crate::compare::decision::rule::Difference;
use crate::error::Result;
use crate::judge::legend::Legend;
use crate::numeric::double::Double;
use crate::numeric::normal::probability;
use crate::numeric::student::Distribution;

/// The difference of two corrected scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JudgedDifference {
    pub(crate) difference: f64,
    /// The difference of the centres.
    pub(crate) centre: f64,
    pub(crate) variance: f64,
}

impl JudgedDifference {
    /// The difference of figures that are of the same questions and clusters, in their order.
    pub(crate) fn of(first: &JudgedFigures, second: &JudgedFigures) -> Self {
        let shared = dot(&first.labels_of_clusters, &second.labels_of_clusters);
        let by_chance = dot(&first.expected_of_clusters, &second.expected_of_clusters);
        let of_sample = first.of_sample || second.of_sample;
        let same = match (of_sample, shared > 0.0) {
            (true, _) => 1.0,
            (false, true) => (1.0 - by_chance / shared).max(0.0),
            (false, false) => 0.0,
        };
        let mut covariance = same * dot(&first.pulls, &second.pulls);
        if of_sample {
            let units = first.distances.len() as f64;
            let between = units / (units - 1.0) * dot(&first.distances, &second.distances);
            let crossed =
                dot(&first.distances, &second.pulls) + dot(&first.pulls, &second.distances);
            covariance += (first.inflation * second.inflation).sqrt() * (between + crossed);
        }
        let apart = first.variance() + second.variance();
        Self {
            difference: first.score - second.score,
            centre: first.centre - second.centre,
            variance: (apart - 2.0 * covariance).max(apart / 20.0),
        }
    }

    /// The interval of the difference.
    ///
    /// # Errors
    /// A quantile is not found.
    pub(crate) fn interval(&self, confidence: f64) -> Result<(f64, f64)> {
        // On the scale from 0 to 1.
        let (lo, hi) = matched(self.centre.midpoint(1.0), self.variance / 4.0, confidence)?;
        Ok(((2.0 * lo - 1.0).min(self.difference), (2.0 * hi - 1.0).max(self.difference)))
    }

    /// The part of the difference that the labels show beyond the prior's pull to the middle. It decides
    /// whether two models are separated, as their interval does.
    pub(crate) fn shown(&self) -> f64 {
        if self.difference * self.centre <= 0.0 {
            return 0.0;
        }
        self.difference.abs().min(self.centre.abs()) * self.difference.signum()
    }

    /// P(A > B).
    pub(crate) fn probability(&self) -> f64 {
        probability(self.difference / self.variance.sqrt())
    }

    /// How far two models are shown to be apart, on the scale of the labels.
    pub(crate) fn apart(&self, legend: &Legend) -> Difference {
        let width = legend.width();
        let mean = Double::from(width * self.shown());
        let variance = Double::from(width * width * self.variance);
        Difference::new(mean, variance, Distribution::Normal)
    }
}
