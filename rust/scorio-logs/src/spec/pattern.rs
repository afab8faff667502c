//! Regular expressions that find the answer in a response.

use scorio_records::spec::error::SpecError;

use crate::error::{Error, Result};

/// A regular expression, equal to others of the same text.
#[derive(Clone, Debug)]
pub struct Pattern(regex::Regex);

impl Pattern {
    /// # Errors
    /// A text that is no regular expression.
    pub fn new(text: &str) -> Result<Self> {
        let wrong = |error: regex::Error| {
            let (given, problem) = (text.to_owned(), error.to_string());
            Error::from(SpecError::Pattern { given, problem })
        };
        regex::Regex::new(text).map(Self).map_err(wrong)
    }

    /// What it finds in a text: its first group, or all of it where it has none.
    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        let found = self.0.captures(text)?;
        found.get(1).or_else(|| found.get(0)).map(|part| part.as_str())
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}
