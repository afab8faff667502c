//! Questions numbered by one reader, in the order in which it meets them.
//!
//! Every reader has numbers of its own, so that readers need not wait for each other. The collector
//! translates the numbers into rows of the counts.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::records::grid::Grid;

/// Numbers for (model, task, question).
#[derive(Default)]
pub(crate) struct Rows {
    labels: [Names; 3],
    keys: Vec<[u32; 3]>,
    grid: Grid,
    /// What the grid has no room for.
    index: HashTable<u32>,
    last: u32,
}

impl Rows {
    /// The number of a question, and whether it is new.
    pub(crate) fn number(&mut self, names: [&[u8]; 3]) -> (u32, bool) {
        let [models, tasks, questions] = &mut self.labels;
        let [model, task, question] = names;
        let key = [models.number(model), tasks.number(task), questions.number(question)];
        self.of_labels(key)
    }

    /// The number of a label, by its role.
    pub(crate) fn label(&mut self, role: usize, text: &str) -> u32 {
        self.labels.get_mut(role).map_or(0, |labels| labels.number(text.as_bytes()))
    }

    /// The text of a label.
    pub(crate) fn text(&self, role: usize, label: u32) -> &[u8] {
        let text = self.labels.get(role).and_then(|labels| labels.texts.get(label as usize));
        text.map_or(b"", |text| text)
    }

    /// The number of a question by the numbers of its labels, and whether it is new.
    #[inline]
    pub(crate) fn of_labels(&mut self, key: [u32; 3]) -> (u32, bool) {
        // The trials of a question mostly stand together.
        if self.keys.get(self.last as usize) == Some(&key) {
            return (self.last, false);
        }
        if let Some(row) = self.grid.get(key) {
            self.last = row;
            return (row, false);
        }
        self.beside(key)
    }

    /// The same for what the grid does not hold.
    fn beside(&mut self, key: [u32; 3]) -> (u32, bool) {
        let Self { keys, grid, index, .. } = self;
        let whole = grid.whole();
        let hash = hash(&key);
        let same = |&row: &u32| keys.get(row as usize) == Some(&key);
        if !whole && let Some(&row) = index.find(hash, same) {
            self.last = row;
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
        self.last = row;
        (row, true)
    }
}

/// Numbers for texts.
#[derive(Default)]
struct Names {
    texts: Vec<Box<[u8]>>,
    index: HashTable<u32>,
    last: u32,
}

impl Names {
    fn number(&mut self, text: &[u8]) -> u32 {
        let texts = &self.texts;
        let found = |&label: &u32| texts.get(label as usize).is_some_and(|known| same(known, text));
        if found(&self.last) {
            return self.last;
        }
        let hash = hash(text);
        if let Some(&label) = self.index.find(hash, found) {
            self.last = label;
            return label;
        }
        #[expect(clippy::cast_possible_truncation, reason = "2^32 labels need over 100 GB")]
        let label = self.texts.len() as u32;
        self.texts.push(text.into());
        let texts = &self.texts;
        let hash_of = |&label: &u32| {
            texts.get(label as usize).map_or(0, |text| crate::records::rows::hash(&**text))
        };
        self.index.insert_unique(hash, label, hash_of);
        self.last = label;
        label
    }
}

fn hash<T: std::hash::Hash + ?Sized>(value: &T) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(value)
}

/// Equality, without a call where the texts are as short as labels mostly are.
fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    match left.len() {
        0..4 => left.iter().zip(right).all(|(left, right)| left == right),
        4..8 => ends::<4>(left) == ends(right),
        8..=16 => ends::<8>(left) == ends(right),
        _ => left == right,
    }
}

/// The first and the last bytes.
fn ends<const N: usize>(bytes: &[u8]) -> Option<(&[u8; N], &[u8; N])> {
    Some((bytes.first_chunk()?, bytes.last_chunk()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn same_texts_are_equal(text in "[ab]{0,20}", place: prop::sample::Index, other in "[ab]{0,20}") {
            let mut changed = text.clone().into_bytes();
            if !changed.is_empty() {
                changed[place.index(text.len())] ^= 1;
                prop_assert!(!same(text.as_bytes(), &changed));
            }
            prop_assert!(same(text.as_bytes(), text.clone().as_bytes()));
            prop_assert_eq!(same(text.as_bytes(), other.as_bytes()), text == other);
        }
    }
}
