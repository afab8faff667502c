//! Plans of trials: what N trials of each question will tell about two models, in closed form.
//!
//! With weights centred at 0, T = N + C + 1 and, of a question's probabilities p, s = Σ p_k w_k and
//! v = Σ p_k w_k² − s², the Bayes@N mean is N s / T on average, and its posterior variance
//! {T Σ w_k² + N [(C + 1) Σ p_k w_k² + (N − 1) v]} / (T² (T + 1)) (from Algorithm 1 and eq. 15 of
//! arXiv:2510.04265, with the moments of multinomial counts). So z of the expected mean and variance
//! grows with every trial: z² is N² (T + 1) over a quadratic in N without negative coefficients.

use ndarray::ArrayViewD;

use crate::error::{Error, Result};
use crate::memory::reserved;
use crate::normal::one_sided_quantile;
use crate::simulate::{check_probability, check_shares};
use crate::states::States;
use crate::weights::{Centred, Weights};

/// The most trials of a question that a plan looks at.
pub const MOST_TRIALS: u64 = 1_000_000_000;

/// Means nearer than this, relative to the largest centred weight, are equal: it is what rounding leaves
/// of sums that should be.
const EQUAL: f64 = 1e-12;

/// What is known of a model before its trials: the probabilities of its questions' categories, or
/// their posterior after a pilot.
#[derive(Clone, Debug)]
pub struct Side {
    pub(crate) categories: usize,
    pub(crate) known: bool,
    /// A row for each question: probabilities, or the shapes α of the Dirichlet posterior.
    rows: Vec<f64>,
}

impl Side {
    /// The posterior after a pilot, under a uniform prior.
    ///
    /// # Errors
    /// No question; one without a trial; more questions than fit in memory.
    pub fn pilot(states: &States) -> Result<Self> {
        states.require_observed()?;
        if states.is_empty() {
            return Err(Error::NoCounts);
        }
        let size = states.questions().checked_mul(states.categories() as u64);
        let mut rows = reserved("the plan", size.and_then(|size| usize::try_from(size).ok()))?;
        for state in states.iter() {
            for _ in 0..state.multiplicity {
                rows.extend(state.counts.iter().map(|&n| (n + 1) as f64));
            }
        }
        Ok(Self { categories: states.categories(), known: false, rows })
    }

    /// Assumed probabilities: of success for each question, or with `categorical` of each category
    /// on a last axis.
    ///
    /// # Errors
    /// No question; a probability outside [0, 1]; category probabilities that do not add up to 1.
    pub fn assumed(p: &ArrayViewD<'_, f64>, categorical: bool) -> Result<Self> {
        if p.is_empty() {
            return Err(Error::Empty { matrix: "p", rows: p.len(), columns: 1 });
        }
        let (categories, rows) = if categorical {
            (check_shares("p", p)?, p.iter().copied().collect())
        } else {
            for (index, &value) in p.iter().enumerate() {
                check_probability("p", &[index], value)?;
            }
            (2, p.iter().flat_map(|&p| [1.0 - p, p]).collect())
        };
        Ok(Self { categories, known: true, rows })
    }

    pub(crate) fn rows(&self) -> std::slice::ChunksExact<'_, f64> {
        self.rows.chunks_exact(self.categories)
    }

    /// Sums over the questions of E[s], E[Σ p w²] and E[s²] for centred weights.
    fn moments(&self, weights: &[f64]) -> Moments {
        let squares = weights.iter().map(|w| w * w).sum();
        let mut sums = Moments { questions: 0.0, squares, s: 0.0, second: 0.0, s_squared: 0.0 };
        for row in self.rows() {
            let total: f64 = row.iter().sum();
            let part = || row.iter().zip(weights).map(|(p, &w)| (p / total, w));
            let s: f64 = part().map(|(p, w)| p * w).sum();
            let second: f64 = part().map(|(p, w)| p * w * w).sum();
            let v: f64 = part().map(|(p, w)| p * (w - s) * (w - s)).sum();
            sums.questions += 1.0;
            sums.s += s;
            sums.second += second;
            // E[s²] = E[s]² + Var s, and Var s = v / (Σ α + 1) under a Dirichlet law.
            sums.s_squared += second - v + if self.known { 0.0 } else { v / (total + 1.0) };
        }
        sums
    }
}

