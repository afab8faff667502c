//! Replicates: probabilities drawn from what is known of two models, and trials drawn from them.

use std::ops::Range;

use rand::RngExt as _;

use crate::check::CheckError;
use crate::counts::states::States;
use crate::error::Result;
use crate::numeric::draws::binomial::BinomialDraws;
use crate::numeric::draws::dirichlet;
use crate::numeric::random::{Purpose, Replicates, Stream, stream};
use crate::numeric::watch;
use crate::plan::pair::{Knowledge, MOST_TRIALS, Pair, Side, sign_of};
use crate::posterior::hierarchical::hierarchy::Hierarchy;

/// Shapes with a larger sum leave no scatter of p that a double shows.
const ALIKE: f64 = 1e18;

/// Draws between two looks at whether the work goes on.
const ASKING: usize = 1 << 12;

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
    let known_sign = pair.are_known().then(|| sign_of(pair.gap()).0);
    let weights = &pair.weights.values;
    let sigmas: Vec<f64> = trials.iter().map(|&n| pair.new_sigma(n)).collect();
    let run = |replicate| {
        let mut stream = stream(seed, Purpose::Planning, replicate);
        let a = course(pair.a, weights, trials, &mut stream)?;
        let b = course(pair.b, weights, trials, &mut stream)?;
        let z = a.1.iter().zip(&b.1).zip(&sigmas).map(|((mean, other), sigma)| {
            let (sign, gap) = sign_of(mean - other);
            if sign == 0 { 0.0 } else { gap / sigma }
        });
        Ok(Path { truth: known_sign.unwrap_or_else(|| sign_of(a.0 - b.0).0), z: z.collect() })
    };
    let work = |range: Range<u64>| range.map(run).collect::<Result<Vec<_>>>();
    replicates.fold(sum, work, |sum, paths| paths.iter().for_each(|path| add(sum, path)))
}

/// A model's true score, and its score after each number of trials.
fn course(
    side: &Side,
    weights: &[f64],
    trials: &[u64],
    stream: &mut Stream,
) -> Result<(f64, Vec<f64>)> {
    // Outcomes of all questions are added in whole numbers, so equal totals are equal means.
    let mut totals = vec![vec![0.0; weights.len()]; trials.len()];
    let (mut score, mut questions, mut since) = (0.0, 0.0, 0);
    let mut counts = vec![0.0; weights.len()];
    let mut of_question = |p: &[f64], stream: &mut Stream| {
        score += p.iter().zip(weights).map(|(p, w)| p * w).sum::<f64>();
        questions += 1.0;
        since += trials.len();
        if since > ASKING {
            watch::going()?;
            since = 0;
        }
        counts.fill(0.0);
        let mut before = 0;
        for (&trials, totals) in trials.iter().zip(&mut totals) {
            run(trials - before, p, &mut counts, stream)?;
            before = trials;
            totals.iter_mut().zip(&counts).for_each(|(total, count)| *total += count);
        }
        Ok(())
    };
    match &side.knowledge {
        Knowledge::Assumed(rows) => {
            rows.chunks_exact(weights.len()).try_for_each(|p| of_question(p, stream))?;
        }
        Knowledge::Pilot(states, hierarchy) => {
            drawn(states, hierarchy, stream, &mut of_question)?;
        }
    }
    let means = totals.iter().zip(trials).map(|(totals, &trials)| {
        let all = questions * trials as f64;
        totals.iter().zip(weights).map(|(total, w)| total * w).sum::<f64>() / all
    });
    Ok((score / questions, means.collect()))
}

/// Probabilities of all questions, drawn from the posterior of a pilot: first the mean and the
/// correlation that the questions share, then those of each.
///
/// With mean π and correlation ρ, the shapes of a question with counts n are (π (1 − ρ) + nρ) / ρ.
fn drawn(
    states: &States,
    hierarchy: &Hierarchy,
    stream: &mut Stream,
    mut of_question: impl FnMut(&[f64], &mut Stream) -> Result<()>,
) -> Result<()> {
    let mut left: f64 = stream.random();
    let mut nodes = hierarchy.nodes();
    let chosen = nodes.by_ref().find(|node| {
        left -= node.weight;
        left < 0.0
    });
    let Some(node) = chosen.or_else(|| hierarchy.nodes().last()) else { return Ok(()) };
    let (mut p, mut shapes) = (vec![0.0; states.categories()], vec![0.0; states.categories()]);
    for state in states.iter() {
        for ((shape, mean), &n) in shapes.iter_mut().zip(node.means).zip(state.counts) {
            *shape = mean * (node.rest / node.rho) + n as f64;
        }
        let all: f64 = shapes.iter().sum();
        for _ in 0..state.multiplicity {
            if all < ALIKE {
                dirichlet::draw(&shapes, &mut p, stream)?;
            } else {
                p.copy_from_slice(node.means);
            }
            of_question(&p, stream)?;
        }
    }
    Ok(())
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
