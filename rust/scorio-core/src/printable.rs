//! Texts on one line. Messages hold names and values of others' files, and go to terminals and logs.

use std::fmt::{self, Display, Write};

/// The most bytes of a name or value in a message. A whole prompt may stand where a name should.
const MOST: usize = 2000;
const CUT: &str = "…";

/// Shows a text on one line, whatever it holds. Line ends, escape sequences, marks of direction and signs
/// without a width are written out, as Rust and Python write them in literals. A part of more than 2,000
/// bytes is cut in the middle.
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
        let Some((head, tail)) = ends(text) else { return self.write_whole(text) };
        self.write_whole(head)?;
        self.0.write_str(CUT)?;
        self.write_whole(tail)
    }
}

impl Escaping<'_, '_> {
    fn write_whole(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((at, character)) = rest.char_indices().find(|(_, c)| !is_printable(*c)) {
            self.0.write_str(&rest[..at])?;
            escape(self.0, character)?;
            rest = &rest[at + character.len_utf8()..];
        }
        self.0.write_str(rest)
    }
}

/// The beginning and the end of a text that is too long to be shown.
fn ends(text: &str) -> Option<(&str, &str)> {
    if text.len() <= MOST {
        return None;
    }
    let half = (MOST - CUT.len()) / 2;
    let from = |first: usize| (first..text.len()).find(|at| text.is_char_boundary(*at));
    let (head, tail) = (from(half - char::MAX.len_utf8())?, from(text.len() - half)?);
    Some((&text[..head], &text[tail..]))
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
    fn a_long_name_is_cut_in_the_middle() {
        let names = ["a".repeat(MOST), format!("b{}c", "é".repeat(1_000_000))];
        assert_eq!(shown(&names[0]), names[0]);
        let message = Printable(format_args!("no {} here", names[1])).to_string();
        assert!(message.len() < MOST + 20);
        assert!(message.starts_with("no bé") && message.ends_with("éc here"));
        assert_eq!(message.matches(CUT).count(), 1);
    }

    #[test]
    fn what_is_shown_once_is_shown_again() {
        let once = shown("a\n\\n\u{1b}");
        assert_eq!(shown(&once), once);
    }
}
