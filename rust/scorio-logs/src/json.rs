//! Finding a few fields in a JSON record by scanning past everything else.
//!
//! A record is checked while it is scanned (its grammar, the depth of its nesting), so that a
//! broken one is an error and not a wrong count; but nothing is built from what is passed over,
//! and strings, which are most of a transcript, are only searched for their end. Python's `NaN`
//! and `Infinity` literals are read as numbers, since its `json.dump` writes them.

use std::borrow::Cow;

use memchr::memchr2;

/// Nesting beyond this is refused, so that no input can exhaust the stack.
const MAX_DEPTH: u32 = 256;

/// A value as the log has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Value<'a> {
    /// There is no such field.
    #[default]
    Absent,
    Null,
    Bool(bool),
    /// The number's own text.
    Number(&'a str),
    Text(Cow<'a, str>),
    /// A cell of a table, which has no type of its own.
    Cell(&'a str),
    /// A list or an object.
    Nested,
}

/// Where and why a record is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) what: &'static str,
}

type Scan<T> = Result<T, Fault>;

/// The fields to find, as a tree of path segments.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    root: Node,
    count: usize,
}

#[derive(Debug, Default)]
struct Node {
    children: Vec<(String, Node)>,
    slots: Vec<usize>,
}

impl Paths {
    /// Dotted paths: `a.b` is field `b` of the object `a`, `a.0` the first entry of the list `a`,
    /// `a\.b` a field whose name has a dot. `None` is never found.
    pub(crate) fn new(paths: &[Option<&str>]) -> Self {
        let mut tree = Self { count: paths.len(), ..Self::default() };
        for (slot, path) in paths.iter().enumerate() {
            let Some(path) = path else { continue };
            let mut node = &mut tree.root;
            for segment in segments(path) {
                let known = node.children.iter().position(|(name, _)| *name == segment);
                let place = known.unwrap_or_else(|| {
                    node.children.push((segment, Node::default()));
                    node.children.len() - 1
                });
                // The position was just found or made.
                match node.children.get_mut(place) {
                    Some((_, child)) => node = child,
                    None => return tree,
                }
            }
            node.slots.push(slot);
        }
        tree
    }

    /// The values of the paths in one record, in the order of the paths; a repeated key counts
    /// with its last value.
    pub(crate) fn find<'a>(&self, record: &'a str) -> Scan<Vec<Value<'a>>> {
        let mut found = vec![Value::Absent; self.count];
        let mut scanner = Scanner::new(record);
        scanner.space();
        if scanner.peek() != Some(b'{') {
            // Checked all the same, to tell what is not JSON from what is no object.
            scanner.value(None, &mut [], 0)?;
            return Err(Fault { at: 0, what: "not an object with named fields" });
        }
        scanner.value(Some(&self.root), &mut found, 0)?;
        scanner.space();
        match scanner.peek() {
            None => Ok(found),
            Some(_) => scanner.fault("more after the end of the object"),
        }
    }
}

/// The path's names, split at dots that no backslash precedes.
fn segments(path: &str) -> Vec<String> {
    let mut segments = vec![String::new()];
    let mut characters = path.chars();
    while let Some(character) = characters.next() {
        let literal = match character {
            '.' => {
                segments.push(String::new());
                continue;
            }
            '\\' => characters.next().unwrap_or('\\'),
            other => other,
        };
        if let Some(last) = segments.last_mut() {
            last.push(literal);
        }
    }
    segments
}

/// The length of the value that `text` begins with.
pub(crate) fn value_length(text: &str) -> Scan<usize> {
    let mut scanner = Scanner::new(text);
    scanner.value(None, &mut [], 0)?;
    Ok(scanner.at)
}

