//! Which trials were counted before.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::records::mark::{Mark, NAMES, number};

/// The trials there were: a bit for each, in blocks of 64. Of a shuffled log every look-up is somewhere
/// else, and bits are few enough to stay in the processor's cache.
pub struct Seen {
    /// Bits of a trial: one, or where marks are asked for those of a mark, each in a word of its own.
    planes: usize,
    /// Words of a row in `first`.
    width: usize,
    /// For each row the words of its first block, trials 0 to 63, and then its tallies, two in a word.
    first: Vec<u64>,
    /// Words of other blocks by row, block and plane, in one number.
    others: HashMap<u64, u64, FxBuildHasher>,
    names: HashMap<Box<str>, u32, FxBuildHasher>,
}

/// A trial with a number, and the category of its outcome.
#[derive(Clone, Copy, Debug, Default)]
pub struct NumberedTrial {
    pub row: u32,
    pub number: u32,
    pub category: u16,
}

/// Trials of a block.
const BLOCK: u32 = u64::BITS;

/// The most categories that are tallied. With more of them a row would take too much memory.
const MOST_TALLIED: usize = 6;

impl Seen {
    /// Remembers only whether a trial was seen. Every mark that it gives is the same.
    fn new() -> Self {
        Self::of_planes(1)
    }

    /// That tells how a trial was counted, in one of so many categories.
    pub fn with_marks(categories: usize) -> Self {
        let greatest = Mark::Category(u16::try_from(categories).unwrap_or(u16::MAX)).number();
        Self::of_planes((u32::BITS - greatest.leading_zeros()) as usize)
    }

    /// That also tallies trials, in so many categories, until someone asks how many there were.
    pub fn with_tallies(categories: usize) -> Self {
        let tallies = if categories > MOST_TALLIED { 0 } else { categories.div_ceil(2) };
        // No row stands across more lines of memory than it must.
        Self { width: (1 + tallies).next_power_of_two(), ..Self::new() }
    }

    fn of_planes(planes: usize) -> Self {
        let (others, names) = (HashMap::default(), HashMap::default());
        Self { planes, width: planes, first: Vec::new(), others, names }
    }

    /// Marks and tallies a trial if it is new, as it mostly is. False if nothing was done.
    ///
    /// In a shuffled log, each trial is of another question. All that it changes mostly stands in one
    /// line of memory.
    #[inline]
    pub fn tally(&mut self, row: usize, code: u32, category: u16) -> bool {
        // With marks, a row has no tallies.
        if self.planes != 1 {
            return false;
        }
        let start = row * self.width;
        let Some([first, tallies @ ..]) = self.first.get_mut(start..start + self.width) else {
            return false;
        };
        let Some(tally) = tallies.get_mut(usize::from(category) / 2) else { return false };
        let word = match code / BLOCK {
            0 => first,
            block => self.others.entry(place(row, block, 0)).or_default(),
        };
        let bit = 1 << (code % BLOCK);
        let new = *word & bit == 0;
        *word |= bit;
        *tally += u64::from(new) << (u32::BITS * u32::from(category % 2));
        new
    }

    /// Tallies trials up to the first of which [`Seen::tally`] says that nothing was done. How many.
    ///
    /// In a shuffled log, each look misses the processor's caches. With nothing else between the looks it
    /// waits for many at a time.
    pub fn tally_all(&mut self, trials: &[NumberedTrial]) -> usize {
        let words = trials.iter().filter_map(|one| self.first.get(one.row as usize * self.width));
        std::hint::black_box(words.fold(0, |all, word| all ^ word));
        let new = |one: &&NumberedTrial| self.tally(one.row as usize, one.number, one.category);
        trials.iter().take_while(new).count()
    }

    /// Takes what was tallied of a row: a number for each category, and perhaps zeros after them.
    pub fn take_tallies(&mut self, row: usize) -> impl Iterator<Item = u32> {
        let words = row * self.width + self.planes..(row + 1) * self.width;
        let tallies = self.first.get_mut(words).unwrap_or(&mut []);
        tallies.iter_mut().map(std::mem::take).flat_map(|word| {
            #[expect(clippy::cast_possible_truncation, reason = "the halves of the word")]
            [word as u32, (word >> u32::BITS) as u32]
        })
    }

