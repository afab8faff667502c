//! JSON Lines.

use memchr::memchr;

use crate::json::paths::Paths;
use crate::records::record::{JsonRecord, Sink};
use crate::records::text::Text;

/// JSON Lines, as far as they were read: a record a line. Blank lines are passed over.
#[derive(Debug, Default)]
pub struct JsonLines {
    /// Lines so far.
    number: u64,
    /// Unused bytes without a line end.
    searched: usize,
}

impl JsonLines {
    /// Reads what there is. False if more comes later.
    pub fn read<T: Text, S: Sink<Error = T::Error>>(
        &mut self,
        text: &mut T,
        paths: &Paths,
        sink: &mut S,
    ) -> Result<bool, T::Error> {
        loop {
            let rest = text.rest();
            let end = memchr(b'\n', rest.get(self.searched..).unwrap_or(&[]));
            let end = end.map(|at| self.searched + at);
            let length = match end {
                Some(end) => end,
                None if !text.ended() => {
                    self.searched = rest.len();
                    if !text.more_of("line", self.number + 1)? {
                        return Ok(false);
                    }
                    continue;
                }
                None if rest.is_empty() => return Ok(true),
                None => rest.len(),
            };
            self.searched = 0;
            self.number += 1;
            text.limit(length, "line", self.number)?;
            let bytes = rest.get(..length).unwrap_or(&[]);
            if !bytes.trim_ascii().is_empty() {
                let (file, offset, number) = (text.file(), text.offset(), self.number);
                let record =
                    JsonRecord { file, unit: "line", number, offset, bytes, key: None, names: &[] };
                record.read(paths, sink, end.is_none())?;
            }
            text.advance(length + usize::from(end.is_some()));
        }
    }
}
