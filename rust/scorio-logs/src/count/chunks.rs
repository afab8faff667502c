//! Counting what the readers of chunks found, in the order of the file.

use std::sync::Arc;

use scorio_records::records::mark::Mark;
use scorio_records::records::record::{JsonRecord, Origin};
use scorio_records::records::role::OUTCOME;
use scorio_records::trials::counter::{Trials, is_digits};
use scorio_records::trials::repeats::NumberedTrial;

use crate::count::counter::Counter;
use crate::count::tables::row_numbers::KnownRows;
use crate::error::{Error, Result};
use crate::records::chunk::{Chunk, ChunkLine, ChunkTrial, LineKind, TrialName};
use crate::records::lines::{TrialNumbers, WantedFields};
use crate::source::error::SourceError;
use crate::threads::ordered::Collect;

/// A counter with what it knows of one file.
pub(super) struct ChunkCollector {
    pub(super) counter: Counter,
    pub(super) wanted: Arc<WantedFields>,
    pub(super) file: String,
    /// For each reader, the rows of its numbers.
    pub(super) rows: Vec<KnownRows>,
    /// Lines before the chunk.
    pub(super) line: u64,
    /// The most bytes of a record.
    pub(super) longest: usize,
    /// At least as many trials as are tallied and not yet in the counts.
    pub(super) tallied: u32,
    /// Trials that are tallied together.
    pub(super) trials: Vec<NumberedTrial>,
}

impl ChunkCollector {
    /// Adds the trials that were tallied to the counts.
    fn add_tallies(&mut self) -> Result<()> {
        let Self { counter: Counter { trials: Trials { seen, counts, .. }, .. }, rows, .. } = self;
        for row in rows.iter().flat_map(KnownRows::all) {
            let tallies = seen.take_tallies(row).enumerate();
            for (category, tally) in tallies.filter(|&(_, tally)| tally > 0) {
                counts.add(row, category, tally.into())?;
            }
        }
        self.tallied = 0;
        Ok(())
    }

    /// The counter, after the last chunk.
    pub(super) fn end(mut self) -> Result<Counter> {
        self.add_tallies()?;
        Ok(self.counter)
    }

    /// Before trials that may be tallied. Tallies have 32 bits.
    fn expect_trials(&mut self, trials: usize) -> Result<()> {
        let sum = |tallied: u32| tallied.checked_add(u32::try_from(trials).ok()?);
        if sum(self.tallied).is_none() {
            self.add_tallies()?;
        }
        self.tallied = sum(self.tallied).unwrap_or(u32::MAX);
        Ok(())
    }
}

impl Collect<Chunk> for ChunkCollector {
    fn collect(&mut self, chunk: &mut Chunk, thread: usize) -> Result<()> {
        self.expect_trials(chunk.entries.len())?;
        let Some(rows) = self.rows.get_mut(thread) else { return Ok(()) };
        let bytes = chunk.bytes();
        let record = |number, start, end| JsonRecord {
            file: &self.file,
            unit: "line",
            number,
            offset: chunk.offset + start as u64,
            bytes: bytes.get(start..end).unwrap_or(&[]),
            key: None,
            names: &[],
        };
        if chunk.endless {
            let place = record(self.line + 1, 0, bytes.len()).place();
            return Err(Error::from(SourceError::TooLong { place, most: self.longest }));
        }
        if let Some(needed) = chunk.refused {
            let place = record(self.line + 1, 0, bytes.len()).place();
            return Err(Error::from(SourceError::NoMemory { place, needed }));
        }
        let mut new = 0;
        let mut texts = (0..).map(|place| chunk.labels.get(place));
        let beside = self.wanted.numbers.as_ref();
        let (graded, width) =
            (beside.is_some_and(TrialNumbers::grades), beside.map_or(0, TrialNumbers::width));
        let mut numbers = chunk.numbers.chunks_exact(width.max(1));
        let (mut next, mut most) = (0, TOGETHER);
        loop {
            if beside.is_none() {
                let lines = chunk.entries.get(next..).unwrap_or(&[]);
                let tallied = self.counter.tally_all(lines, rows, &mut self.trials, &mut most);
                next += tallied;
                self.line += tallied as u64;
            }
            let Some(ChunkLine { end, what }) = chunk.entries.get(next) else { break };
            let before = next.checked_sub(1).and_then(|before| chunk.entries.get(before));
            let start = before.map_or(0, |line| line.end + 1);
            next += 1;
            self.line += 1;
            let of_trial = width > 0 && matches!(what, LineKind::ChunkTrial(_));
            let own = if of_trial { numbers.next().unwrap_or(&[]) } else { &[] };
            if beside.is_some() && !graded && self.counter.tally(what, rows, own) {
                continue;
            }
            let done = match what {
                LineKind::Blank => true,
                LineKind::Other => false,
                LineKind::ChunkTrial(trial) => {
                    let row = rows.get(trial.row).unwrap_or_else(|| {
                        let labels = chunk.rows.get(new..).unwrap_or(&[]);
                        if new.is_multiple_of(NEAR) {
                            let next = labels.get(..NEAR).unwrap_or(labels);
                            rows.look_for(next, &self.counter.trials.counts);
                        }
                        new += 1;
                        let labels = labels.first().copied().unwrap_or_default();
                        rows.add(labels, &mut texts, &mut self.counter.trials.counts)
                    });
                    let name = match trial.name {
                        TrialName::Text(place) => chunk.trials.get(place as usize),
                        TrialName::None | TrialName::Number(_) => "",
                    };
                    if graded {
                        let record = record(self.line, start, *end);
                        self.counter.found_signals(trial, (row, name), own, &record)?
                    } else {
                        let record = || record(self.line, start, *end);
                        self.counter.found_cost(row, own)
                            && self.counter.found(trial, row, name, record)?
                    }
                }
            };
            if !done {
                let record = record(self.line, start, *end);
                record.read(&self.wanted.paths, &mut self.counter, *end == bytes.len())?;
            }
        }
        Ok(())
    }

