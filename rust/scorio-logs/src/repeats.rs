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
    pub(crate) fn mark(&mut self, row: usize, trial: &str, mark: Mark) -> Option<Mark> {
        let code = self.code(trial);
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let marks = &mut self.rows[row];
        // Trials mostly come in order: then this is a push.
        match marks.binary_search_by_key(&code, |&(known, _)| known) {
            Ok(place) => Some(std::mem::replace(&mut marks[place].1, mark)),
            Err(place) => {
                marks.insert(place, (code, mark));
                None
            }
        }
    }

    fn code(&mut self, trial: &str) -> u32 {
        // "07" and "+7" are names of their own.
        let digit = |byte: u8| byte.is_ascii_digit();
        let plain = trial == "0" || trial.bytes().all(digit) && !trial.starts_with('0');
        if let Some(number) = trial.parse().ok().filter(|&number| plain && number < NAMES) {
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