    /// Marks a trial if it is new, as it mostly is. Where marks are asked for it is left alone.
    #[inline]
    pub fn fresh(&mut self, row: usize, code: u32) -> bool {
        if self.planes != 1 {
            return false;
        }
        let word = self.word(row, code / BLOCK, 0);
        let bit = 1 << (code % BLOCK);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Whether a trial is marked.
    pub fn has(&self, row: usize, code: u32) -> bool {
        let bit = 1 << (code % BLOCK);
        (0..self.planes).any(|plane| {
            let word = match code / BLOCK {
                0 => self.first.get(row * self.width + plane),
                block => self.others.get(&place(row, block, plane)),
            };
            word.is_some_and(|word| word & bit != 0)
        })
    }

    /// Marks a trial and gives the mark that it had before, if any.
    pub fn mark(&mut self, row: usize, code: u32, mark: Mark) -> Option<Mark> {
        let new = if self.planes == 1 { 1 } else { mark.number() };
        let mut old = 0;
        for plane in 0..self.planes {
            let word = self.word(row, code / BLOCK, plane);
            let bit = code % BLOCK;
            old |= u32::from(*word >> bit & 1 == 1) << plane;
            *word = *word & !(1 << bit) | u64::from(new >> plane & 1) << bit;
        }
        Mark::of_number(old)
    }

    /// Marks trials of one row up to the first duplicate, and returns how many it marked. Where
    /// marks are asked for, none.
    pub fn fresh_ones(&mut self, row: usize, codes: &[u32]) -> usize {
        if self.planes != 1 {
            return 0;
        }
        let mut marked = 0;
        while let Some(&next) = codes.get(marked) {
            let block = next / BLOCK;
            let known = self.word(row, block, 0);
            let mut word = *known;
            let new = |&&code: &&u32| {
                let bit = 1 << (code % BLOCK);
                let new = code / BLOCK == block && word & bit == 0;
                word |= bit * u64::from(new);
                new
            };
            let some = codes.iter().skip(marked).take_while(new).count();
            *known = word;
            marked += some;
            if some == 0 {
                break;
            }
        }
        marked
    }

    #[inline]
    fn word(&mut self, row: usize, block: u32, plane: usize) -> &mut u64 {
        if block > 0 {
            return self.others.entry(place(row, block, plane)).or_default();
        }
        let place = row * self.width + plane;
        if self.first.len() <= place {
            self.make_room(row);
        }
        &mut self.first[place]
    }

    /// Adds rows one word after the other: it mostly is one row, which is read right away. A call that fills
    /// memory would make the reader wait for all writes before it.
    #[cold]
    fn make_room(&mut self, row: usize) {
        let words = (row + 1) * self.width;
        self.first.reserve(words.saturating_sub(self.first.len()));
        while self.first.len() < words {
            self.first.push(0);
        }
    }

    /// The code of a trial, by which it is marked.
    pub fn code(&mut self, trial: &str) -> u32 {
        if let Some(number) = number(trial.as_bytes()) {
            return number;
        }
        if let Some(&code) = self.names.get(trial) {
            return code;
        }
        #[expect(clippy::cast_possible_truncation, reason = "2^31 names need over 100 GB")]
        let code = NAMES + self.names.len() as u32;
        self.names.insert(trial.into(), code);
        code
    }
}

impl Seen {
    /// The names that are no numbers, in the order of their codes, which begin at [`NAMES`].
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.names.iter().map(|(name, &code)| (code, name)).collect();
        names.sort_unstable();
        names.into_iter().map(|(_, name)| name.to_string()).collect()
    }
}

