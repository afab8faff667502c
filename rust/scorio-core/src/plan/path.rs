//! Replicates: probabilities drawn from what is known of two models, and trials drawn from them.

use std::ops::Range;

use rand::RngExt as _;

use crate::check::CheckError;
use crate::error::Result;
use crate::numeric::draws::binomial::BinomialDraws;
use crate::numeric::draws::dirichlet;
use crate::numeric::random::{Purpose, Replicates, Stream, stream};
use crate::plan::pair::{MOST_TRIALS, Pair, Side, sign_of};
use crate::posterior::prior::Prior;

/// A replicate: the sign of the true difference, and the signed z after each number of trials.
pub(super) struct Path {
    pub(super) truth: i8,
    pub(super) z: Vec<f64>,
}

/// Whether this z separates two models.
pub(super) fn separated(z: f64, threshold: f64) -> bool {
    z != 0.0 && z.abs() >= threshold
}

/// Whether this z has the sign of the true difference.
pub(super) fn ordered(truth: i8, z: f64) -> bool {
    f64::from(truth) * z > 0.0
}

/// Checks that the numbers of trials increase from 1.
pub(super) fn check(trials: &[u64]) -> Result<()> {
    let mut before = 0;
    for (index, &trials) in trials.iter().enumerate() {
        if trials <= before || trials > MOST_TRIALS {
            let range = "a number of trials: they increase, from 1 to 1,000,000,000";
            let name = "trials".to_owned();
            return Err(CheckError::Range {
                name,
                index: vec![index],
                value: trials as f64,
                range,
            }
            .into());
        }
        before = trials;
    }
    if before == 0 {
        return Err(CheckError::Empty { matrix: "trials", rows: 0, columns: 0 }.into());
    }
    Ok(())
}

/// Collects the paths of all replicates by `add`, in order.
pub(super) fn paths<S: Send>(
    pair: &Pair<'_>,
    trials: &[u64],
    replicates: &Replicates<'_>,
    seed: u64,
    sum: S,
    add: impl Fn(&mut S, &Path) + Sync,
) -> Result<S> {
    // Known probabilities give the same truth every time. Its sign treats rounding errors as ties.
    let known_sign = (pair.a.known && pair.b.known).then(|| sign_of(pair.gap()).0);
    let weights = &pair.weights.values;
    let run = |replicate| {
        let mut stream = stream(seed, Purpose::Planning, replicate);
        let a = course(pair.a, weights, trials, &mut stream)?;
        let b = course(pair.b, weights, trials, &mut stream)?;
        let z = a.1.iter().zip(&b.1).map(|((mu, variance), (other, noise))| {
            let (sign, gap) = sign_of(mu - other);
            let sigma = (variance + noise).sqrt();
            if sign == 0 || sigma == 0.0 { 0.0 } else { gap / sigma }
        });
        Ok(Path { truth: known_sign.unwrap_or_else(|| sign_of(a.0 - b.0).0), z: z.collect() })
    };
    let work = |range: Range<u64>| range.map(run).collect::<Result<Vec<_>>>();
    replicates.fold(sum, work, |sum, paths| paths.iter().for_each(|path| add(sum, path)))
}

/// A model's true score, and its Bayes@N mean and variance after each number of trials, under a uniform
/// prior.
fn course(
    side: &Side,
    weights: &[f64],
    trials: &[u64],
    stream: &mut Stream,
) -> Result<(f64, Vec<(f64, f64)>)> {
    let pseudo_counts = Prior::Uniform.pseudo_counts(weights.len())?;
    let prior: f64 = pseudo_counts.iter().sum();
    // Outcomes of all questions are added in whole numbers, so equal totals are equal means.
    let mut totals = vec![vec![0.0; weights.len()]; trials.len()];
    let mut moments = vec![(0.0, 0.0); trials.len()];
    let (mut score, mut questions) = (0.0, 0.0);
    let (mut p, mut counts) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for row in side.rows() {
        if side.known {
            p.copy_from_slice(row);
        } else {
            dirichlet::draw(row, &mut p, stream)?;
        }
        score += p.iter().zip(weights).map(|(p, w)| p * w).sum::<f64>();
        questions += 1.0;
        counts.copy_from_slice(&pseudo_counts);
        let mut before = 0;
        for ((&trials, sums), totals) in trials.iter().zip(&mut moments).zip(&mut totals) {
            run(trials - before, &p, &mut counts, stream)?;
            before = trials;
            let total = trials as f64 + prior;
            let part = || counts.iter().zip(weights).map(|(nu, &w)| (nu / total, w));
            let mean: f64 = part().map(|(p, w)| p * w).sum();
            let spread: f64 = part().map(|(p, w)| p * (w - mean) * (w - mean)).sum();
            totals.iter_mut().zip(&counts).for_each(|(total, count)| *total += count);
            sums.1 += spread / (total + 1.0);
        }
    }
    for (((mean, variance), totals), &trials) in moments.iter_mut().zip(&totals).zip(trials) {
        let all = questions * (trials as f64 + prior);
        *mean = totals.iter().zip(weights).map(|(total, w)| total * w).sum::<f64>() / all;
        *variance /= questions * questions;
    }
    Ok((score / questions, moments))
}

/// Adds the outcomes of this many trials to the counts.
///
/// It goes category by category. Each is a binomial draw from the trials that are left.
fn run(trials: u64, p: &[f64], counts: &mut [f64], stream: &mut Stream) -> Result<()> {
    let (mut trials, mut left) = (trials, 1.0);
    let last = p.len().saturating_sub(1);
    for (place, (&p, count)) in p.iter().zip(counts).enumerate() {
        let part = if left > 0.0 { (p / left).clamp(0.0, 1.0) } else { 0.0 };
        let hits = match trials {
            _ if place == last => trials,
            0 => 0,
            1 => u64::from(stream.random::<f64>() < part),
            _ => BinomialDraws::new(trials, part)?.sample(stream),
        };
        *count += hits as f64;
        trials -= hits.min(trials);
        left -= p;
    }
    Ok(())
}
