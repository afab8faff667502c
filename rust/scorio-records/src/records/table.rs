//! CSV and TSV (RFC 4180): a header line, then a record a row.
//!
//! A cell whose first character is a quote ends at the next single quote. The delimiter or the line
//! end must follow, perhaps after blanks. Lenient parsers go on instead, and take other rows into the cell. Here
//! a quote out of place is an error under every policy, because the row's end is not known.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memchr2};

use crate::json::value::Value;
use crate::records::error::{Broken, RecordError};
use crate::records::place::{Place, beginning};
use crate::records::record::{Origin, Sink, utf8, within_character};
use crate::records::text::Text;

struct TextRow<'a> {
    file: &'a str,
    line: u64,
    offset: u64,
    text: &'a [u8],
    header: &'a [String],
    delimiter: u8,
}

impl Origin for TextRow<'_> {
    fn place(&self) -> Box<Place> {
        Box::new(Place {
            file: self.file.to_owned(),
            unit: "line",
            number: self.line,
            offset: self.offset,
            beginning: beginning(self.text),
        })
    }

    fn fields(&self) -> Vec<String> {
        self.header.to_vec()
    }

    fn members(&self) -> Vec<(Cow<'_, str>, Value<'_>)> {
        let cells = split(self.text, self.delimiter, true).map_or_else(|_| Vec::new(), |row| row.0);
        let value = |cell| match cell {
            Cow::Borrowed(cell) => Value::Cell(std::str::from_utf8(cell).unwrap_or("")),
            Cow::Owned(cell) => Value::Text(String::from_utf8_lossy(&cell).into_owned().into()),
        };
        let names = self.header.iter().map(|name| Cow::Borrowed(name.as_str()));
        names.zip(cells.into_iter().map(value)).collect()
    }
}

impl TextRow<'_> {
    fn malformed(&self, kind: Broken, problem: String) -> RecordError {
        RecordError::Malformed { place: self.place(), problem, kind, cut: false }
    }

    /// The same of a row with which the file ends, without a line end.
    fn cut(&self, kind: Broken, what: &str) -> RecordError {
        let problem = format!("{what}; the file ends there and may be truncated");
        RecordError::Malformed { place: self.place(), problem, kind, cut: true }
    }

    fn uneven(&self, cells: &[Cow<'_, [u8]>]) -> String {
        let (here, there) = (cells.len(), self.header.len());
        format!("the row has {here} cells but the header has {there}")
    }

    /// The value of a wanted column.
    fn value<'c>(
        &self,
        column: Option<usize>,
        cells: &'c [Cow<'_, [u8]>],
    ) -> Result<Value<'c>, RecordError> {
        Ok(match column.and_then(|column| cells.get(column)) {
            Some(Cow::Borrowed(cell)) => Value::Cell(utf8(cell, || self.place())?.trim()),
            Some(Cow::Owned(cell)) => {
                Value::Text(Cow::Owned(utf8(cell, || self.place())?.trim().to_owned()))
            }
            None => Value::Absent,
        })
    }
}

/// Why a row cannot be split.
enum RowFault {
    /// It may go on behind the window.
    Incomplete,
    AfterQuote,
}

type Split<'a> = Result<(Vec<Cow<'a, [u8]>>, usize), RowFault>;

/// A table, as far as it was read.
#[derive(Debug)]
pub struct Rows {
    delimiter: u8,
    /// The wanted columns.
    fields: Vec<Option<String>>,
    header: Option<Header>,
    line: u64,
}

/// The names of the columns, and the column of each wanted field.
#[derive(Debug)]
struct Header {
    names: Vec<String>,
    columns: Vec<Option<usize>>,
}

impl Rows {
    pub fn new(delimiter: u8, fields: Vec<Option<String>>) -> Self {
        Self { delimiter, fields, header: None, line: 1 }
    }

