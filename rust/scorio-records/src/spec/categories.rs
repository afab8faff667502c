//! Which category an outcome belongs to.

use std::borrow::Cow;

use crate::json::value::Value;
use crate::spec::error::SpecError;
use crate::spec::numbers::{as_number, double, finite, written};

/// The categories 0..C of a log's outcomes and how they are recognised.
#[derive(Clone, Debug, PartialEq)]
pub struct Categories {
    names: Vec<String>,
    rule: Rule,
    /// Values that stand for no outcome.
    missing: Vec<NamedValue>,
}

#[derive(Clone, Debug, PartialEq)]
enum Rule {
    Binary,
    /// The same, and the letters and halves of graders.
    Graded,
    Threshold(f64),
    /// Everything that is not missing, in one category.
    Any,
    /// Finite numbers, in one category. They are summed up.
    Numbers,
    Values(Vec<(NamedValue, u16)>),
}

/// A value as the user wrote it, with the number that it stands for, if any.
#[derive(Clone, Debug, PartialEq)]
struct NamedValue {
    text: String,
    number: Option<f64>,
}

/// What an outcome is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Category(u16),
    /// How it is missing.
    Missing(&'static str),
    Unknown,
}

impl Default for Categories {
    fn default() -> Self {
        Self::binary()
    }
}

impl Categories {
    /// Failure and success, written as booleans or as the numbers 0 and 1. The category between them is
    /// for graders, and is dropped from counts in which it is empty.
    #[must_use]
    pub fn binary() -> Self {
        Self {
            names: ["0", "0.5", "1"].map(str::to_owned).into(),
            rule: Rule::Binary,
            missing: Vec::new(),
        }
    }

    /// What graders write: also C (correct), I (incorrect), N (no answer), and P (partial) or 0.5 between
    /// them.
    #[must_use]
    pub fn graded() -> Self {
        Self { rule: Rule::Graded, ..Self::binary() }
    }

    /// Whatever is not missing.
    pub fn any() -> Self {
        Self { rule: Rule::Any, ..Self::binary() }
    }

    /// Any finite number: outcomes are summed up, not counted. True and false are 1 and 0.
    #[must_use]
    pub fn numbers() -> Self {
        Self { names: vec!["trials".to_owned()], rule: Rule::Numbers, missing: Vec::new() }
    }

    /// Whether outcomes are numbers that are summed up.
    pub fn are_numbers(&self) -> bool {
        self.rule == Rule::Numbers
    }

    /// The number of an outcome that is summed up.
    pub fn number(&self, value: &Value<'_>) -> Option<f64> {
        if self.are_numbers() && !self.is_missing(value) { finite(value) } else { None }
    }

    /// Whether the user named values, which are then to be those of the log.
    pub fn are_named(&self) -> bool {
        matches!(self.rule, Rule::Values(_))
    }

    /// Whether the user named none.
    pub fn are_usual(&self) -> bool {
        matches!(self.rule, Rule::Binary | Rule::Graded)
    }

    /// Numbers: success from `threshold` up.
    ///
    /// # Errors
    /// A threshold that is NaN.
    pub fn threshold(threshold: f64) -> Result<Self, SpecError> {
        if threshold.is_nan() {
            return Err(SpecError::Threshold);
        }
        Ok(Self {
            names: ["0", "1"].map(str::to_owned).into(),
            rule: Rule::Threshold(threshold),
            missing: Vec::new(),
        })
    }

    /// Named categories in order, each with the values that belong to it.
    ///
    /// # Errors
    /// Fewer than two categories, or more than 65,535; a name twice; a category without a value; a value in two
    /// categories.
    pub fn named(categories: Vec<(String, Vec<String>)>) -> Result<Self, SpecError> {
        if categories.len() < 2 {
            return Err(SpecError::FewCategories { count: categories.len() });
        }
        if categories.len() > usize::from(u16::MAX) {
            return Err(SpecError::ManyCategories { count: categories.len() });
        }
        let mut names: Vec<String> = Vec::new();
        let mut values: Vec<(NamedValue, u16)> = Vec::new();
        for (number, (name, texts)) in (0_u16..=u16::MAX).zip(categories) {
            if texts.is_empty() {
                return Err(SpecError::EmptyCategory { name });
            }
            if names.contains(&name) {
                return Err(SpecError::CategoryTwice { name });
            }
            for text in texts {
                let pattern = NamedValue::new(text);
                let known = values.iter().find(|(known, _)| known.same(&pattern));
                // The same value twice in one category, as 1 and True are, says nothing new.
                if let Some(other) =
                    known.and_then(|&(_, category)| names.get(usize::from(category)))
                {
                    let (value, first) = (pattern.text, other.clone());
                    return Err(SpecError::ValueTwice { value, first, second: name });
                }
                values.push((pattern, number));
            }
            names.push(name);
        }
        Ok(Self { names, rule: Rule::Values(values), missing: Vec::new() })
    }

    /// The same with values that stand for no outcome.
    ///
    /// # Errors
    /// A value that belongs to a category.
    pub fn with_missing(mut self, values: Vec<String>) -> Result<Self, SpecError> {
        let missing: Vec<_> = values.into_iter().map(NamedValue::new).collect();
        if let Rule::Values(known) = &self.rule {
            let both = |value: &&NamedValue| known.iter().any(|(known, _)| known.same(value));
            if let Some(value) = missing.iter().find(both) {
                return Err(SpecError::MissingCategory { value: value.text.clone() });
            }
        }
        self.missing = missing;
        Ok(self)
    }

