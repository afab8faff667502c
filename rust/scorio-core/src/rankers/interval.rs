//! How far the scores and ranks of a method vary, if questions are a sample.

use rand::RngExt as _;
use rand::distr::Open01;

use super::error::RankersError;
use super::options::MethodOptions;
use super::registry::{Method, Run};
use super::source::RankSource;
use crate::error::Result;
use crate::numeric::normal::{central_quantile, probability};
use crate::numeric::portable::{ln, sin_cos};
use crate::numeric::random::{Purpose, Replicates, Stream, below, stream};
use crate::numeric::student::Distribution;
use crate::rank::ranks::place;
use crate::rankers::pairs::model::{PairModel, Strengths};
use crate::rankers::solver::square::{Cholesky, Square};
use crate::rankers::streams::orders::{self, DrawnOrders};
use crate::rankers::voting::votes::{self, Votes};

/// The scores of each replicate, and how many replicates have none.
pub(crate) struct Drawn {
    pub(crate) scores: Vec<Vec<f64>>,
    pub(crate) failed: u64,
}

/// The scores of replicates, each of which draws as many questions or clusters as there are.
///
/// # Errors
/// The caller stopped the work.
pub(crate) fn redrawn(
    method: &Method,
    source: &RankSource,
    options: &MethodOptions,
    seed: u64,
    replicates: &Replicates<'_>,
) -> Result<Drawn> {
    let model = match method.run {
        Run::Model(make) => {
            let model = make(method.name, source.cells().len(), options)?;
            let start = model.fit(&source.pairs(None), None)?;
            Some((model, start))
        }
        _ => None,
    };
    let ballots = match method.run {
        Run::Votes(_) => Some(votes::ballots(source.cells())),
        _ => None,
    };
    let one = |replicate: u64| {
        let times = drawn_times(source, seed, replicate);
        match (method.run, &ballots) {
            (Run::Votes(run), Some(ballots)) => {
                run(&Votes::new(ballots, source.cells(), Some(&times)).ok()?, options).ok()
            }
            _ => scores_of(method, source, options, model.as_ref(), &times).ok(),
        }
    };
    if let Run::Stream(make) = method.run {
        let (rule, orders) = (make(options)?, orders::orders(method.name, source, options)?);
        let found = replicates.each(|replicate| {
            let alone = Replicates { count: orders, threads: 1, go_on: &|_| true };
            // The orders before these are those of the score, and of the replicates before.
            let first = (replicate + 1).wrapping_mul(orders);
            let drawn = DrawnOrders { seed, first, workers: &alone };
            let times = drawn_times(source, seed, replicate);
            Ok(orders::rate(method.name, rule, source, Some(&times), drawn).ok())
        })?;
        return Ok(kept(found.into_iter().map(|one| Some(one?.scores))));
    }
    let found = replicates.map(|range| Ok(range.map(one).collect::<Vec<_>>()))?;
    Ok(kept(found.into_iter().flatten()))
}

/// How often a replicate draws each question.
fn drawn_times(source: &RankSource, seed: u64, replicate: u64) -> Vec<f64> {
    let units = source.cells().unit_count();
    let mut stream = stream(seed, Purpose::Bootstrap, replicate);
    let mut drawn = vec![0.0; units];
    for _ in 0..units {
        drawn[below(&mut stream, units)] += 1.0;
    }
    source.cells().units().iter().map(|&unit| drawn[unit]).collect()
}

/// The scores of the replicates that have some.
fn kept(found: impl Iterator<Item = Option<Vec<f64>>>) -> Drawn {
    let (mut scores, mut failed) = (Vec::new(), 0);
    for one in found {
        match one {
            Some(one) => scores.push(one),
            None => failed += 1,
        }
    }
    Drawn { scores, failed }
}

fn scores_of(
    method: &Method,
    source: &RankSource,
    options: &MethodOptions,
    model: Option<&(PairModel, Strengths)>,
    times: &[f64],
) -> Result<Vec<f64>> {
    match (method.run, model) {
        (_, Some((model, start))) => Ok(model.fit(&source.pairs(Some(times)), Some(start))?.theta),
        (Run::Pairs(run), _) => run(&source.pairs(Some(times)), options),
        (Run::Cells(run), _) => finite(run(&source.cells().drawn(times), options)?),
        (Run::Items(run), _) => finite(run(&source.cells().drawn(times), options)?.abilities),
        (Run::Metric(make), _) => {
            let metric = make(method.name, options)?;
            finite(metric.drawn(method.name, &source.cells().drawn(times))?)
        }
        (Run::Sets(run) | Run::Ordered(run), _) => run(source, Some(times), options),
        (Run::Model(_) | Run::Votes(_) | Run::Stream(_), None) => Ok(Vec::new()),
    }
}

