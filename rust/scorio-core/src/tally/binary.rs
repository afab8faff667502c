//! The fast pass over a complete 0/1 matrix of bytes, near the speed of a plain read.
//!
//! It adds entries without a branch, and gathers the bits that only a wrong entry has. If there are
//! such bits, the pass is dropped, and the careful pass finds the place.

use super::byte_sums::{ByteSums, ONES, fold};
use crate::counts::states::States;

/// Count states of adjacent rows of bytes. `None` unless every byte is 0 or 1.
pub(crate) fn tally_binary(bytes: &[u8], trials: usize) -> Option<States> {
    let mut histogram = Histogram::new(bytes.len() / trials, trials)?;
    byte_rows(bytes, trials, &mut histogram).then(|| histogram.finish())
}

/// Count states of columns of bytes. The bytes of a column are adjacent. `None` unless every entry
/// is 0 or 1.
pub(crate) fn tally_binary_columns<'a>(
    columns: impl Iterator<Item = Option<&'a [u8]>>,
    questions: usize,
) -> Option<States> {
    let columns: Vec<_> = columns.collect::<Option<_>>()?;
    let mut histogram = Histogram::new(questions, columns.len())?;
    byte_columns(&columns, questions, &mut histogram).then(|| histogram.finish())
}

/// The sum and the union of a row of words, unrolled.
#[inline(always)]
fn word_sum<const WORDS: usize>(words: &[[u8; 8]; WORDS]) -> (u64, u64) {
    let (mut sum, mut bits) = (0_u64, 0_u64);
    macro_rules! add {
        ($($place:literal)*) => {
            $(if let Some(word) = words.get($place) {
                let word = u64::from_ne_bytes(*word);
                sum = sum.wrapping_add(word);
                bits |= word;
            })*
        };
    }
    add!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14);
    (sum, bits)
}

/// Pairs of counts, each below 128.
const CELLS: usize = 1 << 14;

/// Counts adjacent rows of bytes.
///
/// Many short rows of full words have their own code, because the general loop would cost more than
/// the sums. Its table of pairs needs many rows: on 30 rows, the table took four times as long as
/// the rest.
fn byte_rows(bytes: &[u8], trials: usize, histogram: &mut Histogram) -> bool {
    let many = bytes.len() / trials >= CELLS / 4;
    macro_rules! by_words {
        ($($words:literal)*) => {
            match trials {
                $(trials if many && trials == 8 * $words => short_rows::<$words>(bytes, histogram),)*
                _ => any_rows(bytes, trials, histogram),
            }
        };
    }
    // The WebAssembly module has code for fewer lengths, to be small.
    if cfg!(target_family = "wasm") {
        by_words!(1 2 4 8)
    } else {
        by_words!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    }
}

/// Counts rows of any length.
#[inline(never)]
fn any_rows(bytes: &[u8], trials: usize, histogram: &mut Histogram) -> bool {
    let mut sums = ByteSums::default();
    for row in bytes.chunks_exact(trials) {
        histogram.add(sums.add(row));
    }
    sums.are_clean()
}

/// Counts rows of `WORDS` words, two at a time. One increment records both counts in the cell of
/// the pair.
fn short_rows<const WORDS: usize>(bytes: &[u8], histogram: &mut Histogram) -> bool {
    let (words, _) = bytes.as_chunks::<8>();
    let (rows, _) = words.as_chunks::<WORDS>();
    let (pairs, last) = rows.as_chunks::<2>();
    let mut counts = Counted { both: vec![0; CELLS] };
    let mut other = 0;
    for [first, second] in pairs {
        let (first, first_bits) = word_sum(first);
        let (second, second_bits) = word_sum(second);
        other |= first_bits | second_bits;
        #[expect(clippy::cast_possible_truncation, reason = "folds are below 256")]
        let cell = (fold(first) << 7 | fold(second)) as usize % CELLS;
        counts.both[cell] += 1;
    }
    for row in last {
        let (sum, bits) = word_sum(row);
        histogram.add(fold(sum));
        other |= bits;
    }
    counts.finish(histogram);
    other & !ONES == 0
}

/// Rows that are added together, column by column.
const BLOCK: usize = 1 << 14;

