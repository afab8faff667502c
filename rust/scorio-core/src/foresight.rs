//! What future trials may show: probabilities drawn from what is known of two models, trials drawn
//! from these, and the Bayes@N means and z of both, replicate by replicate.

use rand::RngExt as _;
use rand_distr::{Binomial, Distribution as _};

use crate::error::{Error, Result};
use crate::normal::{one_sided_quantile, probability};
use crate::plan::{MOST_TRIALS, Pair, Side, fewest, power_quantile, sign_of};
use crate::random::{Purpose, Replicates, Stream, stream};
use crate::simulate::law;

/// A figure measured by simulation, and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The figure.
    pub value: f64,
    /// Its Monte Carlo standard error.
    pub error: f64,
}

impl Measured {
    /// How often something happened; the error is that of a uniform prior, so that it is not 0 where
    /// nothing happened.
    fn share(times: usize, of: usize) -> Self {
        let (times, of) = (times as f64, of as f64);
        let p = (times + 1.0) / (of + 2.0);
        Self { value: times / of, error: (p * (1.0 - p) / (of + 3.0)).sqrt() }
    }

    fn mean(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / count;
        let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
        Self { value: mean, error: (squares / (count - 1.0).max(1.0) / count).sqrt() }
    }
}

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
    /// For equal models, the confidence at which no more than 2 (1 − confidence) stop, as at one look.
    pub restoring: Option<f64>,
}

/// A replicate: the sign of the true difference, and the signed z after each number of trials.
struct Path {
    truth: i8,
    z: Vec<f64>,
}

/// The foresight for each number of trials, which increase.
///
/// # Errors
/// No number of trials, or not in order, or beyond 10⁹; `confidence` outside (0, 1); no replicate; work
/// that was ended.
pub fn foresee(
    pair: &Pair<'_>,
    trials: &[u64],
    confidence: f64,
    replicates: &Replicates<'_>,
    seed: u64,
) -> Result<Vec<Foresight>> {
    let threshold = one_sided_quantile(confidence)?;
    let paths = paths(pair, trials, replicates, seed)?;
    let at =
        |place: usize| paths.iter().filter_map(move |path| Some((path.truth, *path.z.get(place)?)));
    let foresight = |(place, &trials): (usize, &u64)| {
        let share = |event: &dyn Fn(i8, f64) -> bool| {
            Measured::share(at(place).filter(|&(truth, z)| event(truth, z)).count(), paths.len())
        };
        let mut sorted: Vec<f64> = at(place).map(|(_, z)| z.abs()).collect();
        sorted.sort_by(f64::total_cmp);
        Foresight {
            trials,
            z: Measured::mean(at(place).map(|(_, z)| z.abs())),
            quantiles: [0.05, 0.5, 0.95].map(|level| quantile(&sorted, level)),
            separated: share(&|_, z| separated(z, threshold)),
            right: share(&ordered),
            found: share(&|truth, z| separated(z, threshold) && ordered(truth, z)),
            wrong: share(&|truth, z| separated(z, threshold) && !ordered(truth, z)),
        }
    };
    Ok(trials.iter().enumerate().map(foresight).collect())
}

/// The fewest trials at which z reaches the threshold in the right order with probability `power`, and
/// that probability as measured there; `None` where no number up to 10⁹ does.
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
    let found = |trials| {
        let seen = foresee(pair, &[trials], confidence, replicates, seed)?;
        Ok(seen.first().map_or(Measured { value: 0.0, error: 0.0 }, |seen| seen.found))
    };
    if pair.a.known && pair.b.known && pair.difference() == 0.0 {
        return Ok(None);
    }
    match fewest(MOST_TRIALS, |trials| Ok(found(trials)?.value >= power))? {
        Some(trials) => Ok(Some((trials, found(trials)?))),
        None => Ok(None),
    }
}

/// What becomes of looking after each of these numbers of trials.
///
/// # Errors
/// As [`foresee`].
pub fn looks(
    pair: &Pair<'_>,
    trials: &[u64],
    confidence: f64,
    replicates: &Replicates<'_>,
    seed: u64,
) -> Result<Looks> {
    let threshold = one_sided_quantile(confidence)?;
    let paths = paths(pair, trials, replicates, seed)?;
    let last = trials.last().copied().unwrap_or_default();
    let stop = |path: &Path| {
        path.z.iter().zip(trials).find(|(z, _)| separated(**z, threshold)).map(|(z, n)| (*z, *n))
    };
    let count = |event: &dyn Fn(&Path) -> bool| {
        Measured::share(paths.iter().filter(|path| event(path)).count(), paths.len())
    };
    let at_last = |path: &Path| path.z.last().copied().unwrap_or_default();
    let equal = pair.a.known && pair.b.known && pair.difference() == 0.0;
    let mut highest: Vec<f64> =
        paths.iter().map(|path| path.z.iter().fold(0.0, |a: f64, z| a.max(z.abs()))).collect();
    highest.sort_by(|a, b| b.total_cmp(a));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a length"
    )]
    let allowed = (2.0 * (1.0 - confidence) * highest.len() as f64).floor() as usize;
    Ok(Looks {
        stopped: count(&|path| stop(path).is_some()),
        wrong: count(&|path| stop(path).is_some_and(|(z, _)| !ordered(path.truth, z))),
        wrong_once: count(&|path| {
            separated(at_last(path), threshold) && !ordered(path.truth, at_last(path))
        }),
        trials: Measured::mean(paths.iter().map(|path| stop(path).map_or(last, |(_, n)| n) as f64)),
        restoring: highest.get(allowed).filter(|_| equal).map(|&z| probability(z)),
    })
}

