//! Which trials of a question there were, and which of them succeeded, by their numbers: epochs or seeds.
//!
//! A bit for each number tells what runs have in common. Numbers are the user's: the order in which trials
//! arrive may depend on their outcomes.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The most numbers that are told apart. Logs with more name each trial, and have no runs.
pub(crate) const MOST_NUMBERS: usize = 256;

/// From here on, codes of trials are names.
const NAMED: u32 = 1 << 31;

/// Numbers of a block.
const BLOCK: usize = 64;

/// The numbers of a row that there are, or that succeeded: a bit for each column.
pub(crate) type NumberSet = [u64; MOST_NUMBERS / BLOCK];

/// Two bits for each question and number: the trial is there, and it succeeded.
///
/// Numbers below 64 are their own columns. Others have the next ones, in order of appearance.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByNumber {
    /// The numbers below 64 that some row had.
    small: u64,
    /// The numbers of the other columns.
    large: Vec<u32>,
    /// The columns of these.
    columns: HashMap<u32, usize, FxBuildHasher>,
    /// By 64 columns, and by row.
    blocks: Vec<Vec<[u64; 2]>>,
    /// There were too many numbers.
    lost: bool,
}

impl ByNumber {
    /// Adds a trial that was not there before.
    #[inline]
    pub(crate) fn put(&mut self, row: usize, number: u32, succeeded: bool) {
        let Some(column) = self.column(number) else { return };
        let bit = 1 << (column % BLOCK);
        let Some([there, successes]) = self.words(row, column / BLOCK) else { return };
        // A duplicate that counts is seen by the numbers of trials.
        *there |= bit;
        *successes |= bit * u64::from(succeeded);
    }

    /// Looks for rows that are asked for next. The processor waits for many of them at a time.
    pub(crate) fn look_for(&self, rows: impl Iterator<Item = usize>) {
        let known = self.blocks.first().map_or(&[][..], |rows| rows);
        let there = rows.filter_map(|row| known.get(row));
        std::hint::black_box(there.fold(0, |all, [there, _]| all ^ there));
    }

    /// Removes a trial.
    pub(crate) fn take_back(&mut self, row: usize, number: u32) {
        let Some(column) = self.column(number) else { return };
        let bit = 1 << (column % BLOCK);
        if let Some(words) = self.words(row, column / BLOCK) {
            *words = words.map(|word| word & !bit);
        }
    }

    /// Adds the trials of a row of others. A number that both have makes the row unknown.
    pub(crate) fn extend(&mut self, row: usize, others: &Self, from: usize) {
        if others.is_empty() || self.lost {
            return;
        }
        let [there, successes] = others.row(from);
        if let (&[first, ..], &[solved, ..]) = (&there, &successes)
            && first != 0
        {
            self.small |= first;
            if let Some([own, own_solved]) = self.words(row, 0) {
                let both = *own & first;
                *own = (*own | first) & !both;
                *own_solved = (*own_solved | solved) & !both;
            }
        }
        for (column, &number) in (BLOCK..).zip(&others.large) {
            if has(&there, column) {
                let both =
                    self.columns.get(&number).is_some_and(|&own| has(&self.row(row)[0], own));
                if both {
                    self.take_back(row, number);
                } else {
                    self.put(row, number, has(&successes, column));
                }
            }
        }
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        *self = Self { lost: self.lost, ..Self::default() };
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.small == 0 && self.large.is_empty()
    }

    /// The numbers in ascending order, with their columns.
    pub(crate) fn ascending(&self) -> Vec<(u32, usize)> {
        let small = (0..64_u32).zip(0..).filter(|&(number, _)| self.small >> number & 1 == 1);
        let mut large: Vec<_> = self.large.iter().copied().zip(BLOCK..).collect();
        large.sort_unstable();
        small.chain(large).collect()
    }

    /// The trials that a row has, and those that succeeded.
    pub(crate) fn row(&self, row: usize) -> [NumberSet; 2] {
        let mut found = [NumberSet::default(); 2];
        let [there, successes] = &mut found;
        let slots = there.iter_mut().zip(successes).zip(&self.blocks);
        for ((there, successes), block) in slots {
            [*there, *successes] = block.get(row).copied().unwrap_or_default();
        }
        found
    }

