//! Weighted τ of two rankings: pairs near the top count for more.

use std::ops::Range;

use rand::seq::SliceRandom as _;

use crate::error::Result;
use crate::numeric::random::{Purpose, Replicates, stream};
use crate::rank::error::RankError;
use crate::rank::kendall::{Correlation, Orders, balances};

/// Weighted τ, and the error of its p-value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedTau {
    /// τ, and its permutation p-value.
    pub correlation: Correlation,
    /// Standard error of the p-value. It is 0 if every permutation was used.
    pub error: f64,
}

/// Weighted τ with additive hyperbolic weights (Vigna 2015, arXiv:1404.3325).
///
/// A pair of models with ranks r and r′, counted from 0, weighs 1/(r + 1) + 1/(r′ + 1). A
/// concordant pair adds its weight, a discordant pair subtracts it. The sum is divided by its
/// largest possible value. The result is the mean of two such figures. One ranks by the scores and
/// breaks ties by gold, the other ranks by gold first.
///
/// The p-value is the share of permutations of gold with a τ at least as far from 0. It is exact if
/// at most `replicates` permutations exist. Otherwise it comes from random permutations drawn with
/// `seed`, and from the given order (Phipson & Smyth 2010, equation 2).
///
/// # Errors
/// - The rankings differ in length, or have fewer than two models.
/// - A score is NaN.
/// - A ranking ties all models.
/// - There is no replicate.
/// - `replicates` stopped the work.
pub fn weighted_tau(
    scores: &[f64],
    gold: &[f64],
    seed: u64,
    replicates: Replicates<'_>,
) -> Result<WeightedTau> {
    let mut orders = Orders::new(scores, gold)?;
    // Sorting first makes the random permutations of gold independent of the given order of the
    // models.
    let mut models: Vec<_> = orders.scores.into_iter().zip(orders.gold).collect();
    models.sort_unstable();
    (orders.scores, orders.gold) = models.into_iter().unzip();
    let name = if orders.scores.iter().any(|&rank| rank > 1) { "gold" } else { "scores" };
    let statistic = tau(&orders.scores, &orders.gold).ok_or(RankError::AllTied { name })?;
    // Equal values of τ differ in their last digits, because the order of the sums differs.
    let bound = statistic.abs() * (1.0 - 1e-12);
    let as_far = |gold: &[usize]| tau(&orders.scores, gold).is_some_and(|tau| tau.abs() >= bound);
    let all = factorial_up_to(scores.len(), replicates.count);
    let hit = |replicate| {
        let mut gold = orders.gold.clone();
        match all {
            Some(_) => permute(&mut gold, replicate),
            None => gold.shuffle(&mut stream(seed, Purpose::Permutation, replicate)),
        }
        as_far(&gold)
    };
    let work = Replicates { count: all.unwrap_or(replicates.count), ..replicates };
    let count = |range: Range<u64>| Ok(range.filter(|&replicate| hit(replicate)).count() as u64);
    let hits = work.fold(0_u64, count, |sum, hits| *sum += hits)?;
    let (p_value, error) = if let Some(all) = all {
        (hits as f64 / all as f64, 0.0)
    } else {
        let taken = work.count as f64 + 1.0;
        let p_value = (hits as f64 + 1.0) / taken;
        (p_value, (p_value * (1.0 - p_value) / taken).sqrt())
    };
    Ok(WeightedTau { correlation: Correlation { statistic, p_value }, error })
}

/// `None` if a ranking ties all models.
fn tau(x: &[usize], y: &[usize]) -> Option<f64> {
    let (xy, xx, yy) = (balances(x, y), untied(x), untied(y));
    let mut total = 0.0;
    for (first, second) in [(x, y), (y, x)] {
        let ranked = ranked(first, second);
        // Sums run in rank order, which does not depend on the order of the models.
        let sum = |balances: &[i64]| {
            let ranked = ranked.iter().filter_map(|&model| balances.get(model));
            (1_u32..).zip(ranked).map(|(rank, &balance)| balance as f64 / f64::from(rank)).sum()
        };
        let (xy, xx, yy): (f64, f64, f64) = (sum(&xy), sum(&xx), sum(&yy));
        if xx == 0.0 || yy == 0.0 {
            return None;
        }
        total += xy / (xx * yy).sqrt();
    }
    Some(total / 2.0)
}

/// For each model, how many others it does not tie with.
fn untied(x: &[usize]) -> Vec<i64> {
    balances(x, x)
}

/// The models by `first`, then by `second`. Models tied in both are in any order.
fn ranked(first: &[usize], second: &[usize]) -> Vec<usize> {
    let mut models: Vec<usize> = (0..first.len()).collect();
    models.sort_unstable_by_key(|&model| (first.get(model), second.get(model)));
    models
}

/// The number of orders of `models`, if it is at most `most`.
fn factorial_up_to(models: usize, most: u64) -> Option<u64> {
    (1..=models as u64).try_fold(1_u64, |product, factor| {
        product.checked_mul(factor).filter(|&product| product <= most)
    })
}

/// Puts the entries in order number `number`, which is below the factorial of their count.
///
/// It is a shuffle whose draws are the digits of `number` in the factorial base.
fn permute(entries: &mut [usize], mut number: u64) {
    for last in 1..entries.len() {
        let choices = last as u64 + 1;
        if let Ok(chosen) = usize::try_from(number % choices) {
            entries.swap(chosen, last);
        }
        number /= choices;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_order_is_visited_once() {
        for models in 0..6 {
            let all = factorial_up_to(models, 1000).unwrap();
            let one = |number| {
                let mut order: Vec<usize> = (0..models).collect();
                permute(&mut order, number);
                order
            };
            let seen: BTreeSet<_> = (0..all).map(one).collect();
            assert_eq!(seen.len() as u64, all);
        }
        assert_eq!(factorial_up_to(5, 119), None);
        assert_eq!(factorial_up_to(1000, u64::MAX), None);
    }
}
