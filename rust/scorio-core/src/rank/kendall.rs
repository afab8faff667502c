//! Kendall's τ of two rankings, from exact counts of pairs.

use crate::error::{Error, Result};
use crate::numeric::normal;
use crate::rank::error::RankError;
use crate::rank::ranks::{dense, refuse, same_length};

/// A rank correlation, and how likely unrelated rankings are to have one at least as far from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// From −1, the opposite order, to 1, the same.
    pub statistic: f64,
    /// Two-sided.
    pub p_value: f64,
}

/// Which variant of τ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// (C − D) / n₀, for rankings without ties.
    A,
    /// (C − D) / √((n₀ − n₁)(n₀ − n₂)), for any rankings.
    B,
}

/// Kendall's τ of `scores` and `gold` (equations 25 and 26 of arXiv:2510.04265).
///
/// τ-a allows no ties in `gold`. If there are ties, τ is τ-b, and the first tied pair is returned
/// as well.
///
/// # Errors
/// - The rankings differ in length, or have fewer than two models.
/// - A score is NaN.
/// - For τ-b, a ranking ties all models.
pub fn kendall(
    scores: &[f64],
    gold: &[f64],
    variant: Variant,
) -> Result<(Correlation, Option<(usize, usize)>)> {
    let pairs = Pairs::new(&Orders::new(scores, gold)?);
    let tied = if variant == Variant::A { first_tie(gold) } else { None };
    let statistic = match (variant, tied) {
        (Variant::A, None) => Some(pairs.tau_a()),
        _ => pairs.tau_b(),
    };
    match statistic.zip(pairs.p_value()) {
        Some((statistic, p_value)) => Ok((Correlation { statistic, p_value }, tied)),
        None => Err(pairs.one_tie()),
    }
}

/// The first two positions of equal scores.
fn first_tie(scores: &[f64]) -> Option<(usize, usize)> {
    let mut order: Vec<(usize, f64)> = scores.iter().map(|score| score + 0.0).enumerate().collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let tied = order.windows(2).filter_map(|pair| match pair {
        [a, b] if a.1 == b.1 => Some((a.0, b.0)),
        _ => None,
    });
    tied.min()
}

/// Two rankings of the same models, as dense ranks.
pub(crate) struct Orders {
    pub(crate) scores: Vec<usize>,
    pub(crate) gold: Vec<usize>,
}

impl Orders {
    pub(crate) fn new(scores: &[f64], gold: &[f64]) -> Result<Self> {
        same_length(("scores", scores), ("gold", gold))?;
        if scores.len() < 2 {
            return Err(RankError::TooFewModels { models: scores.len() }.into());
        }
        refuse("gold", gold, f64::is_nan)?;
        Ok(Self { scores: dense(scores)?, gold: dense(gold)? })
    }
}

/// For each model, the pairs that both rankings order the same way, less those that they order the
/// opposite way.
///
/// Pairs tied in either ranking count as neither. It takes O(n log n).
pub(crate) fn balances(x: &[usize], y: &[usize]) -> Vec<i64> {
    let levels = y.iter().max().map_or(0, |most| most + 1);
    let below_all = cumulated(y, levels);
    let total = below_all.last().copied().unwrap_or_default();
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by_key(|&model| x.get(model));
    let mut seen = Tree { nodes: vec![0; levels + 1], total: 0 };
    let mut balances = vec![0; x.len()];
    for group in order.chunk_by(|&a, &b| x.get(a) == x.get(b)) {
        let own = || group.iter().filter_map(|&model| Some((model, *y.get(model)?)));
        // L entries seen so far are lower in y, and H are higher. For pairs with a lower x the
        // balance is L − H. For pairs with a higher x, count all entries, subtract those seen with
        // this group, and negate.
        for round in 0..2 {
            for (model, level) in own() {
                if let Some(balance) = balances.get_mut(model) {
                    *balance += seen.below(level) - seen.above(level);
                }
            }
            if round == 0 {
                own().for_each(|(_, level)| seen.insert(level));
            }
        }
        for (model, level) in own() {
            let below = |level: usize| below_all.get(level).copied().unwrap_or_default();
            if let Some(balance) = balances.get_mut(model) {
                *balance += total - below(level + 1) - below(level);
            }
        }
    }
    balances
}

