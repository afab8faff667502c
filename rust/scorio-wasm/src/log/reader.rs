//! A log in pieces that may end anywhere.

use std::borrow::Cow;

use super::at::At;
use super::cell::Cell;
use super::error::LogError;
use super::fields::{Node, ROLES};
use super::json;
use super::list::List;
use super::names::names as field_names;
use super::record::{Counter, Spec};
use super::scanner::Scanner;
use super::start::{ENOUGH, MARK, bare, require_text};
use super::table::{MOST_BYTES, Rows, TableRow, separator_of};
use crate::failure::{Failure, Outcome};

/// Reads a log piece by piece.
pub(crate) struct LogReader {
    pub(crate) counter: Counter,
    form: Form,
    /// The first bytes, until they tell what the log is.
    first: Option<Vec<u8>>,
    /// The beginning of a line that has not ended: in a table, of the header alone.
    begun: Vec<u8>,
    line: u64,
}

enum Form {
    /// Before the first bytes. The separator of a table, if it is given.
    Unknown(Option<u8>),
    Json(Node),
    List(Node, List),
    /// Before the header is complete. The separator, if it is given.
    Header(Option<u8>),
    Table(Table),
}

/// A table whose header is known.
struct Table {
    rows: Rows,
    names: Vec<String>,
    /// The column of each slot.
    columns: [Option<usize>; 5],
}

impl LogReader {
    /// A reader of JSON Lines or one list of records, of a table, or of what the first bytes show.
    pub(crate) fn new(spec: Spec, is_table: Option<bool>, separator: Option<u8>) -> Outcome<Self> {
        let form = match is_table {
            None => Form::Unknown(separator),
            Some(true) => Form::Header(separator),
            Some(false) => Form::Json(spec.tree()),
        };
        let (counter, first) = (Counter::new(spec)?, Some(Vec::new()));
        Ok(Self { counter, form, first, begun: Vec::new(), line: 0 })
    }

    /// Takes the next piece.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Outcome<()> {
        self.counter.report.bytes += bytes.len() as u64;
        let Some(mut first) = self.first.take() else { return self.read(bytes) };
        first.extend_from_slice(bytes);
        if first.len() >= ENOUGH && (!bare(&first).is_empty() || first.len() > MOST_BYTES) {
            self.begin(&first)
        } else {
            self.first = Some(first);
            Ok(())
        }
    }

    /// Reads the first bytes, which say what the log is.
    fn begin(&mut self, first: &[u8]) -> Outcome<()> {
        require_text(first)?;
        if let Form::Unknown(separator) = self.form {
            self.form = match bare(first).first() {
                Some(b'{' | b'[') => Form::Json(self.counter.spec.tree()),
                _ => Form::Header(separator),
            };
        }
        let is_list = matches!(self.form, Form::Json(_)) && bare(first).starts_with(b"[");
        if is_list {
            self.form = Form::List(self.counter.spec.tree(), List::default());
        }
        self.read(if is_list { bare(first) } else { first })
    }

    fn read(&mut self, bytes: &[u8]) -> Outcome<()> {
        let counter = &mut self.counter;
        match &mut self.form {
            Form::List(root, list) => {
                return list.push(bytes, |at, entry| record(counter, at, entry, root));
            }
            Form::Table(Table { rows, names, columns }) => {
                return rows.push(bytes, |row| counted(counter, row, columns, names));
            }
            Form::Unknown(_) | Form::Json(_) | Form::Header(_) => {}
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
                return self.read(rest);
            }
        }
        self.begun.extend_from_slice(rest);
        if self.begun.len() > MOST_BYTES {
            return Err(LogError::Long { at: At::Line(self.line + 1), most: MOST_BYTES }.into());
        }
        Ok(())
    }

    /// Ends the log. A last record that is cut off is left out, and the report says so.
    pub(crate) fn finish(mut self) -> Outcome<Counter> {
        if let Some(first) = self.first.take() {
            self.begin(&first)?;
        }
        match self.last() {
            Err(Failure::Log(LogError::Cut(_))) if self.counter.report.records > 0 => {
                self.counter.report.interrupted = true;
            }
            last => last?,
        }
        if self.counter.report.records == 0 {
            return Err(LogError::Empty.into());
        }
        Ok(self.counter)
    }

    /// Reads what no line end has ended.
    fn last(&mut self) -> Outcome<()> {
        let counter = &mut self.counter;
        match &mut self.form {
            Form::Table(Table { rows, names, columns }) => {
                let Some((row, is_quoted)) = rows.rest()? else { return Ok(()) };
                let (at, cells, header) = (At::Line(row.line), row.ends.len(), names.len());
                if cells < header {
                    return Err(cut(LogError::Cells { at, cells, header }));
                }
                if within_character(&row.bytes) {
                    return Err(cut(not_utf8(&row.bytes, at)));
                }
                counted(counter, &row, columns, names)?;
                let is_wanted = columns.contains(&header.checked_sub(1));
                counter.report.perhaps_interrupted = is_wanted && !is_quoted;
                Ok(())
            }
            Form::List(_, list) if list.ended => Ok(()),
            Form::List(root, list) => {
                let entry = std::mem::take(&mut list.entry);
                if !entry.is_empty() && !is_cut(&entry) {
                    record(counter, list.at(), &entry, root)?;
                }
                let reason = "the list has no end".to_owned();
                Err(cut(LogError::NotJson { at: list.at(), reason }))
            }
            Form::Json(root) if is_cut(&self.begun) => {
                let at = At::Line(self.line + 1);
                let mut slots: [Cell<'_>; 5] = Default::default();
                let read =
                    text(&self.begun, at).and_then(|text| json::read(text, at, root, &mut slots));
                read.map_err(cut)
            }
            Form::Unknown(_) | Form::Json(_) | Form::Header(_) => {
                let last = std::mem::take(&mut self.begun);
                self.line += 1;
                self.line(&last)
            }
        }
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
        let at = At::Line(self.line);
        match &self.form {
            Form::Json(root) => record(&mut self.counter, at, bytes, root)?,
            Form::Header(separator) => {
                let separator = separator.unwrap_or_else(|| separator_of(bytes));
                let table = Table::new(bytes, separator, self.line, &self.counter.spec)?;
                self.form = Form::Table(table);
            }
            Form::Unknown(_) | Form::List(..) | Form::Table(_) => {}
        }
        Ok(())
    }
}

