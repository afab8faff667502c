//! Scores from shares of pairs won: chains, flows, eigenvectors and games.

use crate::check;
use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp_m1, ln};
use crate::rankers::declared::{
    ALPHA, COMPARISON, DAMPING, EPSILON, HALF_TIES, JUMPS, PAIRWISE_STAT, POPULATION_SIZE,
    SCORE_TYPE, SMOOTHING, TELEPORT, WEIGHT_METHOD,
};
use crate::rankers::graphs::chain::{perron, stationary};
use crate::rankers::graphs::game::equilibrium;
use crate::rankers::options::MethodOptions;
use crate::rankers::pairs::links;
use crate::rankers::pairs::trial_pairs::TrialPairs;
use crate::rankers::solver::square::{Cholesky, Square, dot, eigen};

fn ended(shares: Option<Vec<f64>>) -> Result<Vec<f64>> {
    Ok(shares.ok_or(NumericError::NotFinite { what: "the stationary distribution" })?)
}

/// The stationary distribution of a walk to models that win, with jumps to anywhere.
///
/// # Errors
/// - The damping is outside (0, 1), or the jumps are no distribution over the models.
/// - No question compares some pair.
pub(crate) fn pagerank(pairs: &TrialPairs, options: &MethodOptions) -> Result<Vec<f64>> {
    let damping = options.number(&DAMPING)?;
    let (size, shares) = (pairs.len(), pairs.shares()?);
    let jumps = match options.of_models(&JUMPS, size)? {
        None => vec![1.0; size],
        Some(given) => {
            for (index, &value) in given.iter().enumerate() {
                check::not_negative("teleport", &[index], value)?;
            }
            given.to_vec()
        }
    };
    let total: f64 = jumps.iter().sum();
    check::positive("teleport", total)?;
    let others = (size - 1) as f64;
    let rates = Square::of(size, |from, to| {
        damping * shares[(to, from)] / others + (1.0 - damping) * jumps[to] / total
    });
    ended(stationary(&rates))
}

/// Keener's scores: the positive eigenvector of (wins + 1) / (pairs + 2), half of the ties included.
#[expect(clippy::unnecessary_wraps, reason = "the form of all methods")]
pub(crate) fn spectral(pairs: &TrialPairs, _: &MethodOptions) -> Result<Vec<f64>> {
    // The diagonal of 1 changes no eigenvector. With it, the largest eigenvalue stands alone.
    Ok(perron(&Square::of(pairs.len(), |i, j| {
        let won = pairs.wins()[(i, j)] + pairs.ties()[(i, j)] / 2.0;
        if i == j { 1.0 } else { (won + 1.0) / (pairs.total(i, j) + 2.0) }
    })))
}

/// The stationary distribution of a walk whose steps are the shares of pairs won.
///
/// # Errors
/// - An option is outside its range.
/// - No question compares some models with the others, or nothing speaks for them.
pub(crate) fn rank_centrality(pairs: &TrialPairs, options: &MethodOptions) -> Result<Vec<f64>> {
    let ignore = options.choice(&HALF_TIES)? == 1;
    let (smoothing, teleport) = (options.number(&SMOOTHING)?, options.number(&TELEPORT)?);
    let size = pairs.len();
    let won = Square::of(size, |i, j| {
        let ties = if ignore { 0.0 } else { pairs.ties()[(i, j)] / 2.0 };
        if i == j { 0.0 } else { pairs.wins()[(i, j)] + ties + smoothing }
    });
    let step = |i: usize, j: usize| {
        let all = won[(i, j)] + won[(j, i)];
        if all > 0.0 { won[(j, i)] / all } else { 0.0 }
    };
    let links = |i: usize| (0..size).filter(|&j| won[(i, j)] + won[(j, i)] > 0.0).count();
    let most = (0..size).map(links).max().unwrap_or(0).max(1) as f64;
    if teleport == 0.0 {
        links::strong("rank_centrality", pairs, |i, j| won[(i, j)] > 0.0)?;
    }
    let rates =
        Square::of(size, |i, j| (1.0 - teleport) * step(i, j) / most + teleport / size as f64);
    ended(stationary(&rates))
}

/// α-Rank: how long a population of one model stays, where mutants of another may take over.
///
/// # Errors
/// - α is not positive, or the population is no whole number from 2.
/// - No question compares some pair.
pub(crate) fn alpharank(pairs: &TrialPairs, options: &MethodOptions) -> Result<Vec<f64>> {
    let alpha = options.number(&ALPHA)?;
    let size = options.number(&POPULATION_SIZE)?;
    let shares = pairs.shares()?;
    let rates = Square::of(pairs.len(), |of, by| {
        // A mutant's advantage in a game of sum 1, among size − 1 others.
        let edge = alpha * size / (size - 1.0) * (shares[(by, of)] - 0.5);
        match () {
            () if of == by => 0.0,
            () if edge.abs() < 1e-300 => 1.0 / size,
            () => exp_m1(-edge) / exp_m1(-size * edge),
        }
    });
    ended(stationary(&rates))
}

