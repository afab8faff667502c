//! Kemeny–Young: the orders of the models that agree with the most preferences.
//!
//! A group of models of which each beats all others stands above them in every best order. So groups
//! that majorities separate are ordered one by one.

use std::ops::Add;

use crate::numeric::sorting::sort_by;
use crate::rankers::pairs::links::reached;
use crate::rankers::voting::ballots::{Preferences, TiePolicy};
use crate::rankers::voting::best_orders::BestOrders;
use crate::rankers::voting::levels::Above;

/// The most models that majorities leave in one group.
pub const MOST_MODELS: usize = 22;

/// All best orders, in short.
#[derive(Clone, Debug, PartialEq)]
pub struct Kemeny {
    /// The sum of P_ij over all pairs with i above j in a best order.
    pub agreement: f64,
    /// Which models are above which in every best order.
    pub forced: Above,
    /// The best order that puts models of small index first. It depends on their order.
    pub first: Vec<usize>,
}

impl Kemeny {
    /// Levels of the pairs that every best order has in the same order.
    #[must_use]
    pub fn levels(&self) -> Vec<f64> {
        self.forced.levels()
    }

    /// How many models the first best order puts below each model.
    #[must_use]
    pub fn below(&self) -> Vec<f64> {
        let mut scores = vec![0.0; self.first.len()];
        for (place, &model) in self.first.iter().rev().enumerate() {
            if let Some(slot) = scores.get_mut(model) {
                *slot = place as f64;
            }
        }
        scores
    }
}

/// The best orders of the models.
///
/// # Errors
/// The size of a group of more than [`MOST_MODELS`] models that majorities link but do not separate.
pub fn kemeny(preferences: &Preferences, policy: TiePolicy) -> Result<Kemeny, usize> {
    let models = preferences.models();
    let (mut first, mut pieces) = (Vec::with_capacity(models), Vec::new());
    let groups = groups(preferences);
    for (number, whole) in groups.iter().enumerate() {
        let mut orders = Vec::new();
        for group in parts(preferences, policy, whole) {
            let size = group.len();
            if size > MOST_MODELS {
                return Err(size);
            }
            let margins = margins(preferences, policy, &group);
            // The whole table is of the size of the best value, which nearly always fits 32 bits.
            let all: u128 = margins.iter().flatten().map(|&margin| u128::from(margin)).sum();
            let small = || -> Option<Vec<Vec<i32>>> {
                let row = |row: &Vec<u64>| row.iter().map(|&one| i32::try_from(one).ok()).collect();
                margins.iter().map(row).collect()
            };
            let (order, before) = match small().filter(|_| i32::try_from(all).is_ok()) {
                Some(margins) => solve(&margins),
                None => solve(&margins),
            };
            orders.push(order.into_iter().filter_map(|place| group.get(place).copied()).collect());
            pieces.push((number, group, before));
        }
        first.extend(merged(orders));
    }
    let mut of = vec![(0, 0, 0); models];
    for (piece, (number, group, _)) in pieces.iter().enumerate() {
        for (place, &model) in group.iter().enumerate() {
            if let Some(slot) = of.get_mut(model) {
                *slot = (*number, piece, place);
            }
        }
    }
    let forced = Above::new(models, |i, j| {
        let [own, other] = [i, j].map(|one| of.get(one).copied().unwrap_or_default());
        let before = || {
            let (_, _, before) = pieces.get(own.1)?;
            Some(before.get(other.2)? >> own.2 & 1 == 0)
        };
        own.0 < other.0 || (own.1 == other.1 && before().unwrap_or(false))
    });
    let pairs = first.iter().enumerate().flat_map(|(place, &i)| {
        first.iter().skip(place + 1).map(move |&j| preferences.doubled(i, j, policy))
    });
    let agreement = pairs.map(u128::from).sum::<u128>() as f64 / 2.0;
    Ok(Kemeny { agreement, forced, first })
}

/// The smallest groups of which each beats all later ones by majorities, in this order.
///
/// The first k models of the order by majorities won are such a beginning if they won the most that
/// k models can: k (L − k) against the others, and k (k − 1) / 2 among themselves.
fn groups(preferences: &Preferences) -> Vec<Vec<usize>> {
    let models = preferences.models();
    let won = |i: usize| -> usize {
        let one = |j| match preferences.wins(i, j).cmp(&preferences.wins(j, i)) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        };
        preferences.others(i).map(one).sum()
    };
    let mut order: Vec<(usize, usize)> = (0..models).map(|i| (won(i), i)).collect();
    sort_by(&mut order, |a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let (mut groups, mut group, mut sum) = (Vec::new(), Vec::new(), 0);
    for (before, (won, model)) in order.into_iter().enumerate() {
        let size = before + 1;
        group.push(model);
        sum += won;
        if sum == size * (size - 1) + 2 * size * (models - size) {
            group.sort_unstable();
            groups.push(std::mem::take(&mut group));
        }
    }
    groups
}

/// The parts of a group between which no order is preferred: every order of them is as good.
fn parts(preferences: &Preferences, policy: TiePolicy, group: &[usize]) -> Vec<Vec<usize>> {
    let votes = |i, j| preferences.doubled(i, j, policy);
    let (mut left, mut parts) = (group.to_vec(), Vec::new());
    while let Some(&start) = left.first() {
        let differs = |i: usize, j: usize| {
            let [i, j] = [i, j].map(|place| left.get(place).copied().unwrap_or(start));
            votes(i, j) != votes(j, i)
        };
        let own = reached(left.len(), 0, &differs);
        parts.push(own.iter().filter_map(|&place| left.get(place).copied()).collect());
        let others = (0..left.len()).filter(|place| own.binary_search(place).is_err());
        left = others.filter_map(|place| left.get(place).copied()).collect();
    }
    parts
}

/// One order of several that do not touch each other, models of small index first.
fn merged(orders: Vec<Vec<usize>>) -> Vec<usize> {
    let mut left: Vec<_> = orders.into_iter().map(|order| order.into_iter().peekable()).collect();
    std::iter::from_fn(|| {
        let next = left.iter_mut().filter_map(|order| Some((*order.peek()?, order)));
        next.min_by_key(|one| one.0)?.1.next()
    })
    .collect()
}

/// By how much each model of a group is preferred to each other, or 0 if it is not.
///
/// The smaller of P_ij and P_ji counts in every order, so that it decides nothing.
fn margins(preferences: &Preferences, policy: TiePolicy, group: &[usize]) -> Vec<Vec<u64>> {
    let votes = |i, j| preferences.doubled(i, j, policy);
    let margin = |i, j| votes(i, j).saturating_sub(votes(j, i));
    group.iter().map(|&i| group.iter().map(|&j| margin(i, j)).collect()).collect()
}

/// The first best order, and for each model the set of those that some best order puts below it.
fn solve<T: Copy + Default + Ord + Add<Output = T>>(
    margins: &[Vec<T>],
) -> (Vec<usize>, Vec<usize>) {
    let table = BestOrders::new(margins);
    (table.first(), table.below())
}
