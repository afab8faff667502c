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
    /// The numbers of the labels of a question.
    #[inline]
    pub(crate) fn labels(&mut self, names: [&[u8]; 3]) -> [u32; 3] {
        let [models, tasks, questions] = &mut self.labels;
        let [model, task, question] = names;
        [models.number(model), tasks.number(task), questions.number(question)]
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
///
/// In a shuffled log, every look-up misses the processor's nearest cache. So short texts stand in the
/// table itself, where one look finds them.
#[derive(Default)]
struct Names {
    texts: Vec<Box<[u8]>>,
    short: HashTable<(ShortText, u32)>,
    long: HashTable<u32>,
    /// The last short text.
    last: (ShortText, u32),
}

impl Names {
    fn number(&mut self, text: &[u8]) -> u32 {
        let Some(short) = ShortText::new(text) else { return self.long(text) };
        if self.last.0 == short {
            return self.last.1;
        }
        let hash = hash(&short);
        let found = self.short.find(hash, |known| known.0 == short).copied();
        self.last = found.unwrap_or_else(|| {
            let entry = (short, self.push(text));
            self.short.insert_unique(hash, entry, |known| crate::records::rows::hash(&known.0));
            entry
        });
        self.last.1
    }

    fn long(&mut self, text: &[u8]) -> u32 {
        let texts = &self.texts;
        let found = |&label: &u32| texts.get(label as usize).is_some_and(|known| **known == *text);
        let hash = hash(text);
        if let Some(&label) = self.long.find(hash, found) {
            return label;
        }
        let label = self.push(text);
        let texts = &self.texts;
        let hash_of = |&label: &u32| {
            texts.get(label as usize).map_or(0, |text| crate::records::rows::hash(&**text))
        };
        self.long.insert_unique(hash, label, hash_of);
        label
    }

    fn push(&mut self, text: &[u8]) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "2^32 labels need over 100 GB")]
        let label = self.texts.len() as u32;
        self.texts.push(text.into());
        label
    }
}

/// A text of up to 15 bytes with its length, in two words. The default is no text.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct ShortText(u64, u64);

impl ShortText {
    #[inline]
    fn new(text: &[u8]) -> Option<Self> {
        let length = text.len() as u64;
        let (low, high) = match text.len() {
            0..4 => (text.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)), 0),
            4..8 => {
                // The two halves may overlap, where they have the same bytes.
                let half = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
                let (first, last) = (text.first_chunk()?, text.last_chunk()?);
                (half(first) | half(last) << (8 * (length - 4)), 0)
            }
            8..16 => {
                let (first, last) = (text.first_chunk()?, text.last_chunk()?);
                // In two steps, because a shift by all 64 bits is none.
                let rest = u64::from_le_bytes(*last) >> 8 >> (8 * (15 - length));
                (u64::from_le_bytes(*first), rest)
            }
            _ => return None,
        };
        Some(Self(low, high | (length + 1) << 56))
    }
}

fn hash<T: std::hash::Hash + ?Sized>(value: &T) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn short_texts_are_equal_where_their_bytes_are(
            text in prop::collection::vec(0..3_u8, 0..20),
            other in prop::collection::vec(0..3_u8, 0..20),
            place: prop::sample::Index,
        ) {
            let (one, two) = (ShortText::new(&text), ShortText::new(&other));
            prop_assert_eq!(one.is_some(), text.len() < 16);
            if one.is_some() && !text.is_empty() {
                prop_assert_eq!(one == two, text == other);
                prop_assert!(one == ShortText::new(&text.clone()) && one != Some(ShortText::default()));
                let mut changed = text.clone();
                changed[place.index(text.len())] ^= 0x80;
                prop_assert!(one != ShortText::new(&changed));
            }
        }

        #[test]
        fn each_text_has_a_number(texts in prop::collection::vec("[ab]{0,3}|[ab]{14,17}", 0..60)) {
            let (mut names, mut known) = (Names::default(), Vec::new());
            for text in &texts {
                let place = known.iter().position(|one| one == text).unwrap_or_else(|| {
                    known.push(text.clone());
                    known.len() - 1
                });
                prop_assert_eq!(names.number(text.as_bytes()) as usize, place);
            }
        }
    }
}
