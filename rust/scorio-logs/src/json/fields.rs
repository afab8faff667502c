//! The values of one record after the other, kept in place. No value is moved or allocated. Texts are
//! kept as bytes that are known to be UTF-8. Moving a [`Value`] about took a fifth of the
//! time of short records, cutting texts at what is known to be character boundaries a tenth.

use std::borrow::Cow;

use crate::json::keep::Keep;
use crate::json::short::ShortText;
use crate::json::value::Value;

/// What a value is. Its text stands beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueKind {
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

#[derive(Clone, Copy)]
struct Field<'a> {
    kind: ValueKind,
    text: &'a [u8],
    /// The same, if it is a short text or number.
    short: ShortText,
}

/// The values of one record after the other.
pub(crate) struct RecordFields<'a> {
    values: Vec<Field<'a>>,
    unescaped: Vec<String>,
    /// Whether model, task or question may be others than when this was last set to false.
    pub(crate) renamed: bool,
}

impl<'a> RecordFields<'a> {
    pub(crate) fn new(count: usize) -> Self {
        let nothing = Field { kind: ValueKind::Absent, text: b"", short: ShortText::default() };
        Self { values: vec![nothing; count], unescaped: vec![String::new(); count], renamed: true }
    }

    /// Before the next record.
    #[inline]
    pub(crate) fn clear(&mut self) {
        for field in &mut self.values {
            field.kind = ValueKind::Absent;
            field.short = ShortText::default();
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: usize, kind: ValueKind, text: &'a [u8], short: ShortText) {
        if let Some(field) = self.values.get_mut(slot) {
            *field = Field { kind, text, short };
        }
    }

    /// A value that is a short text or number. No text for any other.
    #[inline]
    pub(crate) fn short(&self, slot: usize) -> ShortText {
        self.values.get(slot).map_or(ShortText::default(), |field| field.short)
    }

    /// What a value is, and its text where it is a number or has no escapes.
    #[inline]
    pub(crate) fn plain(&self, slot: usize) -> (ValueKind, &'a [u8]) {
        self.values.get(slot).map_or((ValueKind::Absent, b""), |field| (field.kind, field.text))
    }

    #[inline]
    pub(crate) fn lacks(&self, slot: usize) -> bool {
        self.values.get(slot).is_none_or(|field| field.kind == ValueKind::Absent)
    }

    #[inline]
    pub(crate) fn is_text(&self, slot: usize) -> bool {
        let kind = self.values.get(slot).map(|field| field.kind);
        matches!(kind, Some(ValueKind::Text | ValueKind::Unescaped))
    }

    /// The text of a value that can name something. Nothing for any other.
    #[inline]
    pub(crate) fn name(&self, slot: usize) -> Option<&[u8]> {
        match self.values.get(slot)? {
            Field { kind: ValueKind::Text | ValueKind::Number, text, .. } => Some(*text),
            Field { kind: ValueKind::Unescaped, .. } => {
                self.unescaped.get(slot).map(String::as_bytes)
            }
            Field { kind: ValueKind::True, .. } => Some(&b"true"[..]),
            Field { kind: ValueKind::False, .. } => Some(&b"false"[..]),
            _ => None,
        }
        .filter(|text| !text.is_empty())
    }

    #[inline]
    pub(crate) fn get(&self, slot: usize) -> Value<'_> {
        let Some(&Field { kind, text, .. }) = self.values.get(slot) else { return Value::Absent };
        let text = std::str::from_utf8(text).unwrap_or("");
        match kind {
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
        let short = match kind {
            ValueKind::Number | ValueKind::Text => ShortText::new(text.as_bytes()),
            _ => ShortText::default(),
        };
        self.set(slot, kind, text.as_bytes(), short);
    }
}
