//! One JSON list of records, read an entry at a time.

use crate::json::paths::Paths;
use crate::records::record::{JsonRecord, Sink};
use crate::records::text::{Next, Text, broken, cut, next, value_end};

/// A list, as far as it was read.
#[derive(Debug, Default)]
pub struct JsonList {
    /// Entries so far.
    number: u64,
    at: Step,
}

#[derive(Clone, Copy, Debug, Default)]
enum Step {
    #[default]
    Bracket,
    /// Before the first entry, or the end.
    First,
    Entry,
    /// After an entry.
    Comma,
    End,
}

impl JsonList {
    /// Reads what there is. False if more comes later. Where a list is broken, nothing tells where the
    /// next record begins: that is an error under every policy.
    pub fn read<T: Text, S: Sink<Error = T::Error>>(
        &mut self,
        text: &mut T,
        paths: &Paths,
        sink: &mut S,
    ) -> Result<bool, T::Error> {
        loop {
            let byte = match (next(text)?, self.at) {
                (Next::Later, _) => return Ok(false),
                (Next::End, Step::End) => return Ok(true),
                (Next::End, _) => return Err(cut(text, self.number + 1)),
                (Next::Byte(byte), _) => byte,
            };
            self.at = match (self.at, byte) {
                (Step::Bracket, b'[') => Step::First,
                (Step::First | Step::Comma, b']') => Step::End,
                (Step::Comma, b',') => Step::Entry,
                (Step::First | Step::Entry, _) => {
                    if !self.entry(text, paths, sink)? {
                        return Ok(false);
                    }
                    self.at = Step::Comma;
                    continue;
                }
                (Step::Bracket, _) => return Err(self.fault(text, "expected a list")),
                (Step::Comma, _) => {
                    return Err(self.fault(text, "expected , or ] after an entry"));
                }
                (Step::End, _) => return Err(self.fault(text, "there is more after the end")),
            };
            text.advance(1);
        }
    }

    fn entry<T: Text, S: Sink<Error = T::Error>>(
        &mut self,
        text: &mut T,
        paths: &Paths,
        sink: &mut S,
    ) -> Result<bool, T::Error> {
        let Some(length) = value_end(text, self.number + 1)? else { return Ok(false) };
        self.number += 1;
        let bytes = text.rest();
        let bytes = length.as_ref().map_or(bytes, |&length| bytes.get(..length).unwrap_or(bytes));
        let (file, offset) = (text.file(), text.offset());
        let record = JsonRecord {
            file,
            unit: "entry",
            number: self.number,
            offset,
            bytes,
            key: None,
            names: &[],
        };
        let length = length.map_err(|fault| record.not_json(fault, text.ended()))?;
        record.read(paths, sink, false)?;
        text.advance(length);
        Ok(true)
    }

    fn fault<T: Text>(&self, text: &T, what: &str) -> T::Error {
        broken(text, self.number + 1, format!("not JSON: {what}"), false)
    }
}