    /// Reads what there is. False if more comes later.
    pub fn read<T: Text, S: Sink<Error = T::Error>>(
        &mut self,
        text: &mut T,
        sink: &mut S,
    ) -> Result<bool, T::Error> {
        while !(text.rest().is_empty() && text.ended()) {
            let (cells, length) = match split(text.rest(), self.delimiter, text.ended()) {
                Ok(found) => found,
                Err(RowFault::Incomplete) if !text.ended() => {
                    if !text.more_of("line", self.line)? {
                        return Ok(false);
                    }
                    continue;
                }
                Err(fault) => return Err(self.unsplit(text, fault).into()),
            };
            let whole = text.rest().get(..length).unwrap_or(text.rest());
            let lines = memchr_iter(b'\n', whole).count() as u64;
            text.limit(whole.len() - usize::from(whole.ends_with(b"\n")), "line", self.line)?;
            self.row(text, whole, &cells, sink)?;
            self.line += lines;
            text.advance(length);
        }
        Ok(true)
    }

    /// Hands a row on.
    fn row<T: Text, S: Sink<Error = T::Error>>(
        &mut self,
        text: &T,
        whole: &[u8],
        cells: &[Cow<'_, [u8]>],
        sink: &mut S,
    ) -> Result<(), T::Error> {
        let unended = !whole.ends_with(b"\n");
        let Some(Header { names, columns }) = &self.header else {
            let row = self.text_row(text, bare(whole), &[]);
            if !is_blank(&row, cells, 0) {
                let header = named_columns(&row, cells, &self.fields)?;
                let row = self.text_row(text, bare(whole), &header.names);
                sink.columns(&header.columns, &row)?;
                self.header = Some(header);
            }
            return Ok(());
        };
        let row = self.text_row(text, bare(whole), names);
        if is_blank(&row, cells, names.len()) {
            return Ok(());
        }
        if unended && cells.len() < names.len() {
            return Err(row.cut(Broken::Cells, &row.uneven(cells)).into());
        }
        if unended && within_character(row.text) {
            return Err(row.cut(Broken::NotUtf8, "it ends within a character").into());
        }
        if cells.len() != names.len() {
            return sink.malformed(row.malformed(Broken::Cells, row.uneven(cells)));
        }
        match columns.iter().map(|column| row.value(*column, cells)).collect::<Result<Vec<_>, _>>()
        {
            Ok(values) => sink.record(&values, &row)?,
            Err(error) => return sink.malformed(error),
        }
        let last = names.len() - 1;
        // A quote at the end of a cell closes it.
        if unended && columns.contains(&Some(last)) && !row.text.trim_ascii_end().ends_with(b"\"") {
            sink.perhaps_cut(&row.place(), names.get(last).map_or("", String::as_str));
        }
        Ok(())
    }

    fn text_row<'t, T: Text>(
        &self,
        text: &'t T,
        bytes: &'t [u8],
        header: &'t [String],
    ) -> TextRow<'t> {
        let (file, offset) = (text.file(), text.offset());
        TextRow { file, line: self.line, offset, text: bytes, header, delimiter: self.delimiter }
    }

    /// The error of a row that cannot be split.
    fn unsplit<T: Text>(&self, text: &T, fault: RowFault) -> RecordError {
        let row = self.text_row(text, text.rest(), &[]);
        let what = match fault {
            RowFault::AfterQuote => "a quoted cell goes on after its closing quote".to_owned(),
            // Without a line end in it, no other row can be inside.
            RowFault::Incomplete
                if self.header.is_some() && memchr(b'\n', text.rest()).is_none() =>
            {
                return row.cut(Broken::Quote, "a quoted cell has no end");
            }
            RowFault::Incomplete => {
                "a quoted cell has no end; the file may be truncated".to_owned()
            }
        };
        row.malformed(Broken::Quote, what)
    }
}

/// A row without its line end.
fn bare(whole: &[u8]) -> &[u8] {
    let whole = whole.strip_suffix(b"\n").unwrap_or(whole);
    whole.strip_suffix(b"\r").unwrap_or(whole)
}

