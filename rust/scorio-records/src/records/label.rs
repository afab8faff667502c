//! What names a record's model, task, question and trial.

use std::borrow::Cow;

use crate::json::value::Value;
use crate::spec::label::Label;
use crate::spec::numbers::double;
use crate::spec::policy::Ids;

/// The text of a label as a record has it. Nothing where the value cannot name anything.
pub fn text<'v>(label: &'v Label, value: &'v Value<'_>) -> Option<&'v str> {
    match (label, value) {
        (Label::Constant(text), _) => Some(text),
        (_, Value::Bool(true)) => Some("true"),
        (_, Value::Bool(false)) => Some("false"),
        (_, Value::Number(text) | Value::Cell(text)) if !text.is_empty() => Some(text),
        (_, Value::Text(text)) if !text.is_empty() => Some(text),
        _ => None,
    }
}

/// A question's label from its text in the log. A text that reads as a number keeps its quotes, so
/// that `"1"` and `1` are two questions, unless identifiers are asked for as texts.
pub fn question(text: &str, typed: bool, ids: Ids) -> Cow<'_, str> {
    if typed && ids == Ids::Distinct && looks_like_number(text) {
        Cow::Owned(format!("\"{text}\""))
    } else {
        Cow::Borrowed(text)
    }
}

/// A question's text without the quotes that [`question`] gave it.
pub fn unquoted(label: &str) -> &str {
    let inside = label.strip_prefix('"').and_then(|label| label.strip_suffix('"'));
    inside.filter(|text| looks_like_number(text)).unwrap_or(label)
}

/// Whether a text is a number's, or would be taken for one: true and false are values as well.
pub fn looks_like_number(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(b'0'..=b'9' | b'-') => double(text).is_some(),
        Some(b't' | b'f') => matches!(text, "true" | "false"),
        // What looks like such a text in its quotes.
        Some(b'"') => text.len() > 1 && text.ends_with('"'),
        _ => false,
    }
}

/// Whether a text with this first byte may be one that [`looks_like_number`].
pub fn may_look_like_number(first: u8) -> bool {
    matches!(first, b'0'..=b'9' | b'-' | b't' | b'f' | b'"')
}
