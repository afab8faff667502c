//! The fast pass over a complete matrix, for all categories, types and strides.
//!
//! The counts of a row are fields of one 64-bit key, with category 0 in the highest bits. The last
//! category needs no field, because it has the remaining trials. Keys add up over the parts of a
//! row and over R and R0. Their order is the order of the count vectors.
//!
//! Entries are read as bytes, one run at a time. Wider types are narrowed to bytes on the way.
//! Short rows add one trial after another. Long rows, and blocks of rows with adjacent columns, are
//! compared with each category in loops that become vector instructions. Everything else goes to
//! the careful pass.
//!
//! Code that depends on the type of entries is compiled where it is called, perhaps for size. So
//! every loop over entries is a function of its own, which is never inlined.

use hashbrown::HashMap;
use ndarray::{ArrayView1, ArrayView2, Axis};
use rustc_hash::FxBuildHasher;

use crate::counts::states::States;
use crate::numeric::watch;
use crate::tally::entry::Outcome;

/// Bytes that are read together, and rows whose keys are added together.
const RUN: usize = 4096;

/// Entries with gaps between them that are read together.
const NEAR: usize = 64;

/// Count states, including the outcomes of `prior`.
///
/// `None` unless every entry is a category and the counts of a row fit in a key, and also if the
/// entries changed while they were read.
pub(crate) fn tally_complete<T: Outcome>(
    entries: ArrayView2<'_, T>,
    prior: Option<ArrayView2<'_, i64>>,
    categories: usize,
) -> Option<States> {
    let before = prior.map_or(0, |prior| prior.ncols());
    let fields = Fields::new(entries.ncols().checked_add(before)?, categories)?;
    let mut questions = Questions::new(entries.nrows());
    let mut pass = Pass { fields, keys: Vec::new(), buffer: [0; RUN], highest: 0 };
    let mut prior = prior.as_ref().map(|prior| prior.axis_chunks_iter(Axis(0), RUN));
    for block in entries.axis_chunks_iter(Axis(0), RUN) {
        pass.keys.clear();
        pass.keys.resize(block.nrows(), 0);
        pass.add(block)?;
        if let Some(block) = prior.as_mut().and_then(Iterator::next) {
            pass.add(block)?;
        }
        questions.add(&pass.keys);
    }
    let known = usize::from(pass.highest) < categories.min(T::CATEGORIES);
    known.then(|| questions.finish(&pass.fields)).flatten()
}

/// The layout of the counts of a row in its key.
struct Fields {
    trials: u64,
    /// Bits of a field, enough for all the trials.
    bits: u32,
    /// First bit of the field of each category but the last.
    shifts: Vec<u32>,
    /// The key of one trial, by category. It is 0 for the last category and for invalid bytes.
    units: [u64; 256],
}

impl Fields {
    fn new(trials: usize, categories: usize) -> Option<Self> {
        let bits = trials.checked_ilog2()? + 1;
        let last = u32::try_from(categories).ok()?.checked_sub(1)?;
        if last.checked_mul(bits)? > u64::BITS {
            return None;
        }
        let shifts: Vec<_> = (0..last).rev().map(|field| field * bits).collect();
        let mut units = [0; 256];
        for (unit, shift) in units.iter_mut().zip(&shifts) {
            *unit = 1 << shift;
        }
        Some(Self { trials: trials as u64, bits, shifts, units })
    }

    /// Adds the counts of rows of `width` bytes, or of parts of rows, to their keys.
    #[inline(never)]
    fn add(&self, keys: &mut [u64], bytes: &[u8], width: usize) {
        let rows = keys.iter_mut().zip(bytes.chunks_exact(width));
        if width < 24.max(16 * self.shifts.len()) {
            for (key, row) in rows {
                *key += row.iter().map(|&byte| self.units[usize::from(byte)]).sum::<u64>();
            }
        } else {
            for (key, row) in rows {
                // A byte can hold the count of a part.
                for part in row.chunks(128) {
                    for (category, shift) in (0..).zip(&self.shifts) {
                        let count: u8 = part.iter().map(|&byte| u8::from(byte == category)).sum();
                        *key += u64::from(count) << shift;
                    }
                }
            }
        }
    }
}

/// A block of rows that is being read.
struct Pass {
    fields: Fields,
    keys: Vec<u64>,
    buffer: [u8; RUN],
    /// The highest category so far.
    highest: u8,
}

impl Pass {
    /// Adds the counts of a block of rows to their keys.
    fn add<T: Outcome>(&mut self, block: ArrayView2<'_, T>) -> Option<()> {
        let near = matches!(block.strides(), [down, across] if across.abs() <= down.abs());
        if near || block.is_standard_layout() {
            self.add_rows(block)
        } else {
            self.add_columns(block)
        }
    }

