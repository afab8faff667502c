//! The most informative item, found without a look at most of the others.
//!
//! Items are cut in halves by difficulty, slope or dispersion, again and again. Of the items of a
//! part, the information is expanded about the part's centre. With F(a, b) = Σ p a² μ(1 − μ), which
//! is φ times the information, F is at most F₀ + |F_a| h_a + |F_b| h_b and half of
//! ½ h_a² + 2 · 0.31 a² h_a h_b + a⁴ h_b² / 8, for half widths h. Parts whose bound is below the best
//! item are passed over. Items that are all alike are one part, however many they are.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::irt::{Curve, ItemCurve};
use crate::numeric::portable::exp;

/// Items of a part that is not cut further.
const FEW: usize = 16;

/// Bounds are taken this much larger, so that rounding passes over no item.
const SLACK: f64 = 1.0 + 1e-12;

/// Items next to one another, and what bounds them.
#[derive(Clone, Debug)]
struct ItemPart {
    /// Their places in the order of the tree.
    from: usize,
    to: usize,
    /// The second half. The first half is the part after this one.
    second: Option<usize>,
    /// The centre and half of the width, of slopes and of difficulties.
    slope: (f64, f64),
    difficulty: (f64, f64),
    /// The largest 1/φ.
    most: f64,
    /// Whether all items have the same curve.
    alike: bool,
}

/// The items of a stratum.
#[derive(Clone, Debug, Default)]
struct ItemTree {
    /// Those with the common curve.
    items: Vec<usize>,
    /// Those whose outcomes are steps. The bound does not hold for them: all are looked at.
    graded: Vec<usize>,
    parts: Vec<ItemPart>,
}

/// The items of a bank, by stratum.
#[derive(Clone, Debug)]
pub(crate) struct ItemSearch {
    strata: Vec<ItemTree>,
}

/// What makes an item a good choice.
pub(crate) struct Criterion<'a> {
    /// The curve of each item of the bank.
    pub(crate) curves: &'a [Curve],
    /// Abilities and their masses.
    pub(crate) nodes: &'a [(f64, f64)],
}

impl Criterion<'_> {
    /// The information of an item, averaged over the abilities.
    pub(crate) fn value(&self, item: usize) -> f64 {
        let curve = &self.curves[item];
        self.nodes.iter().map(|(ability, mass)| mass * curve.information(*ability)).sum()
    }

    /// The most information that an item of a part can have.
    fn bound(&self, part: &ItemPart) -> f64 {
        let ((a, wide), (b, far)) = (part.slope, part.difficulty);
        // F / a², its derivative in t = a(θ − b), and t times that.
        let (mut level, mut rise, mut turn) = (0.0, 0.0, 0.0);
        for (ability, mass) in self.nodes {
            let t = a * (ability - b);
            let small = exp(-t.abs());
            let sum = 1.0 + small;
            let spread = mass * small / (sum * sum);
            let slant = spread * (small - 1.0) / sum * t.signum();
            level += spread;
            rise += slant;
            turn += t * slant;
        }
        let largest = a + wide;
        let (by_slope, by_place) = (a * (2.0 * level + turn), a * a * a * rise);
        let cross = largest * largest * far;
        let rest = 0.25 * wide * wide + 0.31 * wide * cross + 0.0625 * cross * cross;
        let near = a * a * level + by_slope.abs() * wide + by_place.abs() * far + rest;
        near.min(0.25 * largest * largest) * part.most * SLACK
    }
}

impl ItemTree {
    fn new(all: Vec<usize>, curves: &[Curve]) -> Self {
        let is_graded = |item: &usize| matches!(curves[*item], Curve::Graded(_));
        let (graded, items) = all.into_iter().partition(is_graded);
        let mut tree = Self { items, graded, parts: Vec::new() };
        if !tree.items.is_empty() {
            tree.cut(curves, 0, tree.items.len());
        }
        tree
    }

