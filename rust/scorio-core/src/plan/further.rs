//! What more trials leave of an interval, and how many narrow it enough, in closed form.
//!
//! Today's interval is that of the leaderboard. After n more trials of each question it is the interval
//! of the same score by effective trials ([`crate::posterior::effective`]) with σ(n). There the score
//! keeps half a trial from both ends of its range, because further trials rarely all agree.

use crate::check;
use crate::counts::place::Place;
use crate::error::Result;
use crate::metric::estimand::Estimand;
use crate::metric::hierarchical::sampled;
use crate::metric::weights::{Centred, Weights};
use crate::numeric::double::Double;
use crate::plan::pair::{EqualTrials, Knowledge, Side, TrialVariances, ends, fewest_or_none};
use crate::posterior::effective::{AtEnd, EffectiveTrials};
use crate::posterior::interval::Estimate;
use crate::posterior::shape::Shape;
use crate::posterior::target::Target;

impl Side {
    /// Half the width of the interval of the score after `more` further trials of each question.
    ///
    /// Without further trials it is that of a leaderboard. It is `None` if there is no trial at all.
    ///
    /// # Errors
    /// - `confidence` is outside (0, 1).
    /// - There are more or fewer weights than categories.
    pub fn half_width(&self, weights: &Weights, more: u64, confidence: f64) -> Result<Option<f64>> {
        weights.require(self.categories)?;
        check::level("confidence", confidence)?;
        let now = self.half_width_now(weights, confidence)?;
        if more == 0 {
            return Ok(now);
        }
        let centred = weights.centred();
        let then = half_width(&self.told(&centred.values), &centred, more, confidence)?;
        Ok(Some(now.map_or(then, |now| then.min(now))))
    }

    /// The same after `trials` trials of each question alone, without those that there are.
    ///
    /// # Errors
    /// As [`Self::half_width`]. There is no trial.
    pub fn new_half_width(&self, weights: &Weights, trials: u64, confidence: f64) -> Result<f64> {
        weights.require(self.categories)?;
        check::level("confidence", confidence)?;
        some(trials)?;
        let centred = weights.centred();
        half_width(&self.told(&centred.values).alone(), &centred, trials, confidence)
    }

    /// The fewest further trials of each question after which half the width is at most `most`.
    ///
    /// It is `None` if no number up to [`super::pair::MOST_TRIALS`] is enough.
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
        let now = self.half_width(weights, 0, confidence)?;
        let centred = weights.centred();
        let told = self.told(&centred.values);
        fewest_or_none(|more| {
            let known = now.is_some_and(|now| now <= most);
            if known || more == 0 {
                return Ok(known);
            }
            Ok(half_width(&told, &centred, more, confidence)? <= most)
        })
    }

    /// What is told of the score, in the units of centred weights.
    ///
    /// # Errors
    /// There are more or fewer weights than categories.
    pub(crate) fn variances(&self, weights: &Weights) -> Result<TrialVariances> {
        weights.require(self.categories)?;
        Ok(self.told(&weights.centred().values))
    }

    /// Whether single trials tell no more than an upper bound of the numbers of trials.
    ///
    /// # Errors
    /// There are more or fewer weights than categories.
    pub fn is_bound(&self, weights: &Weights) -> Result<bool> {
        weights.require(self.categories)?;
        Ok(self.told(&weights.centred().values).single)
    }

    /// Half the width of the interval of a leaderboard.
    fn half_width_now(&self, weights: &Weights, confidence: f64) -> Result<Option<f64>> {
        let Some(found) = self.estimate(weights)? else { return Ok(None) };
        let found = found.interval(confidence, Some(weights.range()))?;
        Ok(Some(0.5 * (found.hi - found.lo)))
    }

    /// The score of a leaderboard. `None` for assumed probabilities.
    pub(super) fn estimate(&self, weights: &Weights) -> Result<Option<Estimate>> {
        let Knowledge::Pilot(states, _) = &self.knowledge else { return Ok(None) };
        let score = Estimand::Avg(weights.clone());
        sampled(&score, states, Target::TheseQuestions, Place::Row).map(Some)
    }
}

/// Checks that there are trials.
pub(super) fn some(trials: u64) -> Result<()> {
    if trials == 0 { Err(check::outside("trials", 0.0, "from 1").into()) } else { Ok(()) }
}

/// Half the width of the interval after some more trials, of which there is one at least.
fn half_width(told: &TrialVariances, weights: &Centred, more: u64, confidence: f64) -> Result<f64> {
    let range = ends(&weights.values);
    let trials = |one: &EqualTrials| one.trials + more;
    let reciprocals = told.parts.iter().map(|one| one.questions / trials(one) as f64);
    let nominal = told.questions * told.questions / reciprocals.sum::<f64>();
    let mut numbers = told.parts.iter().map(trials);
    let first = numbers.next();
    let equal = numbers.all(|one| Some(one) == first);
    let kept = 0.5_f64.min(0.5 / nominal) * (range.1 - range.0);
    let mean = told.mean.max(range.0 + kept).min(range.1 - kept);
    let variance = told.variance(more);
    // At an end of the range the posterior mean tells n, as it does today.
    let least = match (equal, mean == told.mean) {
        (true, _) => nominal,
        (false, true) => 0.0,
        (false, false) => (told.centre - range.0) * (range.1 - told.centre) / variance,
    };
    let shape =
        EffectiveTrials { least, ..EffectiveTrials::unlimited(range, AtEnd::Trials(nominal)) };
    let estimate = Estimate::new(Double::from(mean), Double::from(variance.sqrt()))?;
    let found = estimate.shaped(Shape::Trials(shape)).interval(confidence, Some(range))?;
    Ok(weights.unscale(0.5 * (found.hi - found.lo)))
}
