//! Looking several times, and stopping at the first separation.

use super::measured::{Mean, Measured};
use super::path::{Path, check, ordered, paths, separated};
use crate::error::Result;
use crate::memory::reserved;
use crate::normal::{one_sided_quantile, probability};
use crate::plan::Pair;
use crate::random::Replicates;

/// Values of z nearer than this, relative to their size, are one value: the same outcomes in another
/// order of the questions round to others.
const SAME: f64 = 1e-9;

/// What becomes of looking several times, and stopping as soon as z reaches the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Looks {
    /// Probability of stopping at one of the looks.
    pub stopped: Measured,
    /// Probability of stopping in the wrong order, or where there is none.
    pub wrong: Measured,
    /// The same with one look alone, the last.
    pub wrong_once: Measured,
    /// Mean number of trials of each question.
    pub trials: Measured,
    /// Whether the models are known, and equal.
    pub equal: bool,
    /// For equal models, the confidence at which no more than 2 (1 − confidence) of the replicates stop,
    /// as at one look. `None` for others, and where the largest |z| of a replicate comes so often that
    /// no value of it is rare enough.
    pub restoring: Option<f64>,
}

/// What all replicates come to.
struct Seen {
    stopped: u64,
    wrong: u64,
    wrong_once: u64,
    trials: Mean,
    /// The largest |z| of each, where it is needed.
    highest: Vec<f64>,
}

/// What becomes of looking after each of these numbers of trials.
///
/// # Errors
/// No number of trials, or not in order, or beyond 10⁹; `confidence` outside (0, 1); no replicate; more
/// than fit in memory; work that was ended.
pub fn looks(
    pair: &Pair<'_>,
    trials: &[u64],
    confidence: f64,
    replicates: &Replicates<'_>,
    seed: u64,
) -> Result<Looks> {
    let threshold = one_sided_quantile(confidence)?;
    check(trials)?;
    let equal = pair.are_equal();
    let size = if equal { usize::try_from(replicates.count).ok() } else { Some(0) };
    let highest = reserved("the largest z of every replicate", size)?;
    let start = Seen { stopped: 0, wrong: 0, wrong_once: 0, trials: Mean::default(), highest };
    let wrong = |path: &Path, z: f64| separated(z, threshold) && !ordered(path.truth, z);
    let add = |seen: &mut Seen, path: &Path| {
        let mut looks = path.z.iter().zip(trials);
        let stop = looks.find(|&(&z, _)| separated(z, threshold));
        let last = path.z.iter().zip(trials).next_back();
        seen.stopped += u64::from(stop.is_some());
        seen.wrong += u64::from(stop.is_some_and(|(&z, _)| wrong(path, z)));
        seen.wrong_once += u64::from(last.is_some_and(|(&z, _)| wrong(path, z)));
        if let Some((_, &trials)) = stop.or(last) {
            seen.trials.add(trials as f64);
        }
        if equal {
            seen.highest.push(path.z.iter().fold(0.0, |a, z| a.max(z.abs())));
        }
    };
    let mut seen = paths(pair, trials, replicates, seed, start, add)?;
    let share = |times| Measured::share(times, replicates.count);
    let restoring = if equal { restoring(&mut seen.highest, confidence)? } else { None };
    Ok(Looks {
        stopped: share(seen.stopped),
        wrong: share(seen.wrong),
        wrong_once: share(seen.wrong_once),
        trials: seen.trials.measured(),
        equal,
        restoring,
    })
}

/// The confidence whose threshold parts the largest |z| that too many reach from the next larger one,
/// which few enough do: halfway, since where z has few values both come again with other random numbers.
fn restoring(highest: &mut [f64], confidence: f64) -> Result<Option<f64>> {
    highest.sort_unstable_by(|a, b| b.total_cmp(a));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a length"
    )]
    let allowed = (2.0 * (1.0 - confidence) * highest.len() as f64).floor() as usize;
    let Some(&reached) = highest.get(allowed) else {
        // All may stop.
        return Ok(Some(confidence));
    };
    let rarer = highest.iter().take(allowed).rev().find(|&&z| z > reached * (1.0 + SAME));
    let Some(&rarer) = rarer else { return Ok(None) };
    let mut found = probability(f64::midpoint(reached, rarer));
    if found < 1.0 && one_sided_quantile(found)? <= reached {
        // The confidence was rounded down to where too many stop.
        found = found.next_up();
    }
    Ok((found < 1.0).then_some(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_stop_than_one_look_allows() {
        let stop = |highest: &[f64], confidence: f64| {
            highest
                .iter()
                .filter(|&&z| separated(z, one_sided_quantile(confidence).unwrap()))
                .count()
        };
        for (highest, confidence, stopping) in [
            // 2 of 8 are allowed: the third is 1.5, and between it and 2 is the threshold.
            (vec![0.0, 0.1, 0.2, 0.3, 0.4, 1.5, 2.0, 3.0], 0.875, 2),
            // Three of one value are too many, and rounding does not make them several.
            (vec![0.0, 0.1, 0.2, 0.3, 2.0, 2.0, 2.0 + 1e-15, 3.0], 0.875, 1),
            (vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0], 0.875, 1),
            // Here the next larger confidence is that of 8.21, and the next is 1.
            (vec![1.0, 8.1, 8.1, 8.1, 8.1, 8.1, 8.1, 8.15], 0.875, 1),
            (vec![1.0, 2.0], 0.4, 2),
        ] {
            let found = restoring(&mut highest.clone(), confidence).unwrap().unwrap();
            assert!(found < 1.0);
            assert_eq!(stop(&highest, found), stopping, "{highest:?}: {found}");
        }
        for highest in [vec![0.0; 8], vec![1.0; 8], vec![40.0, 39.0, 1.0, 1.0]] {
            assert_eq!(restoring(&mut highest.clone(), 0.875).unwrap(), None, "{highest:?}");
        }
    }
}
