//! What the first bytes of a log show.

use super::error::LogError;

/// The mark that some programs write before UTF-8.
pub(crate) const MARK: &[u8] = b"\xef\xbb\xbf";

/// So many bytes tell what a log is.
pub(crate) const ENOUGH: usize = 8;

/// First bytes of files that are no text, what such a file is, and whether it may hold a text.
const OTHERS: [(&[u8], &str, bool); 9] = [
    (b"\x1f\x8b", "packed by gzip", true),
    (b"\x28\xb5\x2f\xfd", "packed by zstd", true),
    (b"\xfd7zXZ\x00", "packed by xz", true),
    (b"BZh", "packed by bzip2", true),
    (b"PK\x03\x04", "an archive or a workbook", false),
    (b"\xd0\xcf\x11\xe0", "a workbook", false),
    (b"PAR1", "Parquet", false),
    (b"ARROW1", "Arrow", false),
    (b"\xff\xff\xff\xff", "Arrow", false),
];

/// The text after the mark and blanks.
pub(crate) fn bare(first: &[u8]) -> &[u8] {
    first.strip_prefix(MARK).unwrap_or(first).trim_ascii_start()
}

/// Refuses what is no text in UTF-8, by its first bytes.
pub(crate) fn require_text(first: &[u8]) -> Result<(), LogError> {
    let known = OTHERS.iter().find(|(start, ..)| first.starts_with(start));
    if let Some(&(_, kind, packed)) = known {
        return Err(LogError::Binary { kind, packed });
    }
    if is_wide(first) {
        return Err(LogError::Wide);
    }
    if ends_in_returns(first) {
        return Err(LogError::Returns);
    }
    Ok(())
}

/// Whether a text has two bytes a letter, with a mark at its start or without.
fn is_wide(first: &[u8]) -> bool {
    match first {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [first, 0, second, 0, ..] | [0, first, 0, second, ..] => {
            let letter = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
            letter(first) && letter(second)
        }
        _ => false,
    }
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

#[cfg(test)]
mod tests {
    use super::{LogError, require_text};

    #[test]
    fn other_files_are_told_by_their_first_bytes() {
        for text in
            ["{\"model\"", "model,question\r", "[\r{}]", "{\"a\":\r1}", "a\r\nb", "", "ab\rc\n"]
        {
            assert_eq!(require_text(text.as_bytes()), Ok(()), "{text:?}");
        }
        for wide in [&b"\xff\xfe{\0"[..], b"\xfe\xff\0{", b"{\0\"\0", b"\0m\0o"] {
            assert_eq!(require_text(wide), Err(LogError::Wide));
        }
        assert_eq!(require_text(b"a,b\rc,d\r"), Err(LogError::Returns));
        assert_eq!(require_text(b"{\"a\":1}\r{\"a\":2}"), Err(LogError::Returns));
        let packed = LogError::Binary { kind: "packed by gzip", packed: true };
        assert_eq!(require_text(b"\x1f\x8b\x08\x00"), Err(packed));
    }
}