fn separated(z: f64, threshold: f64) -> bool {
    z != 0.0 && z.abs() >= threshold
}

fn ordered(truth: i8, z: f64) -> bool {
    f64::from(truth) * z > 0.0
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

/// Every replicate's path, in order.
fn paths(
    pair: &Pair<'_>,
    trials: &[u64],
    replicates: &Replicates<'_>,
    seed: u64,
) -> Result<Vec<Path>> {
    let mut before = 0;
    for (index, &trials) in trials.iter().enumerate() {
        if trials <= before || trials > MOST_TRIALS {
            let range = "a number of trials: they increase, from 1 to 1,000,000,000";
            let name = "trials".to_owned();
            return Err(Error::Range { name, index: vec![index], value: trials as f64, range });
        }
        before = trials;
    }
    if before == 0 {
        return Err(Error::Empty { matrix: "trials", rows: 0, columns: 0 });
    }
    // Where probabilities are known the truth is the same every time, and its sign is that of exact ties.
    let known = (pair.a.known && pair.b.known).then(|| sign_of(pair.difference()).0);
    let pieces = replicates.map(|range| {
        let run = |replicate| {
            let mut stream = stream(seed, Purpose::Planning, replicate);
            let a = course(pair.a, &pair.weights, trials, &mut stream)?;
            let b = course(pair.b, &pair.weights, trials, &mut stream)?;
            let z = a.1.iter().zip(&b.1).map(|((mu, variance), (other, noise))| {
                let sigma = (variance + noise).sqrt();
                if sigma == 0.0 { 0.0 } else { (mu - other) / sigma }
            });
            Ok(Path { truth: known.unwrap_or_else(|| sign_of(a.0 - b.0).0), z: z.collect() })
        };
        range.map(run).collect::<Result<Vec<_>>>()
    })?;
    Ok(pieces.into_iter().flatten().collect())
}

/// A model's true score, and its Bayes@N mean and variance after each number of trials.
fn course(
    side: &Side,
    weights: &[f64],
    trials: &[u64],
    stream: &mut Stream,
) -> Result<(f64, Vec<(f64, f64)>)> {
    let mut seen = vec![(0.0, 0.0); trials.len()];
    let (mut score, mut questions) = (0.0, 0.0);
    let (mut p, mut counts) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for row in side.rows() {
        draw(row, side.known, &mut p, stream)?;
        score += p.iter().zip(weights).map(|(p, w)| p * w).sum::<f64>();
        questions += 1.0;
        counts.fill(1.0);
        let mut before = 0;
        for (&trials, sums) in trials.iter().zip(&mut seen) {
            run(trials - before, &p, &mut counts, stream)?;
            before = trials;
            let total = trials as f64 + weights.len() as f64;
            let part = || counts.iter().zip(weights).map(|(nu, &w)| (nu / total, w));
            let mean: f64 = part().map(|(p, w)| p * w).sum();
            let spread: f64 = part().map(|(p, w)| p * (w - mean) * (w - mean)).sum();
            sums.0 += mean;
            sums.1 += spread / (total + 1.0);
        }
    }
    for (mean, variance) in &mut seen {
        *mean /= questions;
        *variance /= questions * questions;
    }
    Ok((score / questions, seen))
}

/// A question's probabilities: as they are known, or drawn from the Dirichlet law, a stick broken
/// piece by piece.
fn draw(row: &[f64], known: bool, p: &mut [f64], stream: &mut Stream) -> Result<()> {
    if known {
        p.copy_from_slice(row);
        return Ok(());
    }
    let (mut after, mut left): (f64, f64) = (row.iter().sum(), 1.0);
    let last = row.len().saturating_sub(1);
    for (place, (p, alpha)) in p.iter_mut().zip(row).enumerate() {
        after -= alpha;
        let part = if place == last { 1.0 } else { law(*alpha, after)?.sample(stream) };
        *p = left * part;
        left *= 1.0 - part;
    }
    Ok(())
}

/// Adds the outcomes of so many trials to the counts: one category after the other, each by a binomial
/// law of those that are left.
fn run(trials: u64, p: &[f64], counts: &mut [f64], stream: &mut Stream) -> Result<()> {
    let (mut trials, mut left) = (trials, 1.0);
    let last = p.len().saturating_sub(1);
    for (place, (&p, count)) in p.iter().zip(counts).enumerate() {
        let part = if left > 0.0 { (p / left).clamp(0.0, 1.0) } else { 0.0 };
        let hits = match trials {
            _ if place == last => trials,
            0 => 0,
            1 => u64::from(stream.random::<f64>() < part),
            _ => Binomial::new(trials, part)
                .map_err(|_| Error::NotFinite { what: "the binomial law" })?
                .sample(stream),
        };
        *count += hits as f64;
        trials -= hits.min(trials);
        left -= p;
    }
    Ok(())
}