/// How many entries lie below each level, from 0 to `levels`.
fn cumulated(entries: &[usize], levels: usize) -> Vec<i64> {
    let mut counts = vec![0_i64; levels + 1];
    for &level in entries {
        if let Some(count) = counts.get_mut(level + 1) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for count in &mut counts {
        sum += *count;
        *count = sum;
    }
    counts
}

/// Fenwick tree: how many entries were seen at each level.
struct Tree {
    nodes: Vec<i64>,
    total: i64,
}

impl Tree {
    fn insert(&mut self, level: usize) {
        let mut node = level + 1;
        while let Some(count) = self.nodes.get_mut(node) {
            *count += 1;
            node += node & node.wrapping_neg();
        }
        self.total += 1;
    }

    fn below(&self, level: usize) -> i64 {
        let (mut node, mut sum) = (level, 0);
        while node > 0 {
            sum += self.nodes.get(node).copied().unwrap_or_default();
            node &= node - 1;
        }
        sum
    }

    fn above(&self, level: usize) -> i64 {
        self.total - self.below(level + 1)
    }
}

/// The sizes of the groups of equal entries in a sorted list.
fn sizes<T: PartialEq>(sorted: &[T]) -> Vec<u64> {
    sorted.chunk_by(T::eq).map(|group| group.len() as u64).collect()
}

fn pairs_in(sizes: &[u64]) -> i128 {
    sizes.iter().map(|&size| i128::from(size) * (i128::from(size) - 1) / 2).sum()
}

/// Counts of pairs of models.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    models: u64,
    /// All pairs, n₀.
    all: i128,
    /// Concordant pairs less discordant pairs.
    balance: i128,
    pub(crate) concordant: i128,
    pub(crate) discordant: i128,
    /// Pairs tied in the scores, n₁, and in the gold ranking, n₂.
    tied: (i128, i128),
    sizes: (Vec<u64>, Vec<u64>),
}

impl Pairs {
    pub(crate) fn new(orders: &Orders) -> Self {
        let models = orders.scores.len() as u64;
        let balance =
            balances(&orders.scores, &orders.gold).into_iter().map(i128::from).sum::<i128>() / 2;
        let mut both: Vec<_> = orders.scores.iter().zip(&orders.gold).collect();
        both.sort_unstable();
        let tied_in_both = pairs_in(&sizes(&both));
        let sorted = |ranks: &[usize]| {
            let mut ranks = ranks.to_vec();
            ranks.sort_unstable();
            sizes(&ranks)
        };
        let sizes = (sorted(&orders.scores), sorted(&orders.gold));
        let tied = (pairs_in(&sizes.0), pairs_in(&sizes.1));
        let all = pairs_in(&[models]);
        let untied = all - tied.0 - tied.1 + tied_in_both;
        let concordant = i128::midpoint(untied, balance);
        let discordant = untied - concordant;
        Self { models, all, balance, concordant, discordant, tied, sizes }
    }

    pub(crate) fn tau_a(&self) -> f64 {
        self.balance as f64 / self.all as f64
    }

    /// `None` if a ranking ties all models.
    pub(crate) fn tau_b(&self) -> Option<f64> {
        let untied = ((self.all - self.tied.0) as f64, (self.all - self.tied.1) as f64);
        // One root of the product: the root of a square is exact, so equal orders have τ = 1.
        (untied.0 > 0.0 && untied.1 > 0.0)
            .then(|| self.balance as f64 / (untied.0 * untied.1).sqrt())
    }

    /// The error if τ-b does not exist.
    pub(crate) fn one_tie(&self) -> Error {
        RankError::AllTied { name: if self.tied.0 == self.all { "scores" } else { "gold" } }.into()
    }

    /// The two-sided probability of a balance at least this far from 0, the same for both variants.
    ///
    /// - Without ties it is exact for up to 33 models, and for at most one discordant (or
    ///   concordant) pair.
    /// - Otherwise it is normal, with the variance under ties (Kendall, Rank Correlation Methods,
    ///   chapter 4).
    /// - It is `None` if a ranking ties all models.
    pub(crate) fn p_value(&self) -> Option<f64> {
        self.tau_b()?;
        let least = self.concordant.min(self.discordant);
        if self.tied == (0, 0) && (self.models <= 33 || least <= 1) {
            return Some(exact(self.models, least));
        }
        let n = self.models as f64;
        let sum = |term: &dyn Fn(f64) -> f64| {
            let of = |sizes: &[u64]| {
                sizes.iter().map(|&t| (t * (t - 1)) as f64 * term(t as f64)).sum::<f64>()
            };
            (of(&self.sizes.0), of(&self.sizes.1))
        };
        let (one, two, three) = (sum(&|_| 1.0), sum(&|t| t - 2.0), sum(&|t| 2.0 * t + 5.0));
        let variance = (n * (n - 1.0) * (2.0 * n + 5.0) - three.0 - three.1) / 18.0
            + one.0 * one.1 / (2.0 * n * (n - 1.0))
            + two.0 * two.1 / (9.0 * n * (n - 1.0) * (n - 2.0));
        let z = self.balance.unsigned_abs() as f64 / variance.sqrt();
        Some((2.0 * normal::probability(-z)).min(1.0))
    }
}

/// Twice the share of all orders of `models` with at most `most` discordant pairs, and at most 1.
fn exact(models: u64, most: i128) -> f64 {
    let Ok(most) = usize::try_from(most) else { return 1.0 };
    // Shares of orders with 0..=`most` discordant pairs. Each step adds a model, which may stand in
    // front of any number of the others.
    let mut shares = vec![0.0; most + 1];
    if let Some(first) = shares.first_mut() {
        *first = 1.0;
    }
    for size in 2..=models {
        let others = usize::try_from(size - 1).unwrap_or(usize::MAX);
        let share = |pairs: usize| {
            let from = shares.get(pairs.saturating_sub(others)..=pairs).unwrap_or_default();
            from.iter().sum::<f64>() / size as f64
        };
        shares = (0..=most).map(share).collect();
    }
    (2.0 * shares.iter().sum::<f64>()).min(1.0)
}
