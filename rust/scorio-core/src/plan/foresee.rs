//! What future trials may show: z of two models, replicate by replicate.
//!
//! Each replicate draws probabilities from what is known of the models, then trials from these
//! probabilities. z is the difference of their averages over the σ that plans expect.

use super::measured::{Mean, Measured};
use super::path::{Path, check, ordered, paths, separated};
use super::power::threshold;
use crate::error::Result;
use crate::numeric::memory::reserved;
use crate::numeric::random::Replicates;
use crate::plan::pair::Pair;
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
/// Two models are separated with a confidence in a table of so many models.
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
    (confidence, models): (f64, u64),
    replicates: &Replicates<'_>,
    seed: u64,
) -> Result<Vec<Foresight>> {
    let threshold = threshold(confidence, models)?;
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
