//! CSV and TSV: a header line, then a record a row.

use crate::error::{Error, Place, Result};
use crate::json::Value;
use crate::record::{Origin, Sink, beginning, utf8};
use crate::source::{Source, Window};

struct Row<'a> {
    file: &'a str,
    record: &'a csv::ByteRecord,
    header: &'a [String],
}

impl Origin for Row<'_> {
    fn place(&self) -> Box<Place> {
        let position = self.record.position();
        Box::new(Place {
            file: self.file.to_owned(),
            unit: "line",
            number: position.map_or(0, csv::Position::line),
            offset: position.map_or(0, csv::Position::byte),
            beginning: beginning(&self.record.iter().collect::<Vec<_>>().join(&b","[..])),
        })
    }

    fn fields(&self) -> Vec<String> {
        self.header.to_vec()
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
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(window);
    let header = reader.byte_headers().cloned();
    let header = header.map_err(|error| explain(error, &reader.get_ref().source, &file))?;
    let place = || {
        Box::new(Place {
            file: file.clone(),
            unit: "line",
            number: 1,
            offset: 0,
            beginning: beginning(&header.iter().collect::<Vec<_>>().join(&b","[..])),
        })
    };
    let header = header
        .iter()
        .map(|name| utf8(name, place).map(|name| name.trim().to_owned()))
        .collect::<Result<Vec<_>>>()?;
    let columns: Vec<_> = fields
        .iter()
        .map(|field| header.iter().position(|name| Some(name.as_str()) == *field))
        .collect();
    let mut record = csv::ByteRecord::new();
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => {
                let error = explain(error, &reader.get_ref().source, &file);
                match error {
                    Error::Malformed { .. } => sink.malformed(error)?,
                    other => return Err(other),
                }
                continue;
            }
        }
        let row = Row { file: &file, record: &record, header: &header };
        let values = columns
            .iter()
            .map(|column| match column.and_then(|column| record.get(column)) {
                Some(cell) => utf8(cell, || row.place()).map(Value::Cell),
                None => Ok(Value::Absent),
            })
            .collect::<Result<Vec<_>>>();
        match values {
            Ok(values) => sink.record(&values, &row)?,
            Err(error) => sink.malformed(error)?,
        }
    }
}

fn explain(error: csv::Error, source: &Source<'_>, file: &str) -> Error {
    let what = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(error) => source.explain(error),
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => Error::Malformed {
            place: Box::new(Place {
                file: file.to_owned(),
                unit: "line",
                number: pos.as_ref().map_or(0, csv::Position::line),
                offset: pos.as_ref().map_or(0, csv::Position::byte),
                beginning: String::new(),
            }),
            what: format!("the row has {len} cells but the header has {expected_len}"),
        },
        _ => Error::Read { file: file.to_owned(), source: std::io::Error::other(what) },
    }
}