    /// Cuts items into parts.
    fn cut(&mut self, curves: &[Curve], from: usize, to: usize) {
        let own = &mut self.items[from..to];
        let range = |of: fn(&ItemCurve) -> f64| {
            own.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &item| {
                let value = of(&curves[item].item());
                (low.min(value), high.max(value))
            })
        };
        let (slopes, places) = (range(|curve| curve.slope), range(|curve| curve.difficulty));
        let weights = range(|curve| 1.0 / curve.dispersion);
        let wide = |(low, high): (f64, f64)| high - low;
        // How much each makes of the information, about.
        let effects = [
            wide(places) * slopes.1,
            2.0 * wide(slopes) / slopes.1,
            2.0 * wide(weights) / weights.1,
        ];
        let alike = wide(slopes) == 0.0 && wide(places) == 0.0 && wide(weights) == 0.0;
        let halves = |(low, high): (f64, f64)| {
            let centre = f64::midpoint(low, high);
            (centre, (high - centre).max(centre - low))
        };
        let place = self.parts.len();
        if alike || to - from <= FEW {
            own.sort_unstable();
        }
        self.parts.push(ItemPart {
            from,
            to,
            second: None,
            slope: halves(slopes),
            difficulty: halves(places),
            most: weights.1,
            alike,
        });
        if alike || to - from <= FEW {
            return;
        }
        let key: fn(&ItemCurve) -> f64 = if effects[0] >= effects[1].max(effects[2]) {
            |curve| curve.difficulty
        } else if effects[1] >= effects[2] {
            |curve| curve.slope
        } else {
            |curve| 1.0 / curve.dispersion
        };
        let middle = (to - from) / 2;
        own.select_nth_unstable_by(middle, |&i, &j| {
            key(&curves[i].item()).total_cmp(&key(&curves[j].item())).then(i.cmp(&j))
        });
        self.cut(curves, from, from + middle);
        let second = self.parts.len();
        self.cut(curves, from + middle, to);
        self.parts[place].second = Some(second);
    }
}

/// A part that may have the best item. The largest bound comes first.
struct Waiting {
    bound: f64,
    tree: usize,
    part: usize,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let places = (other.tree, other.part).cmp(&(self.tree, self.part));
        self.bound.total_cmp(&other.bound).then(places)
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl ItemSearch {
    /// The kept items of a bank.
    pub(crate) fn new(curves: &[Curve], kept: &[bool], stratum_of: &[usize]) -> Self {
        let count = stratum_of.iter().max().map_or(0, |last| last + 1);
        let mut strata: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (item, stratum) in stratum_of.iter().enumerate() {
            if kept[item] {
                strata[*stratum].push(item);
            }
        }
        Self { strata: strata.into_iter().map(|items| ItemTree::new(items, curves)).collect() }
    }

    /// The item with the largest criterion among those that are free; the lowest place of equal
    /// ones. `stratum` limits the search.
    pub(crate) fn best(
        &self,
        criterion: &Criterion<'_>,
        stratum: Option<usize>,
        free: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let waiting = |tree: usize, part: usize| Waiting {
            bound: criterion.bound(&self.strata[tree].parts[part]),
            tree,
            part,
        };
        let trees = || (0..self.strata.len()).filter(|tree| stratum.is_none_or(|one| one == *tree));
        let mut best: Option<(f64, usize)> = None;
        let look = |best: &mut Option<(f64, usize)>, item: usize| {
            let value = criterion.value(item);
            let better = match *best {
                None => true,
                Some((most, place)) => value > most || (value == most && item < place),
            };
            if better {
                *best = Some((value, item));
            }
        };
        for item in trees().flat_map(|tree| &self.strata[tree].graded).copied() {
            if free(item) {
                look(&mut best, item);
            }
        }
        let roots = trees().filter(|&tree| !self.strata[tree].parts.is_empty());
        let mut heap: BinaryHeap<Waiting> = roots.map(|tree| waiting(tree, 0)).collect();
        while let Some(Waiting { bound, tree, part }) = heap.pop() {
            if best.is_some_and(|(value, _)| bound < value) {
                break;
            }
            let own = &self.strata[tree].parts[part];
            if let Some(second) = own.second {
                heap.push(waiting(tree, part + 1));
                heap.push(waiting(tree, second));
                continue;
            }
            let items = self.strata[tree].items[own.from..own.to].iter().copied();
            let left = items.filter(|item| free(*item)).take(if own.alike { 1 } else { FEW });
            for item in left {
                look(&mut best, item);
            }
        }
        best.map(|one| one.1)
    }

    /// Whether a stratum has a free item.
    pub(crate) fn has_free(&self, stratum: usize, free: impl Fn(usize) -> bool) -> bool {
        let all = self.strata.get(stratum).map(|tree| tree.items.iter().chain(&tree.graded));
        all.is_some_and(|mut items| items.any(|item| free(*item)))
    }

    /// The kept items of each stratum.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        self.strata.iter().map(|tree| tree.items.len() + tree.graded.len()).collect()
    }
}

#[cfg(test)]
mod tests;
