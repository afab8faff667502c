//! What future trials may show: probabilities drawn from what is known of two models, trials drawn
//! from these, and the Bayes@N means and z of both, replicate by replicate.

mod looks;
mod measured;
mod path;

use crate::error::Result;
use crate::memory::reserved;
use crate::normal::one_sided_quantile;
use crate::plan::{MOST_TRIALS, Pair, fewest, power_quantile};
use crate::random::Replicates;
use measured::Mean;
use path::{Path, check, ordered, paths, separated};

pub use looks::{Looks, looks};
pub use measured::Measured;

/// What is to be expected after N trials of each question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foresight {
    /// N.
    pub trials: u64,
    /// Mean of z.
    pub z: Measured,
    /// The 5 %, 50 % and 95 % quantiles of z.
    pub quantiles: [f64; 3],
    /// Probability that z reaches the threshold.
    pub separated: Measured,
    /// Probability that the means stand in the order of the true scores.
    pub right: Measured,
    /// Probability that z reaches the threshold in the right order.
    pub found: Measured,
    /// Probability that z reaches the threshold though the order is wrong, or there is none.
    pub wrong: Measured,
}

/// What all replicates show after one number of trials.
struct Seen {
    z: Mean,
    separated: u64,
    right: u64,
    found: u64,
    wrong: u64,
    /// |z| of each.
    sizes: Vec<f64>,
}

impl Seen {
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

/// The foresight for each number of trials, which increase.
///
/// # Errors
/// No number of trials, or not in order, or beyond 10⁹; `confidence` outside (0, 1); no replicate; more
/// replicates, each with a z for each number of trials, than fit in memory; work that was ended.
pub fn foresee(
    pair: &Pair<'_>,
    trials: &[u64],
    confidence: f64,
    replicates: &Replicates<'_>,
    seed: u64,
) -> Result<Vec<Foresight>> {
    let threshold = one_sided_quantile(confidence)?;
    check(trials)?;
    let size = usize::try_from(replicates.count).ok();
    let start = |_| {
        let sizes = reserved("z of every replicate and number of trials", size)?;
        Ok(Seen { z: Mean::default(), separated: 0, right: 0, found: 0, wrong: 0, sizes })
    };
    let start = trials.iter().map(start).collect::<Result<Vec<_>>>()?;
    let add = |seen: &mut Vec<Seen>, path: &Path| {
        for (seen, &z) in seen.iter_mut().zip(&path.z) {
            seen.add(path.truth, z, threshold);
        }
    };
    let seen = paths(pair, trials, replicates, seed, start, add)?;
    let each = seen.into_iter().zip(trials);
    Ok(each.map(|(seen, &trials)| seen.foresight(trials, replicates.count)).collect())
}

/// A number of trials at which z reaches the threshold in the right order with probability `power`, and
/// that probability as measured there; with one trial less it is smaller. `None` where none up to 10⁹ is
/// found. The probability rises with the trials on the whole only, as z has few values where trials are
/// few: less by several may have the power too, and one more may lack it.
///
/// # Errors
/// As [`foresee`]; `power` outside (0, 1).
pub fn trials_for_power(
    pair: &Pair<'_>,
    confidence: f64,
    power: f64,
    replicates: &Replicates<'_>,
    seed: u64,
) -> Result<Option<(u64, Measured)>> {
    power_quantile(power)?;
    let threshold = one_sided_quantile(confidence)?;
    let found = |trials| {
        let add = |found: &mut u64, path: &Path| {
            let right = |&z: &f64| separated(z, threshold) && ordered(path.truth, z);
            *found += u64::from(path.z.first().is_some_and(right));
        };
        let found = paths(pair, &[trials], replicates, seed, 0, add)?;
        Ok(Measured::share(found, replicates.count))
    };
    if pair.are_equal() {
        return Ok(None);
    }
    match fewest(MOST_TRIALS, |trials| Ok(found(trials)?.value >= power))? {
        Some(trials) => Ok(Some((trials, found(trials)?))),
        None => Ok(None),
    }
}

/// A quantile of values in order, between its neighbours in proportion.
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
