//! How many trials separate two models, with which power, and what difference some trials separate.
//!
//! Models are separated if their difference is at least z* σ. In a table of M models all comparisons of a
//! model hold together, so that z* = Φ⁻¹((1 + c^(1/(M − 1))) / 2) with the confidence c. For a true
//! difference Δ this happens in the right order with the chance
//!
//! ```text
//! power = Φ(|Δ| / σ − z*)
//! ```

use crate::calls::Note;
use crate::check;
use crate::compare::decision::family::Family;
use crate::compare::{CompareError, CriticalRange};
use crate::error::Result;
use crate::leaderboard::separated;
use crate::metric::weights::Weights;
use crate::numeric::normal::{one_sided_quantile, probability};
use crate::numeric::student::Distribution;
use crate::plan::further::some;
use crate::plan::pair::{MOST_TRIALS, Pair, Side, ends, fewest, fewest_or_none};

/// When two models of a table are separated, and how probable that has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// z*, which |difference| / σ has to reach.
    pub threshold: f64,
    /// The power.
    pub power: f64,
}

impl Aim {
    /// The aim in a table of so many models.
    ///
    /// # Errors
    /// `confidence` or `power` is outside (0, 1).
    pub fn new(confidence: f64, models: u64, power: f64) -> Result<Self> {
        check::level("power", power)?;
        Ok(Self { threshold: threshold(confidence, models)?, power })
    }

    /// The chance to separate models with this difference in σ.
    fn chance(self, z: f64) -> f64 {
        probability(z - self.threshold)
    }
}

/// z*, which separates two models in a table of so many.
///
/// # Errors
/// `confidence` is outside (0, 1).
pub(super) fn threshold(confidence: f64, models: u64) -> Result<f64> {
    check::level("confidence", confidence)?;
    let each = Family::of_models(models).confidence(confidence);
    Ok(Distribution::Normal.central_quantile(each)?.value())
}

impl Pair<'_> {
    /// |difference| / σ by the leaderboard's σ of both models. `None` if either has no trials.
    ///
    /// # Errors
    /// σ is not representable.
    pub fn z(&self, weights: &Weights) -> Result<Option<f64>> {
        let own = self.a.variance_now(weights)?;
        let Some(variance) = own.zip(self.b.variance_now(weights)?).map(|(a, b)| a + b) else {
            return Ok(None);
        };
        let difference = self.difference();
        Ok(Some(if difference == 0.0 { 0.0 } else { difference / variance.sqrt() }))
    }

    /// The fewest further trials of each question that separate models with this true difference.
    ///
    /// Assumed probabilities have no trials yet. The result is `None` without a difference, and if no
    /// number up to [`MOST_TRIALS`] is enough.
    ///
    /// # Errors
    /// The difference is not finite.
    pub fn further_trials(&self, difference: f64, aim: Aim) -> Result<Option<u64>> {
        let gap = self.scaled(difference)?;
        let known = self.a.is_known() || self.b.is_known();
        let enough = |more: u64| {
            let variance: f64 = self.told.iter().map(|one| one.variance(more)).sum();
            Ok(aim.chance(in_sigmas(gap, variance)) >= aim.power)
        };
        match gap {
            0.0 => Ok(None),
            _ if known => fewest(MOST_TRIALS, enough),
            _ => fewest_or_none(enough),
        }
    }

    /// The fewest new trials of each question that separate models with this true difference.
    ///
    /// Those that there are do not count. The result is `None` as that of [`Self::further_trials`].
    ///
    /// # Errors
    /// The difference is not finite.
    pub fn new_trials(&self, difference: f64, aim: Aim) -> Result<Option<u64>> {
        let gap = self.scaled(difference)?;
        if gap == 0.0 {
            return Ok(None);
        }
        let one = self.new_variance();
        fewest(MOST_TRIALS, |n| Ok(aim.chance(in_sigmas(gap, one / n as f64)) >= aim.power))
    }

    /// The chance that so many new trials separate models with this true difference in their order.
    ///
    /// # Errors
    /// - The difference is not finite.
    /// - There is no trial.
    pub fn power(&self, difference: f64, trials: u64, aim: Aim) -> Result<f64> {
        some(trials)?;
        Ok(aim.chance(in_sigmas(self.scaled(difference)?, self.new_variance() / trials as f64)))
    }

    /// σ² of the difference after one new trial of each question.
    fn new_variance(&self) -> f64 {
        self.told.iter().map(|one| one.alone().variance(1)).sum()
    }

    /// The size of a difference on the scale of the centred weights.
    fn scaled(&self, difference: f64) -> Result<f64> {
        check::finite("difference", &[], difference)?;
        Ok(difference.abs() / self.weights.unscale(1.0))
    }
}

impl Side {
    /// σ² of a leaderboard. `None` for assumed probabilities.
    fn variance_now(&self, weights: &Weights) -> Result<Option<f64>> {
        Ok(self.estimate(weights)?.map(|found| found.variance(1.0).value()))
    }
}

/// From how many σ on the models of a table are separated.
pub(super) fn separation(aim: Aim, models: u64, confidence: f64) -> Note {
    let critical = CriticalRange { low: aim.threshold, high: aim.threshold };
    separated(critical, Family::of_models(models), confidence)
}

/// The true difference that a plan is for: the one given, or the one that is seen.
///
/// # Errors
/// The one given is 0 or not finite, or scores cannot differ by it.
pub(super) fn true_difference(given: Option<f64>, seen: f64, weights: &Weights) -> Result<f64> {
    let Some(value) = given else { return Ok(seen) };
    check::finite("difference", &[], value)?;
    let (low, high) = weights.range();
    if value == 0.0 || value.abs() > high - low {
        return Err(CompareError::DifferenceRange { value, range: high - low }.into());
    }
    Ok(value)
}

/// A difference in units of σ.
fn in_sigmas(gap: f64, variance: f64) -> f64 {
    if gap == 0.0 { 0.0 } else { gap / variance.sqrt() }
}

/// The smallest true difference from a model that `trials` new trials separate with the power.
///
/// The other model has as many questions, with the same variances. So Δ = (z* + z_power) √(2 Σ v / N) / M.
/// The result is `None` if no score is that far away.
///
/// # Errors
/// - There is no trial.
/// - There are more or fewer weights than categories.
pub fn smallest_difference(
    side: &Side,
    weights: &Weights,
    trials: u64,
    aim: Aim,
) -> Result<Option<f64>> {
    weights.require(side.categories)?;
    some(trials)?;
    let reach = aim.threshold + one_sided_quantile("power", aim.power)?;
    let centred = weights.centred();
    let told = side.told(&centred.values);
    let difference = (reach * (2.0 * told.alone().variance(trials)).sqrt()).max(0.0);
    let (low, high) = ends(&centred.values);
    let largest = (told.mean - low).max(high - told.mean);
    Ok((difference <= largest).then(|| centred.unscale(difference)))
}
