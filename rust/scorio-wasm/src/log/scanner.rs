//! JSON, value by value. Everything is checked, and only what is asked for is decoded.

use std::borrow::Cow;

use super::cell::Cell;

/// Why a text is not JSON, and the column in bytes from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) reason: &'static str,
    pub(crate) column: usize,
}

/// The reason where a text ends within its value.
pub(crate) const ENDED: &str = "the text ends too soon";

/// A place in a text.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Whether a text ends within its value.
    pub(crate) fn is_cut(text: &str) -> bool {
        let mut source = Scanner::new(text);
        source.skip().is_err() && source.at >= text.len()
    }

    /// A fault at this place.
    pub(crate) fn fault(&self, expected: &'static str) -> Fault {
        let ended = self.at >= self.text.len();
        Fault { reason: if ended { ENDED } else { expected }, column: self.at + 1 }
    }

    #[inline(always)]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes over a byte if it is this one.
    #[inline(always)]
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    #[inline(always)]
    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Where the next value starts, which is then the place.
    pub(crate) fn start(&mut self) -> usize {
        self.blanks();
        self.at
    }

    /// Nothing but blanks may follow.
    pub(crate) fn end(&mut self) -> Result<(), Fault> {
        self.blanks();
        if self.at < self.text.len() { Err(self.fault("trailing characters")) } else { Ok(()) }
    }

    /// Enters an object or a list, and says whether it has a member.
    pub(crate) fn open(&mut self, close: u8) -> Result<bool, Fault> {
        self.at += 1;
        self.blanks();
        let empty = self.take(close);
        if !empty && self.peek().is_none() {
            return Err(self.fault(""));
        }
        Ok(!empty)
    }

    /// After a member: whether another one follows.
    pub(crate) fn next(&mut self, close: u8) -> Result<bool, Fault> {
        self.blanks();
        if self.take(close) {
            return Ok(false);
        }
        let expected = if close == b'}' { "expected `,` or `}`" } else { "expected `,` or `]`" };
        if self.take(b',') { Ok(true) } else { Err(self.fault(expected)) }
    }

    /// The raw text of a key, between its quotes. The place is then after its colon.
    pub(crate) fn key(&mut self) -> Result<&'a str, Fault> {
        self.blanks();
        if self.peek() != Some(b'"') {
            return Err(self.fault("key must be a string"));
        }
        let start = self.at + 1;
        self.string()?;
        let key = self.text.get(start..self.at - 1).unwrap_or_default();
        self.blanks();
        if self.take(b':') { Ok(key) } else { Err(self.fault("expected `:`")) }
    }

    /// Goes over a value, without recursion: a line may open any number of brackets.
    pub(crate) fn skip(&mut self) -> Result<(), Fault> {
        let mut open: Vec<u8> = Vec::new();
        loop {
            self.blanks();
            let close = match self.peek() {
                Some(b'{') => Some(b'}'),
                Some(b'[') => Some(b']'),
                _ => None,
            };
            match close {
                Some(close) if self.open(close)? => {
                    open.push(close);
                    if close == b'}' {
                        self.key()?;
                    }
                    continue;
                }
                Some(_) => {}
                None => self.scalar()?,
            }
            loop {
                let Some(&close) = open.last() else { return Ok(()) };
                if self.next(close)? {
                    if close == b'}' {
                        self.key()?;
                    }
                    break;
                }
                open.pop();
            }
        }
    }

    fn scalar(&mut self) -> Result<(), Fault> {
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.fault("expected value")),
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Fault> {
        for byte in word.bytes() {
            if !self.take(byte) {
                return Err(self.fault("expected value"));
            }
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(self.fault("invalid number")) }
    }

    fn number(&mut self) -> Result<(), Fault> {
        self.take(b'-');
        if self.take(b'0') {
            if let Some(b'0'..=b'9') = self.peek() {
                return Err(self.fault("invalid number"));
            }
        } else {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            if !self.take(b'+') {
                self.take(b'-');
            }
            self.digits()?;
        }
        Ok(())
    }

    fn string(&mut self) -> Result<(), Fault> {
        self.at += 1;
        loop {
            while let Some(b' ' | b'!' | b'#'..=b'[' | b']'..) = self.peek() {
                self.at += 1;
            }
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    let digits = match self.peek() {
                        Some(b'u') => 4,
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 0,
                        _ => return Err(self.fault("invalid escape")),
                    };
                    self.at += 1;
                    for _ in 0..digits {
                        if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                            return Err(self.fault("invalid escape"));
                        }
                        self.at += 1;
                    }
                }
                _ => return Err(self.fault("control character in a string")),
            }
        }
    }

    /// The value from `start` to this place.
    pub(crate) fn cell(&self, start: usize) -> Result<Cell<'a>, Fault> {
        let text = self.text.get(start..self.at).unwrap_or_default();
        Ok(match text.as_bytes().first() {
            Some(b'n') => Cell::Null,
            Some(b't') => Cell::Bool(true),
            Some(b'f') => Cell::Bool(false),
            Some(b'"') => {
                let inside = text.get(1..text.len() - 1).unwrap_or_default();
                let fault = Fault { reason: "invalid escape", column: start + 1 };
                Cell::Text(decoded(inside).ok_or(fault)?)
            }
            Some(b'{' | b'[') => Cell::Nested,
            _ => Cell::Number(text),
        })
    }
}