/// Counts columns of bytes: sums of full blocks of rows, in loops that become vector instructions.
fn byte_columns(columns: &[&[u8]], questions: usize, histogram: &mut Histogram) -> bool {
    let mut counts = Counted::new(questions, columns.len());
    let mut other = 0;
    let mut sums = [0_u8; BLOCK];
    let mut wide = vec![0_u32; if columns.len() > 255 { BLOCK } else { 0 }];
    for start in (0..questions).step_by(BLOCK) {
        let rows = start..questions.min(start + BLOCK);
        let (sums, wide) = (&mut sums[..rows.len()], &mut wide[..]);
        wide.fill(0);
        // A byte holds the sum of 255 ones.
        for columns in columns.chunks(255) {
            sums.fill(0);
            let (fours, rest) = columns.as_chunks::<4>();
            for four in fours {
                let [a, b, c, d] = four.map(|column| &column[rows.clone()]);
                for ((((sum, a), b), c), d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                    *sum = sum.wrapping_add(a.wrapping_add(*b).wrapping_add(c.wrapping_add(*d)));
                    other |= a | b | c | d;
                }
            }
            for column in rest {
                for (sum, byte) in sums.iter_mut().zip(&column[rows.clone()]) {
                    *sum = sum.wrapping_add(*byte);
                    other |= byte;
                }
            }
            for (wide, sum) in wide.iter_mut().zip(&*sums) {
                *wide += u32::from(*sum);
            }
        }
        if other > 1 {
            return false;
        }
        if wide.is_empty() {
            counts.add(sums, histogram);
        } else {
            for &sum in &wide[..sums.len()] {
                histogram.add(u64::from(sum));
            }
        }
    }
    counts.finish(histogram);
    true
}

/// Counts below 128 of many rows, two at a time. One increment records both in the cell of the
/// pair.
struct Counted {
    both: Vec<u32>,
}

impl Counted {
    fn new(questions: usize, trials: usize) -> Self {
        let worth = questions >= CELLS / 4 && trials < 128;
        Self { both: vec![0; if worth { CELLS } else { 0 }] }
    }

    fn add(&mut self, sums: &[u8], histogram: &mut Histogram) {
        let (pairs, mut rest) = sums.as_chunks::<2>();
        if self.both.is_empty() {
            rest = sums;
        } else {
            for [first, second] in pairs {
                self.both[(usize::from(*first) << 7 | usize::from(*second)) % CELLS] += 1;
            }
        }
        for &sum in rest {
            histogram.add(u64::from(sum));
        }
    }

    fn finish(self, histogram: &mut Histogram) {
        for (cell, &questions) in (0_u64..).zip(&self.both) {
            histogram.add_many(cell >> 7, questions);
            histogram.add_many(cell & 127, questions);
        }
    }
}

/// How often each number of successes 0..=N occurs.
struct Histogram {
    cells: Vec<u64>,
}

impl Histogram {
    /// `None` if there would be far more cells than rows, or a 32-bit sum could overflow.
    fn new(rows: usize, trials: usize) -> Option<Self> {
        let fits = u32::try_from(rows).is_ok() && u32::try_from(trials).is_ok();
        (fits && trials <= rows.max(4096)).then(|| Self { cells: vec![0; trials + 1] })
    }

    #[inline]
    fn add(&mut self, successes: u64) {
        self.add_many(successes, 1);
    }

    /// A sum above N comes from a wrong entry, which ends the pass.
    #[inline]
    fn add_many(&mut self, successes: u64, questions: u32) {
        let cell = usize::try_from(successes).ok().and_then(|cell| self.cells.get_mut(cell));
        if let Some(cell) = cell {
            *cell += u64::from(questions);
        }
    }

    fn finish(self) -> States {
        let trials = self.cells.len() as u64 - 1;
        let (mut table, mut multiplicity) = (Vec::new(), Vec::new());
        // Most successes first, which is the order of [failures, successes].
        for (failures, &questions) in (0_u64..).zip(self.cells.iter().rev()) {
            if questions > 0 {
                table.extend([failures, trials - failures]);
                multiplicity.push(questions);
            }
        }
        States::sorted(2, table, multiplicity, 0)
    }
}
