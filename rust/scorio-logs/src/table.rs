//! CSV and TSV: a header line, then a record a row.

use std::io::Read;

use csv::ByteRecord;

use crate::error::{Error, Place, Result};
use crate::json::Value;
use crate::record::{Origin, Sink, beginning, utf8};
use crate::source::Window;

/// Fed to the parser after the text. If it comes out as a row of its own, the text ended outside
/// of quotes; if not, it is in a cell whose quote was never closed.
const END: &[u8] = b"\0end of the log\0";

struct Row<'a> {
    file: &'a str,
    record: &'a ByteRecord,
    header: &'a [String],
    line: u64,
}

impl Origin for Row<'_> {
    fn place(&self) -> Box<Place> {
        let cells: Vec<_> = self.record.iter().collect();
        let text = cells.join(&b","[..]);
        let end = text.windows(END.len()).position(|part| part == END).unwrap_or(text.len());
        Box::new(Place {
            file: self.file.to_owned(),
            unit: "line",
            number: self.line,
            offset: self.record.position().map_or(0, csv::Position::byte),
            beginning: beginning(text.get(..end).unwrap_or(&[]).trim_ascii_end()),
        })
    }

    fn fields(&self) -> Vec<String> {
        self.header.to_vec()
    }
}

impl Row<'_> {
    fn malformed(&self, what: String) -> Error {
        Error::Malformed { place: self.place(), what }
    }
}

/// Reads the rows of a table.
pub(crate) fn rows(
    window: Window<'_>,
    delimiter: u8,
    fields: &[Option<&str>],
    sink: &mut impl Sink,
) -> Result<()> {
    let file = window.source.name().to_owned();
    let first = window.rest().split(|&byte| byte == b'\n').next().unwrap_or(&[]);
    let carriage_returns = first.ends_with(b"\r");
    let text = window.chain(&b"\n"[..]).chain(END).chain(&b"\n"[..]);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text);
    let mut record = ByteRecord::new();
    let mut header: Option<(Vec<String>, Vec<Option<usize>>)> = None;
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => {
                let source = &reader.get_ref().get_ref().0.get_ref().0.get_ref().0.source;
                return Err(match error.into_kind() {
                    csv::ErrorKind::Io(error) => source.explain(error),
                    other => source.explain(std::io::Error::other(format!("{other:?}"))),
                });
            }
        }
        if record.len() == 1 && record.get(0) == Some(END) {
            return Ok(());
        }
        let last = record.get(record.len().saturating_sub(1)).unwrap_or(&[]);
        let unclosed = last.trim_ascii_end().ends_with(END);
        // The parser has just passed the row's line end, of which it takes \r\n in two halves.
        let passed = u64::from(!carriage_returns && !unclosed);
        let inside = record.iter().flatten().filter(|&&byte| byte == b'\n').count() as u64;
        let line = reader.position().line() - passed - inside;
        let names = header.as_ref().map_or(&[][..], |(names, _)| names);
        let row = Row { file: &file, record: &record, header: names, line };
        if unclosed {
            // It takes in the rest of the file, so that no policy can go on after it.
            let what = "a quoted cell has no end; the file may be truncated";
            return Err(row.malformed(what.to_owned()));
        }
        let Some((names, columns)) = &header else {
            header = Some(named_columns(&row, fields)?);
            continue;
        };
        if record.len() != names.len() {
            let what =
                format!("the row has {} cells but the header has {}", record.len(), names.len());
            sink.malformed(row.malformed(what))?;
            continue;
        }
        let values = columns
            .iter()
            .map(|column| match column.and_then(|column| record.get(column)) {
                Some(cell) => utf8(cell, || row.place()).map(|cell| Value::Cell(cell.trim())),
                None => Ok(Value::Absent),
            })
            .collect::<Result<Vec<_>>>();
        match values {
            Ok(values) => sink.record(&values, &row)?,
            Err(error) => sink.malformed(error)?,
        }
    }
}

/// The header's names, and the column of each wanted field.
fn named_columns(
    row: &Row<'_>,
    fields: &[Option<&str>],
) -> Result<(Vec<String>, Vec<Option<usize>>)> {
    let names = row
        .record
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
