//! A value of a record.

use std::borrow::Cow;

/// A value as the log has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value<'a> {
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
    /// A list or an object: its own text.
    Nested(&'a str),
}

impl Value<'_> {
    /// The text of a text, a number, a list or an object.
    pub fn own(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.to_string()),
            Self::Number(text) | Self::Cell(text) | Self::Nested(text) => Some((*text).to_owned()),
            _ => None,
        }
    }

    /// The value as messages show it.
    pub fn describe(&self) -> String {
        match self {
            Self::Absent => "absent".to_owned(),
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Cell("") => "empty".to_owned(),
            Self::Number(text) | Self::Cell(text) => (*text).to_owned(),
            Self::Text(text) => format!("\"{text}\""),
            Self::Nested(_) => "a list or an object".to_owned(),
        }
    }
}