    #[inline]
    fn column(&mut self, number: u32) -> Option<usize> {
        if self.lost {
            return None;
        }
        if number < u64::BITS {
            self.small |= 1 << number;
            return Some(number as usize);
        }
        self.column_of_large(number)
    }

    fn column_of_large(&mut self, number: u32) -> Option<usize> {
        if let Some(&column) = self.columns.get(&number) {
            return Some(column);
        }
        if number >= NAMED {
            return None;
        }
        let column = BLOCK + self.large.len();
        if column == MOST_NUMBERS {
            self.lost = true;
            self.clear();
            return None;
        }
        self.large.push(number);
        self.columns.insert(number, column);
        Some(column)
    }

    #[inline]
    fn words(&mut self, row: usize, block: usize) -> Option<&mut [u64; 2]> {
        if self.blocks.get(block).is_none_or(|rows| rows.len() <= row) {
            self.make_room(row, block);
        }
        self.blocks.get_mut(block)?.get_mut(row)
    }

    #[cold]
    fn make_room(&mut self, row: usize, block: usize) {
        if self.blocks.len() <= block {
            self.blocks.resize_with(block + 1, Vec::new);
        }
        if let Some(rows) = self.blocks.get_mut(block) {
            // One by one: it mostly is one, and it is written right away.
            while rows.len() <= row {
                rows.push([0; 2]);
            }
        }
    }
}

/// Whether a column is set.
pub(crate) fn has(columns: &NumberSet, column: usize) -> bool {
    columns.get(column / BLOCK).is_some_and(|word| word >> (column % BLOCK) & 1 == 1)
}

/// How many columns are set.
pub(crate) fn count(columns: &NumberSet) -> u64 {
    columns.iter().map(|word| u64::from(word.count_ones())).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::RngExt as _;

    use super::*;
    use crate::numeric::random::{Purpose, stream};

    fn all(one: &ByNumber, row: usize) -> Vec<(u32, bool)> {
        let [there, successes] = one.row(row);
        let order = one.ascending().into_iter();
        order.filter(|&(_, at)| has(&there, at)).map(|(n, at)| (n, has(&successes, at))).collect()
    }

    #[test]
    fn trials_are_those_of_a_plain_map() {
        let mut stream = stream(3, Purpose::Simulation, 0);
        let (mut one, mut plain) = (ByNumber::default(), vec![BTreeMap::new(); 5]);
        for _ in 0..3_000 {
            let (row, number) = (stream.random_range(0..5), stream.random_range(0..200_u32) * 7);
            if stream.random::<f64>() < 0.3 {
                one.take_back(row, number);
                plain[row].remove(&number);
            } else if !plain[row].contains_key(&number) {
                let succeeded = stream.random();
                one.put(row, number, succeeded);
                plain[row].insert(number, succeeded);
            }
        }
        let mut merged = ByNumber::default();
        merged.put(9, 3, true);
        for (row, plain) in plain.iter().enumerate() {
            let plain: Vec<_> = plain.iter().map(|(&number, &success)| (number, success)).collect();
            assert_eq!(all(&one, row), plain);
            assert_eq!(count(&one.row(row)[0]), plain.len() as u64);
            merged.extend(row, &one, row);
            assert_eq!(all(&merged, row), plain);
        }
        // What both have is unknown.
        merged.extend(0, &one, 0);
        assert!(all(&merged, 0).is_empty() && all(&merged, 9) == [(3, true)]);
    }

    #[test]
    fn names_and_too_many_numbers_are_none() {
        let mut one = ByNumber::default();
        one.put(0, NAMED, true);
        assert!(one.is_empty());
        for number in 100..=292 {
            one.put(0, number, true);
        }
        assert!(one.is_empty() && all(&one, 0).is_empty());
        one.put(0, 1, true);
        assert!(one.is_empty());
    }
}
