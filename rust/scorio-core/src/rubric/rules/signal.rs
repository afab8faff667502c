//! Signals: named numbers that a trial has.

/// A signal.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    /// Its name in expressions.
    pub name: String,
    /// Where its values come from.
    pub source: SignalSource,
}

/// Where the values of a signal come from.
#[derive(Clone, Debug, PartialEq)]
pub enum SignalSource {
    /// The same number for all trials.
    Constant(f64),
    /// A field of the trial's record, by its dotted path.
    Field {
        /// The path.
        path: String,
        /// The number that a value is.
        reading: Reading,
    },
}

/// The number that a value of a field is.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// The value times a factor. True and C are 1, P is 0.5, and false, I and N are 0.
    Number {
        /// The factor.
        scale: f64,
    },
    /// 1 if a regular expression matches the text, and 0 otherwise.
    Matches(String),
    /// 1 if the value is one of these, and 0 otherwise.
    Is(Vec<String>),
    /// 0 if the value is one of these, and 1 otherwise.
    IsNot(Vec<String>),
}

impl SignalSource {
    /// A source that is written as one text: a number for a constant, or the path of a field.
    ///
    /// # Errors
    /// The text is empty, or a number that is not finite.
    pub fn of_text(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        if text.is_empty() {
            return Err("it is empty: give the path of a field, or a number");
        }
        let first = text.trim_start_matches(['-', '+', '.']).chars().next();
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Self::Constant(number)),
            Ok(_) if first.is_some_and(|c| c.is_ascii_digit()) => Err("the number is not finite"),
            _ => Ok(Self::field(text)),
        }
    }

    /// A field whose values are numbers.
    #[must_use]
    pub fn field(path: &str) -> Self {
        Self::Field { path: path.to_owned(), reading: Reading::Number { scale: 1.0 } }
    }

    /// The path of its field, if it has one.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Constant(_) => None,
            Self::Field { path, .. } => Some(path),
        }
    }
}