/// Counts a record of JSON.
fn record(counter: &mut Counter, at: At, bytes: &[u8], root: &Node) -> Outcome<()> {
    let mut slots: [Cell<'_>; 5] = Default::default();
    let read = text(bytes, at).and_then(|text| json::read(text, at, root, &mut slots));
    if let Err(error) = read {
        return bad_line(counter, error);
    }
    let names = || text(bytes, at).map_or_else(|_| Vec::new(), field_names);
    counter.add(at, &slots).map_err(|error| with_seen(error, names))
}

/// An error about a missing field, with those that the record has.
fn with_seen(error: Failure, names: impl FnOnce() -> Vec<String>) -> Failure {
    match error {
        Failure::Log(error) => error.with_seen(names).into(),
        other => other,
    }
}

fn cut(error: LogError) -> Failure {
    LogError::Cut(Box::new(error)).into()
}

/// Whether the last record of a log ends in its middle.
fn is_cut(line: &[u8]) -> bool {
    if line.trim_ascii().is_empty() {
        return false;
    }
    match std::str::from_utf8(line) {
        Ok(text) => Scanner::is_cut(text),
        Err(_) => within_character(line),
    }
}

/// Whether a text ends in the middle of a character.
fn within_character(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_err_and(|error| error.error_len().is_none())
}

fn bad_line(counter: &mut Counter, error: LogError) -> Outcome<()> {
    if counter.spec.skip_bad && error.is_bad_line() {
        counter.report.skipped += 1;
        return Ok(());
    }
    Err(error.into())
}

fn text(bytes: &[u8], at: At) -> Result<&str, LogError> {
    std::str::from_utf8(bytes).map_err(|_| not_utf8(bytes, at))
}

fn not_utf8(bytes: &[u8], at: At) -> LogError {
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    LogError::NotUtf8 { at, byte: valid as u64 + 1 }
}

impl Table {
    fn new(header: &[u8], separator: u8, line: u64, spec: &Spec) -> Outcome<Self> {
        let at = At::Line(line);
        let mut names = Vec::new();
        let mut whole = header.to_vec();
        whole.push(b'\n');
        Rows::new(separator).push::<Failure>(&whole, |row| {
            for index in 0..row.ends.len() {
                let name = row.cell(index).unwrap_or_default();
                names.push(text(name, at)?.trim().to_owned());
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
                let (field, seen) = (field.to_owned(), names.clone());
                return Err(LogError::NoField { at, role, field, seen }.into());
            }
            if let Some(column) = columns.get_mut(slot) {
                *column = place;
            }
        }
        let mut rows = Rows::new(separator);
        rows.begin_at(line + 1);
        Ok(Self { rows, names, columns })
    }
}

/// Counts a row of a table.
fn counted(
    counter: &mut Counter,
    row: &TableRow,
    columns: &[Option<usize>; 5],
    names: &[String],
) -> Outcome<()> {
    let at = At::Line(row.line);
    if row.ends.len() != names.len() {
        let error = LogError::Cells { at, cells: row.ends.len(), header: names.len() };
        return bad_line(counter, error);
    }
    let mut slots: [Cell<'_>; 5] = Default::default();
    for (slot, column) in slots.iter_mut().zip(columns) {
        if let Some(bytes) = column.and_then(|column| row.cell(column)) {
            match text(bytes, at) {
                Ok(text) => *slot = Cell::Plain(Cow::Borrowed(text.trim())),
                Err(error) => return bad_line(counter, error),
            }
        }
    }
    counter.add(at, &slots)
}
