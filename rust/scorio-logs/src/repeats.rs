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

/// The marks of all trials: a byte for each where a question's trials are numbered from 0 or nearly so,
/// an entry of a table for others, and each name that is no number once.
#[derive(Default)]
pub(crate) struct Seen {
    /// For each row a byte for each trial from 0 on.
    rows: Vec<Vec<u8>>,
    /// By row and code, in one number.
    others: HashMap<u64, Mark, FxBuildHasher>,
    names: HashMap<Box<str>, u32, FxBuildHasher>,
}

/// Trials may be missing from a row of bytes, or come late, but not more than these in one go.
const GAP: usize = 64;

impl Mark {
    /// The mark as a byte that is not 0; categories beyond the 252nd have none.
    pub(crate) fn byte(self) -> Option<u8> {
        match self {
            Self::Dropped => Some(1),
            Self::Failed => Some(2),
            Self::Category(category) => u8::try_from(category).ok()?.checked_add(3),
        }
    }

    pub(crate) fn of_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => None,
            1 => Some(Self::Dropped),
            2 => Some(Self::Failed),
            other => Some(Self::Category(u16::from(other - 3))),
        }
    }
}

/// Codes from here on stand for names, in order of appearance; those below are numbers.
pub(crate) const NAMES: u32 = 1 << 31;

impl Seen {
    /// Marks a trial if it is new and all that there is to do is to set its byte, as it mostly is.
    #[inline]
    pub(crate) fn fresh(&mut self, row: usize, code: u32, mark: Mark) -> bool {
        let place = self.rows.get_mut(row).and_then(|marks| marks.get_mut(code as usize));
        match (place, mark.byte()) {
            (Some(place @ 0), Some(byte)) if self.others.is_empty() => {
                *place = byte;
                true
            }
            _ => false,
        }
    }

    /// Whether a trial is marked.
    pub(crate) fn has(&self, row: usize, code: u32) -> bool {
        let marks = self.rows.get(row);
        let byte = marks.and_then(|marks| marks.get(code as usize)).copied();
        byte.is_some_and(|byte| byte != 0)
            || self.others.contains_key(&((row as u64) << 32 | u64::from(code)))
    }

    /// Marks a trial and gives the mark that it had before, if any.
    pub(crate) fn mark(&mut self, row: usize, code: u32, mark: Mark) -> Option<Mark> {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let marks = &mut self.rows[row];
        let both = (row as u64) << 32 | u64::from(code);
        let place = code as usize;
        let byte = marks.get_mut(place).map(std::mem::take);
        let mut old = Mark::of_byte(byte.unwrap_or(0));
        if old.is_none() && !self.others.is_empty() {
            old = self.others.remove(&both);
        }
        match mark.byte() {
            Some(byte) if place <= marks.len() + GAP => {
                if marks.len() <= place {
                    // All that the allocation has: the next trials need no more.
                    marks.reserve(place + 1 - marks.len());
                    marks.resize(marks.capacity(), 0);
                }
                marks[place] = byte;
            }
            _ => drop(self.others.insert(both, mark)),
        }
        old
    }

    /// Marks trials of one row, as bytes, up to the first that was there before or that has no place
    /// in the row; how many were marked.
    pub(crate) fn fresh_ones(&mut self, row: usize, codes: &[u32], marks: &[u8]) -> usize {
        if !self.others.is_empty() {
            return 0;
        }
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let Some(known) = self.rows.get_mut(row) else { return 0 };
        // They mostly are all the trials that a row has.
        known.reserve(codes.len());
        let mut marked = 0;
        for (&code, &mark) in codes.iter().zip(marks) {
            let place = code as usize;
            if known.len() <= place {
                if place > known.len() + GAP {
                    break;
                }
                known.resize(place + 1, 0);
            }
            match known.get_mut(place) {
                Some(known) if *known == 0 => *known = mark,
                _ => break,
            }
            marked += 1;
        }
        marked
    }

    /// The code of a trial, by which it is marked.
    pub(crate) fn code(&mut self, trial: &str) -> u32 {
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

/// The code of a trial that is a number.
#[inline]
pub(crate) fn number(digits: &[u8]) -> Option<u32> {
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn remembers_like_a_map(
            fresh in prop::collection::vec((0..3_usize, prop::collection::vec(0..200_u32, 0..20)), 0..10),
            marks in prop::collection::vec((0..3_usize, prop_oneof![0..300_u32, any::<u32>()], 0..600_u16), 0..200),
        ) {
            let (mut seen, mut map) = (Seen::default(), HashMap::new());
            for (row, codes) in fresh {
                let marked = seen.fresh_ones(row, &codes, &vec![1; codes.len()]);
                for &code in &codes[..marked] {
                    prop_assert_eq!(map.insert((row, code), Mark::Dropped), None);
                }
            }
            for (row, code, category) in marks {
                let mark = match category {
                    0 => Mark::Dropped,
                    1 => Mark::Failed,
                    other => Mark::Category(other - 2),
                };
                let old = map.insert((row, code), mark);
                prop_assert_eq!(seen.has(row, code), old.is_some());
                if seen.fresh(row, code, mark) {
                    prop_assert_eq!(None, old);
                } else {
                    prop_assert_eq!(seen.mark(row, code, mark), old);
                }
            }
        }
    }
}
