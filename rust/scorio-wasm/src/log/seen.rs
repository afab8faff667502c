//! The trials that were there before.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// Numbers from here on stand for texts.
const TEXTS: u32 = 1 << 31;

type Map<K, V> = HashMap<K, V, FxBuildHasher>;

/// The trials of each question. Those that count up from 0 take about a bit each.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// By row and block, 64 trials.
    blocks: Map<[u32; 2], u64>,
    /// By row and trial, what it counted as. Only where the last one counts.
    marks: Map<[u32; 2], u16>,
    texts: Map<Box<str>, u32>,
}

impl Seen {
    /// The number of a trial.
    pub(crate) fn code(&mut self, trial: &str) -> u32 {
        let plain = trial.parse::<u32>().ok().filter(|&number| number < TEXTS);
        if let Some(number) = plain.filter(|number| number.to_string() == trial) {
            return number;
        }
        if let Some(&code) = self.texts.get(trial) {
            return code;
        }
        let next = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let code = TEXTS.saturating_add(next);
        self.texts.insert(trial.into(), code);
        code
    }

    /// Whether a trial is new.
    pub(crate) fn is_new(&mut self, row: usize, code: u32) -> bool {
        let block = self.blocks.entry([key(row), code / 64]).or_default();
        let bit = 1 << (code % 64);
        let new = *block & bit == 0;
        *block |= bit;
        new
    }

    /// Remembers what a trial counts as, and gives what it counted as before.
    pub(crate) fn mark(&mut self, row: usize, code: u32, mark: u16) -> Option<u16> {
        self.marks.insert([key(row), code], mark)
    }
}

/// Rows are numbered in 32 bits.
fn key(row: usize) -> u32 {
    u32::try_from(row).unwrap_or(u32::MAX)
}