    fn add_rows<T: Outcome>(&mut self, block: ArrayView2<'_, T>) -> Option<()> {
        for strip in block.axis_chunks_iter(Axis(1), RUN) {
            // The careful pass says that the work was stopped.
            if !watch::goes_on() {
                return None;
            }
            let width = strip.ncols();
            // Adjacent rows are read together.
            let rows = if strip.is_standard_layout() { RUN / width } else { 1 };
            let parts = strip.axis_chunks_iter(Axis(0), rows);
            for (part, keys) in parts.zip(self.keys.chunks_mut(rows)) {
                let line = match part.to_slice() {
                    Some(run) => ArrayView1::from(run),
                    None => part.index_axis_move(Axis(0), 0),
                };
                let bytes = read(line, &mut self.buffer)?;
                self.highest = self.highest.max(highest(bytes));
                self.fields.add(keys, bytes, width);
            }
        }
        Some(())
    }

    fn add_columns<T: Outcome>(&mut self, block: ArrayView2<'_, T>) -> Option<()> {
        let shifts = &self.fields.shifts;
        let mut counts = vec![vec![0_u8; self.keys.len()]; shifts.len()];
        // A byte can hold the count of 255 columns.
        for columns in block.axis_chunks_iter(Axis(1), 255) {
            if !watch::goes_on() {
                return None;
            }
            for counts in &mut counts {
                counts.fill(0);
            }
            for column in columns.columns() {
                let bytes = read(column, &mut self.buffer)?;
                self.highest = self.highest.max(highest(bytes));
                for (category, counts) in (0..).zip(&mut counts) {
                    add_equal(counts, bytes, category);
                }
            }
            for (counts, shift) in counts.iter().zip(shifts) {
                add_shifted(&mut self.keys, counts, *shift);
            }
        }
        Some(())
    }
}

#[inline(never)]
fn highest(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |high, &byte| high.max(byte))
}

/// Adds 1 to the counts of bytes that are this category.
#[inline(never)]
fn add_equal(counts: &mut [u8], bytes: &[u8], category: u8) {
    for (count, &byte) in counts.iter_mut().zip(bytes) {
        *count += u8::from(byte == category);
    }
}

/// Adds counts to a field of the keys.
#[inline(never)]
fn add_shifted(keys: &mut [u64], counts: &[u8], shift: u32) {
    for (key, &count) in keys.iter_mut().zip(counts) {
        *key += u64::from(count) << shift;
    }
}

/// At most a run of entries as bytes. `None` if an entry is not a category below 256.
fn read<'a, T: Outcome>(line: ArrayView1<'a, T>, buffer: &'a mut [u8; RUN]) -> Option<&'a [u8]> {
    let buffer = buffer.get_mut(..line.len())?;
    let narrow = if let Some(run) = line.to_slice() {
        if let Some(bytes) = T::as_bytes(run) {
            return Some(bytes);
        }
        T::narrow(run, buffer)
    } else {
        let mut near = [*line.first()?; NEAR];
        let mut parts = line.axis_chunks_iter(Axis(0), NEAR).zip(buffer.chunks_mut(NEAR));
        parts.all(|(part, bytes)| {
            near.iter_mut().zip(part).for_each(|(near, &entry)| *near = entry);
            near.get(..bytes.len()).is_some_and(|near| T::narrow(near, bytes))
        })
    };
    narrow.then_some(buffer)
}

/// How many questions have each key. Low keys are in a table, the others in a map.
struct Questions {
    low: Vec<u64>,
    high: HashMap<u64, u64, FxBuildHasher>,
}

impl Questions {
    fn new(rows: usize) -> Self {
        let high = HashMap::with_capacity_and_hasher(rows.min(1 << 14), FxBuildHasher);
        Self { low: vec![0; rows.clamp(1 << 8, 1 << 16)], high }
    }

    fn add(&mut self, keys: &[u64]) {
        for &key in keys {
            match usize::try_from(key).ok().and_then(|key| self.low.get_mut(key)) {
                Some(questions) => *questions += 1,
                None => *self.high.entry(key).or_insert(0) += 1,
            }
        }
    }

    /// `None` if the counts of a question exceed its trials, because its entries changed.
    fn finish(self, fields: &Fields) -> Option<States> {
        let mut high: Vec<_> = self.high.into_iter().collect();
        high.sort_unstable_by_key(|&(key, _)| key);
        let low = (0..).zip(self.low).filter(|&(_, questions)| questions > 0);
        let (mut table, mut multiplicity) = (Vec::new(), Vec::new());
        for (key, questions) in low.chain(high) {
            let mut rest = fields.trials;
            for shift in &fields.shifts {
                let count = key >> shift & (u64::MAX >> (u64::BITS - fields.bits));
                rest = rest.checked_sub(count)?;
                table.push(count);
            }
            table.push(rest);
            multiplicity.push(questions);
        }
        // Every question has all trials, so any of them is the shortest.
        Some(States::sorted(fields.shifts.len() + 1, table, multiplicity, 0))
    }
}
