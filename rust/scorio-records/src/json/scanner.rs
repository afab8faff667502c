//! Scanning JSON: the grammar is checked, and nothing is built but the values that are wanted.

use std::borrow::Cow;

use memchr::memchr;

use crate::json::fault::{Fault, FaultKind, Scan};
use crate::json::keep::Keep;
use crate::json::node::Node;
use crate::json::quoted::unescaped;
use crate::json::value::Value;
use crate::json::words::{bit, next_quote};

/// Nesting beyond this is refused, so that no input can exhaust the stack.
const MAX_DEPTH: u32 = 256;

/// Whether what stands before a quote escapes it.
pub(super) fn escaped(before: &[u8]) -> bool {
    before.last() == Some(&b'\\')
        && before.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

pub struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), at: 0 }
    }

    /// Over a part of a text. Places are those of the text.
    pub fn within(text: &'a str, start: usize, end: usize) -> Self {
        let text = text.get(..end).unwrap_or(text);
        Self { text, bytes: text.as_bytes(), at: start }
    }

    /// The bytes from a place up to here.
    pub fn since(&self, from: usize) -> &'a [u8] {
        self.bytes.get(from..self.at).unwrap_or(&[])
    }

    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub fn fault<T>(&self, what: &'static str) -> Scan<T> {
        Err(Fault { at: self.at, what: FaultKind::NotJson(what) })
    }

    pub fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Scans one value. Where the tree has a node for it, its slots take the value and its
    /// children are looked for inside.
    pub fn value<K: Keep<'a> + ?Sized>(
        &mut self,
        node: Option<&Node>,
        found: &mut K,
        depth: u32,
    ) -> Scan<()> {
        self.space();
        let value = match self.peek() {
            Some(b'{') => {
                let start = self.at;
                self.object(node, found, depth)?;
                Value::Nested(self.text.get(start..self.at).unwrap_or(""))
            }
            Some(b'[') => {
                let start = self.at;
                self.list(node, found, depth)?;
                Value::Nested(self.text.get(start..self.at).unwrap_or(""))
            }
            Some(b'"') => {
                let raw = self.string()?;
                match node {
                    Some(node) if !node.slots.is_empty() => Value::Text(self.unescape(raw)?),
                    _ => return Ok(()),
                }
            }
            Some(b't') => self.literal(b"true", Value::Bool(true))?,
            Some(b'f') => self.literal(b"false", Value::Bool(false))?,
            Some(b'n') => self.literal(b"null", Value::Null)?,
            Some(b'N') => self.literal(b"NaN", Value::Number("NaN"))?,
            Some(b'I') => self.literal(b"Infinity", Value::Number("Infinity"))?,
            Some(b'-') if self.bytes.get(self.at + 1) == Some(&b'I') => {
                self.literal(b"-Infinity", Value::Number("-Infinity"))?
            }
            Some(b'-' | b'0'..=b'9') => Value::Number(self.number()?),
            Some(_) => return self.fault("expected a value"),
            None => return self.fault("the record ends where a value should be"),
        };
        if let Some(node) = node {
            node.put(value, found);
        }
        Ok(())
    }

    fn object<K: Keep<'a> + ?Sized>(
        &mut self,
        node: Option<&Node>,
        found: &mut K,
        depth: u32,
    ) -> Scan<()> {
        self.enter(depth)?;
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        let mut seen = 0;
        loop {
            let child = match node {
                Some(node) => self.field(node, &mut seen)?.and_then(|place| node.child(place)),
                None => self.key().map(|_| None)?,
            };
            self.value(child, found, depth + 1)?;
            if !self.more_fields()? {
                return Ok(());
            }
        }
    }

    /// Over the opening brace of a record. Whether it has a field.
    pub fn open(&mut self) -> Scan<bool> {
        self.space();
        if self.peek() != Some(b'{') {
            return self.fault("not an object with named fields");
        }
        self.at += 1;
        self.space();
        let empty = self.peek() == Some(b'}');
        self.at += usize::from(empty);
        Ok(!empty)
    }

    /// Over a key and its colon. Its place among the node's children, if it is one of them. Which of
    /// them were there before are bits of `seen`: there are fewer roles than bits.
    pub fn field(&mut self, node: &Node, seen: &mut u64) -> Scan<Option<usize>> {
        self.space();
        let at = self.at;
        let key = self.key()?;
        if node.children.is_empty() {
            return Ok(None);
        }
        let key = self.unescape(key)?;
        let place = node.children.iter().position(|(name, _)| **name == *key);
        let bit = bit(place);
        if *seen & bit != 0 {
            return Err(Fault { at, what: FaultKind::Twice(key.into()) });
        }
        *seen |= bit;
        Ok(place)
    }

    /// Over a comma (true) or the closing brace of an object (false).
    pub fn more_fields(&mut self) -> Scan<bool> {
        self.more(b'}', "expected , or } in an object")
    }

    fn list<K: Keep<'a> + ?Sized>(
        &mut self,
        node: Option<&Node>,
        found: &mut K,
        depth: u32,
    ) -> Scan<()> {
        self.enter(depth)?;
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        let children = node.map_or(&[][..], |node| &node.children);
        for index in 0_usize.. {
            let child = children.iter().find(|(name, _)| name.parse() == Ok(index));
            self.value(child.map(|(_, child)| child), found, depth + 1)?;
            if !self.more(b']', "expected , or ] in a list")? {
                break;
            }
        }
        Ok(())
    }

    /// Over the opening bracket.
    pub(super) fn enter(&mut self, depth: u32) -> Scan<()> {
        if depth >= MAX_DEPTH {
            return self.fault("nested deeper than 256 levels");
        }
        self.at += 1;
        Ok(())
    }

    /// Over a comma (true) or the closing bracket (false).
    pub(super) fn more(&mut self, close: u8, what: &'static str) -> Scan<bool> {
        self.space();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ => self.fault(what),
        }
    }

    /// Over a key and its colon. The key's raw text.
    pub(super) fn key(&mut self) -> Scan<&'a str> {
        self.space();
        if self.peek() != Some(b'"') {
            return self.fault("expected a field name in double quotes");
        }
        let key = self.string()?;
        self.space();
        if self.peek() != Some(b':') {
            return self.fault("expected : after a field name");
        }
        self.at += 1;
        Ok(key)
    }

    /// Over a string. Its raw text between the quotes.
    pub(super) fn string(&mut self) -> Scan<&'a str> {
        let start = self.at + 1;
        let mut from = start;
        while let Some(quote) = next_quote(self.bytes, from) {
            // Only backslashes right before a quote decide whether it is the end. Looking for all of
            // them would stop at every line end of a transcript. `unescape` judges what they escape.
            if !escaped(self.bytes.get(start..quote).unwrap_or(&[])) {
                self.at = quote + 1;
                // Both ends stand beside ASCII quotes, so they are character boundaries.
                return Ok(self.text.get(start..quote).unwrap_or(""));
            }
            from = quote + 1;
        }
        self.at = self.bytes.len();
        self.fault("a string has no end")
    }

    pub(super) fn unescape(&self, raw: &'a str) -> Scan<Cow<'a, str>> {
        if memchr(b'\\', raw.as_bytes()).is_none() {
            return Ok(Cow::Borrowed(raw));
        }
        let what = FaultKind::NotJson("a string has an escape that JSON does not know");
        let wrong = |()| Fault { at: self.at, what };
        unescaped(raw).map(Cow::Owned).map_err(wrong)
    }

    fn literal<const N: usize>(&mut self, text: &[u8; N], value: Value<'a>) -> Scan<Value<'a>> {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        if rest.first_chunk() == Some(text) {
            self.at += N;
            return Ok(value);
        }
        if text.starts_with(rest) {
            // Cut in the middle: the fault is that the text ends, and there may be more of it.
            self.at = self.bytes.len();
        }
        self.fault("expected a value")
    }

    fn number(&mut self) -> Scan<&'a str> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let leading = self.at;
        self.digits()?;
        if self.bytes.get(leading) == Some(&b'0') && self.at > leading + 1 {
            return self.fault("a number begins with 0");
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(self.text.get(start..self.at).unwrap_or(""))
    }

    fn digits(&mut self) -> Scan<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start { self.fault("expected a digit") } else { Ok(()) }
    }
}
