//! Plans of trials: what N trials of each question will show about two models, in closed form.
//!
//! Weights are centred at 0, and T = N + C + 1. A question with probabilities p has s = Σ p_k w_k
//! and v = Σ p_k w_k² − s². Its Bayes@N mean is N s / T on average. Its posterior variance is on
//! average
//!
//! ```text
//! {T Σ w_k² + N [(C + 1) Σ p_k w_k² + (N − 1) v]} / (T² (T + 1))
//! ```
//!
//! This follows from Algorithm 1 and equation 15 of arXiv:2510.04265, with the moments of
//! multinomial counts. The z of the expected mean and variance grows with every trial: z² is N² (T + 1)
//! over a quadratic in N without negative coefficients.

use ndarray::ArrayViewD;

use crate::check::{self, CheckError};
use crate::counts::error::CountsError;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::weights::{Centred, Weights};
use crate::numeric::memory::reserved;
use crate::numeric::normal::one_sided_quantile;
use crate::posterior::prior::Prior;
use crate::simulate::models::check_shares;

/// The most trials of a question that a plan considers.
pub const MOST_TRIALS: u64 = 1_000_000_000;

/// Means closer than this, relative to the largest centred weight, are equal. Rounding leaves such
/// gaps between sums that should be equal.
const EQUAL: f64 = 1e-12;

/// What is known of a model before its trials.
///
/// It is the category probabilities of its questions, or their posterior after a pilot.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    pub(crate) categories: usize,
    pub(crate) known: bool,
    /// A row for each question: probabilities, or the shapes α of the Dirichlet posterior.
    rows: Vec<f64>,
}

impl Side {
    /// The posterior after a pilot.
    ///
    /// # Errors
    /// - There is no question, or a question without a trial.
    /// - The questions do not fit in memory.
    /// - The prior is a Beta law, and there are other than two categories.
    pub fn pilot(states: &States, prior: &Prior) -> Result<Self> {
        states.require_observed()?;
        if states.are_weighted() {
            return Err(CountsError::Weighted.into());
        }
        if states.is_empty() {
            return Err(CountsError::NoCounts.into());
        }
        let pseudo_counts = prior.pseudo_counts(states.categories())?;
        let size = states.questions().checked_mul(states.categories() as u64);
        let mut rows = reserved("the plan", size.and_then(|size| usize::try_from(size).ok()))?;
        for state in states.iter() {
            for _ in 0..state.multiplicity {
                rows.extend(state.counts.iter().zip(&pseudo_counts).map(|(&n, a)| n as f64 + a));
            }
        }
        Ok(Self { categories: states.categories(), known: false, rows })
    }

    /// Assumed probabilities of success for each question.
    ///
    /// With `categorical`, a last axis holds the probability of each category.
    ///
    /// # Errors
    /// - There is no question.
    /// - A probability is outside [0, 1].
    /// - Category probabilities do not add up to 1.
    pub fn assumed(p: &ArrayViewD<'_, f64>, categorical: bool) -> Result<Self> {
        if p.is_empty() {
            return Err(CheckError::Empty { matrix: "p", rows: p.len(), columns: 1 }.into());
        }
        let (categories, rows) = if categorical {
            (check_shares("p", p)?, p.iter().copied().collect())
        } else {
            for (index, &value) in p.iter().enumerate() {
                check::share("p", &[index], value)?;
            }
            (2, p.iter().flat_map(|&p| [1.0 - p, p]).collect())
        };
        Ok(Self { categories, known: true, rows })
    }

    pub(crate) fn rows(&self) -> std::slice::ChunksExact<'_, f64> {
        self.rows.chunks_exact(self.categories)
    }

    /// Sums over the questions of E[s], E[Σ p w²] and E[s²] for centred weights.
    pub(super) fn moments(&self, weights: &[f64]) -> PlannedMoments {
        let squares = weights.iter().map(|w| w * w).sum();
        let mut sums =
            PlannedMoments { questions: 0.0, squares, s: 0.0, second: 0.0, s_squared: 0.0 };
        for row in self.rows() {
            let total: f64 = row.iter().sum();
            let part = || row.iter().zip(weights).map(|(p, &w)| (p / total, w));
            let s: f64 = part().map(|(p, w)| p * w).sum();
            let second: f64 = part().map(|(p, w)| p * w * w).sum();
            let v: f64 = part().map(|(p, w)| p * (w - s) * (w - s)).sum();
            sums.questions += 1.0;
            sums.s += s;
            sums.second += second;
            // E[s²] = E[s]² + Var s. For a Dirichlet distribution, Var s = v / (Σ α + 1).
            sums.s_squared += second - v + if self.known { 0.0 } else { v / (total + 1.0) };
        }
        sums
    }
}

/// Sums that a plan needs about a model.
pub(super) struct PlannedMoments {
    questions: f64,
    /// Σ w².
    squares: f64,
    s: f64,
    second: f64,
    s_squared: f64,
}

impl PlannedMoments {
    /// Expected posterior variance of the Bayes@N mean.
    pub(super) fn variance(&self, trials: f64, categories: f64) -> f64 {
        let total = trials + categories;
        let v = self.second - self.s_squared;
        let sum = total * self.questions * self.squares
            + trials * (categories * self.second + (trials - 1.0) * v);
        sum / (total * total * (total + 1.0) * self.questions * self.questions)
    }

