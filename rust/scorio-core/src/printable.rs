//! Texts on one line. Messages hold names and values of others' files, and go to terminals and logs.

use std::fmt::{self, Display, Write};

/// Shows a text on one line, whatever it holds. Line ends, escape sequences, marks of direction and signs
/// without a width are written out, as Rust and Python write them in literals.
#[derive(Clone, Copy, Debug)]
pub struct Printable<T>(pub T);

impl<T: Display> Display for Printable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

/// Passes on what is printable, and escapes the rest.
struct Escaping<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((at, character)) = rest.char_indices().find(|(_, c)| !is_printable(*c)) {
            self.0.write_str(&rest[..at])?;
            escape(self.0, character)?;
            rest = &rest[at + character.len_utf8()..];
        }
        self.0.write_str(rest)
    }
}

fn escape(f: &mut fmt::Formatter<'_>, character: char) -> fmt::Result {
    let code = u32::from(character);
    match character {
        '\n' => f.write_str("\\n"),
        '\r' => f.write_str("\\r"),
        '\t' => f.write_str("\\t"),
        _ if code < 0x100 => write!(f, "\\x{code:02x}"),
        _ if code < 0x10000 => write!(f, "\\u{code:04x}"),
        _ => write!(f, "\\U{code:08x}"),
    }
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

    fn shown(text: &str) -> String {
        Printable(text).to_string()
    }

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        assert_eq!(shown("é – 漢 \u{1f600}"), "é – 漢 \u{1f600}");
        assert_eq!(shown("a\u{1b}]0;x\u{7}\n\u{9b}"), "a\\x1b]0;x\\x07\\n\\x9b");
        assert_eq!(shown("\u{202e}x\u{2066}\u{e0041}"), "\\u202ex\\u2066\\U000e0041");
        assert_eq!(shown("\t\r\u{85}\u{2028}"), "\\t\\r\\x85\\u2028");
    }

    #[test]
    fn what_is_shown_once_is_shown_again() {
        let once = shown("a\n\\n\u{1b}");
        assert_eq!(shown(&once), once);
    }
}
