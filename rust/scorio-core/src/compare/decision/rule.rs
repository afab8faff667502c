//! The rule that tells two models on the same questions apart. Leaderboards use it, too.

use std::cmp::Ordering;

use super::difference::{DifferenceMoments, Term, of_counted, of_sample};
use super::family::Family;
use super::skewness::CARRIED_APART;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::student::Distribution;

/// What decides how two models on the same questions are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairRule {
    /// The questions, or clusters of them, are a sample.
    pub(crate) sampled: bool,
    /// The questions have clusters.
    pub(crate) clustered: bool,
    /// The questions of a model share a prior that their trials tell.
    pub(crate) hierarchical: bool,
    /// The largest difference that two scores can have.
    pub(crate) range: f64,
}

impl PairRule {
    /// Whether σ comes from the scatter of the differences. Otherwise the variances of both models
    /// add up.
    ///
    /// One trial of each question does not tell how far other trials would differ. `single` says that
    /// a model has no more.
    pub(crate) fn is_paired(&self, single: bool, questions: usize) -> bool {
        self.sampled || (self.hierarchical && single && questions > 1)
    }

    /// The difference by the scatter over questions or clusters. `None` if there is only one.
    ///
    /// `trials` is the smallest number of trials of a question. With a hierarchical prior, one more
    /// question counts, on which a single trial had the opposite outcome.
    ///
    /// A single question with a single trial says little. Its σ is that other outcome.
    pub(crate) fn of_questions(&self, terms: &[Term], trials: u64) -> Option<Difference> {
        if let ([term], true, false) = (terms, self.hierarchical, self.sampled) {
            let sigma = Double::from(self.range / trials.max(1) as f64);
            let (variance, distribution) = (sigma * sigma, Distribution::Normal);
            return Some(Difference::new(term.mean, variance, distribution));
        }
        Some(self.scattered(of_sample(terms)?, trials))
    }

    /// The same for several questions of equal weight without clusters: their differences, and how many
    /// questions have each.
    pub(crate) fn of_counted(
        &self,
        differences: &[(Double, u64)],
        trials: u64,
    ) -> Option<Difference> {
        Some(self.scattered(of_counted(differences)?, trials))
    }

    fn scattered(&self, found: DifferenceMoments, trials: u64) -> Difference {
        let doubted = self.hierarchical && !self.clustered;
        let opposite = self.range / trials.max(1) as f64;
        Difference::of_units(if doubted { found.with(opposite) } else { found })
    }
}

/// The difference of two models, and the distribution of its error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    pub(crate) mean: Double,
    pub(crate) variance: Double,
    pub(crate) distribution: Distribution,
    /// λ of the difference of numeric scores, and 0 of others.
    pub(crate) skewness: f64,
}

impl Difference {
    /// A difference without a known skewness.
    pub(crate) fn new(mean: Double, variance: Double, distribution: Distribution) -> Self {
        Self { mean, variance, distribution, skewness: 0.0 }
    }

    /// A difference whose variance is the scatter of some units.
    pub(crate) fn of_units(found: DifferenceMoments) -> Self {
        let DifferenceMoments { mean, variance, units } = found;
        Self::new(mean, variance, Distribution::Student((units - 1) as f64))
    }

    /// Whether a few large outcomes carry it.
    pub(crate) fn is_carried(&self) -> bool {
        self.skewness.abs() > CARRIED_APART
    }

    /// Difference / σ. `None` for a difference without scatter, which says nothing.
    pub(crate) fn z(&self) -> Option<f64> {
        if self.mean.hi == 0.0 {
            return Some(0.0);
        }
        let sigma = self.variance.sqrt();
        (sigma.hi != 0.0).then(|| (self.mean / sigma).value())
    }

    /// The sign of the difference if it separates the two models, and otherwise equal.
    pub(crate) fn order(&self, family: Family, confidence: f64) -> Result<Ordering> {
        match self.z() {
            Some(z) if family.separates(self.distribution.two_sided(z)?, confidence) => {
                Ok(z.total_cmp(&0.0))
            }
            _ => Ok(Ordering::Equal),
        }
    }
}
