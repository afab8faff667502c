//! Chunks: a source cut at line ends into pieces that can be scanned apart from each other.

use std::io::{self, Cursor, Read};

use memchr::memrchr;
use scorio_records::records::mark::Mark;

use crate::error::{Error, Result};
use crate::source::stream::Source;
use crate::threads::budget::{Budget, Share};
use crate::threads::ordered::{Position, Supply};
use crate::threads::plan::WorkPlan;

/// Buffers that long records have made larger than this are not kept, and take from a common budget.
const LARGEST: usize = 8 << 20;

/// The most that is read at once where a record is long.
const STEP: usize = 1 << 20;

/// Whole lines of a log, and what was found in them.
#[derive(Default)]
pub(crate) struct Chunk {
    buffer: Vec<u8>,
    length: usize,
    /// Offset in the text of its first byte.
    pub(crate) offset: u64,
    /// Nothing comes after it.
    pub(crate) last: bool,
    /// It is the beginning of a record that is longer than any may be.
    pub(crate) endless: bool,
    /// It is the beginning of a record for which there is no memory: so many bytes.
    pub(crate) refused: Option<usize>,
    /// What it has of the memory that long records share.
    share: Option<Share>,
    /// One for each line.
    pub(crate) entries: Vec<ChunkLine>,
    /// The reader's numbers of model, task and question, for each row that it meets for the first time.
    pub(crate) rows: Vec<[u32; 3]>,
    /// The texts of labels that the reader had not told before. For row after row, they are those of the
    /// model, the task and the question up to its number.
    pub(crate) labels: Texts,
    /// Trials whose names are no numbers.
    pub(crate) trials: Texts,
    /// The numbers of one trial after the other: their signals if rubrics grade them, or their costs.
    pub(crate) numbers: Vec<f64>,
}

/// The places for what is found in a chunk.
pub(crate) struct Found<'c> {
    pub(crate) entries: &'c mut Vec<ChunkLine>,
    pub(crate) rows: &'c mut Vec<[u32; 3]>,
    pub(crate) labels: &'c mut Texts,
    pub(crate) trials: &'c mut Texts,
    pub(crate) numbers: &'c mut Vec<f64>,
}

/// What a line is.
pub(crate) struct ChunkLine {
    /// Where in the chunk it ends, its line end aside.
    pub(crate) end: usize,
    pub(crate) what: LineKind,
}

/// What was found in a line.
pub(crate) enum LineKind {
    Blank,
    /// A record like any other.
    ChunkTrial(ChunkTrial),
    /// Anything else, broken records among them: to be read by the plain way, which says what is
    /// wrong.
    Other,
}

/// A trial in few bytes.
#[derive(Clone, Copy)]
pub(crate) struct ChunkTrial {
    /// The reader's number of its question.
    pub(crate) row: u32,
    pub(crate) name: TrialName,
    pub(crate) mark: Mark,
    /// A bit for each role whose field is lacking.
    pub(crate) lacking: u8,
}

/// What tells a trial from others of its question.
#[derive(Clone, Copy)]
pub(crate) enum TrialName {
    None,
    Number(u32),
    /// The place of its name among the chunk's trials.
    Text(u32),
}

impl Chunk {
    pub(crate) fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.length).unwrap_or(&[])
    }

    /// Makes room for so many bytes in all. False if there is no memory.
    fn make_room(&mut self, bytes: usize, budget: &Budget) -> bool {
        let more = bytes.saturating_sub(self.buffer.len());
        let granted = bytes <= LARGEST || {
            let share = self.share.get_or_insert_with(|| budget.share());
            share.grow(bytes)
        };
        let reserved = granted && self.buffer.try_reserve_exact(more).is_ok();
        if reserved {
            self.buffer.resize(bytes.max(self.buffer.len()), 0);
        }
        reserved
    }

    /// Gives up what a long record took.
    fn shrink(&mut self) {
        if self.share.is_some() {
            self.buffer = Vec::new();
        }
        for texts in [&mut self.labels, &mut self.trials] {
            if texts.text.capacity() > LARGEST {
                *texts = Texts::default();
            }
        }
        self.share = None;
    }

    /// The bytes, and the places for what is found in them.
    pub(crate) fn parts(&mut self) -> (&[u8], Found<'_>) {
        let bytes = self.buffer.get(..self.length).unwrap_or(&[]);
        let Self { entries, rows, labels, trials, numbers, .. } = self;
        (bytes, Found { entries, rows, labels, trials, numbers })
    }
}