/// What a plan needs to know of a side.
struct Moments {
    questions: f64,
    /// Σ w².
    squares: f64,
    s: f64,
    second: f64,
    s_squared: f64,
}

impl Moments {
    /// Expected posterior variance of the Bayes@N mean.
    fn variance(&self, trials: f64, categories: f64) -> f64 {
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

/// Two models to be told apart by a weighted score.
pub struct Pair<'a> {
    /// The one.
    pub a: &'a Side,
    /// The other.
    pub b: &'a Side,
    pub(crate) weights: Centred,
}

impl<'a> Pair<'a> {
    /// Two sides over the same categories, as many as weights.
    ///
    /// # Errors
    /// They are not.
    pub fn new(a: &'a Side, b: &'a Side, weights: &Weights) -> Result<Self> {
        weights.require(a.categories)?;
        weights.require(b.categories)?;
        Ok(Self { a, b, weights: weights.centred() })
    }

    /// Difference of the expected true scores, a − b; 0 where rounding alone makes one.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.weights.unscale(self.gap())
    }

    /// Whether both are known, and their expected scores equal.
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

    /// The fewest trials whose expected z reaches the one-sided quantile of `confidence`; `None` where
    /// no number up to [`MOST_TRIALS`] does.
    ///
    /// # Errors
    /// `confidence` outside (0, 1).
    pub fn trials_needed(&self, confidence: f64) -> Result<Option<u64>> {
        let threshold = one_sided_quantile(confidence)?;
        let enough = |trials| Ok(self.expected_z(trials) >= threshold);
        if self.gap() == 0.0 { Ok(None) } else { fewest(MOST_TRIALS, enough) }
    }
}

/// A whole number from 1 that is enough, after one that is not: the smallest of all, where larger ones
/// keep the property.
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

/// The sign of a difference of means, and the difference: 0 where it is what rounding leaves.
pub(crate) fn sign_of(gap: f64) -> (i8, f64) {
    if gap.abs() <= EQUAL {
        (0, 0.0)
    } else if gap > 0.0 {
        (1, gap)
    } else {
        (-1, gap)
    }
}

/// The smallest difference from a model that `trials` trials separate with probability `power`, if
/// the other model has as many questions, as uncertain ones. `None` where no score is that far away.
///
/// The observed difference of two such models is normal, with mean N Δ / T and variance 2 S², where
/// S² = N Σ v / (T M)². It has to reach z_confidence √2 σ: Δ = (T / N) √2 (z_confidence σ + z_power S).
///
/// # Errors
/// No trial; `confidence` or `power` outside (0, 1); as many weights as categories are needed.
pub fn smallest_difference(
    side: &Side,
    weights: &Weights,
    trials: u64,
    confidence: f64,
    power: f64,
) -> Result<Option<f64>> {
    weights.require(side.categories)?;
    let (threshold, reach) = (one_sided_quantile(confidence)?, power_quantile(power)?);
    let centred = weights.centred();
    let w = &centred.values;
    let (n, categories, moments) = (trials as f64, w.len() as f64, side.moments(w));
    if trials == 0 {
        let name = "trials".to_owned();
        return Err(Error::Range { name, index: Vec::new(), value: 0.0, range: "from 1" });
    }
    let margin = threshold * moments.variance(n, categories).sqrt()
        + reach * moments.scatter(n, categories).sqrt();
    let difference = ((n + categories) / n * std::f64::consts::SQRT_2 * margin).max(0.0);
    let mean = moments.s / moments.questions;
    let room = w.iter().fold(0.0_f64, |room, w| room.max((w - mean).abs()));
    Ok((difference <= room).then(|| centred.unscale(difference)))
}

/// The normal quantile of a power.
pub(crate) fn power_quantile(power: f64) -> Result<f64> {
    let range = "between 0 and 1";
    one_sided_quantile(power).map_err(|_| Error::Range {
        name: "power".to_owned(),
        index: Vec::new(),
        value: power,
        range,
    })
}
