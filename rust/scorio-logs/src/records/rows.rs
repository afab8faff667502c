//! Questions numbered by one reader, in the order in which it meets them.
//!
//! Every reader has numbers of its own, so that readers need not wait for each other. The collector
//! translates the numbers into rows of the counts.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
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
        let whole = grid.whole();
        let hash = hash(&key);
        let same = |&row: &u32| keys.get(row as usize) == Some(&key);
        if !whole && let Some(&row) = index.find(hash, same) {
            return (row, false);
        }
        #[expect(clippy::cast_possible_truncation, reason = "the counts number rows in 32 bits")]
        let row = keys.len() as u32;
        keys.push(key);
        grid.put(key, row, keys);
        let hash_of = |&row: &u32| keys.get(row as usize).map_or(0, crate::records::rows::hash);
        if whole && !grid.whole() {
            // It has become too large: the rows move.
            for (row, key) in (0..).zip(&*keys) {
                index.insert_unique(crate::records::rows::hash(key), row, hash_of);
            }
        } else if !whole {
            index.insert_unique(hash, row, hash_of);
        }
        (row, true)
    }
}

fn hash<T: std::hash::Hash + ?Sized>(value: &T) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(value)
}
