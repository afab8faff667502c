//! Items whose trials and sums are equal.

use std::collections::BTreeMap;
use std::hash::Hasher as _;

use rustc_hash::FxHasher;

use crate::irt::items::responses::Responses;
use crate::irt::parallel::dot;

/// Groups of items. All models have equal trials on the items of a group, and their sums have one
/// total.
pub(crate) struct ItemGroups {
    /// The group of each item.
    pub(crate) of: Vec<usize>,
    /// The first item of each group.
    pub(crate) first: Vec<usize>,
    /// How many items each group has.
    pub(crate) times: Vec<f64>,
}

impl ItemGroups {
    pub(crate) fn new(responses: &Responses) -> Self {
        let mut made = Self { of: Vec::new(), first: Vec::new(), times: Vec::new() };
        let mut known: BTreeMap<(u64, u64), usize> = BTreeMap::new();
        for (item, (_, sum)) in responses.of_items().into_iter().enumerate() {
            let trials = responses.trials(item);
            let mut hasher = FxHasher::default();
            for n in trials {
                hasher.write_u64(n.to_bits());
            }
            let next = made.first.len();
            let group = *known.entry((sum.to_bits(), hasher.finish())).or_insert(next);
            // Trials that differ may have the same hash. Such an item is a group of its own.
            let alike = made.first.get(group).is_some_and(|&one| responses.trials(one) == trials);
            let group = if alike { group } else { next };
            if group == next {
                made.first.push(item);
                made.times.push(0.0);
            }
            made.of.push(group);
            made.times[group] += 1.0;
        }
        made
    }

    /// The values of the first items of all groups.
    pub(crate) fn firsts<T: Copy>(&self, of_items: &[T]) -> Vec<T> {
        self.first.iter().filter_map(|&item| of_items.get(item)).copied().collect()
    }

    /// The values of all items, from those of groups.
    pub(crate) fn items(&self, of_groups: &[f64]) -> Vec<f64> {
        self.of.iter().filter_map(|&group| of_groups.get(group)).copied().collect()
    }

    /// The mean over all items, from values of groups.
    pub(crate) fn mean(&self, of_groups: &[f64]) -> f64 {
        dot(&self.times, of_groups) / self.of.len().max(1) as f64
    }
}
