//! What future trials may show: z of two models, replicate by replicate.
//!
//! Each replicate draws probabilities from what is known of the models, then trials from these
//! probabilities. The Bayes@N means of the trials give z.

use super::measured::{Mean, Measured};
use super::path::{Path, check, ordered, paths, separated};
use crate::check;
use crate::error::Result;
use crate::numeric::memory::reserved;
use crate::numeric::normal::one_sided_quantile;
use crate::numeric::random::Replicates;
use crate::plan::pair::{MOST_TRIALS, Pair, fewest};
use crate::rows::declare::row;

row! {
    /// What to expect after N trials of each question.
    #[derive(Copy)]
    pub struct Foresight {
        /// N, the number of trials.
        trials: u64,
        /// Mean of z.
        z: Measured,
        /// The 5 %, 50 % and 95 % quantiles of z.
        quantiles: [f64; 3],
        /// Probability that z reaches the threshold.
        separated: Measured,
        /// Probability that the means are in the order of the true scores.
        right: Measured,
        /// Probability that z reaches the threshold in the right order.
        found: Measured,
        /// Probability that z reaches the threshold in the wrong order, or for equal models.
        wrong: Measured,
    }
}

/// Sums over all replicates after one number of trials.
struct Totals {
    z: Mean,
    separated: u64,
    right: u64,
    found: u64,
    wrong: u64,
    /// |z| of each replicate.
    sizes: Vec<f64>,
}

impl Totals {
    fn add(&mut self, truth: i8, z: f64, threshold: f64) {
        let (separated, right) = (separated(z, threshold), ordered(truth, z));
        self.z.add(z.abs());
        self.separated += u64::from(separated);
        self.right += u64::from(right);
        self.found += u64::from(separated && right);
        self.wrong += u64::from(separated && !right);
        self.sizes.push(z.abs());
    }

    fn foresight(mut self, trials: u64, count: u64) -> Foresight {
        self.sizes.sort_unstable_by(f64::total_cmp);
        let share = |times| Measured::share(times, count);
        Foresight {
            trials,
            z: self.z.measured(),
            quantiles: [0.05, 0.5, 0.95].map(|level| quantile(&self.sizes, level)),
            separated: share(self.separated),
            right: share(self.right),
            found: share(self.found),
            wrong: share(self.wrong),
        }
    }
}

/// The foresight for each of some increasing numbers of trials.
///
/// # Errors
/// - `trials` is empty, not increasing, or beyond 10⁹.
/// - `confidence` is outside (0, 1).
/// - There is no replicate.
/// - The values of z of all replicates do not fit in memory.
/// - `replicates` stopped the work.
pub fn foresee(
    pair: &Pair<'_>,
    trials: &[u64],
    confidence: f64,
    replicates: &Replicates<'_>,
    seed: u64,
) -> Result<Vec<Foresight>> {
    let threshold = one_sided_quantile("confidence", confidence)?;
    check(trials)?;
    let size = usize::try_from(replicates.count).ok();
    let start = |_| {
        let sizes = reserved("z of every replicate and number of trials", size)?;
        Ok(Totals { z: Mean::default(), separated: 0, right: 0, found: 0, wrong: 0, sizes })
    };
    let start = trials.iter().map(start).collect::<Result<Vec<_>>>()?;
    let add = |totals: &mut Vec<Totals>, path: &Path| {
        for (totals, &z) in totals.iter_mut().zip(&path.z) {
            totals.add(path.truth, z, threshold);
        }
    };
    let totals = paths(pair, trials, replicates, seed, start, add)?;
    let each = totals.into_iter().zip(trials);
    Ok(each.map(|(totals, &trials)| totals.foresight(trials, replicates.count)).collect())
}

/// The number of trials at which z reaches the threshold in the right order with probability
/// `power`.
///
/// It comes with the measured probability. With one trial less the probability is smaller. The
/// result is `None` if no number up to 10⁹ was found.
///
/// The probability does not rise with every trial, because z has few values when trials are few. So
/// a number that is smaller by several may have the power too, and one more trial may lose it.
///
/// # Errors
/// - Those of [`foresee`].
/// - `power` is outside (0, 1).
pub fn trials_for_power(
    pair: &Pair<'_>,
    confidence: f64,
    power: f64,
    replicates: &Replicates<'_>,
    seed: u64,
) -> Result<Option<(u64, Measured)>> {
    check::level("power", power)?;
    let threshold = one_sided_quantile("confidence", confidence)?;
    let success = |trials| -> Result<Measured> {
        let add = |successes: &mut u64, path: &Path| {
            let right = |&z: &f64| separated(z, threshold) && ordered(path.truth, z);
            *successes += u64::from(path.z.first().is_some_and(right));
        };
        let successes = paths(pair, &[trials], replicates, seed, 0, add)?;
        Ok(Measured::share(successes, replicates.count))
    };
    if pair.are_equal() {
        return Ok(None);
    }
    match fewest(MOST_TRIALS, |trials| Ok(success(trials)?.value >= power))? {
        Some(trials) => Ok(Some((trials, success(trials)?))),
        None => Ok(None),
    }
}

/// A quantile of sorted values, interpolated between its neighbours.
fn quantile(sorted: &[f64], level: f64) -> f64 {
    let place = level * (sorted.len() as f64 - 1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place in a slice"
    )]
    let below = place.floor() as usize;
    let at = |place: usize| sorted.get(place.min(sorted.len().saturating_sub(1))).copied();
    let (low, high) = (at(below).unwrap_or(f64::NAN), at(below + 1).unwrap_or(f64::NAN));
    low + (high - low) * (place - place.floor())
}