/// The text between the quotes of a checked string. `None` if it has half a surrogate pair.
pub(crate) fn decoded(raw: &str) -> Option<Cow<'_, str>> {
    if !raw.bytes().any(|byte| byte == b'\\') {
        return Some(Cow::Borrowed(raw));
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(place) = rest.find('\\') {
        text.push_str(rest.get(..place)?);
        let escape = *rest.as_bytes().get(place + 1)?;
        rest = rest.get(place + 2..)?;
        text.push(match escape {
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let mut unit = hex(&mut rest)?;
                if (0xd800..0xdc00).contains(&unit) {
                    rest = rest.strip_prefix("\\u")?;
                    let low = hex(&mut rest)?.checked_sub(0xdc00).filter(|&low| low < 0x400)?;
                    unit = 0x1_0000 + ((unit - 0xd800) << 10) + low;
                }
                char::from_u32(unit)?
            }
            other => char::from(other),
        });
    }
    text.push_str(rest);
    Some(Cow::Owned(text))
}

/// The number that the next four digits give, after which the rest goes on.
fn hex(rest: &mut &str) -> Option<u32> {
    let (digits, after) = rest.split_at_checked(4)?;
    *rest = after;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    use super::{Scanner, decoded};

    fn is_json(text: &str) -> bool {
        let mut source = Scanner::new(text);
        source.skip().and_then(|()| source.end()).is_ok()
    }

    fn same(text: &str) {
        let found = serde_json::from_str::<&RawValue>(text);
        assert_eq!(is_json(text), found.is_ok(), "{text}");
        // The full parser takes an escape without its four digits for a cut one, whatever follows, and
        // no number for a cut one.
        if !text.contains("\\u") && !text.ends_with(['-', '+', '.', 'e', 'E']) {
            assert_eq!(Scanner::is_cut(text), found.is_err_and(|error| error.is_eof()), "{text}");
        }
        if let Some(inside) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'))
            && is_json(text)
        {
            let expected = serde_json::from_str::<String>(text).ok();
            assert_eq!(decoded(inside).map(String::from), expected, "{text}");
        }
    }

    #[test]
    fn texts_are_taken_and_refused_as_by_a_full_parser() {
        for text in [
            "{}",
            "[]",
            " [1, 2] ",
            "[1,]",
            "{\"a\":}",
            "{\"a\" 1}",
            "{a:1}",
            "{\"a\":1,}",
            "[1 2]",
            "[",
            "{",
            "{\"a\":[{\"b\":null}],\"c\":{}}",
            "01",
            "-",
            "-0",
            "1.",
            ".5",
            "1e",
            "1e+5",
            "1E-5",
            "1.5e3",
            "+1",
            "truth",
            "tru",
            "null",
            "nullx",
            "",
            " ",
            "\"",
            "\"\\",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u0041\"",
            "\"\u{1}\"",
            "\"é\"",
            r#""\ud83d\ude00""#,
            r#""\ud83d""#,
            r#""\ude00""#,
            r#""\ud83dx""#,
            r#""\ud83d\u0041""#,
            r#""\"\\\/\b\f\n\r\t""#,
            "[[[[]]]]",
            "[[[[]]]",
            "{}}",
            "[}",
            "{]",
        ] {
            same(text);
        }
    }

    #[test]
    fn a_text_may_end_anywhere() {
        let text = r#"{"a":[-1.5e+3,"\u00e9",null],"b":{}}"#;
        for (end, _) in text.char_indices() {
            assert!(Scanner::is_cut(&text[..end]), "{end}");
        }
        assert!(!Scanner::is_cut(text) && !Scanner::is_cut("{} x") && !Scanner::is_cut("[1,}"));
    }

    #[test]
    fn a_line_may_open_any_number_of_brackets() {
        let (open, close) = ("[".repeat(1 << 20), "]".repeat(1 << 20));
        assert!(is_json(&format!("{open}{close}")) && !is_json(&open));
    }

    proptest! {
        #[test]
        fn damaged_texts_are_refused_as_by_a_full_parser(text in "[\\[\\]{}:,\"\\\\ 0-9eEtrufalsn.+-]{0,12}") {
            same(&text);
        }

        #[test]
        fn strings_are_decoded_as_by_a_full_parser(
            text in "\"(\\\\[\"\\\\/bfnrtu]|\\\\u[dD][89a-fA-F][0-9a-f]{2}|\\\\u[0-9a-f]{4}|[a-zé])*\"",
        ) {
            same(&text);
        }
    }
}
