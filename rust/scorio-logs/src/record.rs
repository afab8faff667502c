//! From a source to records: one interface for every format.

use memchr::memchr;

use crate::document::{ENTRIES, Flow, Visit, walk};
use crate::error::{Error, Place, Result};
use crate::json::{Fault, Paths, Value, What, field_names};
use crate::window::Window;

const BEGINNING: usize = 60;
const FIELDS_SHOWN: usize = 40;

/// Takes the records of a log.
pub(crate) trait Sink {
    /// One record: the values of the wanted fields, in their order.
    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()>;

    /// A record that cannot be read: an error, or skipped and counted.
    fn malformed(&mut self, error: Error) -> Result<()>;

    /// The record that was last taken ends with the file, of which nothing tells whether it goes on.
    fn perhaps_cut(&mut self, why: String) {
        drop(why);
    }
}

/// Where a record stands and what it has.
#[expect(
    clippy::unnecessary_box_returns,
    reason = "a place goes into an error, which is to stay small"
)]
pub(crate) trait Origin {
    fn place(&self) -> Box<Place>;
    fn fields(&self) -> Vec<String>;

    /// The record itself, where it is JSON.
    fn text(&self) -> Option<&str> {
        None
    }
}

/// The bytes of one JSON record and their place.
pub(crate) struct JsonRecord<'a> {
    pub(crate) file: &'a str,
    pub(crate) unit: &'static str,
    pub(crate) number: u64,
    pub(crate) offset: u64,
    pub(crate) bytes: &'a [u8],
}

impl Origin for JsonRecord<'_> {
    fn place(&self) -> Box<Place> {
        Box::new(Place {
            file: self.file.to_owned(),
            unit: self.unit,
            number: self.number,
            offset: self.offset,
            beginning: beginning(self.bytes),
        })
    }

    fn fields(&self) -> Vec<String> {
        std::str::from_utf8(self.bytes)
            .map_or_else(|_| Vec::new(), |text| field_names(text, FIELDS_SHOWN))
    }

    fn text(&self) -> Option<&str> {
        std::str::from_utf8(self.bytes).ok()
    }
}

/// The first characters of a record, on one line.
pub(crate) fn beginning(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes.get(..4 * BEGINNING).unwrap_or(bytes));
    let mut short: String =
        text.chars().take(BEGINNING).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(BEGINNING).is_some() {
        short.push('…');
    }
    short
}

impl JsonRecord<'_> {
    /// Reads it in the plain way; `last` if the file ends with it, without a line end.
    pub(crate) fn read(&self, paths: &Paths, sink: &mut impl Sink, last: bool) -> Result<()> {
        if last && std::str::from_utf8(self.bytes).is_err_and(|error| error.error_len().is_none()) {
            let what = What::NotJson("it ends within a character");
            return sink.malformed(self.not_json(Fault { at: self.bytes.len(), what }, last));
        }
        let text = match utf8(self.bytes, || self.place()) {
            Ok(text) => text,
            Err(error) => return sink.malformed(error),
        };
        match paths.find(text) {
            Ok(values) => sink.record(&values, self),
            Err(fault) => sink.malformed(self.not_json(fault, last)),
        }
    }

    pub(crate) fn not_json(&self, Fault { at, what }: Fault, last: bool) -> Error {
        let cut = at >= self.bytes.trim_ascii_end().len();
        let end = match (cut, last) {
            (true, true) => "; the file ends there and may be truncated",
            (true, false) if self.unit == "line" && self.number == 1 => {
                "; a log has a record on each line, or is one list of records"
            }
            _ => "",
        };
        let what = format!("{what}, at byte {} of the {}{end}", at + 1, self.unit);
        Error::Malformed { place: self.place(), what, cut: cut && last }
    }
}

/// Text, or the place of the first byte that is not UTF-8.
pub(crate) fn utf8(bytes: &[u8], place: impl Fn() -> Box<Place>) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        Error::NotUtf8 { place: place(), at: at + 1, byte: bytes.get(at).copied().unwrap_or(0) }
    })
}

/// JSON Lines: a record a line; blank lines are passed over.
pub(crate) fn json_lines(
    window: &mut Window<'_>,
    paths: &Paths,
    sink: &mut impl Sink,
) -> Result<()> {
    let mut number = 0;
    let mut searched = 0;
    loop {
        let rest = window.rest();
        let end = memchr(b'\n', rest.get(searched..).unwrap_or(&[])).map(|at| searched + at);
        let length = match end {
            Some(end) => end,
            None if !window.ended => {
                searched = rest.len();
                window.more_of("line", number + 1)?;
                continue;
            }
            None if rest.is_empty() => return Ok(()),
            None => rest.len(),
        };
        searched = 0;
        number += 1;
        window.limit(length, "line", number)?;
        let line = rest.get(..length).unwrap_or(&[]);
        if !line.trim_ascii().is_empty() {
            let file = window.source.name();
            let record =
                JsonRecord { file, unit: "line", number, offset: window.offset, bytes: line };
            record.read(paths, sink, end.is_none())?;
        }
        window.advance(length + usize::from(end.is_some()));
    }
}

/// A JSON list of records, read an entry at a time.
pub(crate) fn json_list(
    window: &mut Window<'_>,
    paths: &Paths,
    sink: &mut impl Sink,
) -> Result<()> {
    walk(window, &[ENTRIES], &mut Entries { paths, sink })
}

struct Entries<'s, S> {
    paths: &'s Paths,
    sink: &'s mut S,
}

impl<S: Sink> Visit for Entries<'_, S> {
    fn record(&mut self, record: &JsonRecord<'_>, _: &[String]) -> Result<Flow> {
        record.read(self.paths, self.sink, false)?;
        Ok(Flow::On)
    }

    fn beside(&mut self, _: &str, _: &str) -> Result<Flow> {
        Ok(Flow::On)
    }
}
