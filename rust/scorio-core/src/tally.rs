//! From a results matrix R, read once and in place, to count states.

use ndarray::{ArrayView1, ArrayView2, Axis};

use crate::error::{Error, Result};
use crate::states::{Builder, States};

/// A type of matrix entry: what it says about the category.
pub trait Outcome: Copy + Send + Sync {
    /// The category, if the entry is a whole number from 0.
    fn category(self) -> Option<usize>;

    /// Whether the entry marks a missing outcome.
    fn is_missing(self) -> bool {
        false
    }

    /// The entry as its user would write it.
    fn text(self) -> String;

    /// 0 or 1 as they are, 2 for any other entry.
    fn bit(self) -> u32;

    /// Successes in a contiguous run, or `None` if some entry is neither 0 nor 1.
    #[inline]
    fn successes(run: &[Self]) -> Option<u64> {
        // Without a branch in the loop, which vectorises.
        let (mut total, mut all) = (0_u64, 0_u32);
        for entry in run {
            let bit = entry.bit();
            total += u64::from(bit & 1);
            all |= bit;
        }
        (all < 2).then_some(total)
    }
}

/// Eight entries at a time, as one word: the product with 0x0101… adds up its bytes.
#[inline]
fn byte_successes(run: &[u8]) -> Option<u64> {
    let (words, rest) = run.as_chunks::<8>();
    let (mut total, mut other) = (0_u64, 0_u64);
    // 31 words of bytes ≤ 1 cannot carry from one byte into the next.
    for block in words.chunks(31) {
        let mut sum = 0_u64;
        for word in block {
            let word = u64::from_ne_bytes(*word);
            sum += word & 0x0101_0101_0101_0101;
            other |= word;
        }
        // Bytes of `sum` are at most 31; their total, at most 248, fits in the top byte.
        total += sum.wrapping_mul(0x0101_0101_0101_0101) >> 56;
    }
    for &entry in rest {
        total += u64::from(entry & 1);
        other |= u64::from(entry);
    }
    (other & 0xfefe_fefe_fefe_fefe == 0).then_some(total)
}

macro_rules! integer_outcome {
    ($type:ty $(, $successes:item)?) => {
        impl Outcome for $type {
            fn category(self) -> Option<usize> {
                usize::try_from(self).ok()
            }
            fn text(self) -> String {
                self.to_string()
            }
            #[inline]
            fn bit(self) -> u32 {
                if self == 0 { 0 } else if self == 1 { 1 } else { 2 }
            }
            $($successes)?
        }
    };
}

macro_rules! float_outcome {
    ($($type:ty),*) => {$(
        impl Outcome for $type {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
            fn category(self) -> Option<usize> {
                // Up to 2^53 every whole number has a float of its own.
                (self >= 0.0 && self.fract() == 0.0 && self < 9e15).then_some(self as usize)
            }
            fn is_missing(self) -> bool {
                self.is_nan()
            }
            fn text(self) -> String {
                self.to_string()
            }
            #[inline]
            fn bit(self) -> u32 {
                if self == 0.0 { 0 } else if self == 1.0 { 1 } else { 2 }
            }
        }
    )*};
}

integer_outcome!(
    u8,
    #[inline]
    fn successes(run: &[Self]) -> Option<u64> {
        byte_successes(run)
    }
);
integer_outcome!(
    i8,
    #[inline]
    fn successes(run: &[Self]) -> Option<u64> {
        byte_successes(bytemuck::cast_slice(run))
    }
);
integer_outcome!(u16);
integer_outcome!(u32);
integer_outcome!(u64);
integer_outcome!(i16);
integer_outcome!(i32);
integer_outcome!(i64);
float_outcome!(f32, f64);

impl Outcome for bool {
    fn category(self) -> Option<usize> {
        Some(usize::from(self))
    }
    fn text(self) -> String {
        self.to_string()
    }
    #[inline]
    fn bit(self) -> u32 {
        u32::from(self)
    }
    #[inline]
    fn successes(run: &[Self]) -> Option<u64> {
        byte_successes(bytemuck::cast_slice(run))
    }
}

/// What to do with NaN and masked entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The first one is an error.
    Error,
    /// They are left out: the question has fewer trials.
    Drop,
}

/// A matrix argument, by its name, with an optional mask (true: missing) of the same shape.
#[derive(Clone)]
pub struct Matrix<'a, T> {
    /// Name in messages.
    pub name: &'static str,
    /// M × N entries, any strides.
    pub entries: ArrayView2<'a, T>,
    /// Which entries are missing.
    pub mask: Option<ArrayView2<'a, bool>>,
}

