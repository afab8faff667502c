//! What the first bytes of a log show.

/// The mark that some programs write before UTF-8.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether a text has two bytes a letter, with a mark at its start or without.
pub fn is_wide(first: &[u8]) -> bool {
    match first {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [first, 0, second, 0, ..] | [0, first, 0, second, ..] => {
            let letter = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
            letter(first) && letter(second)
        }
        _ => false,
    }
}
