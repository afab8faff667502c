//! The pieces of a log that are not yet used, as one text.

use scorio_records::records::text::Text;

use super::error::LogError;

/// A longer record is taken for a file of another kind.
pub(crate) const LONGEST: usize = 1 << 29;

/// Records of more bytes are looked at again only when as many bytes have come once more.
const SHORT: usize = 1 << 16;

/// A text that comes piece by piece.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    /// Bytes at the start that are used up.
    used: usize,
    offset: u64,
    /// The bytes that there are to be before the next look.
    wanted: usize,
    pub(crate) ended: bool,
}

impl Buffer {
    /// Takes the next piece, and says whether there is enough for a look.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> bool {
        self.bytes.drain(..self.used);
        self.used = 0;
        self.bytes.extend_from_slice(bytes);
        self.bytes.len() >= self.wanted
    }
}

impl Text for Buffer {
    type Error = LogError;

    fn file(&self) -> &'static str {
        ""
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.used..).unwrap_or(&[])
    }

    fn offset(&self) -> u64 {
        self.offset
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn longest(&self) -> usize {
        LONGEST
    }

    fn advance(&mut self, count: usize) {
        self.used += count;
        self.offset += count as u64;
        self.wanted = 0;
    }

    fn more(&mut self) -> Result<bool, LogError> {
        Ok(false)
    }

    fn more_of(&mut self, unit: &'static str, number: u64) -> Result<bool, LogError> {
        let length = self.rest().len();
        self.limit(length, unit, number)?;
        self.wanted = if length > SHORT { 2 * length } else { 0 };
        Ok(false)
    }

    fn too_long(&self, unit: &'static str, number: u64) -> LogError {
        LogError::Long { at: format!("{unit} {number}"), most: LONGEST }
    }
}