    fn tolerate(&mut self, result: Result<()>) -> Result<()> {
        self.counter.tolerated(result)
    }
}

/// Trials that are tallied together. What they change stays in the processor's nearest cache.
const TOGETHER: usize = 256;

/// The same where few are new.
const FEW: usize = 8;

/// New questions that are looked for together.
const NEAR: usize = 64;

/// The plain way is to look at a record.
pub(super) struct PlainWay;

/// The bit of a record that lacks the outcome.
const ABSENT: u8 = 1 << OUTCOME;

impl Counter {
    /// A trial like most others: of a known question, numbered and with an outcome.
    #[inline]
    fn numbered(&self, what: &LineKind, rows: &KnownRows) -> Option<NumberedTrial> {
        let &LineKind::ChunkTrial(ChunkTrial {
            row,
            name: TrialName::Number(number),
            mark: Mark::Category(category),
            lacking,
        }) = what
        else {
            return None;
        };
        let row = rows.number(row).filter(|_| self.lacking == Some(lacking))?;
        Some(NumberedTrial { row, number, category })
    }

    /// Tallies trials like most others, if they are new. How many lines it was. `most` is how many to look at
    /// together: what stands behind a trial that is not new is looked at again.
    fn tally_all(
        &mut self,
        lines: &[ChunkLine],
        rows: &KnownRows,
        trials: &mut Vec<NumberedTrial>,
        most: &mut usize,
    ) -> usize {
        let mut done = 0;
        loop {
            let lines = lines.iter().skip(done).take(*most);
            trials.clear();
            trials.extend(lines.map_while(|line| self.numbered(&line.what, rows)));
            let tallied = self.trials.seen.tally_all(trials);
            let tallies = trials.iter().take(tallied);
            let tallies = tallies.map(|one| (one.row as usize, one.number, one.category));
            self.trials.counts.number_all(tallies);
            done += tallied;
            if tallied < *most {
                *most = (2 * tallied).clamp(FEW, TOGETHER);
                self.usual(done as u64);
                return done;
            }
            *most = (2 * *most).min(TOGETHER);
        }
    }

    /// The same for a trial with a cost. False if nothing was done.
    fn tally(&mut self, what: &LineKind, rows: &KnownRows, amounts: &[f64]) -> bool {
        let one = self.numbered(what, rows);
        let one = one.filter(|one| self.found_cost(one.row as usize, amounts));
        let Some(NumberedTrial { row, number, category }) = one else { return false };
        let row = row as usize;
        let tallied = self.trials.seen.tally(row, number, category);
        if tallied {
            self.trials.counts.number(row, number, category);
            self.add_cost(row, None, Mark::Category(category), None);
            self.usual(1);
        }
        tallied
    }

    /// Takes down that so many trials were tallied.
    fn usual(&mut self, trials: u64) {
        if trials > 0 {
            self.no_outcome = None;
            self.trials.report.records += trials;
            self.file_records += trials;
        }
    }

    /// Counts a trial that a reader found. False if the plain way is to say what is wrong with it.
    fn found<'t>(
        &mut self,
        trial: &ChunkTrial,
        row: usize,
        name: &str,
        record: impl Fn() -> JsonRecord<'t>,
    ) -> Result<bool> {
        let Ok(code) = self.found_code(trial, name) else { return Ok(false) };
        match (trial.mark, code) {
            (Mark::Category(category), Some(code))
                if !self.spec.ordered && self.trials.seen.fresh(row, code) =>
            {
                self.trials.counts.add(row, usize::from(category), 1)?;
                self.trials.counts.number(row, code, category);
                self.add_cost(row, None, trial.mark, None);
            }
            // Without a name it is no duplicate.
            (Mark::Category(category), None) if !self.spec.ordered => {
                self.trials.counts.add(row, usize::from(category), 1)?;
                self.add_cost(row, None, trial.mark, None);
                if self.trail.add(row, trial.mark) {
                    self.trail.keep(row, trial.mark, &record().members());
                }
            }
            (mark, code) => {
                let failed = self.trials.report.missing_failed;
                if !self.settle(row, code, mark)? {
                    return Ok(false);
                }
                self.lacked(row, trial.lacking & ABSENT != 0, failed);
                if code.is_none() && self.trail.samples(row) {
                    self.trail.keep(row, mark, &record().members());
                }
            }
        }
        if trial.lacking & ABSENT == 0 {
            self.no_outcome = None;
        }
        self.trials.report.records += 1;
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
            TrialName::Text(_) => Ok(Some(self.trials.seen.code(name))),
        }
    }
}