/// The potentials whose differences fit the flow of wins best, by least squares. They add up to 0.
///
/// # Errors
/// - An option is none of its texts, or ε is not positive.
/// - No question compares some models with the others.
pub(crate) fn hodge_rank(pairs: &TrialPairs, options: &MethodOptions) -> Result<Vec<f64>> {
    let log_odds = options.choice(&PAIRWISE_STAT)? == 1;
    let weight = options.choice(&WEIGHT_METHOD)?;
    let epsilon = options.number(&EPSILON)?;
    let (size, wins, ties) = (pairs.len(), pairs.wins(), pairs.ties());
    let weight = |i: usize, j: usize| match weight {
        _ if i == j || pairs.total(i, j) == 0.0 => 0.0,
        0 => pairs.total(i, j),
        1 => wins[(i, j)] + wins[(j, i)],
        _ => 1.0,
    };
    let flow = |i: usize, j: usize| {
        if log_odds {
            let tied = ties[(i, j)] + epsilon;
            ln((wins[(i, j)] + tied) / (wins[(j, i)] + tied))
        } else {
            (wins[(i, j)] - wins[(j, i)]) / pairs.total(i, j)
        }
    };
    links::strong("hodge_rank", pairs, |i, j| weight(i, j) > 0.0)?;
    let scale = (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
    let scale = scale.map(|(i, j)| weight(i, j)).sum::<f64>() / (size * size) as f64;
    let laplacian = Square::of(size, |i, j| {
        let own = if i == j { (0..size).map(|k| weight(i, k)).sum() } else { 0.0 };
        own - weight(i, j) + scale
    });
    let out: Vec<f64> = (0..size)
        .map(|i| {
            let linked = (0..size).filter(|&j| weight(i, j) > 0.0);
            linked.map(|j| weight(i, j) * flow(i, j)).sum()
        })
        .collect();
    let factor =
        Cholesky::of(&laplacian).ok_or(NumericError::NotFinite { what: "the potential" })?;
    let scores = factor.solve(&out);
    let mean = scores.iter().sum::<f64>() / size as f64;
    Ok(scores.into_iter().map(|score| score - mean).collect())
}

/// SerialRank: the order in which models with similar wins are neighbours.
///
/// # Errors
/// `comparison` is none of its texts.
pub(crate) fn serial_rank(pairs: &TrialPairs, options: &MethodOptions) -> Result<Vec<f64>> {
    let sign = options.choice(&COMPARISON)? == 1;
    let (size, wins) = (pairs.len(), pairs.wins());
    let compared = Square::of(size, |i, j| {
        let (total, more) = (pairs.total(i, j), wins[(i, j)] - wins[(j, i)]);
        match () {
            () if i == j || total == 0.0 || more == 0.0 => 0.0,
            () if sign => more.signum(),
            () => more / total,
        }
    });
    let similar =
        |i: usize, j: usize| f64::midpoint(size as f64, dot(compared.row(i), compared.row(j)));
    let similar = Square::of(size, similar);
    let trace: f64 = (0..size).map(|i| similar.row(i).iter().sum::<f64>()).sum();
    // The constant vector has the eigenvalue 0. Here it has the largest.
    let laplacian = Square::of(size, |i, j| {
        let own = if i == j { similar.row(i).iter().sum() } else { 0.0 };
        own - similar[(i, j)] + trace / size as f64
    });
    let (values, vectors) = eigen(&laplacian);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let direction: Vec<f64> = (0..size).map(|i| compared.row(i).iter().sum()).collect();
    let mut scores = vec![0.0; size];
    for (i, _) in values.iter().enumerate().filter(|(_, value)| **value - least <= 1e-10 * trace) {
        let along = dot(vectors.row(i), &direction);
        for (score, x) in scores.iter_mut().zip(vectors.row(i)) {
            *score += along * x;
        }
    }
    let length = |vector: &[f64]| dot(vector, vector).sqrt();
    let (found, all) = (length(&scores), length(&direction));
    if found <= 1e-9 * all {
        // The models have no such order. Then their mean difference ranks them.
        return Ok(direction.into_iter().map(|sum| sum / size as f64).collect());
    }
    Ok(scores.into_iter().map(|score| score / found).collect())
}

/// Scores against the mixture of models that no model beats.
///
/// # Errors
/// - `score_type` is none of its texts.
/// - No question compares some pair.
pub(crate) fn nash(pairs: &TrialPairs, options: &MethodOptions) -> Result<Vec<f64>> {
    let kind = options.choice(&SCORE_TYPE)?;
    let shares = pairs.shares()?;
    let edge = Square::of(pairs.len(), |i, j| shares[(i, j)] - shares[(j, i)]);
    let mixture = equilibrium(&edge).ok_or(NumericError::NotFinite { what: "the equilibrium" })?;
    Ok(match kind {
        0 => edge.times(&mixture).into_iter().map(|edge| f64::midpoint(1.0, edge)).collect(),
        1 => mixture,
        _ => edge.times(&mixture),
    })
}
