//! Texts by number, in the order in which they are first met.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use scorio_records::json::short::ShortText;
use scorio_records::records::label;
use scorio_records::spec::policy::Ids;

/// Numbers for texts.
///
/// In a shuffled log, every look-up misses the processor's nearest cache. So short texts stand in the
/// table itself, where one look finds them.
#[derive(Default)]
pub(crate) struct Names {
    texts: Vec<Box<[u8]>>,
    short: ShortTable,
    long: HashTable<u32>,
    /// The last short text.
    last: (ShortText, u32),
}

impl Names {
    /// A text by its number.
    pub(crate) fn get(&self, label: u32) -> &[u8] {
        self.texts.get(label as usize).map_or(b"", |text| text)
    }

    pub(crate) fn number(&mut self, text: &[u8]) -> u32 {
        let short = ShortText::new(text);
        if short.is_some() { self.short(short) } else { self.long(text) }
    }

    /// The number of a short text. In quotes, it is that of the question's label.
    #[inline]
    pub(crate) fn short(&mut self, text: ShortText) -> u32 {
        if self.last.0 == text {
            return self.last.1;
        }
        let label = self.short.find(text).unwrap_or_else(|| self.new_short(text));
        self.last = (text, label);
        label
    }

    #[cold]
    fn new_short(&mut self, text: ShortText) -> u32 {
        let bytes = text.bytes();
        let label = if text.is_quoted() {
            let text = std::str::from_utf8(&bytes).unwrap_or("");
            self.number(label::question(text, true, Ids::Distinct).as_bytes())
        } else {
            self.push(&bytes)
        };
        self.short.insert(text, label);
        label
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
        let hash_of = |&label: &u32| texts.get(label as usize).map_or(0, |text| self::hash(text));
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

fn hash(text: &[u8]) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(text)
}

/// Short texts and their numbers. At most half of the cells are taken, so the first one mostly has it.
#[derive(Default)]
struct ShortTable {
    cells: Vec<(ShortText, u32)>,
    taken: usize,
}

impl ShortTable {
    #[inline]
    fn find(&self, text: ShortText) -> Option<u32> {
        let mut place = text.hash();
        loop {
            let &(known, label) = self.cells.get(self.within(place))?;
            if known == text {
                return Some(label);
            }
            if !known.is_some() {
                return None;
            }
            place = place.wrapping_add(1);
        }
    }

    /// Inserts a text that is not there.
    fn insert(&mut self, text: ShortText, label: u32) {
        if 2 * (self.taken + 1) > self.cells.len() {
            let room = (2 * self.cells.len()).max(16);
            let cells = std::mem::replace(&mut self.cells, vec![Default::default(); room]);
            for (text, label) in cells.into_iter().filter(|(text, _)| text.is_some()) {
                self.put(text, label);
            }
        }
        self.put(text, label);
        self.taken += 1;
    }

    fn put(&mut self, text: ShortText, label: u32) {
        let mut place = text.hash();
        loop {
            let within = self.within(place);
            match self.cells.get_mut(within) {
                Some(cell) if cell.0.is_some() => place = place.wrapping_add(1),
                Some(cell) => return *cell = (text, label),
                None => return,
            }
        }
    }

    /// A cell's place. Their number is a power of 2.
    #[inline]
    fn within(&self, place: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are the place")]
        let place = place as usize;
        place & self.cells.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_text_has_a_number(texts in prop::collection::vec("[ab]{0,3}|[ab]{14,17}|[0-9]{1,3}", 0..200)) {
            let (mut names, mut known) = (Names::default(), Vec::new());
            for text in &texts {
                let place = known.iter().position(|one| one == text).unwrap_or_else(|| {
                    known.push(text.clone());
                    known.len() - 1
                });
                let number = names.number(text.as_bytes());
                prop_assert_eq!(number as usize, place);
                prop_assert_eq!(names.get(number), text.as_bytes());
            }
        }

        #[test]
        fn a_text_in_quotes_has_the_number_of_its_label(texts in prop::collection::vec("[0-9]{1,2}|q[0-9]|true", 0..60)) {
            let mut names = Names::default();
            for text in &texts {
                let quoted = names.short(ShortText::new(text.as_bytes()).quoted());
                let label = label::question(text, true, Ids::Distinct).into_owned();
                prop_assert_eq!(quoted, names.number(label.as_bytes()));
                prop_assert_eq!(names.get(quoted), label.as_bytes());
            }
        }
    }
}
