//! Rows of a table, from bytes that come piece by piece.

use super::at::At;
use super::error::LogError;

/// A longer record is taken for a file of another kind.
pub(crate) const MOST_BYTES: usize = 1 << 29;

/// Where in a cell the scanner is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    /// Before the first byte of a cell.
    #[default]
    Start,
    Plain,
    Quoted,
    /// After a quote inside a quoted cell, which ends the cell or stands for itself.
    AfterQuote,
}

/// A row: its line from 1, and the byte ranges of its cells in `bytes`.
#[derive(Debug, Default)]
pub(crate) struct TableRow {
    pub(crate) line: u64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) ends: Vec<usize>,
}

impl TableRow {
    /// The bytes of a cell.
    pub(crate) fn cell(&self, index: usize) -> Option<&[u8]> {
        let end = *self.ends.get(index)?;
        let start =
            index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.bytes.get(start..end)
    }

    fn is_blank(&self) -> bool {
        self.ends.len() <= 1 && self.bytes.trim_ascii().is_empty()
    }
}

/// Splits a table into rows.
#[derive(Debug)]
pub(crate) struct Rows {
    separator: u8,
    state: State,
    row: TableRow,
    line: u64,
}

impl Rows {
    pub(crate) fn new(separator: u8) -> Self {
        let row = TableRow { line: 1, ..TableRow::default() };
        Self { separator, state: State::Start, row, line: 1 }
    }

    /// Numbers the lines from this one on.
    pub(crate) fn begin_at(&mut self, line: u64) {
        self.line = line;
        self.row.line = line;
    }

    /// Takes bytes, and gives each row that ends in them to `each`.
    pub(crate) fn push<E: From<LogError>>(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(&TableRow) -> Result<(), E>,
    ) -> Result<(), E> {
        for &byte in bytes {
            self.line += u64::from(byte == b'\n');
            match (self.state, byte) {
                (State::Quoted, b'"') => self.state = State::AfterQuote,
                (State::Quoted, _) => self.row.bytes.push(byte),
                (State::Start, b'"') => self.state = State::Quoted,
                (State::AfterQuote, b'"') => {
                    self.row.bytes.push(byte);
                    self.state = State::Quoted;
                }
                _ if byte == self.separator => {
                    self.row.ends.push(self.row.bytes.len());
                    self.state = State::Start;
                }
                (_, b'\n') => {
                    let row = self.take();
                    if !row.is_blank() {
                        each(&row)?;
                    }
                }
                (State::AfterQuote, b'\r' | b' ') => {}
                (State::AfterQuote, _) => {
                    return Err(LogError::Quote { at: At::Line(self.row.line) }.into());
                }
                _ => {
                    self.row.bytes.push(byte);
                    self.state = State::Plain;
                }
            }
        }
        if self.row.bytes.len() > MOST_BYTES {
            return Err(LogError::Long { at: At::Line(self.row.line), most: MOST_BYTES }.into());
        }
        Ok(())
    }

    /// The row that no line end has ended, if there is one, and whether a quote ends it.
    pub(crate) fn rest(&mut self) -> Result<Option<(TableRow, bool)>, LogError> {
        if self.state == State::Quoted {
            let error = LogError::Quote { at: At::Line(self.row.line) };
            // Without a line end in it, no other row can be inside.
            let is_cut = self.line == self.row.line;
            return Err(if is_cut { LogError::Cut(Box::new(error)) } else { error });
        }
        let is_quoted = self.state == State::AfterQuote;
        let row = self.take();
        Ok(Some((row, is_quoted)).filter(|(row, _)| !row.is_blank()))
    }

    fn take(&mut self) -> TableRow {
        self.row.ends.push(self.row.bytes.len());
        self.state = State::Start;
        let next = TableRow { line: self.line, ..TableRow::default() };
        std::mem::replace(&mut self.row, next)
    }
}

/// The separator that a header has most of.
pub(crate) fn separator_of(header: &[u8]) -> u8 {
    let mut quoted = false;
    let mut counts = [(b',', 0), (b'\t', 0), (b';', 0), (b'|', 0)];
    for &byte in header {
        quoted ^= byte == b'"';
        if let Some((_, count)) = counts.iter_mut().find(|(one, _)| *one == byte && !quoted) {
            *count += 1;
        }
    }
    let best = counts.iter().rev().max_by_key(|(_, count)| *count);
    best.map_or(b',', |&(separator, _)| separator)
}
