//! Several looks at the results, stopping at the first separation.

use super::measured::{Mean, Measured};
use super::path::{Path, check, ordered, paths, separated};
use super::power::threshold;
use crate::error::Result;
use crate::numeric::memory::reserved;
use crate::numeric::normal::probability;
use crate::numeric::random::Replicates;
use crate::numeric::sorting::sort_by;
use crate::plan::pair::Pair;
use crate::rows::declare::row;

/// Values of z that are closer than this, relative to their size, are one value. The same outcomes
/// in another order of the questions round differently.
const SAME: f64 = 1e-9;

/// Looks are about two models.
const TWO: u64 = 2;

row! {
    /// The outcome of looking several times and stopping as soon as z reaches the threshold.
    #[derive(Copy)]
    pub struct Looks {
        /// Probability of stopping at one of the looks.
        stopped: Measured,
        /// Probability of stopping in the wrong order, or with equal models.
        wrong: Measured,
        /// The same probability with a single look, the last one.
        wrong_once: Measured,
        /// Mean number of trials of each question.
        trials: Measured,
        /// For equal models, the confidence at which at most 1 − confidence of the replicates stop, the
        /// share that stops with one look. Missing for other models, and if no largest z is rare enough.
        confidence: Option<f64>,
        /// Whether the models are known and equal.
        equal: bool,
    }
}

/// Sums over all replicates.
struct LookTotals {
    stopped: u64,
    wrong: u64,
    wrong_once: u64,
    trials: Mean,
    /// The largest |z| of each replicate, if it is needed.
    highest: Vec<f64>,
}

/// The outcome of looking after each of these numbers of trials.
///
/// # Errors
/// - `trials` is empty, not increasing, or beyond 10⁹.
/// - `confidence` is outside (0, 1).
/// - There is no replicate.
/// - The results do not fit in memory.
/// - `replicates` stopped the work.
pub fn looks(
    pair: &Pair<'_>,
    trials: &[u64],
    confidence: f64,
    replicates: &Replicates<'_>,
    seed: u64,
) -> Result<Looks> {
    let threshold = threshold(confidence, TWO)?;
    check(trials)?;
    let equal = pair.are_equal();
    let size = if equal { usize::try_from(replicates.count).ok() } else { Some(0) };
    let highest = reserved("the largest z of every replicate", size)?;
    let start =
        LookTotals { stopped: 0, wrong: 0, wrong_once: 0, trials: Mean::default(), highest };
    let wrong = |path: &Path, z: f64| separated(z, threshold) && !ordered(path.truth, z);
    let add = |totals: &mut LookTotals, path: &Path| {
        let mut looks = path.z.iter().zip(trials);
        let stop = looks.find(|&(&z, _)| separated(z, threshold));
        let last = path.z.iter().zip(trials).next_back();
        totals.stopped += u64::from(stop.is_some());
        totals.wrong += u64::from(stop.is_some_and(|(&z, _)| wrong(path, z)));
        totals.wrong_once += u64::from(last.is_some_and(|(&z, _)| wrong(path, z)));
        if let Some((_, &trials)) = stop.or(last) {
            totals.trials.add(trials as f64);
        }
        if equal {
            totals.highest.push(path.z.iter().fold(0.0, |a, z| a.max(z.abs())));
        }
    };
    let mut totals = paths(pair, trials, replicates, seed, start, add)?;
    let share = |times| Measured::share(times, replicates.count);
    let restoring = if equal { restoring(&mut totals.highest, confidence)? } else { None };
    Ok(Looks {
        stopped: share(totals.stopped),
        wrong: share(totals.wrong),
        wrong_once: share(totals.wrong_once),
        trials: totals.trials.measured(),
        equal,
        confidence: restoring,
    })
}

/// The confidence whose threshold separates two neighbouring values of the largest |z|.
///
/// Too many replicates reach the lower value, and few enough reach the higher. The threshold lies
/// halfway. If z has few values, both values recur with other random numbers.
fn restoring(highest: &mut [f64], confidence: f64) -> Result<Option<f64>> {
    sort_by(highest, |a, b| b.total_cmp(a));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a length"
    )]
    let allowed = ((1.0 - confidence) * highest.len() as f64 + SAME).floor() as usize;
    let Some(&reached) = highest.get(allowed) else {
        // All replicates may stop.
        return Ok(Some(confidence));
    };
    let rarer = highest.iter().take(allowed).rev().find(|&&z| z > reached * (1.0 + SAME));
    let Some(&rarer) = rarer else { return Ok(None) };
    let mut restored = 1.0 - 2.0 * probability(-f64::midpoint(reached, rarer));
    if restored < 1.0 && threshold(restored, TWO)? <= reached {
        // The confidence was rounded down to one at which too many stop.
        restored = restored.next_up();
    }
    Ok((restored < 1.0).then_some(restored))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_stop_than_one_look_allows() {
        let stop = |highest: &[f64], confidence: f64| {
            highest.iter().filter(|&&z| separated(z, threshold(confidence, TWO).unwrap())).count()
        };
        for (highest, confidence, stopping) in [
            // 2 of 8 may stop. The third largest is 1.5, so the threshold is between 1.5 and 2.
            (vec![0.0, 0.1, 0.2, 0.3, 0.4, 1.5, 2.0, 3.0], 0.75, 2),
            // Three equal values are too many, and rounding does not make them different.
            (vec![0.0, 0.1, 0.2, 0.3, 2.0, 2.0, 2.0 + 1e-15, 3.0], 0.75, 1),
            (vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0], 0.75, 1),
            // Here the next larger confidence belongs to 8.21, and the one after it is 1.
            (vec![1.0, 8.1, 8.1, 8.1, 8.1, 8.1, 8.1, 8.15], 0.75, 1),
            (vec![1.0, 2.0], 1e-12, 2),
        ] {
            let restored = restoring(&mut highest.clone(), confidence).unwrap().unwrap();
            assert!(restored < 1.0);
            assert_eq!(stop(&highest, restored), stopping, "{highest:?}: {restored}");
        }
        for highest in [vec![0.0; 8], vec![1.0; 8], vec![40.0, 39.0, 1.0, 1.0]] {
            assert_eq!(restoring(&mut highest.clone(), 0.75).unwrap(), None, "{highest:?}");
        }
    }
}
