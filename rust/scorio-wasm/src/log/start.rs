//! What the first bytes of a log show.

use scorio_records::records::packing::packing;
use scorio_records::records::start::{MARK, is_wide};

use super::error::LogError;

/// So many bytes tell what a log is.
pub(crate) const ENOUGH: usize = 8;

const UNPACK: &str = "unpack it first";
const EXPORT: &str = "save the table as CSV, or use the command line of scorio";

/// First bytes of files that are no text, what such a file is, and what to do with it.
const OTHERS: [(&[u8], &str, &str); 5] = [
    (b"PK\x03\x04", "it is an archive or a workbook", EXPORT),
    (b"\xd0\xcf\x11\xe0", "it is a workbook", EXPORT),
    (b"PAR1", "it is Parquet", EXPORT),
    (b"ARROW1", "it is Arrow", EXPORT),
    (b"\xff\xff\xff\xff", "it is Arrow", EXPORT),
];

/// The text after the mark and blanks.
pub(crate) fn bare(first: &[u8]) -> &[u8] {
    first.strip_prefix(MARK).unwrap_or(first).trim_ascii_start()
}

/// Refuses what is no text in UTF-8, by its first bytes.
pub(crate) fn require_text(first: &[u8]) -> Result<(), LogError> {
    let other = OTHERS.iter().find(|(start, ..)| first.starts_with(start));
    let (code, is, remedy) = match (packing(first), other) {
        (Some(by), _) => ("log.binary", format!("it is packed by {by}"), UNPACK),
        (None, Some((_, is, remedy))) => ("log.binary", (*is).to_owned(), *remedy),
        (None, None) if is_wide(first) => {
            ("log.utf_16", "it is UTF-16".to_owned(), "save it as UTF-8")
        }
        (None, None) if ends_in_returns(first) => {
            let is = "its lines end in a carriage return alone".to_owned();
            ("log.returns", is, "end them by line feeds")
        }
        (None, None) => return Ok(()),
    };
    Err(LogError::NoText { code, is, remedy })
}

/// Whether lines are parted by carriage returns, and none by a line feed.
fn ends_in_returns(first: &[u8]) -> bool {
    let first = bare(first);
    let mut parts = first.split(|&byte| byte == b'\r');
    let line = parts.next().unwrap_or_default();
    // Between the parts of one value, a carriage return is white space.
    let is_whole = !matches!(line.first(), Some(b'{' | b'[')) || line.trim_ascii().ends_with(b"}");
    !first.contains(&b'\n') && is_whole && parts.any(|part| !part.trim_ascii().is_empty())
}

/// The separator that the header of a table has most of.
pub(crate) fn separator_of(header: &[u8]) -> u8 {
    let mut quoted = false;
    let mut counts = [(b',', 0), (b'\t', 0), (b';', 0), (b'|', 0)];
    for &byte in header {
        quoted ^= byte == b'"';
        if let Some((_, count)) = counts.iter_mut().find(|(one, _)| *one == byte && !quoted) {
            *count += 1;
        }
    }
    let best = counts.iter().rev().max_by_key(|(_, count)| *count);
    best.map_or(b',', |&(separator, _)| separator)
}

#[cfg(test)]
mod tests {
    use super::require_text;

    fn code(first: &[u8]) -> Option<&'static str> {
        require_text(first).err().map(|error| error.code())
    }

    #[test]
    fn other_files_are_told_by_their_first_bytes() {
        for text in
            ["{\"model\"", "model,question\r", "[\r{}]", "{\"a\":\r1}", "a\r\nb", "", "ab\rc\n"]
        {
            assert_eq!(code(text.as_bytes()), None, "{text:?}");
        }
        for wide in [&b"\xff\xfe{\0"[..], b"\xfe\xff\0{", b"{\0\"\0", b"\0m\0o"] {
            assert_eq!(code(wide), Some("log.utf_16"));
        }
        assert_eq!(code(b"a,b\rc,d\r"), Some("log.returns"));
        assert_eq!(code(b"{\"a\":1}\r{\"a\":2}"), Some("log.returns"));
        assert_eq!(code(b"\x1f\x8b\x08\x00"), Some("log.binary"));
    }
}
