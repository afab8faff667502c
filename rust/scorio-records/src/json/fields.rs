//! The values of one record after the other, kept in place. No value is moved or allocated. Texts are
//! kept as bytes that are known to be UTF-8. Moving a [`Value`] about took a fifth of the
//! time of short records, cutting texts at what is known to be character boundaries a tenth.

use std::borrow::Cow;

use crate::json::keep::Keep;
use crate::json::short::ShortText;
use crate::json::value::Value;

/// What a value is. Its text stands beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    Absent,
    Null,
    False,
    True,
    Number,
    Text,
    /// A text that had escapes.
    Unescaped,
    Nested,
}

/// A value of a few bytes: what it is, where its text begins (and ends, from behind), its length, and
/// the text if it is a short text or number.
#[derive(Clone, Copy)]
pub struct ShortValue {
    pub kind: ValueKind,
    from: u8,
    pub length: u8,
    text: ShortText,
}

impl ShortValue {
    #[inline]
    pub fn new(kind: ValueKind, from: u8, length: usize, text: ShortText) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "it has few bytes")]
        let length = length as u8;
        Self { kind, from, length, text }
    }
}

/// A value and where it begins, or a value whose text stands among the others.
#[derive(Clone, Copy)]
struct Field {
    start: usize,
    value: ShortValue,
}

/// In the place of where a text begins: it stands among the others.
const ELSEWHERE: u8 = u8::MAX;

/// The values of one record after the other.
pub struct RecordFields<'a> {
    bytes: &'a [u8],
    values: Vec<Field>,
    others: Vec<&'a [u8]>,
    unescaped: Vec<String>,
    /// Whether model, task or question may be others than when this was last set to false.
    pub renamed: bool,
}

impl<'a> RecordFields<'a> {
    /// The fields of the records of a text.
    pub fn new(count: usize, text: &'a str) -> Self {
        let value = ShortValue::new(ValueKind::Absent, 0, 0, ShortText::default());
        Self {
            bytes: text.as_bytes(),
            values: vec![Field { start: 0, value }; count],
            others: vec![b""; count],
            unescaped: vec![String::new(); count],
            renamed: true,
        }
    }

    /// Before the next record: forgets the values of slots from this one on.
    #[inline]
    pub fn clear_from(&mut self, slot: usize) {
        for Field { value, .. } in self.values.get_mut(slot..).unwrap_or(&mut []) {
            (value.kind, value.text) = (ValueKind::Absent, ShortText::default());
        }
    }

    /// Keeps a short value that stands at `start`.
    #[inline]
    pub fn keep(&mut self, slot: usize, start: usize, value: ShortValue) {
        if let Some(field) = self.values.get_mut(slot) {
            *field = Field { start, value };
        }
    }

    /// Keeps any value.
    fn set(&mut self, slot: usize, kind: ValueKind, text: &'a [u8]) {
        let short = match kind {
            ValueKind::Number | ValueKind::Text => ShortText::new(text),
            _ => ShortText::default(),
        };
        self.keep(slot, 0, ShortValue::new(kind, ELSEWHERE, 0, short));
        if let Some(other) = self.others.get_mut(slot) {
            *other = text;
        }
    }

    /// The text of a value that is no text with escapes.
    fn text(&self, slot: usize) -> &'a [u8] {
        let Some(&Field { start, value: ShortValue { from, length, .. } }) = self.values.get(slot)
        else {
            return b"";
        };
        if from == ELSEWHERE {
            return self.others.get(slot).copied().unwrap_or(b"");
        }
        let (from, length) = (usize::from(from), usize::from(length));
        self.bytes.get(start + from..start + length - from).unwrap_or(b"")
    }

    /// A value that is a short text or number. No text for any other.
    #[inline]
    pub fn short(&self, slot: usize) -> ShortText {
        self.values.get(slot).map_or(ShortText::default(), |field| field.value.text)
    }

    /// What a value is.
    #[inline]
    pub fn kind(&self, slot: usize) -> ValueKind {
        self.values.get(slot).map_or(ValueKind::Absent, |field| field.value.kind)
    }

    #[inline]
    pub fn lacks(&self, slot: usize) -> bool {
        self.kind(slot) == ValueKind::Absent
    }

    #[inline]
    pub fn is_text(&self, slot: usize) -> bool {
        matches!(self.kind(slot), ValueKind::Text | ValueKind::Unescaped)
    }

    /// The text of a value that can name something. Nothing for any other.
    pub fn name(&self, slot: usize) -> Option<&[u8]> {
        match self.kind(slot) {
            ValueKind::Text | ValueKind::Number => Some(self.text(slot)),
            ValueKind::Unescaped => self.unescaped.get(slot).map(String::as_bytes),
            ValueKind::True => Some(&b"true"[..]),
            ValueKind::False => Some(&b"false"[..]),
            ValueKind::Absent | ValueKind::Null | ValueKind::Nested => None,
        }
        .filter(|text| !text.is_empty())
    }

    pub fn get(&self, slot: usize) -> Value<'_> {
        let text = std::str::from_utf8(self.text(slot)).unwrap_or("");
        match self.kind(slot) {
            ValueKind::Absent => Value::Absent,
            ValueKind::Null => Value::Null,
            ValueKind::False => Value::Bool(false),
            ValueKind::True => Value::Bool(true),
            ValueKind::Number => Value::Number(text),
            ValueKind::Text => Value::Text(Cow::Borrowed(text)),
            ValueKind::Unescaped => {
                Value::Text(Cow::Borrowed(self.unescaped.get(slot).map_or("", String::as_str)))
            }
            ValueKind::Nested => Value::Nested(text),
        }
    }
}

impl<'a> Keep<'a> for RecordFields<'a> {
    fn put(&mut self, slot: usize, value: Value<'a>) {
        let (kind, text) = match value {
            Value::Absent => (ValueKind::Absent, ""),
            Value::Null => (ValueKind::Null, ""),
            Value::Bool(false) => (ValueKind::False, ""),
            Value::Bool(true) => (ValueKind::True, ""),
            Value::Number(text) => (ValueKind::Number, text),
            Value::Text(Cow::Borrowed(text)) | Value::Cell(text) => (ValueKind::Text, text),
            Value::Text(Cow::Owned(text)) => {
                if let Some(place) = self.unescaped.get_mut(slot) {
                    *place = text;
                }
                (ValueKind::Unescaped, "")
            }
            Value::Nested(text) => (ValueKind::Nested, text),
        };
        self.set(slot, kind, text.as_bytes());
    }
}