/// A model that was asked none of the drawn questions has no score.
fn finite(scores: Vec<f64>) -> Result<Vec<f64>> {
    if scores.iter().all(|score| score.is_finite()) {
        Ok(scores)
    } else {
        Err(RankersError::NoQuestions.into())
    }
}

/// Normal draws about some scores.
///
/// # Errors
/// The caller stopped the work.
pub(crate) fn normal(
    scores: &[f64],
    covariance: &Square,
    seed: u64,
    replicates: &Replicates<'_>,
) -> Result<Drawn> {
    let factor = Cholesky::of_positive_part(covariance);
    let found = replicates.map(|range| {
        Ok(range
            .map(|replicate| {
                let mut stream = stream(seed, Purpose::Bootstrap, replicate);
                let z: Vec<f64> = scores.iter().map(|_| standard(&mut stream)).collect();
                let moved = factor.times(&z);
                scores.iter().zip(moved).map(|(score, moved)| score + moved).collect()
            })
            .collect::<Vec<Vec<f64>>>())
    })?;
    Ok(Drawn { scores: found.into_iter().flatten().collect(), failed: 0 })
}

/// A standard normal number (Box and Muller 1958).
fn standard(stream: &mut Stream) -> f64 {
    let (u, v): (f64, f64) = (stream.sample(Open01), stream.sample(Open01));
    (-2.0 * ln(u)).sqrt() * sin_cos(std::f64::consts::TAU * v).1
}

/// σ, the interval of the score, that of the rank, and the chance of the first rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RankSpread {
    pub(crate) sigma: f64,
    pub(crate) lo: f64,
    pub(crate) hi: f64,
    pub(crate) rank_lo: u64,
    pub(crate) rank_hi: u64,
    pub(crate) best: f64,
}

/// How far intervals reach: the share of draws that is left out at each end, and what the standard
/// deviation of the draws is multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Allowance {
    pub(crate) tail: f64,
    pub(crate) scale: f64,
}

impl Allowance {
    /// That of a normal law with a known error.
    pub(crate) fn normal(confidence: f64) -> Self {
        Self { tail: (1.0 - confidence) / 2.0, scale: 1.0 }
    }

    /// That of Student's t about z, for errors that M units tell.
    ///
    /// # Errors
    /// The confidence is outside (0, 1).
    pub(crate) fn student(confidence: f64, units: usize) -> Result<Self> {
        Ok(Self { tail: probability(-t_of(confidence, units)?), scale: 1.0 })
    }

    /// That of draws of M units (Hesterberg 2015). Their variance is too small by (M − 1) / M, and
    /// M units tell the error with M − 1 degrees of freedom.
    ///
    /// # Errors
    /// The confidence is outside (0, 1).
    pub(crate) fn drawn(confidence: f64, units: usize) -> Result<Self> {
        let count = units as f64;
        let scale = (count / (count - 1.0)).sqrt();
        Ok(Self { tail: probability(-scale * t_of(confidence, units)?), scale })
    }
}

/// t of a central interval with M − 1 degrees of freedom.
///
/// # Errors
/// The confidence is outside (0, 1).
pub(crate) fn t_of(confidence: f64, units: usize) -> Result<f64> {
    let degrees = (units as f64 - 1.0).max(1.0);
    Ok(Distribution::Student(degrees).central_quantile(confidence)?.value())
}

