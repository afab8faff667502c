//! Texts on one line, for messages that have names of logs in them.

/// The text with what a terminal obeys written as Rust and Python write it: escape sequences, line ends, marks
/// of direction, and what has no width.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        let code = u32::from(character);
        match character {
            _ if is_printable(character) => shown.push(character),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            _ if code < 0x100 => hexadecimal(&mut shown, 'x', code, 2),
            _ if code < 0x10000 => hexadecimal(&mut shown, 'u', code, 4),
            _ => hexadecimal(&mut shown, 'U', code, 8),
        }
    }
    shown
}

/// Adds an escape of so many hexadecimal digits.
fn hexadecimal(shown: &mut String, letter: char, code: u32, digits: u32) {
    shown.extend(['\\', letter]);
    let digit = |place| char::from_digit(code >> (4 * place) & 0xf, 16);
    shown.extend((0..digits).rev().filter_map(digit));
}

fn is_printable(character: char) -> bool {
    let invisible = matches!(
        character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    );
    !character.is_control() && !invisible
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        assert_eq!(printable("é – 漢 \u{1f600}"), "é – 漢 \u{1f600}");
        assert_eq!(printable("a\u{1b}]0;x\u{7}\n\u{9b}"), "a\\x1b]0;x\\x07\\n\\x9b");
        assert_eq!(printable("\u{202e}x\u{2066}\u{e0041}"), "\\u202ex\\u2066\\U000e0041");
    }
}
