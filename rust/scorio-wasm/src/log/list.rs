//! One list of records, split into its entries.

use super::at::At;
use super::error::LogError;
use super::table::MOST_BYTES;

/// Splits a list that comes piece by piece.
#[derive(Debug, Default)]
pub(crate) struct List {
    /// The entry that has not ended.
    pub(crate) entry: Vec<u8>,
    /// Entries that have ended.
    count: u64,
    /// Lists and objects that are open.
    depth: usize,
    quoted: bool,
    escaped: bool,
    pub(crate) ended: bool,
}

impl List {
    /// Takes bytes, and gives each entry that ends in them to `each`.
    pub(crate) fn push<E: From<LogError>>(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(At, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        for &byte in bytes {
            if self.quoted {
                self.entry.push(byte);
                self.quoted = self.escaped || byte != b'"';
                self.escaped = !self.escaped && byte == b'\\';
                continue;
            }
            match (byte, self.depth) {
                _ if self.ended => {
                    if !byte.is_ascii_whitespace() {
                        let reason = "there is more after the end".to_owned();
                        return Err(LogError::NotJson { at: self.at(), reason }.into());
                    }
                    continue;
                }
                (b'[', 0) => {
                    self.depth = 1;
                    continue;
                }
                (b',' | b']', 1) => {
                    self.ended = byte == b']';
                    let entry = std::mem::take(&mut self.entry);
                    if entry.is_empty() && self.ended && self.count == 0 {
                        continue;
                    }
                    each(self.at(), &entry)?;
                    self.count += 1;
                    self.entry = entry;
                    self.entry.clear();
                    continue;
                }
                (b'[' | b'{', _) => self.depth += 1,
                (b']' | b'}', 2..) => self.depth -= 1,
                (b'"', _) => self.quoted = true,
                _ => {}
            }
            if !self.entry.is_empty() || !byte.is_ascii_whitespace() {
                self.entry.push(byte);
            }
        }
        if self.entry.len() > MOST_BYTES {
            return Err(LogError::Long { at: self.at(), most: MOST_BYTES }.into());
        }
        Ok(())
    }

    /// The place of the entry that comes next.
    pub(crate) fn at(&self) -> At {
        At::Entry(self.count + 1)
    }
}