    /// Variance of the Bayes@N mean from one set of trials to the next.
    fn scatter(&self, trials: f64, categories: f64) -> f64 {
        let total = (trials + categories) * self.questions;
        trials * (self.second - self.s_squared).max(0.0) / (total * total)
    }
}

/// Two models to compare by a weighted score.
pub struct Pair<'a> {
    /// The first model.
    pub a: &'a Side,
    /// The second model.
    pub b: &'a Side,
    pub(crate) weights: Centred,
}

impl<'a> Pair<'a> {
    /// Two sides with the same categories.
    ///
    /// # Errors
    /// The sides and the weights differ in their number of categories.
    pub fn new(a: &'a Side, b: &'a Side, weights: &Weights) -> Result<Self> {
        weights.require(a.categories)?;
        weights.require(b.categories)?;
        Ok(Self { a, b, weights: weights.centred() })
    }

    /// Difference of the expected true scores, a − b. It is 0 if only rounding makes a difference.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.weights.unscale(self.gap())
    }

    /// Whether both models are known and their expected scores are equal.
    pub(crate) fn are_equal(&self) -> bool {
        self.a.known && self.b.known && self.gap() == 0.0
    }

    /// The difference on the scale of the centred weights.
    pub(crate) fn gap(&self) -> f64 {
        let mean = |side: &Side| {
            let moments = side.moments(&self.weights.values);
            moments.s / moments.questions
        };
        sign_of(mean(self.a) - mean(self.b)).1
    }

    /// z = |μ − μ′| / √(σ² + σ′²) of the expected means and variances after `trials` trials.
    #[must_use]
    pub fn expected_z(&self, trials: u64) -> f64 {
        let categories = self.weights.values.len() as f64;
        let n = trials as f64;
        let variance = |side: &Side| side.moments(&self.weights.values).variance(n, categories);
        let gap = self.gap().abs();
        if gap == 0.0 {
            return 0.0;
        }
        gap * n / (n + categories) / (variance(self.a) + variance(self.b)).sqrt()
    }

    /// The fewest trials whose expected z reaches the one-sided quantile of `confidence`.
    ///
    /// It is `None` if no number up to [`MOST_TRIALS`] reaches it.
    ///
    /// # Errors
    /// `confidence` is outside (0, 1).
    pub fn trials_needed(&self, confidence: f64) -> Result<Option<u64>> {
        let threshold = one_sided_quantile("confidence", confidence)?;
        let separated = |trials| Ok(self.expected_z(trials) >= threshold);
        if self.gap() == 0.0 { Ok(None) } else { fewest(MOST_TRIALS, separated) }
    }
}

/// A number of trials that is enough, while one trial less is not.
///
/// If all larger numbers are enough too, it is the smallest.
pub(crate) fn fewest(
    most: u64,
    mut enough: impl FnMut(u64) -> Result<bool>,
) -> Result<Option<u64>> {
    let (mut short, mut long) = (0, 1);
    while !enough(long)? {
        if long == most {
            return Ok(None);
        }
        (short, long) = (long, long.saturating_mul(2).min(most));
    }
    while long - short > 1 {
        let middle = short + (long - short) / 2;
        if enough(middle)? {
            long = middle;
        } else {
            short = middle;
        }
    }
    Ok(Some(long))
}

/// The sign of a difference of means, and the difference. Both are 0 for a rounding error.
pub(crate) fn sign_of(gap: f64) -> (i8, f64) {
    if gap.abs() <= EQUAL {
        (0, 0.0)
    } else if gap > 0.0 {
        (1, gap)
    } else {
        (-1, gap)
    }
}

/// The smallest difference from a model that `trials` trials separate with probability `power`.
///
/// The other model has as many questions, with the same uncertainty. The result is `None` if no
/// score is that far away.
///
/// The observed difference of two such models is normal, with mean N Δ / T and variance 2 S². Here
/// S² = N Σ v / (T M)². It has to reach z_confidence √2 σ, so
///
/// ```text
/// Δ = (T / N) √2 (z_confidence σ + z_power S)
/// ```
///
/// # Errors
/// - There is no trial.
/// - `confidence` or `power` is outside (0, 1).
/// - There are more or fewer weights than categories.
pub fn smallest_difference(
    side: &Side,
    weights: &Weights,
    trials: u64,
    confidence: f64,
    power: f64,
) -> Result<Option<f64>> {
    weights.require(side.categories)?;
    let (threshold, reach) =
        (one_sided_quantile("confidence", confidence)?, one_sided_quantile("power", power)?);
    let centred = weights.centred();
    let w = &centred.values;
    let (n, categories, moments) = (trials as f64, w.len() as f64, side.moments(w));
    if trials == 0 {
        return Err(check::outside("trials", 0.0, "from 1").into());
    }
    let margin = threshold * moments.variance(n, categories).sqrt()
        + reach * moments.scatter(n, categories).sqrt();
    let difference = ((n + categories) / n * std::f64::consts::SQRT_2 * margin).max(0.0);
    let mean = moments.s / moments.questions;
    let largest = w.iter().fold(0.0_f64, |largest, w| largest.max((w - mean).abs()));
    Ok((difference <= largest).then(|| centred.unscale(difference)))
}
