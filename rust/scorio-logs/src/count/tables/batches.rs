//! Counting what the readers of a table found, in the order of its rows.

use std::ops::Range;

use arrow_array::RecordBatch;
use scorio_records::records::mark::Mark;
use scorio_records::records::mark::NAMES;

use crate::count::counter::Counter;
use crate::error::Result;
use crate::records::columns::cells::Cells;
use crate::records::columns::pieces::TablePiece;
use crate::records::columns::quick::BatchTrials;
use crate::records::columns::rows::Table;
use crate::threads::ordered::Collect;

/// A counter with what it knows of one table.
pub(in crate::count) struct BatchCollector {
    pub(in crate::count) counter: Counter,
    pub(in crate::count) table: Table,
    /// Rows before the batch.
    pub(in crate::count) before: u64,
    /// For each reader, the rows of its numbers.
    pub(in crate::count) rows: Vec<Vec<u32>>,
    pub(in crate::count) scratch: Vec<String>,
}

impl Collect<TablePiece> for BatchCollector {
    fn collect(&mut self, piece: &mut TablePiece, thread: usize) -> Result<()> {
        piece.decoded.drain(..).try_for_each(|(batch, trials)| self.batch(&batch, trials, thread))
    }
}

impl BatchCollector {
    /// Counts the rows of a batch.
    fn batch(
        &mut self,
        batch: &RecordBatch,
        trials: Option<BatchTrials>,
        thread: usize,
    ) -> Result<()> {
        let cells = self.table.columns.cells(batch);
        let Some(trials) = trials else {
            return (0..batch.num_rows()).try_for_each(|at| self.plain(&cells, at));
        };
        let mut rows = self.rows.get_mut(thread).map(std::mem::take).unwrap_or_default();
        self.found(&cells, &trials, &mut rows)?;
        if let Some(place) = self.rows.get_mut(thread) {
            *place = rows;
        }
        Ok(())
    }

    /// Counts a row in the plain way.
    fn plain(&mut self, cells: &[Option<Cells<'_>>], at: usize) -> Result<()> {
        self.before += 1;
        self.table.row(cells, at, self.before, &mut self.scratch, &mut self.counter)
    }

    /// Counts what a reader found. `rows` are those of its numbers.
    fn found(
        &mut self,
        cells: &[Option<Cells<'_>>],
        found: &BatchTrials,
        rows: &mut Vec<u32>,
    ) -> Result<()> {
        let mut new = 0..;
        let mut at = 0;
        loop {
            let shuffled = self.counter.each(rows, at, found)?;
            self.before += shuffled as u64;
            at += shuffled;
            let (Some(&number), Some(&mark)) = (found.rows.get(at), found.marks.get(at)) else {
                return Ok(());
            };
            if mark == 0 {
                self.plain(cells, at)?;
                at += 1;
                continue;
            }
            let row = rows.get(number as usize).copied().unwrap_or_else(|| {
                let mut label = || new.next().map_or("", |place| found.new.get(place));
                let row = self.counter.row([label(), label(), label()]);
                rows.push(row);
                row
            });
            let row = row as usize;
            // The trials of a question mostly stand together.
            let after = found.rows.iter().zip(&found.marks).skip(at + 1);
            let more = after.take_while(|&(&next, &mark)| next == number && mark != 0).count();
            let run = at..at + 1 + more;
            let usual = self.counter.run(row, run.clone(), found)?;
            self.before += usual as u64;
            at += usual;
            if at < run.end {
                self.plain(cells, at)?;
                at += 1;
            }
        }
    }
}

impl Counter {
    /// The row of a question: model, task, question. 32 bits take half the place in the processor's cache.
    pub(in crate::count) fn row(&mut self, [model, task, question]: [&str; 3]) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "the counts number rows in 32 bits")]
        let row = self.trials.counts.row(model, task, question) as u32;
        row
    }

    /// Counts trials of known questions while the question changes from row to row. It stops at the
    /// first that needs more work, and returns their number. In a shuffled log they are nearly all.
    fn each(&mut self, rows: &[u32], from: usize, found: &BatchTrials) -> Result<usize> {
        if self.spec.ordered || self.lacking != Some(found.lacking) || !found.numbered {
            return Ok(0);
        }
        let trials = since(&found.rows, from).iter().zip(since(&found.rows, from + 1));
        let trials = trials.zip(since(&found.marks, from)).zip(since(&found.trials, from));
        let mut counted = 0_usize;
        for (((&number, &next), &mark), &code) in trials {
            let Some(&row) = rows.get(number as usize) else { break };
            let row = row as usize;
            if next == number || mark == 0 || !self.trials.seen.fresh(row, code) {
                break;
            }
            self.by_mark(row, mark, 1)?;
            self.trials.number(row, code, mark);
            counted += 1;
        }
        self.trials.report.records += counted as u64;
        self.file_records += counted as u64;
        Ok(counted)
    }

    /// Counts trials of one question, up to the first that must be read row by row. It returns their
    /// number.
    fn run(&mut self, row: usize, run: Range<usize>, found: &BatchTrials) -> Result<usize> {
        if self.spec.ordered || self.lacking != Some(found.lacking) {
            return Ok(0);
        }
        let marks = found.marks.get(run.clone()).unwrap_or(&[]);
        let codes = found.trials.get(run).unwrap_or(&[]);
        let fresh = match codes {
            [] => marks.len(),
            codes if found.numbered => self.trials.seen.fresh_ones(row, codes),
            _ => 0,
        };
        self.bulk(row, marks.get(..fresh).unwrap_or(&[]))?;
        if codes.is_empty() {
            self.trail.add_marks(row, marks);
        }
        for (&code, &mark) in codes.iter().zip(marks).take(fresh) {
            self.trials.number(row, code, mark);
        }
        let mut counted = fresh;
        for (at, &mark) in marks.iter().enumerate().skip(fresh) {
            let code = match codes.get(at) {
                Some(&place) if place >= NAMES => {
                    Some(self.trials.seen.code(found.names.get((place - NAMES) as usize)))
                }
                code => code.copied(),
            };
            let Some(mark) = Mark::of_byte(mark) else { break };
            if !self.settle(row, code, mark)? {
                break;
            }
            counted += 1;
        }
        self.trials.report.records += counted as u64;
        self.file_records += counted as u64;
        Ok(counted)
    }

    /// Counts trials by their marks alone.
    fn bulk(&mut self, row: usize, marks: &[u8]) -> Result<()> {
        if marks.len() < 8 {
            return marks.iter().try_for_each(|&mark| self.by_mark(row, mark, 1));
        }
        let mut tally = [0_u64; 8];
        for &mark in marks {
            match tally.get_mut(usize::from(mark)) {
                Some(tally) => *tally += 1,
                None => self.by_mark(row, mark, 1)?,
            }
        }
        for (mark, &count) in (0_u8..).zip(&tally) {
            if count > 0 {
                self.by_mark(row, mark, count)?;
            }
        }
        Ok(())
    }

    fn by_mark(&mut self, row: usize, mark: u8, count: u64) -> Result<()> {
        if let Some(mark) = Mark::of_byte(mark) {
            self.trials.add(row, mark, count)?;
        }
        Ok(())
    }
}

/// What stands from a place on.
fn since<T>(values: &[T], from: usize) -> &[T] {
    values.get(from..).unwrap_or(&[])
}