    /// The same with the values that stand for no outcome in others.
    #[must_use]
    pub fn missing_as(self, others: &Self) -> Self {
        Self { missing: others.missing.clone(), ..self }
    }

    /// Whether a value is one that stands for no outcome.
    pub fn is_missing(&self, value: &Value<'_>) -> bool {
        if self.missing.is_empty() {
            return false;
        }
        let (text, number) = match value {
            Value::Absent | Value::Null | Value::Nested(_) => return false,
            Value::Bool(true) => ("true", Some(1.0)),
            Value::Bool(false) => ("false", Some(0.0)),
            Value::Number(text) => (*text, double(text)),
            Value::Text(text) => (text.trim(), written(text)),
            Value::Cell(cell) => (cell.trim(), as_number(cell.trim())),
        };
        self.missing.iter().any(|known| known.matches(text, number))
    }

    /// The categories' names.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What would be recognised, for messages.
    pub fn accepted(&self) -> String {
        match &self.rule {
            Rule::Binary => "outcomes are true, false, 0 or 1".to_owned(),
            Rule::Graded => "outcomes are true, false, 0, 1, C, I, N, P or 0.5".to_owned(),
            Rule::Any => "every outcome will do".to_owned(),
            Rule::Numbers => "outcomes are finite numbers".to_owned(),
            Rule::Threshold(threshold) => {
                format!("outcomes are numbers, and successes from {threshold} up")
            }
            Rule::Values(values) => {
                let values = values.iter().map(|(pattern, category)| {
                    format!(
                        "{} ({})",
                        pattern.text,
                        self.names.get(usize::from(*category)).map_or("", |name| name)
                    )
                });
                format!("the values named are {}", values.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// An outcome as a threshold judges it. As it is, where there is no threshold.
    pub fn judged<'v>(&self, value: &'v Value<'v>) -> Cow<'v, Value<'v>> {
        if !matches!(self.rule, Rule::Threshold(_)) {
            return Cow::Borrowed(value);
        }
        match self.classify(&self.letter(value)) {
            Outcome::Category(category) => Cow::Owned(Value::Bool(category > 0)),
            Outcome::Missing(_) | Outcome::Unknown => Cow::Borrowed(value),
        }
    }

    /// A grader's letter as the number that it stands for, where a threshold wants numbers.
    pub fn letter<'v>(&self, value: &'v Value<'_>) -> Cow<'v, Value<'v>> {
        let number = match value {
            Value::Text(text) if matches!(self.rule, Rule::Threshold(_)) => match &**text {
                "C" => "1",
                "P" => "0.5",
                "I" | "N" => "0",
                _ => return Cow::Borrowed(value),
            },
            _ => return Cow::Borrowed(value),
        };
        Cow::Owned(Value::Number(number))
    }

    pub fn classify(&self, value: &Value<'_>) -> Outcome {
        if self.is_missing(value) {
            return Outcome::Missing("a value that stands for no outcome");
        }
        let (text, number) = match value {
            Value::Absent => return Outcome::Missing("absent"),
            Value::Null => return Outcome::Missing("null"),
            Value::Nested(_) if self.rule == Rule::Any => return Outcome::Category(0),
            Value::Nested(_) => return Outcome::Unknown,
            Value::Bool(true) => ("true", Some(1.0)),
            Value::Bool(false) => ("false", Some(0.0)),
            Value::Number(text) => (*text, double(text)),
            Value::Text(text) => (&**text, None),
            Value::Cell(cell) => match cell.trim() {
                "" => return Outcome::Missing("empty"),
                cell => (cell, as_number(cell)),
            },
        };
        if number.is_some_and(f64::is_nan) {
            return Outcome::Missing("NaN");
        }
        match &self.rule {
            Rule::Binary => match number {
                Some(0.0) => Outcome::Category(0),
                Some(1.0) => Outcome::Category(2),
                _ => Outcome::Unknown,
            },
            Rule::Graded => match (text, number) {
                ("I" | "N", _) | (_, Some(0.0)) => Outcome::Category(0),
                ("P", _) | (_, Some(0.5)) => Outcome::Category(1),
                ("C", _) | (_, Some(1.0)) => Outcome::Category(2),
                _ => Outcome::Unknown,
            },
            Rule::Any => Outcome::Category(0),
            Rule::Numbers if number.or_else(|| written(text)).is_some_and(f64::is_finite) => {
                Outcome::Category(0)
            }
            Rule::Numbers => Outcome::Unknown,
            Rule::Threshold(threshold) => {
                number.or_else(|| written(text)).map_or(Outcome::Unknown, |number| {
                    Outcome::Category(u16::from(number >= *threshold))
                })
            }
            Rule::Values(values) => values
                .iter()
                .find(|(pattern, _)| pattern.matches(text, number))
                .map_or(Outcome::Unknown, |&(_, category)| Outcome::Category(category)),
        }
    }
}

impl NamedValue {
    fn new(text: String) -> Self {
        Self { number: as_number(&text).filter(|number| !number.is_nan()), text }
    }

    fn matches(&self, text: &str, number: Option<f64>) -> bool {
        self.text == text || (self.number.is_some() && self.number == number)
    }

    fn same(&self, other: &Self) -> bool {
        self.matches(&other.text, other.number)
    }
}