impl<T: Outcome> Matrix<'_, T> {
    /// Checks the shape: at least one row and `columns` columns, and a mask that fits.
    fn check(&self, columns: usize) -> Result<()> {
        if self.entries.nrows() == 0 || self.entries.ncols() < columns {
            let (rows, columns) = self.entries.dim();
            return Err(Error::Empty { matrix: self.name, rows, columns });
        }
        match &self.mask {
            Some(mask) if mask.dim() != self.entries.dim() => Err(Error::Shape {
                left: self.name,
                left_size: self.entries.len(),
                right: "its mask",
                right_size: mask.len(),
                axis: "entries",
            }),
            _ => Ok(()),
        }
    }

    /// Adds the counts of one row.
    fn count_row(&self, row: usize, missing: Missing, counts: &mut [u64]) -> Result<()> {
        for (column, &entry) in self.entries.row(row).iter().enumerate() {
            let masked = self.mask.as_ref().is_some_and(|mask| mask[[row, column]]);
            if masked || entry.is_missing() {
                if missing == Missing::Error {
                    let value = if masked { "masked" } else { "NaN" };
                    return Err(Error::Missing { matrix: self.name, row, column, value });
                }
                continue;
            }
            let categories = counts.len();
            match entry.category().and_then(|category| counts.get_mut(category)) {
                Some(count) => *count += 1,
                None => return Err(self.bad_entry(row, column, &entry.text(), categories)),
            }
        }
        Ok(())
    }

    fn bad_entry(&self, row: usize, column: usize, value: &str, categories: usize) -> Error {
        let hint = match categories {
            2 => "with two categories, outcomes are 0 and 1 (for more, give w one weight per category)".to_owned(),
            _ => format!("w has {categories} weights, so categories are 0..{}", categories - 1),
        };
        Error::Category { matrix: self.name, row, column, value: value.to_owned(), hint }
    }
}

/// Count states of R, with the outcomes of `prior` (R0: M × D, D ≥ 0) added question by question.
///
/// # Errors
/// An empty matrix; an entry outside 0..`categories`; a missing one under [`Missing::Error`];
/// R0 of another height.
pub fn tally<T: Outcome>(
    matrix: &Matrix<'_, T>,
    prior: Option<&Matrix<'_, i64>>,
    categories: usize,
    missing: Missing,
) -> Result<States> {
    enough(categories)?;
    matrix.check(1)?;
    if let Some(prior) = prior {
        prior.check(0)?;
        if prior.entries.nrows() != matrix.entries.nrows() {
            return Err(Error::Shape {
                left: prior.name,
                left_size: prior.entries.nrows(),
                right: matrix.name,
                right_size: matrix.entries.nrows(),
                axis: "rows (questions)",
            });
        }
    }
    if categories == 2 && prior.is_none() && matrix.mask.is_none() {
        // Whatever the quick pass cannot take (NaN, a wrong entry) the careful one below explains.
        if let Some(states) = tally_binary(matrix.entries) {
            return Ok(states);
        }
    }
    let mut builder = Builder::new(categories);
    let mut counts = vec![0; categories];
    for row in 0..matrix.entries.nrows() {
        counts.fill(0);
        matrix.count_row(row, missing, &mut counts)?;
        if counts.iter().all(|&count| count == 0) {
            return Err(Error::NoTrials { row });
        }
        if let Some(prior) = prior {
            prior.count_row(row, Missing::Error, &mut counts)?;
        }
        builder.push(&counts);
    }
    Ok(builder.finish())
}

/// Count states of questions with different numbers of trials: `outcomes` holds their trials one
/// question after another, `lengths` says how many belong to each.
///
/// # Errors
/// As [`tally`]; a question without trials.
pub fn tally_ragged<T: Outcome>(
    outcomes: ArrayView1<'_, T>,
    lengths: &[usize],
    categories: usize,
    missing: Missing,
) -> Result<States> {
    enough(categories)?;
    let total = lengths.iter().sum::<usize>();
    if total != outcomes.len() {
        return Err(Error::Shape {
            left: "R",
            left_size: outcomes.len(),
            right: "its rows",
            right_size: total,
            axis: "entries",
        });
    }
    if lengths.is_empty() {
        return Err(Error::Empty { matrix: "R", rows: 0, columns: 0 });
    }
    let mut builder = Builder::new(categories);
    let mut counts = vec![0; categories];
    let mut rest = outcomes;
    for (row, &length) in lengths.iter().enumerate() {
        let (trials, after) = rest.split_at(Axis(0), length);
        rest = after;
        counts.fill(0);
        let line = Matrix { name: "R", entries: trials.insert_axis(Axis(0)), mask: None };
        line.count_row(0, missing, &mut counts).map_err(|error| at_row(error, row))?;
        if counts.iter().all(|&count| count == 0) {
            return Err(Error::NoTrials { row });
        }
        builder.push(&counts);
    }
    Ok(builder.finish())
}

