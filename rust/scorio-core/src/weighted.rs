//! Weighted τ of two rankings, in which a pair counts for more the higher its models rank.

use rand::seq::SliceRandom as _;

use crate::error::{Error, Result};
use crate::kendall::{Correlation, Orders, balances};
use crate::random::{Purpose, Replicates, stream};

/// Weighted τ, and the error of its p-value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedTau {
    /// τ, and its permutation p-value.
    pub correlation: Correlation,
    /// Standard error of the p-value; 0 where every permutation was taken.
    pub error: f64,
}

/// Weighted τ with additive hyperbolic weights (Vigna 2015, arXiv:1404.3325): a concordant pair counts
/// 1/(r + 1) + 1/(r′ + 1), a discordant one as much negatively, with the ranks r from 0 of its models;
/// over what it could be. It is the mean of two such figures, one with the ranks of the scores, and
/// of gold where these tie, the other with the ranks of gold first.
///
/// The p-value is the share of permutations of gold with a τ as far from 0: exact if all of them are
/// no more than `replicates`, otherwise of the random ones of `seed` and the order at hand
/// (Phipson & Smyth 2010, equation 2).
///
/// # Errors
/// Rankings of different length; fewer than two models; a NaN; a ranking that is one tie; no
/// replicate; an end of the work.
pub fn weighted_tau(
    scores: &[f64],
    gold: &[f64],
    seed: u64,
    replicates: Replicates<'_>,
) -> Result<WeightedTau> {
    let orders = Orders::new(scores, gold)?;
    let name = if orders.scores.iter().any(|&rank| rank > 1) { "gold" } else { "scores" };
    let statistic = tau(&orders.scores, &orders.gold).ok_or(Error::AllTied { name })?;
    // Equal figures differ in their last digits by the order of the sums.
    let bound = statistic.abs() * (1.0 - 1e-12);
    let as_far = |gold: &[usize]| tau(&orders.scores, gold).is_some_and(|tau| tau.abs() >= bound);
    let (p_value, error) = if let Some(all) = factorial_up_to(scores.len(), replicates.count) {
        let mut hits = 0_u64;
        permutations(orders.gold.clone(), |gold| hits += u64::from(as_far(gold)));
        (hits as f64 / all as f64, 0.0)
    } else {
        let hits = replicates.map(|range| {
            let shuffled = |replicate| {
                let mut gold = orders.gold.clone();
                gold.shuffle(&mut stream(seed, Purpose::Permutation, replicate));
                as_far(&gold)
            };
            Ok(range.filter(|&replicate| shuffled(replicate)).count() as u64)
        })?;
        let taken = replicates.count as f64 + 1.0;
        let p_value = (hits.iter().sum::<u64>() as f64 + 1.0) / taken;
        (p_value, (p_value * (1.0 - p_value) / taken).sqrt())
    };
    Ok(WeightedTau { correlation: Correlation { statistic, p_value }, error })
}

/// `None` where a ranking is one tie.
fn tau(x: &[usize], y: &[usize]) -> Option<f64> {
    let (xy, xx, yy) = (balances(x, y), untied(x), untied(y));
    let mut total = 0.0;
    for (first, second) in [(x, y), (y, x)] {
        let weights = weights(first, second);
        let sum = |balances: &[i64]| {
            balances.iter().zip(&weights).map(|(&balance, weight)| balance as f64 * weight).sum()
        };
        let (xy, xx, yy): (f64, f64, f64) = (sum(&xy), sum(&xx), sum(&yy));
        if xx == 0.0 || yy == 0.0 {
            return None;
        }
        total += xy / (xx * yy).sqrt();
    }
    Some(total / 2.0)
}

/// For each model, the others that do not tie with it.
fn untied(x: &[usize]) -> Vec<i64> {
    balances(x, x)
}

/// 1/(r + 1), r being the rank by `first`, then by `second`. What ties in both may come in any order.
fn weights(first: &[usize], second: &[usize]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..first.len()).collect();
    order.sort_by_key(|&model| (first.get(model), second.get(model)));
    let mut weights = vec![0.0; first.len()];
    for (rank, model) in order.into_iter().enumerate() {
        if let Some(weight) = weights.get_mut(model) {
            *weight = 1.0 / (rank + 1) as f64;
        }
    }
    weights
}

/// How many orders there are of so many, if no more than `most`.
fn factorial_up_to(models: usize, most: u64) -> Option<u64> {
    (1..=models as u64).try_fold(1_u64, |product, factor| {
        product.checked_mul(factor).filter(|&product| product <= most)
    })
}

/// Every order of some entries, by Heap's algorithm: each from the one before by one swap.
fn permutations(mut entries: Vec<usize>, mut visit: impl FnMut(&[usize])) {
    visit(&entries);
    let mut turns = vec![0; entries.len()];
    let mut level = 1;
    while let Some(turn) = turns.get_mut(level) {
        if *turn < level {
            entries.swap(if level % 2 == 0 { 0 } else { *turn }, level);
            visit(&entries);
            *turn += 1;
            level = 1;
        } else {
            *turn = 0;
            level += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_visited_once() {
        for models in 0..6 {
            let mut seen = Vec::new();
            permutations((0..models).collect(), |order| seen.push(order.to_vec()));
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(Some(seen.len() as u64), factorial_up_to(models, 1000));
        }
        assert_eq!(factorial_up_to(5, 119), None);
        assert_eq!(factorial_up_to(1000, u64::MAX), None);
    }
}
