//! From a source to records: one interface for every format.

use crate::error::{Error, Result};
use crate::json::fault::{Fault, FaultKind};
use crate::json::paths::Paths;
use crate::json::value::Value;
use crate::json::view::field_names;
use crate::records::error::RecordError;
use crate::source::place::{Place, beginning};

const FIELDS_SHOWN: usize = 40;

/// Takes the records of a log.
pub(crate) trait Sink {
    /// One record: the values of the wanted fields, in their order.
    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()>;

    /// A record that cannot be read: an error, or skipped and counted.
    fn malformed(&mut self, error: Error) -> Result<()>;

    /// The last record ends with the file, and its last column may go on.
    fn perhaps_cut(&mut self, _place: &Place, _column: &str) {}
}

/// Where a record stands and what it has.
#[expect(
    clippy::unnecessary_box_returns,
    reason = "a place goes into an error, which is to stay small"
)]
pub(crate) trait Origin {
    fn place(&self) -> Box<Place>;
    fn fields(&self) -> Vec<String>;

    /// The record's name, if it is a member of an object of records.
    fn key(&self) -> Option<&str> {
        None
    }

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
    /// Its name, if it is a member of an object of records.
    pub(crate) key: Option<&'a str>,
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

    fn key(&self) -> Option<&str> {
        self.key
    }

    fn text(&self) -> Option<&str> {
        std::str::from_utf8(self.bytes).ok()
    }
}

impl JsonRecord<'_> {
    /// Reads it in the plain way. `last` if the file ends with it, without a line end.
    pub(crate) fn read(&self, paths: &Paths, sink: &mut impl Sink, last: bool) -> Result<()> {
        if last && std::str::from_utf8(self.bytes).is_err_and(|error| error.error_len().is_none()) {
            let what = FaultKind::NotJson("it ends within a character");
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
        Error::from(RecordError::Malformed { place: self.place(), problem: what, cut: cut && last })
    }
}

/// Text, or the place of the first byte that is not UTF-8.
pub(crate) fn utf8(bytes: &[u8], place: impl Fn() -> Box<Place>) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        Error::from(RecordError::NotUtf8 {
            place: place(),
            at: at + 1,
            byte: bytes.get(at).copied().unwrap_or(0),
        })
    })
}
