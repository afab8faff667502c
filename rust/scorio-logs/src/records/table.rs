//! CSV and TSV (RFC 4180): a header line, then a record a row.
//!
//! A cell whose first character is a quote ends at the next single quote, and the delimiter or the
//! line end must follow. Lenient parsers go on instead, and take other rows into the cell. Here
//! a quote out of place is an error under every policy, because the row's end is not known.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memchr2};

use crate::error::{Error, Result};
use crate::json::value::Value;
use crate::records::error::RecordError;
use crate::records::record::{Origin, Sink, utf8};
use crate::source::place::Place;
use crate::source::place::beginning;
use crate::source::window::Window;

struct TextRow<'a> {
    file: &'a str,
    line: u64,
    offset: u64,
    text: &'a [u8],
    header: &'a [String],
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
}

impl TextRow<'_> {
    fn malformed(&self, what: impl Into<String>) -> Error {
        Error::from(RecordError::Malformed {
            place: self.place(),
            problem: what.into(),
            cut: false,
        })
    }

    /// The same of a row with which the file ends, without a line end.
    fn cut(&self, what: &str) -> Error {
        let what = format!("{what}; the file ends there and may be truncated");
        Error::from(RecordError::Malformed { place: self.place(), problem: what, cut: true })
    }
}

/// Why a row cannot be split.
enum RowFault {
    /// It may go on behind the window.
    Incomplete,
    AfterQuote,
}

type Split<'a> = std::result::Result<(Vec<Cow<'a, [u8]>>, usize), RowFault>;

/// Reads the rows of a table.
pub(crate) fn rows(
    mut window: Window<'_>,
    delimiter: u8,
    fields: &[Option<&str>],
    sink: &mut impl Sink,
) -> Result<()> {
    let file = window.source.name().to_owned();
    let mut header: Option<(Vec<String>, Vec<Option<usize>>)> = None;
    let mut line = 1;
    loop {
        let text = window.rest();
        if text.is_empty() && window.ended {
            return Ok(());
        }
        let (names, columns) = header.as_ref().map_or((&[][..], &[][..]), |(n, c)| (n, c));
        let row = |text| TextRow { file: &file, line, offset: window.offset, text, header: names };
        let (cells, length) = match split(text, delimiter, window.ended) {
            Ok(found) => found,
            Err(RowFault::Incomplete) if !window.ended => {
                window.more_of("line", line)?;
                continue;
            }
            Err(RowFault::Incomplete) => {
                let what = "a quoted cell has no end";
                // Without a line end in it, no other row can be inside.
                if header.is_some() && memchr(b'\n', text).is_none() {
                    return Err(row(text).cut(what));
                }
                return Err(row(text).malformed(format!("{what}; the file may be truncated")));
            }
            Err(RowFault::AfterQuote) => {
                return Err(row(text).malformed("a quoted cell goes on after its closing quote"));
            }
        };
        let whole = text.get(..length).unwrap_or(text);
        let unended = !whole.ends_with(b"\n");
        let whole = whole.strip_suffix(b"\n").unwrap_or(whole);
        window.limit(whole.len(), "line", line)?;
        let row = row(whole.strip_suffix(b"\r").unwrap_or(whole));
        if row.text.is_empty() {
            // A blank line.
        } else if header.is_none() {
            header = Some(named_columns(&row, &cells, fields)?);
        } else if unended && cells.len() < names.len() {
            let (here, there) = (cells.len(), names.len());
            return Err(row.cut(&format!("the row has {here} cells but the header has {there}")));
        } else if unended && within_character(row.text) {
            return Err(row.cut("it ends within a character"));
        } else if cells.len() != names.len() {
            let (here, there) = (cells.len(), names.len());
            let what = format!("the row has {here} cells but the header has {there}");
            sink.malformed(row.malformed(what))?;
        } else {
            let values = columns
                .iter()
                .map(|column| match column.and_then(|column| cells.get(column)) {
                    Some(Cow::Borrowed(cell)) => {
                        utf8(cell, || row.place()).map(|cell| Value::Cell(cell.trim()))
                    }
                    Some(Cow::Owned(cell)) => utf8(cell, || row.place())
                        .map(|cell| Value::Text(Cow::Owned(cell.trim().to_owned()))),
                    None => Ok(Value::Absent),
                })
                .collect::<Result<Vec<_>>>();
            match values {
                Ok(values) => {
                    sink.record(&values, &row)?;
                    let last = names.len() - 1;
                    // A quote at the end of a cell closes it.
                    if unended && columns.contains(&Some(last)) && !row.text.ends_with(b"\"") {
                        let name = names.get(last).map_or("", String::as_str);
                        sink.perhaps_cut(&row.place(), name);
                    }
                }
                Err(error) => sink.malformed(error)?,
            }
        }
        line += memchr_iter(b'\n', text.get(..length).unwrap_or(text)).count() as u64;
        window.advance(length);
    }
}

/// Whether a text ends in the middle of a character.
fn within_character(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_err_and(|error| error.error_len().is_none())
}

/// The names in the header that `text` begins with. None if it is broken.
pub(crate) fn header(text: &[u8], delimiter: u8) -> Vec<String> {
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
            (unquoted(inside), at + end + 1)
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
            [b'\r', b'\n', ..] => return Ok((cells, after + 2)),
            [] | [b'\r'] if ended => return Ok((cells, text.len())),
            [] | [b'\r'] => return Err(RowFault::Incomplete),
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
    fields: &[Option<&str>],
) -> Result<(Vec<String>, Vec<Option<usize>>)> {
    let names = cells
        .iter()
        .map(|name| utf8(name, || row.place()).map(|name| name.trim().to_owned()))
        .collect::<Result<Vec<_>>>()?;
    let column = |field: Option<&str>| {
        let mut places = (0..names.len()).filter(|&i| names.get(i).map(String::as_str) == field);
        let first = places.next();
        match (places.next(), field) {
            (Some(_), Some(field)) => {
                Err(row.malformed(format!("the header has two columns \"{field}\"")))
            }
            _ => Ok(first),
        }
    };
    let columns = fields.iter().copied().map(column).collect::<Result<_>>()?;
    Ok((names, columns))
}
