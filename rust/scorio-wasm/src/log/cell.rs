//! The value of one field of a record.

use std::borrow::Cow;

use scorio_core::decimal;

/// The value of a field.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Cell<'a> {
    /// The record does not have the field.
    #[default]
    Absent,
    Null,
    Bool(bool),
    /// A number as the log writes it. So two long identifiers never become one.
    Number(&'a str),
    Text(Cow<'a, str>),
    /// A cell of a table, without the blanks around it.
    Plain(Cow<'a, str>),
    /// A list or an object.
    Nested,
}

impl Cell<'_> {
    /// The text of a label, unless the value cannot name anything.
    pub(crate) fn label(&self) -> Option<&str> {
        match self {
            Self::Bool(true) => Some("true"),
            Self::Bool(false) => Some("false"),
            Self::Number(text) => Some(text),
            Self::Text(text) | Self::Plain(text) => {
                Some(text).filter(|text| !text.is_empty()).map(|t| &**t)
            }
            Self::Absent | Self::Null | Self::Nested => None,
        }
    }

    /// The text of a question's label. A text that reads as a number keeps its quotes, so that `"1"`
    /// and `1` are two questions.
    pub(crate) fn question(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Text(text) if looks_like_number(text) => Some(Cow::Owned(format!("\"{text}\""))),
            _ => self.label().map(Cow::Borrowed),
        }
    }

    /// What it is in a message about a label.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Null => "null",
            Self::Nested => "a list or an object",
            _ => "empty",
        }
    }

    /// The value as the log shows it, cut where it is long.
    pub(crate) fn shown(&self) -> String {
        const LONG: usize = 60;
        let text = match self {
            Self::Text(text) => format!("\"{text}\""),
            Self::Plain(text) => text.to_string(),
            Self::Nested | Self::Absent | Self::Null => self.kind().to_owned(),
            _ => self.label().unwrap_or_default().to_owned(),
        };
        if text.chars().count() > LONG {
            text.chars().take(LONG).chain(['…']).collect()
        } else {
            text
        }
    }
}

/// Whether a text is a number's, or would be taken for one: true and false are values as well.
fn looks_like_number(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(b'0'..=b'9' | b'-') => decimal(text).is_some(),
        Some(b't' | b'f') => matches!(text, "true" | "false"),
        // What looks like such a text in its quotes.
        Some(b'"') => text.len() > 1 && text.ends_with('"'),
        _ => false,
    }
}