/// Refuses fewer than two categories, each of which has a weight.
fn enough(categories: usize) -> Result<()> {
    match categories {
        0 => Err(Error::NoWeights),
        1 => Err(Error::OneWeight),
        _ => Ok(()),
    }
}

/// The error of a single line, moved to the row that it stands in.
fn at_row(error: Error, place: usize) -> Error {
    match error {
        Error::Category { matrix, column, value, hint, .. } => {
            Error::Category { matrix, row: place, column, value, hint }
        }
        Error::Missing { matrix, column, value, .. } => {
            Error::Missing { matrix, row: place, column, value }
        }
        other => other,
    }
}

/// The quick pass over a complete 0/1 matrix, whatever its strides; `None` if it is not one.
fn tally_binary<T: Outcome>(entries: ArrayView2<'_, T>) -> Option<States> {
    let trials = entries.ncols();
    let mut histogram = Histogram::new(entries.nrows(), trials)?;
    if let Some(all) = entries.as_slice() {
        for (row, run) in all.chunks_exact(trials).enumerate() {
            histogram.add(row, T::successes(run)?);
        }
    } else if trials == 1 || entries.strides().get(1) == Some(&1) {
        for (row, run) in entries.outer_iter().enumerate() {
            histogram.add(row, run.as_slice().map_or_else(|| scattered(run), T::successes)?);
        }
    } else {
        // Columns are nearer than rows: add them up a block of rows at a time.
        let mut counters = [0_u32; 1024];
        for (block, rows) in entries.axis_chunks_iter(Axis(0), counters.len()).enumerate() {
            let counters = counters.get_mut(..rows.nrows())?;
            counters.fill(0);
            let mut all = 0;
            for column in rows.columns() {
                match column.as_slice() {
                    Some(run) => run.iter().zip(&mut *counters).for_each(|(entry, counter)| {
                        *counter += entry.bit() & 1;
                        all |= entry.bit();
                    }),
                    None => column.iter().zip(&mut *counters).for_each(|(entry, counter)| {
                        *counter += entry.bit() & 1;
                        all |= entry.bit();
                    }),
                }
            }
            if all > 1 {
                return None;
            }
            for (row, &successes) in counters.iter().enumerate() {
                histogram.add(block * 1024 + row, u64::from(successes));
            }
        }
    }
    Some(histogram.finish())
}

fn scattered<T: Outcome>(run: ArrayView1<'_, T>) -> Option<u64> {
    run.iter().try_fold(0, |total, entry| match entry.bit() {
        2 => None,
        bit => Some(total + u64::from(bit)),
    })
}

/// How often each number of successes 0..=N occurs.
struct Histogram {
    // Four lanes: neighbouring rows often have the same count, and an increment of a cell that
    // was just written would wait for that write.
    cells: Vec<[u32; 4]>,
}

impl Histogram {
    /// `None` where a lane could overflow, or where more cells than rows would be kept.
    fn new(rows: usize, trials: usize) -> Option<Self> {
        let fits = u32::try_from(rows).is_ok() && u32::try_from(trials).is_ok();
        (fits && trials <= rows.max(4096)).then(|| Self { cells: vec![[0; 4]; trials + 1] })
    }

    #[inline]
    fn add(&mut self, row: usize, successes: u64) {
        #[expect(clippy::cast_possible_truncation, reason = "successes ≤ N, which is a usize")]
        if let Some(lanes) = self.cells.get_mut(successes as usize) {
            lanes[row % 4] += 1;
        }
    }

    fn finish(self) -> States {
        let mut builder = Builder::new(2);
        let trials = self.cells.len() as u64 - 1;
        for (successes, lanes) in (0_u64..).zip(self.cells) {
            let questions = lanes.into_iter().map(u64::from).sum();
            if questions > 0 {
                builder.push_many(&[trials - successes, successes], questions);
            }
        }
        builder.finish()
    }
}
