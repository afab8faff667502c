//! The row of each key.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::label::hash;

/// Tables of fewer rows grow fourfold, and larger ones twofold.
const LARGE: usize = 1 << 20;

/// Model, task, score and question of a row, as numbers of labels.
pub(super) type RowKey = [u32; 4];

/// Where each of some distinct keys is. The keys themselves are with the caller.
#[derive(Clone, Debug)]
pub(super) struct RowIndex {
    rows: HashTable<u32>,
}

impl RowIndex {
    pub(super) fn new() -> Self {
        Self { rows: HashTable::new() }
    }

    /// The row of a key, if it has one.
    pub(super) fn find(&self, keys: &[RowKey], key: &RowKey) -> Option<usize> {
        let row = self.rows.find(hash(key), |&row| keys.get(row as usize) == Some(key));
        row.map(|&row| row as usize)
    }

    /// The row of a key. Nothing if it had none: now it has the one behind `keys`, where the caller puts it.
    pub(super) fn find_or_add(&mut self, keys: &[RowKey], key: &RowKey) -> Option<usize> {
        self.make_room(keys);
        let same = |&row: &u32| keys.get(row as usize) == Some(key);
        match self.rows.entry(hash(key), same, |&row| keys.get(row as usize).map_or(0, hash)) {
            Entry::Occupied(row) => Some(*row.get() as usize),
            Entry::Vacant(place) => {
                #[expect(clippy::cast_possible_truncation, reason = "labels too have 32 bits")]
                place.insert(keys.len() as u32);
                None
            }
        }
    }

    /// Adds the last of the keys, which is new.
    pub(super) fn add_last(&mut self, keys: &[RowKey]) {
        let Some((key, before)) = keys.split_last() else { return };
        self.make_room(before);
        self.insert(keys, before.len(), key);
    }

    /// Grows if the index is full. `keys` are all that it has.
    fn make_room(&mut self, keys: &[RowKey]) {
        if self.rows.len() < self.rows.capacity() {
            return;
        }
        // A table that grows by itself reads the keys at random, where these are side by side.
        let factor = if keys.len() < LARGE { 4 } else { 2 };
        self.rows = HashTable::with_capacity(factor * keys.len().max(1));
        for (row, key) in keys.iter().enumerate() {
            self.insert(keys, row, key);
        }
    }

    fn insert(&mut self, keys: &[RowKey], row: usize, key: &RowKey) {
        let rehash = |&row: &u32| keys.get(row as usize).map_or(0, hash);
        #[expect(clippy::cast_possible_truncation, reason = "labels are numbered in 32 bits too")]
        self.rows.insert_unique(hash(key), row as u32, rehash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_row_while_the_index_grows() {
        let mut index = RowIndex::new();
        let mut keys = Vec::new();
        for i in 0..5_000 {
            assert_eq!(index.find(&keys, &[i % 7, i, 0, 3]), None);
            let key = [i % 7, i, 0, 3];
            if i % 3 == 0 {
                keys.push(key);
                index.add_last(&keys);
            } else {
                assert_eq!(index.find_or_add(&keys, &key), None);
                keys.push(key);
            }
            assert_eq!(index.find_or_add(&keys, &keys[keys.len() / 2]), Some(keys.len() / 2));
            assert_eq!(index.rows.len(), keys.len());
        }
        for (row, key) in keys.iter().enumerate() {
            assert_eq!(index.find(&keys, key), Some(row));
        }
    }
}
