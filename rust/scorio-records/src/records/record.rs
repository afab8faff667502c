//! From a source to records: one interface for every format.

use std::borrow::Cow;

use crate::json::fault::{Fault, FaultKind};
use crate::json::paths::Paths;
use crate::json::value::Value;
use crate::json::view::{field_names, members};
use crate::records::error::{Broken, RecordError};
use crate::records::place::{Place, beginning};

const FIELDS_SHOWN: usize = 40;

/// Takes the records of a log.
pub trait Sink {
    /// What goes wrong with a record.
    type Error: From<RecordError>;

    /// One record: the values of the wanted fields, in their order.
    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<(), Self::Error>;

    /// A record that cannot be read: an error, or skipped and counted.
    fn malformed(&mut self, error: RecordError) -> Result<(), Self::Error>;

    /// The columns of a table that have the wanted fields. Its header is the origin.
    fn columns(
        &mut self,
        _columns: &[Option<usize>],
        _header: &dyn Origin,
    ) -> Result<(), Self::Error> {
        Ok(())
    }

    /// The last record ends with the file, and its last column may go on.
    fn perhaps_cut(&mut self, _place: &Place, _column: &str) {}
}

/// Where a record stands and what it has.
pub trait Origin {
    fn place(&self) -> Box<Place>;
    fn fields(&self) -> Vec<String>;

    /// The record's name, if it is a member of an object of records.
    fn key(&self) -> Option<&str> {
        None
    }

    /// The names and places on the way to it that the path of the records leaves open, from outside in.
    fn names(&self) -> &[String] {
        &[]
    }

    /// The record itself, where it is JSON.
    fn text(&self) -> Option<&str> {
        None
    }

    /// Name and value of all that the record has. Nothing if only the wanted fields were read.
    fn members(&self) -> Vec<(Cow<'_, str>, Value<'_>)> {
        self.text().map(|text| members(text.trim_start())).unwrap_or_default()
    }
}

/// The bytes of one JSON record and their place.
pub struct JsonRecord<'a> {
    pub file: &'a str,
    pub unit: &'static str,
    pub number: u64,
    pub offset: u64,
    pub bytes: &'a [u8],
    /// Its name, if it is a member of an object of records.
    pub key: Option<&'a str>,
    /// What the path of the records leaves open.
    pub names: &'a [String],
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

    fn names(&self) -> &[String] {
        self.names
    }

    fn text(&self) -> Option<&str> {
        std::str::from_utf8(self.bytes).ok()
    }
}

impl JsonRecord<'_> {
    /// Reads it in the plain way. `last` if the file ends with it, without a line end.
    pub fn read<S: Sink>(&self, paths: &Paths, sink: &mut S, last: bool) -> Result<(), S::Error> {
        if last && within_character(self.bytes) {
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

    pub fn not_json(&self, Fault { at, what }: Fault, last: bool) -> RecordError {
        let cut = at >= self.bytes.trim_ascii_end().len();
        let end = match (cut, last) {
            (true, true) => "; the file ends there and may be truncated",
            (true, false) if self.unit == "line" && self.number == 1 => {
                "; a log has a record on each line, or is one list of records"
            }
            _ => "",
        };
        let problem = format!("{what}, at byte {} of the {}{end}", at + 1, self.unit);
        let (place, kind, cut) = (self.place(), Broken::from(what), cut && last);
        RecordError::Malformed { place, problem, kind, cut }
    }
}

/// Whether a text ends in the middle of a character.
pub fn within_character(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_err_and(|error| error.error_len().is_none())
}

/// Text, or the place of the first byte that is not UTF-8.
pub fn utf8(bytes: &[u8], place: impl Fn() -> Box<Place>) -> Result<&str, RecordError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let byte = bytes.get(at).copied().unwrap_or(0);
        RecordError::NotUtf8 { place: place(), at: at + 1, byte }
    })
}
