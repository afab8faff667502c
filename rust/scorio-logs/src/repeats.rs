//! Which trials were counted before.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// Trial numbers below this, as most are, take a place in a list; others an entry in a table.
const NUMBERED: usize = 4096;

/// How a trial was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Not yet.
    #[default]
    Unseen,
    /// In this category.
    Category(u32),
    /// In the first category, for want of an outcome.
    Failed,
    /// Left out, for want of an outcome.
    Dropped,
}

/// The marks of all trials of all rows.
#[derive(Default)]
pub(crate) struct Seen {
    numbered: Vec<Vec<Mark>>,
    other: HashMap<(usize, Box<str>), Mark, FxBuildHasher>,
}

impl Seen {
    /// The mark of a trial.
    pub(crate) fn mark(&mut self, row: usize, trial: &str) -> &mut Mark {
        match number(trial) {
            Some(number) => {
                if self.numbered.len() <= row {
                    self.numbered.resize_with(row + 1, Vec::new);
                }
                let marks = &mut self.numbered[row];
                if marks.len() <= number {
                    marks.resize(number + 1, Mark::Unseen);
                }
                &mut marks[number]
            }
            None => self.other.entry((row, trial.into())).or_default(),
        }
    }
}

/// A small number in its usual form; "07" and "+7" are names of their own.
fn number(trial: &str) -> Option<usize> {
    let plain =
        trial == "0" || trial.bytes().next().is_some_and(|byte| matches!(byte, b'1'..=b'9'));
    trial.parse().ok().filter(|&number| plain && number < NUMBERED)
}
