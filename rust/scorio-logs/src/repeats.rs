//! Which trials were counted before.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// How a trial was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// In this category.
    Category(u16),
    /// In the first category, for want of an outcome.
    Failed,
    /// Left out, for want of an outcome.
    Dropped,
}

/// The marks of all trials: eight bytes for each, and each name that is no number once.
#[derive(Default)]
pub(crate) struct Seen {
    /// For each row its trials in order of their codes.
    rows: Vec<Vec<(u32, Mark)>>,
    names: HashMap<Box<str>, u32, FxBuildHasher>,
}

/// Codes from here on stand for names, in order of appearance; those below are numbers.
const NAMES: u32 = 1 << 31;

impl Seen {
    /// Marks a trial and gives the mark that it had before, if any.
    pub(crate) fn mark(&mut self, row: usize, code: u32, mark: Mark) -> Option<Mark> {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let marks = &mut self.rows[row];
        // Trials mostly come in order.
        if marks.last().is_none_or(|&(last, _)| last < code) {
            marks.push((code, mark));
            return None;
        }
        match marks.binary_search_by_key(&code, |&(known, _)| known) {
            Ok(place) => Some(std::mem::replace(&mut marks[place].1, mark)),
            Err(place) => {
                marks.insert(place, (code, mark));
                None
            }
        }
    }

    /// The code of a trial, by which it is marked.
    pub(crate) fn code(&mut self, trial: &str) -> u32 {
        if let Some(number) = number(trial) {
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

/// The code of a trial that is a number.
#[inline]
pub(crate) fn number(trial: &str) -> Option<u32> {
    let digits = trial.as_bytes();
    // "07" and "+7" are names of their own. Ten digits may be too large, but not for 64 bits.
    if !matches!(digits, [b'0'] | [b'1'..=b'9', ..]) || digits.len() > 10 {
        return None;
    }
    let mut number = 0;
    for digit in digits {
        let value = digit.wrapping_sub(b'0');
        if value > 9 {
            return None;
        }
        number = 10 * number + u64::from(value);
    }
    u32::try_from(number).ok().filter(|&number| number < NAMES)
}
