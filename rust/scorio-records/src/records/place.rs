//! Where in a log something stands.

use std::fmt;

/// Characters of a record that messages show.
const BEGINNING: usize = 60;

/// Where in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as it was named; `-` is standard input. Nothing where there are no files.
    pub file: String,
    /// `line`, `entry` or `row`; `group` for rows that an engine counted, which have no number.
    pub unit: &'static str,
    /// Which, from 1.
    pub number: u64,
    /// Offset of its first byte in the (decompressed) file. The rows of columns have none.
    pub offset: u64,
    /// How the record begins. Empty for rows of columns.
    pub beginning: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unit == "group" {
            return f.write_str(&self.file);
        }
        if self.file.is_empty() {
            return write!(f, "{} {}", self.unit, self.number);
        }
        write!(f, "{}, {} {}", self.file, self.unit, self.number)?;
        // The cells of a row of columns stand apart from each other.
        if self.unit == "row" { Ok(()) } else { write!(f, " (byte {})", self.offset) }
    }
}

/// The first characters of a record, on one line.
pub fn beginning(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes.get(..4 * BEGINNING).unwrap_or(bytes));
    let mut short: String =
        text.chars().take(BEGINNING).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(BEGINNING).is_some() {
        short.push('…');
    }
    short
}

/// A file as sentences name it.
pub fn named(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}
