//! Questions numbered by one reader, in the order in which it meets them.
//!
//! Every reader has numbers of its own, so that readers need not wait for each other. The collector
//! translates the numbers into rows of the counts.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use scorio_records::json::short::ShortText;

use crate::records::grid::Grid;
use crate::records::names::Names;

/// Numbers for (model, task, question).
#[derive(Default)]
pub(crate) struct Rows {
    labels: [Names; 3],
    keys: Vec<[u32; 3]>,
    grid: Grid,
    /// What the grid has no room for.
    index: HashTable<u32>,
}

impl Rows {
    /// The number of a label, by its role.
    pub(crate) fn label(&mut self, role: usize, text: &[u8]) -> u32 {
        self.labels.get_mut(role).map_or(0, |labels| labels.number(text))
    }

    /// The same for a short text. A question's may be in quotes.
    #[inline]
    pub(crate) fn short(&mut self, role: usize, text: ShortText) -> u32 {
        self.labels.get_mut(role).map_or(0, |labels| labels.short(text))
    }

    /// The text of a label.
    pub(crate) fn text(&self, role: usize, label: u32) -> &[u8] {
        self.labels.get(role).map_or(b"", |labels| labels.get(label))
    }

    /// The number of a question by the numbers of its labels, and whether it is new.
    #[inline]
    pub(crate) fn of_labels(&mut self, key: [u32; 3]) -> (u32, bool) {
        self.grid.get(key).map_or_else(|| self.beside(key), |row| (row, false))
    }

    /// The same for what the grid does not hold.
    fn beside(&mut self, key: [u32; 3]) -> (u32, bool) {
        let Self { keys, grid, index, .. } = self;
        #[expect(clippy::cast_possible_truncation, reason = "the counts number rows in 32 bits")]
        let row = keys.len() as u32;
        if !grid.whole() && index.len() == index.capacity() {
            // There may be enough rows for a grid by now.
            grid.hold(keys);
            *index = if grid.whole() { HashTable::new() } else { indexed(keys) };
            if let Some(row) = grid.get(key) {
                return (row, false);
            }
        }
        if grid.whole() {
            keys.push(key);
            grid.put_last(keys);
            if !grid.whole() {
                // It would have become too large.
                *index = indexed(keys);
            }
            return (row, true);
        }
        let same = |&row: &u32| keys.get(row as usize) == Some(&key);
        match index.entry(hash(&key), same, |&row| keys.get(row as usize).map_or(0, hash)) {
            Entry::Occupied(row) => (*row.get(), false),
            Entry::Vacant(place) => {
                place.insert(row);
                keys.push(key);
                (row, true)
            }
        }
    }
}

/// A hash table of rows, with room for as many again. A table that grows by itself reads the keys at random.
fn indexed(keys: &[[u32; 3]]) -> HashTable<u32> {
    let mut index = HashTable::with_capacity(2 * keys.len());
    for (row, key) in (0..).zip(keys) {
        let hash_of = |&row: &u32| keys.get(row as usize).map_or(0, hash);
        index.insert_unique(hash(key), row, hash_of);
    }
    index
}

fn hash<T: std::hash::Hash + ?Sized>(value: &T) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(value)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rows_are_those_of_a_map(
            parts in prop::collection::vec((0..13_u32, 0..3_u32, 0..13_u32, 1..4000_u32), 1..8),
            seed in 1..1000_u32,
        ) {
            let (mut rows, mut map, mut state) = (Rows::default(), HashMap::new(), seed);
            // From few combinations to more than a grid takes, and to so many rows that it takes them.
            for (models, tasks, questions, times) in parts {
                for _ in 0..times {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let key = [
                        (state >> 8) & ((1 << models) - 1),
                        (state >> 3) & ((1 << tasks) - 1),
                        (state >> 16) & ((1 << questions) - 1),
                    ];
                    let next = u32::try_from(map.len()).unwrap();
                    let new = !map.contains_key(&key);
                    let row = *map.entry(key).or_insert(next);
                    prop_assert_eq!(rows.of_labels(key), (row, new));
                }
            }
        }
    }

    #[test]
    fn a_grid_comes_back_where_it_is_full() {
        let (mut rows, mut whole) = (Rows::default(), Vec::new());
        let all = (0..1_u32 << 20).map(|one| one.wrapping_mul(0x9e37_79b1) & 0x3f_ffff);
        for (row, one) in (0..).zip(all.clone()) {
            assert_eq!(rows.of_labels([one >> 17, 0, one & 0x1_ffff]), (row, true));
            if whole.last() != Some(&rows.grid.whole()) {
                whole.push(rows.grid.whole());
            }
        }
        assert_eq!(whole, [true, false, true]);
        for (row, one) in (0..).zip(all) {
            assert_eq!(rows.of_labels([one >> 17, 0, one & 0x1_ffff]), (row, false));
        }
    }
}
