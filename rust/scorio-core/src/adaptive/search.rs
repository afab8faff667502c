//! The most informative item, found without a look at most of the others.
//!
//! Items are sorted by difficulty and cut into buckets. No item of a bucket has more information
//! than its largest a²/φ times the weight μ(1 − μ) at its nearest difficulty. Buckets whose bound
//! is below the best item are skipped.

use crate::irt::ItemCurve;
use crate::irt::curve::spread;

/// Items of a bucket.
const BUCKET: usize = 128;

/// Bounds are taken this much larger, so that rounding skips no item.
const SLACK: f64 = 1.0 + 1e-12;

#[derive(Clone, Debug)]
struct Bucket {
    /// Places in the bank.
    items: Vec<usize>,
    lowest: f64,
    highest: f64,
    least_slope: f64,
    most: f64,
}

/// The items of a bank, by stratum and difficulty.
#[derive(Clone, Debug)]
pub(crate) struct ItemSearch {
    strata: Vec<Vec<Bucket>>,
}

/// What makes an item a good choice.
pub(crate) struct Criterion<'a> {
    /// The curve of each item of the bank.
    pub(crate) curves: &'a [ItemCurve],
    /// Abilities and their masses.
    pub(crate) nodes: &'a [(f64, f64)],
}

impl Criterion<'_> {
    /// The information of an item, averaged over the abilities.
    pub(crate) fn value(&self, item: usize) -> f64 {
        let curve = &self.curves[item];
        self.nodes.iter().map(|(ability, mass)| mass * curve.information(*ability)).sum()
    }

    fn bound(&self, bucket: &Bucket) -> f64 {
        let near = |theta: f64| (bucket.lowest - theta).max(theta - bucket.highest).max(0.0);
        let sum: f64 = self
            .nodes
            .iter()
            .map(|(theta, mass)| {
                let gap = near(*theta);
                mass * if gap > 0.0 { spread(bucket.least_slope * gap) } else { 0.25 }
            })
            .sum();
        bucket.most * sum * SLACK
    }
}

impl ItemSearch {
    /// The kept items of a bank.
    pub(crate) fn new(curves: &[ItemCurve], kept: &[bool], stratum_of: &[usize]) -> Self {
        let count = stratum_of.iter().max().map_or(0, |last| last + 1);
        let mut strata: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (item, stratum) in stratum_of.iter().enumerate() {
            if kept[item] {
                strata[*stratum].push(item);
            }
        }
        let least = |items: &[usize], of: fn(&ItemCurve) -> f64| {
            items.iter().map(|&item| of(&curves[item])).fold(f64::INFINITY, f64::min)
        };
        let bucket = |items: &[usize]| Bucket {
            items: items.to_vec(),
            lowest: least(items, |curve| curve.difficulty),
            highest: -least(items, |curve| -curve.difficulty),
            least_slope: least(items, |curve| curve.slope),
            most: -least(items, |curve| -curve.slope * curve.slope / curve.dispersion),
        };
        let buckets = |mut items: Vec<usize>| -> Vec<Bucket> {
            let place = |item: usize| curves[item].difficulty;
            items.sort_by(|&i, &j| place(i).total_cmp(&place(j)).then(i.cmp(&j)));
            items.chunks(BUCKET).map(bucket).collect()
        };
        Self { strata: strata.into_iter().map(buckets).collect() }
    }

    /// The item with the largest criterion among those that are free; the lowest place of equal
    /// ones. `stratum` limits the search.
    pub(crate) fn best(
        &self,
        criterion: &Criterion<'_>,
        stratum: Option<usize>,
        free: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let strata = match stratum {
            Some(one) => self.strata.get(one..=one).unwrap_or_default(),
            None => &self.strata,
        };
        let mut bounded: Vec<(f64, &Bucket)> =
            strata.iter().flatten().map(|bucket| (criterion.bound(bucket), bucket)).collect();
        bounded.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut best: Option<(f64, usize)> = None;
        for (bound, bucket) in bounded {
            if best.is_some_and(|(value, _)| bound < value) {
                break;
            }
            for &item in &bucket.items {
                if !free(item) {
                    continue;
                }
                let value = criterion.value(item);
                let better = match best {
                    None => true,
                    Some((most, place)) => value > most || (value == most && item < place),
                };
                if better {
                    best = Some((value, item));
                }
            }
        }
        best.map(|one| one.1)
    }

    /// Whether a stratum has a free item.
    pub(crate) fn has_free(&self, stratum: usize, free: impl Fn(usize) -> bool) -> bool {
        let buckets = self.strata.get(stratum).into_iter().flatten();
        buckets.flat_map(|bucket| &bucket.items).any(|item| free(*item))
    }

    /// The kept items of each stratum.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        let size = |buckets: &Vec<Bucket>| buckets.iter().map(|bucket| bucket.items.len()).sum();
        self.strata.iter().map(size).collect()
    }
}