/// What replicates say of each model. Models that share the first rank share its chance.
///
/// `ranks_of` ranks the scores of a replicate.
pub(crate) fn spreads(
    drawn: &Drawn,
    models: usize,
    Allowance { tail, scale }: Allowance,
    ranks_of: impl Fn(&[f64]) -> Vec<u64>,
) -> Vec<RankSpread> {
    let count = drawn.scores.len() as f64;
    let mut ranked = vec![vec![0.0; models]; models];
    // Firsts of each model by the number of models that share the rank: whole numbers, not rounded.
    let mut firsts = vec![vec![0.0; models + 1]; models];
    for scores in &drawn.scores {
        let ranks = ranks_of(scores);
        let sharing = ranks.iter().filter(|&&rank| rank == 1).count();
        for (model, &rank) in ranks.iter().enumerate() {
            if rank == 1 {
                firsts[model][sharing] += 1.0;
            }
            if let Some(slot) =
                usize::try_from(rank).ok().and_then(|r| ranked[model].get_mut(r - 1))
            {
                *slot += 1.0 / count;
            }
        }
    }
    (0..models)
        .map(|model| {
            let mut own: Vec<f64> = drawn.scores.iter().map(|scores| scores[model]).collect();
            let mean = own.iter().sum::<f64>() / count;
            let square: f64 = own.iter().map(|x| (x - mean) * (x - mean)).sum();
            own.sort_unstable_by(f64::total_cmp);
            let (mut rank_lo, mut rank_hi, mut sum) = (models, 1, 0.0);
            for (place, chance) in ranked[model].iter().enumerate() {
                // Rounding of the sum may not move the ends.
                if sum + chance > tail + 1e-9 {
                    rank_lo = rank_lo.min(place + 1);
                }
                if sum < 1.0 - tail - 1e-9 {
                    rank_hi = place + 1;
                }
                sum += chance;
            }
            RankSpread {
                sigma: scale * (square / (count - 1.0).max(1.0)).sqrt(),
                lo: quantile(&own, tail),
                hi: quantile(&own, 1.0 - tail),
                rank_lo: rank_lo as u64,
                rank_hi: rank_hi as u64,
                best: firsts[model]
                    .iter()
                    .enumerate()
                    .skip(1)
                    .map(|(sharing, times)| times / sharing as f64)
                    .sum::<f64>()
                    / count,
            }
        })
        .collect()
}

/// The quantile of sorted values, between two of them if need be.
fn quantile(sorted: &[f64], level: f64) -> f64 {
    let place = level * (sorted.len().max(1) - 1) as f64;
    let below = super::cells::whole(place.floor());
    let at = |index: usize| sorted.get(index).or(sorted.last()).copied().unwrap_or(f64::NAN);
    at(below) + (place - place.floor()) * (at(below + 1) - at(below))
}

/// z of a central interval.
///
/// # Errors
/// The confidence is outside (0, 1).
pub(crate) fn z_of(confidence: f64) -> Result<f64> {
    Ok(central_quantile(confidence)?.value())
}

/// Competition ranks. Scores tie if they differ by rounding alone.
pub(crate) fn competition(scores: &[f64], positive: bool) -> Vec<u64> {
    let mut placed: Vec<(usize, f64, f64)> =
        comparable(scores, positive).into_iter().enumerate().map(|(i, x)| (i, x, 0.0)).collect();
    let tolerance = tolerance(placed.iter().map(|one| one.1));
    let (mut ranks, mut rank, mut next) = (vec![0; scores.len()], 0, 0);
    place(
        &mut placed,
        tolerance,
        |_, _| false,
        |model, opens| {
            next += 1;
            if opens {
                rank = next;
            }
            ranks[model] = rank;
        },
    );
    ranks
}

/// Scores on a scale where equal differences matter alike.
pub(crate) fn comparable(scores: &[f64], positive: bool) -> Vec<f64> {
    let log = |&score: &f64| if score > 0.0 { ln(score) } else { f64::NEG_INFINITY };
    if positive { scores.iter().map(log).collect() } else { scores.to_vec() }
}

/// What rounding leaves of equal scores.
pub(crate) fn tolerance(scores: impl Iterator<Item = f64>) -> f64 {
    let largest =
        scores.filter(|score| score.is_finite()).fold(1.0, |most, x| f64::max(most, x.abs()));
    1e-11 * largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_that_is_met_exactly_is_left_out() {
        // Of 40 draws, the first model is first in one, and last in one: 2.5 % each.
        let scores = (0..40).map(|draw| match draw {
            0 => vec![3.0, 2.0, 1.0],
            1 => vec![0.0, 2.0, 1.0],
            _ => vec![1.5, 2.0, 1.0],
        });
        let drawn = Drawn { scores: scores.collect(), failed: 0 };
        let ranks = |scores: &[f64]| -> Vec<u64> {
            let above = |own: &f64| scores.iter().filter(|one| *one > own).count() as u64 + 1;
            scores.iter().map(above).collect()
        };
        let ends = |tail| {
            let found = spreads(&drawn, 3, Allowance { tail, scale: 1.0 }, ranks);
            (found[0].rank_lo, found[0].rank_hi)
        };
        assert_eq!(ends(0.025), (2, 2));
        assert_eq!(ends(0.024), (1, 3));
        // 2.5 % are 1 − 97.5 %, but for rounding.
        assert_eq!(ends((1.0 - 0.95) / 2.0), (2, 2));
    }
}