/// Texts one after the other, in two allocations for all of them.
#[derive(Default)]
pub(crate) struct Texts {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Texts {
    pub(crate) fn push(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.ends.push(self.text.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, place: usize) -> &str {
        let end = |place: usize| self.ends.get(place).copied().unwrap_or(0);
        let start = if place == 0 { 0 } else { end(place - 1) };
        std::str::from_utf8(self.text.get(start..end(place)).unwrap_or(&[])).unwrap_or("")
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }
}

/// Cuts a source into chunks. Where it cuts depends on the source alone, not on who asks when.
pub(crate) struct Cutter {
    source: Source,
    /// What was read of the source before.
    begun: Cursor<Vec<u8>>,
    size: usize,
    /// What a buffer holds at most: the longest record and its line end.
    most: usize,
    /// The memory of all readers for records that do not fit in a usual buffer.
    budget: Budget,
    /// What was read of the next chunk already: the beginning of a line.
    carry: Vec<u8>,
    offset: u64,
    ended: bool,
    /// Why the source could not be read on.
    failure: Option<Error>,
}

impl Cutter {
    /// Goes on with a source of which `begun`, at `offset`, was read before.
    pub(crate) fn new(source: Source, begun: Vec<u8>, offset: u64, plan: WorkPlan) -> Self {
        let (begun, carry) = (Cursor::new(begun), Vec::new());
        let most = plan.longest.saturating_add(1);
        let size = plan.chunk.min(most);
        let budget = Budget::new(most.max(LARGEST));
        Self { source, begun, size, most, budget, carry, offset, ended: false, failure: None }
    }

    /// Fills a chunk up to the last line end that it can hold.
    fn fill(&mut self, chunk: &mut Chunk) {
        let mut filled = self.carry.len();
        let size = self.size.max(filled);
        (chunk.last, chunk.endless, chunk.refused) = (false, false, None);
        let mut lines = 0;
        if chunk.make_room(size, &self.budget) {
            if let Some(start) = chunk.buffer.get_mut(..filled) {
                start.copy_from_slice(&self.carry);
            }
            self.carry.clear();
        } else {
            // There is no memory for the usual piece either.
            (chunk.last, chunk.refused, filled) = (true, Some(size), 0);
        }
        while !chunk.last {
            if filled == chunk.buffer.len() {
                if lines > 0 {
                    break;
                }
                if filled >= self.most {
                    (chunk.last, chunk.endless) = (true, true);
                    lines = filled;
                    break;
                }
                // A record longer than the buffer: it doubles, so that the work stays linear.
                let double = (2 * filled).min(self.most);
                if !chunk.make_room(double, &self.budget) {
                    (chunk.last, chunk.refused) = (true, Some(double));
                    lines = filled;
                    break;
                }
            }
            // Of what follows a long record, no more is read than a step.
            let long = chunk.share.is_some();
            if long && lines > 0 {
                break;
            }
            let end = if long { chunk.buffer.len().min(filled + STEP) } else { chunk.buffer.len() };
            let room = chunk.buffer.get_mut(filled..end).unwrap_or(&mut []);
            let begun = self.begun.read(room).unwrap_or(0);
            match if begun > 0 { Ok(begun) } else { self.source.read(room) } {
                Ok(0) => {
                    chunk.last = true;
                    lines = filled;
                    break;
                }
                Ok(count) => {
                    let read = chunk.buffer.get(filled..filled + count).unwrap_or(&[]);
                    lines = memrchr(b'\n', read).map_or(lines, |end| filled + end + 1);
                    filled += count;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The lines before it come first, as what is wrong with them does.
                Err(error) => {
                    self.failure = Some(self.source.explain(error));
                    break;
                }
            }
        }
        self.carry.extend_from_slice(chunk.buffer.get(lines..filled).unwrap_or(&[]));
        (chunk.length, chunk.offset) = (lines, self.offset);
        self.offset += lines as u64;
    }
}

impl Supply for Cutter {
    type Piece = Chunk;

    fn give_back(chunk: &mut Chunk) {
        chunk.shrink();
    }

    /// Puts the next lines into a chunk.
    fn next(&mut self, chunk: &mut Chunk) -> Option<Result<Position>> {
        if self.ended {
            return None;
        }
        if let Some(error) = self.failure.take() {
            self.ended = true;
            return Some(Err(error));
        }
        self.fill(chunk);
        self.ended = chunk.last;
        Some(Ok(if chunk.last { Position::Last } else { Position::Inside }))
    }
}
