//! A log in pieces that may end anywhere.

use std::borrow::Cow;

use super::cell::Cell;
use super::error::LogError;
use super::fields::{Node, ROLES};
use super::json;
use super::record::{Counter, Spec};
use super::table::{MOST_BYTES, Rows, TableRow, separator_of};
use crate::failure::{Failure, Outcome};

/// The mark that some programs write before UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a log piece by piece.
pub(crate) struct LogReader {
    pub(crate) counter: Counter,
    form: Form,
    /// The beginning of a line that has not ended: in a table, of the header alone.
    begun: Vec<u8>,
    line: u64,
}

enum Form {
    Json(Node),
    /// Before the header is complete. The separator, if it is given.
    Header(Option<u8>),
    Table(Table),
}

/// A table whose header is known.
struct Table {
    rows: Rows,
    /// The column of each slot.
    columns: [Option<usize>; 5],
    width: usize,
}

impl LogReader {
    pub(crate) fn jsonl(spec: Spec) -> Outcome<Self> {
        let form = Form::Json(spec.tree());
        Ok(Self { counter: Counter::new(spec)?, form, begun: Vec::new(), line: 0 })
    }

    pub(crate) fn table(spec: Spec, separator: Option<u8>) -> Outcome<Self> {
        let form = Form::Header(separator);
        Ok(Self { counter: Counter::new(spec)?, form, begun: Vec::new(), line: 0 })
    }

    /// Takes the next piece.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Outcome<()> {
        self.counter.report.bytes += bytes.len() as u64;
        if let Form::Table(table) = &mut self.form {
            let counter = &mut self.counter;
            return table
                .rows
                .push(bytes, |row| counted(counter, row, &table.columns, table.width));
        }
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let (line, after) = rest.split_at(end);
            rest = after.get(1..).unwrap_or_default();
            self.line += 1;
            if self.begun.is_empty() {
                self.line(line)?;
            } else {
                let mut whole = std::mem::take(&mut self.begun);
                whole.extend_from_slice(line);
                self.line(&whole)?;
                whole.clear();
                self.begun = whole;
            }
            if matches!(self.form, Form::Table(_)) {
                let count = rest.len() as u64;
                self.counter.report.bytes -= count;
                return self.push(rest);
            }
        }
        self.begun.extend_from_slice(rest);
        if self.begun.len() > MOST_BYTES {
            return Err(LogError::Long { line: self.line + 1, most: MOST_BYTES }.into());
        }
        Ok(())
    }

    /// Ends the log. A last record that is cut off is left out, and the report says so.
    pub(crate) fn finish(mut self) -> Outcome<Counter> {
        if let Form::Table(table) = &mut self.form {
            if let Some(row) = table.rows.rest()? {
                if row.ends.len() < table.width {
                    self.counter.report.interrupted = true;
                } else {
                    counted(&mut self.counter, &row, &table.columns, table.width)?;
                }
            }
        } else if !self.begun.is_empty() {
            let last = std::mem::take(&mut self.begun);
            self.line += 1;
            if is_cut(&last) && self.counter.report.records > 0 {
                self.counter.report.interrupted = true;
            } else {
                self.line(&last)?;
            }
        }
        if self.counter.report.records == 0 {
            return Err(LogError::Empty.into());
        }
        Ok(self.counter)
    }

    /// A complete line: a record, or the header of a table.
    fn line(&mut self, bytes: &[u8]) -> Outcome<()> {
        let bytes = match self.line {
            1 => bytes.strip_prefix(MARK).unwrap_or(bytes),
            _ => bytes,
        };
        if bytes.trim_ascii().is_empty() {
            return Ok(());
        }
        let line = self.line;
        match &self.form {
            Form::Json(root) => {
                let mut slots: [Cell<'_>; 5] = Default::default();
                let read =
                    text(bytes, line).and_then(|text| json::read(text, line, root, &mut slots));
                match read {
                    Ok(()) => self.counter.add(line, &slots),
                    Err(error) => bad_line(&mut self.counter, error),
                }
            }
            Form::Header(separator) => {
                let separator = separator.unwrap_or_else(|| separator_of(bytes));
                self.form = Form::Table(Table::new(bytes, separator, line, &self.counter.spec)?);
                Ok(())
            }
            Form::Table(_) => Ok(()),
        }
    }
}

/// Whether the last line of a log ends in the middle of a record.
fn is_cut(line: &[u8]) -> bool {
    match std::str::from_utf8(line) {
        Ok(text) => {
            serde_json::from_str::<serde::de::IgnoredAny>(text).is_err_and(|error| error.is_eof())
        }
        // Only a character without its end is cut off.
        Err(error) => error.error_len().is_none(),
    }
}

fn bad_line(counter: &mut Counter, error: LogError) -> Outcome<()> {
    if counter.spec.skip_bad && error.is_bad_line() {
        counter.report.skipped += 1;
        return Ok(());
    }
    Err(error.into())
}

fn text(bytes: &[u8], line: u64) -> Result<&str, LogError> {
    std::str::from_utf8(bytes)
        .map_err(|error| LogError::NotUtf8 { line, byte: error.valid_up_to() as u64 + 1 })
}

impl Table {
    fn new(header: &[u8], separator: u8, line: u64, spec: &Spec) -> Outcome<Self> {
        let mut names = Vec::new();
        let mut whole = header.to_vec();
        whole.push(b'\n');
        Rows::new(separator).push::<Failure>(&whole, |row| {
            for index in 0..row.ends.len() {
                let name = row.cell(index).unwrap_or_default();
                names.push(text(name, line)?.trim().to_owned());
            }
            Ok(())
        })?;
        let mut columns = [None; 5];
        for (slot, field) in spec.wanted() {
            let mut places = names.iter().enumerate().filter(|(_, name)| *name == field);
            let place = places.next().map(|(place, _)| place);
            if places.next().is_some() {
                return Err(LogError::ColumnTwice { column: field.to_owned() }.into());
            }
            let optional = matches!(ROLES.get(slot), Some(&("task" | "trial")));
            if place.is_none() && !optional {
                let role = ROLES.get(slot).copied().unwrap_or_default();
                return Err(LogError::NoField { line, role, field: field.to_owned() }.into());
            }
            if let Some(column) = columns.get_mut(slot) {
                *column = place;
            }
        }
        let mut rows = Rows::new(separator);
        rows.begin_at(line + 1);
        Ok(Self { rows, columns, width: names.len() })
    }
}

/// Counts a row of a table.
fn counted(
    counter: &mut Counter,
    row: &TableRow,
    columns: &[Option<usize>; 5],
    width: usize,
) -> Outcome<()> {
    let line = row.line;
    if row.ends.len() != width {
        let error = LogError::Cells { line, cells: row.ends.len(), header: width };
        return bad_line(counter, error);
    }
    let mut slots: [Cell<'_>; 5] = Default::default();
    for (slot, column) in slots.iter_mut().zip(columns) {
        if let Some(bytes) = column.and_then(|column| row.cell(column)) {
            match text(bytes, line) {
                Ok(text) => *slot = Cell::Plain(Cow::Borrowed(text.trim())),
                Err(error) => return bad_line(counter, error),
            }
        }
    }
    counter.add(line, &slots)
}