/// The dotted names of a record's scalar fields, at most `most` of them, for messages.
pub(crate) fn field_names(record: &str, most: usize) -> Vec<String> {
    let mut names = Vec::new();
    let mut scanner = Scanner::new(record);
    scanner.space();
    // A fault cuts the list short, which a list for a message may be.
    let _ = scanner.names("", &mut names, most, 0);
    names
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), at: 0 }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn fault<T>(&self, what: &'static str) -> Scan<T> {
        Err(Fault { at: self.at, what })
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Scans one value. Where the tree has a node for it, its slots take the value and its
    /// children are looked for inside.
    fn value(&mut self, node: Option<&Node>, found: &mut [Value<'a>], depth: u32) -> Scan<()> {
        self.space();
        let value = match self.peek() {
            Some(b'{') => {
                self.object(node, found, depth)?;
                Value::Nested
            }
            Some(b'[') => {
                self.list(node, found, depth)?;
                Value::Nested
            }
            Some(b'"') => {
                let raw = self.string()?;
                match node {
                    Some(node) if !node.slots.is_empty() => Value::Text(self.unescape(raw)?),
                    _ => return Ok(()),
                }
            }
            Some(b't') => self.literal("true", Value::Bool(true))?,
            Some(b'f') => self.literal("false", Value::Bool(false))?,
            Some(b'n') => self.literal("null", Value::Null)?,
            Some(b'N') => self.literal("NaN", Value::Number("NaN"))?,
            Some(b'I') => self.literal("Infinity", Value::Number("Infinity"))?,
            Some(b'-') if self.bytes.get(self.at + 1) == Some(&b'I') => {
                self.literal("-Infinity", Value::Number("-Infinity"))?
            }
            Some(b'-' | b'0'..=b'9') => Value::Number(self.number()?),
            Some(_) => return self.fault("expected a value"),
            None => return self.fault("the record ends where a value should be"),
        };
        for &slot in node.map_or(&[][..], |node| &node.slots) {
            if let Some(place) = found.get_mut(slot) {
                *place = value.clone();
            }
        }
        Ok(())
    }

    fn object(&mut self, node: Option<&Node>, found: &mut [Value<'a>], depth: u32) -> Scan<()> {
        self.enter(depth)?;
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        loop {
            let key = self.key()?;
            let children = node.map_or(&[][..], |node| &node.children);
            let child = if children.is_empty() {
                None
            } else {
                let key = self.unescape(key)?;
                children.iter().find(|(name, _)| **name == *key).map(|(_, child)| child)
            };
            self.value(child, found, depth + 1)?;
            if !self.more(b'}', "expected , or } in an object")? {
                return Ok(());
            }
        }
    }

    fn list(&mut self, node: Option<&Node>, found: &mut [Value<'a>], depth: u32) -> Scan<()> {
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
    fn enter(&mut self, depth: u32) -> Scan<()> {
        if depth >= MAX_DEPTH {
            return self.fault("nested deeper than 256 levels");
        }
        self.at += 1;
        Ok(())
    }

    /// Over a comma (true) or the closing bracket (false).
    fn more(&mut self, close: u8, what: &'static str) -> Scan<bool> {
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

    /// Over a key and its colon; the key's raw text.
    fn key(&mut self) -> Scan<&'a str> {
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

    /// Over a string; its raw text between the quotes.
    fn string(&mut self) -> Scan<&'a str> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            let rest = self.bytes.get(at..).unwrap_or(&[]);
            let Some(step) = memchr2(b'"', b'\\', rest) else {
                self.at = self.bytes.len();
                return self.fault("a string has no end");
            };
            if rest.get(step) == Some(&b'"') {
                self.at = at + step + 1;
                // Both ends stand beside ASCII quotes, so they are character boundaries.
                return Ok(self.text.get(start..at + step).unwrap_or(""));
            }
            // Whatever the backslash escapes, it is not the end; `unescape` judges it if wanted.
            at += step + 2;
        }
    }

    fn unescape(&self, raw: &'a str) -> Scan<Cow<'a, str>> {
        if !raw.contains('\\') {
            return Ok(Cow::Borrowed(raw));
        }
        let wrong =
            |()| Fault { at: self.at, what: "a string has an escape that JSON does not know" };
        unescaped(raw).map(Cow::Owned).map_err(wrong)
    }

    fn literal(&mut self, text: &str, value: Value<'a>) -> Scan<Value<'a>> {
        let rest = self.text.get(self.at..).unwrap_or("");
        if rest.starts_with(text) {
            self.at += text.len();
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

    fn names(
        &mut self,
        prefix: &str,
        names: &mut Vec<String>,
        most: usize,
        depth: u32,
    ) -> Scan<()> {
        if self.peek() != Some(b'{') {
            return Ok(());
        }
        self.enter(depth)?;
        self.space();
        while self.peek() == Some(b'"') {
            let key = self.key()?;
            let path = format!("{prefix}{}", self.unescape(key)?.replace('.', "\\."));
            self.space();
            if self.peek() == Some(b'{') && depth < 2 {
                self.names(&format!("{path}."), names, most, depth + 1)?;
            } else {
                if names.len() < most {
                    names.push(path);
                }
                self.value(None, &mut [], depth + 1)?;
            }
            if !self.more(b'}', "")? {
                return Ok(());
            }
            self.space();
        }
        Ok(())
    }
}

fn unescaped(raw: &str) -> Result<String, ()> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(rest.get(..at).ok_or(())?);
        let escape = rest.as_bytes().get(at + 1).ok_or(())?;
        rest = rest.get(at + 2..).ok_or(())?;
        text.push(match escape {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let (first, after) = code_unit(rest)?;
                rest = after;
                let code = match first {
                    0xd800..0xdc00 => {
                        let (second, after) = code_unit(rest.strip_prefix("\\u").ok_or(())?)?;
                        rest = after;
                        let low = second.checked_sub(0xdc00).filter(|&low| low < 0x400).ok_or(())?;
                        0x10000 + ((first - 0xd800) << 10) + low
                    }
                    other => other,
                };
                char::from_u32(code).ok_or(())?
            }
            _ => return Err(()),
        });
    }
    text.push_str(rest);
    Ok(text)
}

fn code_unit(text: &str) -> Result<(u32, &str), ()> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    let code = u32::from_str_radix(digits.ok_or(())?, 16).map_err(|_| ())?;
    Ok((code, text.get(4..).unwrap_or("")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value as Json};

    use super::*;

    fn json() -> impl Strategy<Value = Json> {
        let key = prop::sample::select(vec!["a", "b", "a.b", "\"", "0", "é", "\u{1}"]);
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            any::<i64>().prop_map(Json::from),
            any::<f64>().prop_map(Json::from),
            any::<String>().prop_map(Json::from),
        ];
        leaf.prop_recursive(4, 40, 5, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
                prop::collection::vec((key.clone(), inner), 0..4).prop_map(|fields| {
                    Json::from(
                        fields.into_iter().map(|(k, v)| (k.to_owned(), v)).collect::<Map<_, _>>(),
                    )
                }),
            ]
        })
    }

    /// What serde_json finds at a path.
    fn reference(record: &Json, path: &str) -> Value<'static> {
        let mut at = record;
        for segment in segments(path) {
            let next = match at {
                Json::Object(map) => map.get(&segment),
                Json::Array(list) => segment.parse::<usize>().ok().and_then(|i| list.get(i)),
                _ => None,
            };
            match next {
                Some(next) => at = next,
                None => return Value::Absent,
            }
        }
        match at {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::Number(number) => Value::Number(number.to_string().leak()),
            Json::String(text) => Value::Text(Cow::Owned(text.clone())),
            Json::Array(_) | Json::Object(_) => Value::Nested,
        }
    }

    proptest! {
        #[test]
        fn finds_what_serde_json_finds(record in json(), pretty in any::<bool>()) {
            prop_assume!(record.is_object());
            let text = if pretty { serde_json::to_string_pretty(&record) } else { serde_json::to_string(&record) };
            let text = text.unwrap();
            let paths = ["a", "b.a", "a.b", "a\\.b", "b.0", "a.1.b", "\"", "é.é", "\u{1}"];
            let found = Paths::new(&paths.map(Some)).find(&text).unwrap();
            for (path, value) in paths.iter().zip(found) {
                prop_assert_eq!(&value, &reference(&record, path), "{} in {}", path, text);
            }
            prop_assert_eq!(value_length(&text), Ok(text.len()));
        }

        #[test]
        fn accepts_whatever_serde_json_accepts(text in "[\\[\\]{}:,\"\\\\ntrufals0-9.eE+ -]{0,24}") {
            let text = format!("{{\"a\":{text}}}");
            if serde_json::from_str::<Json>(&text).is_ok() {
                prop_assert!(Paths::new(&[Some("a")]).find(&text).is_ok(), "{}", text);
            }
        }

        #[test]
        fn refuses_every_cut(record in json()) {
            prop_assume!(record.is_object());
            let text = serde_json::to_string(&record).unwrap();
            for (cut, _) in text.char_indices() {
                prop_assert!(Paths::new(&[Some("a")]).find(&text[..cut]).is_err());
                // The fault is where the text ends, so that a reader knows to read on.
                prop_assert_eq!(value_length(&text[..cut]).map_err(|fault| fault.at), Err(cut));
            }
        }

        #[test]
        fn never_panics(text in any::<String>()) {
            let _ = Paths::new(&[Some("a.b"), None]).find(&text);
            let _ = field_names(&text, 5);
            let _ = value_length(&text);
        }
    }

    #[test]
    fn reads_what_python_writes() {
        let found = Paths::new(&[Some("x"), Some("y"), Some("z")])
            .find(r#"{"x": NaN, "y": -Infinity, "z": "\ud83d\ude00"}"#);
        let expected = vec![
            Value::Number("NaN"),
            Value::Number("-Infinity"),
            Value::Text(Cow::Borrowed("😀")),
        ];
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn says_where_a_record_breaks() {
        for (text, at) in [
            (r#"{"a": 1,}"#, 8),
            (r#"{"a": 01}"#, 8),
            (r#"{"a" 1}"#, 5),
            (r#"{"a": 1"#, 7),
            (r#"{"a": "x"#, 8),
            (r#"{"a": nul}"#, 6),
            (r#"{"a": 1} {"#, 9),
            (r#"{"a": 1e}"#, 8),
            ("[1]", 0),
        ] {
            let fault = Paths::new(&[Some("a")]).find(text).unwrap_err();
            assert_eq!(fault.at, at, "{text}: {}", fault.what);
        }
        let deep = "[".repeat(100_000);
        assert!(value_length(&deep).is_err_and(|fault| fault.at == 256));
    }

    #[test]
    fn the_last_of_a_repeated_key_counts() {
        let found = Paths::new(&[Some("a")]).find(r#"{"a": 1, "a": 2}"#);
        assert_eq!(found, Ok(vec![Value::Number("2")]));
    }
}