/// Whether a row has nothing to say. In a table of one column, blanks are an empty cell.
fn is_blank(row: &TextRow<'_>, cells: &[Cow<'_, [u8]>], columns: usize) -> bool {
    row.text.is_empty() || cells.len() == 1 && columns != 1 && row.text.trim_ascii().is_empty()
}

/// The names in the header that `text` begins with. None if it is broken.
pub fn header(text: &[u8], delimiter: u8) -> Vec<String> {
    let cells = split(text, delimiter, true).map_or_else(|_| Vec::new(), |(cells, _)| cells);
    cells.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect()
}

/// The cells of the row that `text` begins with, and its length with its line end.
fn split(text: &[u8], delimiter: u8, ended: bool) -> Split<'_> {
    let mut cells = Vec::new();
    let mut at = 0;
    loop {
        let rest = text.get(at..).unwrap_or(&[]);
        let (cell, after) = if rest.first() == Some(&b'"') {
            let end = closing_quote(rest).ok_or(RowFault::Incomplete)?;
            let inside = rest.get(1..end).unwrap_or(&[]);
            // Some programs pad quoted cells. The \r may be of a line end.
            let padding = |byte: &&u8| matches!(**byte, b' ' | b'\r') && **byte != delimiter;
            let after = rest.get(end + 1..).unwrap_or(&[]);
            (unquoted(inside), at + end + 1 + after.iter().take_while(padding).count())
        } else {
            let end = memchr2(delimiter, b'\n', rest).or(ended.then_some(rest.len()));
            let cell = rest.get(..end.ok_or(RowFault::Incomplete)?).unwrap_or(&[]);
            let after = at + cell.len();
            let last = text.get(after) != Some(&delimiter);
            // The \r of a line end belongs to it and not to the cell.
            (Cow::Borrowed(cell.strip_suffix(b"\r").filter(|_| last).unwrap_or(cell)), after)
        };
        cells.push(cell);
        match text.get(after..).unwrap_or(&[]) {
            [byte, ..] if *byte == delimiter => at = after + 1,
            [b'\n', ..] => return Ok((cells, after + 1)),
            [] if ended => return Ok((cells, text.len())),
            [] => return Err(RowFault::Incomplete),
            _ => return Err(RowFault::AfterQuote),
        }
    }
}

/// The place of the quote that closes a quoted cell. Two in a row are one inside it.
fn closing_quote(cell: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr(b'"', cell.get(at..)?)?;
        if cell.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

fn unquoted(inside: &[u8]) -> Cow<'_, [u8]> {
    if memchr(b'"', inside).is_none() {
        return Cow::Borrowed(inside);
    }
    let mut cell = Vec::with_capacity(inside.len());
    let mut second = false;
    for &byte in inside {
        second = byte == b'"' && !second;
        if !second {
            cell.push(byte);
        }
    }
    Cow::Owned(cell)
}

/// The header's names, and the column of each wanted field.
fn named_columns(
    row: &TextRow<'_>,
    cells: &[Cow<'_, [u8]>],
    fields: &[Option<String>],
) -> Result<Header, RecordError> {
    let names = cells
        .iter()
        .map(|name| utf8(name, || row.place()).map(|name| name.trim().to_owned()))
        .collect::<Result<Vec<_>, _>>()?;
    let column = |field: &Option<String>| {
        let mut places = (0..names.len()).filter(|&i| names.get(i) == field.as_ref());
        let first = places.next();
        match (places.next(), field) {
            (Some(_), Some(field)) => {
                let what = format!("the header has two columns \"{field}\"");
                Err(row.malformed(Broken::ColumnTwice, what))
            }
            _ => Ok(first),
        }
    };
    let columns = fields.iter().map(column).collect::<Result<_, _>>()?;
    Ok(Header { names, columns })
}