/// The place of a word. Rows have 32 bits, blocks 26, planes 5.
fn place(row: usize, block: u32, plane: usize) -> u64 {
    (row as u64) << 32 | u64::from(block) << 6 | plane as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    type Run = (usize, Vec<u32>);

    /// Trials of a block or two, and of anywhere.
    fn codes() -> impl Strategy<Value = u32> {
        prop_oneof![0..150_u32, NAMES - 3..NAMES + 70, any::<u32>()]
    }

    fn mark(category: u16) -> Mark {
        match category {
            0 => Mark::Dropped,
            1 => Mark::Failed,
            other => Mark::Category(other - 2),
        }
    }

    fn remembers(mut seen: Seen, fresh: Vec<Run>, marks: Vec<(usize, u32, Mark)>) {
        let mut map = HashMap::new();
        let told = |mark| if seen.planes == 1 { Mark::Dropped } else { mark };
        let marks: Vec<_> =
            marks.into_iter().map(|(r, c, mark)| (r, c, mark, told(mark))).collect();
        for (row, codes) in fresh {
            let marked = seen.fresh_ones(row, &codes);
            for &code in &codes[..marked] {
                assert_eq!(map.insert((row, code), Mark::Dropped), None);
            }
            let known = codes.get(marked).is_none_or(|&code| map.contains_key(&(row, code)));
            assert!(known || seen.planes > 1);
        }
        for (row, code, mark, told) in marks {
            let old = map.insert((row, code), told);
            assert_eq!(seen.has(row, code), old.is_some());
            if seen.fresh(row, code) {
                assert_eq!(None, old);
            } else {
                assert_eq!(seen.mark(row, code, mark), old);
            }
        }
    }

    proptest! {
        #[test]
        fn remembers_like_a_map(
            fresh in prop::collection::vec((0..3_usize, prop::collection::vec(codes(), 0..20)), 0..10),
            marks in prop::collection::vec((0..3_usize, codes(), 0..600_u16), 0..200),
        ) {
            let marks: Vec<_> = marks.into_iter().map(|(r, c, category)| (r, c, mark(category))).collect();
            remembers(Seen::new(), fresh.clone(), marks.clone());
            remembers(Seen::with_marks(600), fresh, marks);
        }
    }

    proptest! {
        #[test]
        fn tallies_what_is_new(
            categories in 0..9_u16,
            trials in prop::collection::vec((0..3_usize, codes(), 0..8_u16, any::<bool>()), 0..200),
            asked in prop::collection::vec(any::<bool>(), 200),
        ) {
            let (mut seen, mut plain) = (Seen::with_tallies(categories.into()), Seen::new());
            let (mut counts, mut expected) = ([[0_u32; 9]; 3], [[0_u32; 9]; 3]);
            let mut take = |seen: &mut Seen| for (row, counts) in counts.iter_mut().enumerate() {
                for (category, tally) in seen.take_tallies(row).enumerate() {
                    counts[category.min(8)] += tally;
                }
            };
            for ((row, code, category, quick), ask) in trials.into_iter().zip(asked) {
                let category = category % categories.max(1);
                let new = plain.fresh(row, code);
                if quick && seen.tally(row, code, category) {
                    prop_assert!(new && usize::from(categories) <= MOST_TALLIED);
                    expected[row][usize::from(category)] += 1;
                } else {
                    // Of an unknown row, of no category that is tallied, or a duplicate.
                    prop_assert_eq!(seen.fresh(row, code), new);
                }
                prop_assert!(seen.has(row, code));
                if ask {
                    take(&mut seen);
                }
            }
            take(&mut seen);
            prop_assert_eq!(counts, expected);
        }
    }

    proptest! {
        #[test]
        fn many_are_tallied_as_one_by_one(
            trials in prop::collection::vec((0..4_u32, codes(), 0..3_u16), 0..60),
        ) {
            let (mut all, mut each) = (Seen::with_tallies(2), Seen::with_tallies(2));
            for seen in [&mut all, &mut each] {
                for row in 0..3 {
                    seen.fresh(row, 1);
                }
            }
            let trials: Vec<_> = trials
                .into_iter()
                .map(|(row, number, category)| NumberedTrial { row, number, category })
                .collect();
            let one = |one: &&NumberedTrial| each.tally(one.row as usize, one.number, one.category);
            prop_assert_eq!(all.tally_all(&trials), trials.iter().take_while(one).count());
            for row in 0..3 {
                prop_assert!(all.take_tallies(row).eq(each.take_tallies(row)));
            }
        }
    }

    #[test]
    fn known_rows_are_tallied() {
        let mut seen = Seen::with_tallies(2);
        assert!(!seen.tally(1, 5, 0) && seen.fresh(1, 5) && !seen.tally(1, 5, 1));
        let tallied: Vec<_> = [6, 63, 64, 6].map(|code| seen.tally(1, code, 1)).into();
        assert_eq!(tallied, [true, true, true, false]);
        assert_eq!(seen.take_tallies(1).take(2).collect::<Vec<_>>(), [0, 3]);
        assert_eq!(seen.take_tallies(1).sum::<u32>(), 0);
        let mut marked = Seen::with_marks(3);
        assert_eq!(marked.mark(0, 5, Mark::Category(1)), None);
        assert!(!marked.tally(0, 6, 0) && !marked.has(0, 6));
    }

    #[test]
    fn marks_of_all_categories_have_room() {
        for categories in [2, 5, 6, 253, usize::from(u16::MAX)] {
            let mut seen = Seen::with_marks(categories);
            let last = Mark::Category(u16::try_from(categories - 1).unwrap());
            assert_eq!(seen.mark(0, 70, last), None);
            assert_eq!(seen.mark(0, 70, Mark::Failed), Some(last));
            assert_eq!(seen.mark(0, 70, last), Some(Mark::Failed));
        }
    }
}
