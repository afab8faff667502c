//! Counting what the readers of chunks found, in the order of the file.

use std::hint::black_box;
use std::sync::Arc;

use crate::count::counter::Counter;
use crate::count::settle::is_digits;
use crate::error::{Error, Result};
use crate::records::chunk::{Chunk, ChunkLine, ChunkTrial, LineKind, TrialName};
use crate::records::lines::WantedFields;
use crate::records::mark::Mark;
use crate::records::record::{JsonRecord, Origin};
use crate::records::role::OUTCOME;
use crate::source::error::SourceError;
use crate::threads::ordered::Collect;

/// A counter with what it knows of one file.
pub(super) struct ChunkCollector {
    pub(super) counter: Counter,
    pub(super) wanted: Arc<WantedFields>,
    pub(super) file: String,
    /// For each reader, the rows of its numbers.
    pub(super) rows: Vec<Vec<u32>>,
    /// Lines before the chunk.
    pub(super) line: u64,
    /// The most bytes of a record.
    pub(super) longest: usize,
}

impl Collect<Chunk> for ChunkCollector {
    fn collect(&mut self, chunk: &mut Chunk, thread: usize) -> Result<()> {
        let Some(rows) = self.rows.get_mut(thread) else { return Ok(()) };
        let bytes = chunk.bytes();
        let record = |number, start, end| JsonRecord {
            file: &self.file,
            unit: "line",
            number,
            offset: chunk.offset + start as u64,
            bytes: bytes.get(start..end).unwrap_or(&[]),
            key: None,
        };
        if chunk.endless {
            let place = record(self.line + 1, 0, bytes.len()).place();
            return Err(Error::from(SourceError::TooLong { place, most: self.longest }));
        }
        if let Some(needed) = chunk.refused {
            let place = record(self.line + 1, 0, bytes.len()).place();
            return Err(Error::from(SourceError::NoMemory { place, needed }));
        }
        let (mut start, mut new) = (0, 0..);
        let width = self.wanted.signals.as_ref().map_or(0, |signals| signals.readers.len());
        let mut signals = chunk.signals.chunks_exact(width.max(1));
        for (place, ChunkLine { end, what }) in chunk.entries.iter().enumerate() {
            if place % AHEAD == 0 {
                self.counter.glance(rows, chunk.entries.iter().skip(place).take(AHEAD));
            }
            self.line += 1;
            let done = match what {
                LineKind::Blank => true,
                LineKind::Other => false,
                LineKind::ChunkTrial(trial) => {
                    let row = rows.get(trial.row as usize).copied().unwrap_or_else(|| {
                        let mut label = || new.next().map_or("", |place| chunk.rows.get(place));
                        let row = self.counter.row([label(), label(), label()]);
                        rows.push(row);
                        row
                    });
                    let row = row as usize;
                    let name = match trial.name {
                        TrialName::Text(place) => chunk.trials.get(place as usize),
                        TrialName::None | TrialName::Number(_) => "",
                    };
                    if width == 0 {
                        self.counter.found(trial, row, name)?
                    } else {
                        let own = signals.next().unwrap_or(&[]);
                        let record = record(self.line, start, *end);
                        self.counter.found_signals(trial, (row, name), own, &record)?
                    }
                }
            };
            if !done {
                let record = record(self.line, start, *end);
                record.read(&self.wanted.paths, &mut self.counter, *end == bytes.len())?;
            }
            start = end + 1;
        }
        Ok(())
    }

    fn tolerate(&mut self, result: Result<()>) -> Result<()> {
        self.counter.tolerated(result)
    }
}

/// The plain way is to look at a record.
pub(super) struct PlainWay;

/// The bit of a record that lacks the outcome.
const ABSENT: u8 = 1 << OUTCOME;

/// Lines whose rows are looked at together.
const AHEAD: usize = 64;

impl Counter {
    /// Looks at the rows of the next lines. In a shuffled log each is somewhere else, and the processor
    /// waits for all of them together.
    fn glance<'l>(&self, rows: &[u32], lines: impl Iterator<Item = &'l ChunkLine>) {
        let mut looks = 0;
        for line in lines {
            let LineKind::ChunkTrial(trial) = &line.what else { continue };
            if let Some(&row) = rows.get(trial.row as usize) {
                let row = row as usize;
                looks ^= self.seen.glance(row) ^ self.counts.glance(row);
            }
        }
        black_box(looks);
    }

    /// Counts a trial that a reader found. False if the plain way is to say what is wrong with it.
    fn found(&mut self, trial: &ChunkTrial, row: usize, name: &str) -> Result<bool> {
        let Ok(code) = self.found_code(trial, name) else { return Ok(false) };
        match (trial.mark, code) {
            (Mark::Category(category), Some(code))
                if !self.spec.ordered && self.seen.fresh(row, code) =>
            {
                self.counts.add(row, usize::from(category), 1)?;
            }
            (mark, code) => {
                let failed = self.report.missing_failed;
                if !self.settle(row, code, mark)? {
                    return Ok(false);
                }
                self.lacked(row, trial.lacking & ABSENT != 0, failed);
            }
        }
        if trial.lacking & ABSENT == 0 {
            self.no_outcome = None;
        }
        self.report.records += 1;
        self.file_records += 1;
        Ok(true)
    }

    /// The code of a trial that a reader found, if it has one.
    pub(super) fn found_code(
        &mut self,
        trial: &ChunkTrial,
        name: &str,
    ) -> std::result::Result<Option<u32>, PlainWay> {
        if self.lacking != Some(trial.lacking & !ABSENT) {
            return Err(PlainWay);
        }
        match trial.name {
            TrialName::None => Ok(None),
            TrialName::Number(number) => Ok(Some(number)),
            TrialName::Text(_) if self.spec.ordered && is_digits(name) => Err(PlainWay),
            TrialName::Text(_) => Ok(Some(self.seen.code(name))),
        }
    }
}
