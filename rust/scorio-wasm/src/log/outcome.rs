//! Which category an outcome belongs to.

use scorio_core::decimal;

use super::cell::Cell;
use super::error::LogError;

/// The categories of a log's outcomes, and how they are recognised.
#[derive(Debug)]
pub(crate) struct Categories {
    pub(crate) names: Vec<String>,
    rule: Rule,
}

#[derive(Debug)]
enum Rule {
    Binary,
    Threshold(f64),
    /// Texts, and the numbers that they stand for, each with its category.
    Values(Vec<(String, Option<f64>, u16)>),
}

/// What an outcome is.
#[derive(Debug, PartialEq)]
pub(crate) enum Classified {
    Category(u16),
    /// How it is missing.
    Missing(&'static str),
    Unknown,
}

impl Categories {
    /// Failure and success, as booleans or as 0 and 1.
    pub(crate) fn binary() -> Self {
        Self { names: vec!["0".to_owned(), "1".to_owned()], rule: Rule::Binary }
    }

    /// Numbers from a threshold up are successes.
    pub(crate) fn threshold(threshold: f64) -> Self {
        Self { rule: Rule::Threshold(threshold), ..Self::binary() }
    }

    /// Named categories in order, each with the values that belong to it.
    pub(crate) fn named(categories: Vec<(String, Vec<String>)>) -> Result<Self, LogError> {
        let wrong = |problem: String| Err(LogError::Categories { problem });
        if !(2..=usize::from(u16::MAX)).contains(&categories.len()) {
            return wrong(format!(
                "there are {} categories: from 2 to 65,535 are needed",
                categories.len()
            ));
        }
        let mut names: Vec<String> = Vec::new();
        let mut values: Vec<(String, Option<f64>, u16)> = Vec::new();
        for (number, (name, texts)) in (0_u16..=u16::MAX).zip(categories) {
            if texts.is_empty() {
                return wrong(format!("the category {name} has no value"));
            }
            for text in texts {
                let value = number_of(&text);
                let same = |known: &(String, Option<f64>, u16)| {
                    known.0 == text || value.is_some() && known.1 == value
                };
                if values.iter().any(|known| same(known) && known.2 != number) {
                    return wrong(format!("the value {text} belongs to two categories"));
                }
                values.push((text, value, number));
            }
            names.push(name);
        }
        Ok(Self { names, rule: Rule::Values(values) })
    }

    pub(crate) fn classify(&self, cell: &Cell<'_>) -> Classified {
        let (text, number) = match cell {
            Cell::Absent => return Classified::Missing("absent"),
            Cell::Null => return Classified::Missing("null"),
            Cell::Nested => return Classified::Unknown,
            Cell::Bool(true) => ("true", Some(1.0)),
            Cell::Bool(false) => ("false", Some(0.0)),
            Cell::Number(text) => (*text, decimal(text)),
            Cell::Text(text) => (&**text, None),
            Cell::Plain(text) => match &**text {
                "" => return Classified::Missing("empty"),
                text => (text, number_of(text)),
            },
        };
        if number.is_some_and(f64::is_nan) {
            return Classified::Missing("NaN");
        }
        let found = match &self.rule {
            Rule::Binary => number.and_then(|number| match number {
                0.0 => Some(0),
                1.0 => Some(1),
                _ => None,
            }),
            Rule::Threshold(threshold) => {
                number.or_else(|| written(text)).map(|number| u16::from(number >= *threshold))
            }
            Rule::Values(values) => values
                .iter()
                .find(|known| known.0 == text || number.is_some() && known.1 == number)
                .map(|known| known.2),
        };
        found.map_or(Classified::Unknown, Classified::Category)
    }

    /// What would be recognised.
    pub(crate) fn accepted(&self) -> String {
        match &self.rule {
            Rule::Binary => "outcomes are true, false, 0 or 1".to_owned(),
            Rule::Threshold(threshold) => {
                format!("outcomes are numbers, and successes from {threshold} up")
            }
            Rule::Values(values) => {
                let name = |category: u16| self.names.get(usize::from(category)).map_or("", |n| n);
                let values: Vec<_> = values
                    .iter()
                    .map(|(text, _, category)| format!("{text} ({})", name(*category)))
                    .collect();
                format!("the values named are {}", values.join(", "))
            }
        }
    }
}

/// The number that a cell of a table or a named value stands for.
fn number_of(text: &str) -> Option<f64> {
    match text {
        "true" | "True" | "TRUE" => Some(1.0),
        "false" | "False" | "FALSE" => Some(0.0),
        _ => decimal(text),
    }
}

/// A text that is written as a number, or as a percentage.
fn written(text: &str) -> Option<f64> {
    let text = text.trim();
    let number: Option<f64> = match text.strip_suffix('%') {
        Some(percent) => decimal(percent.trim_end()).map(|number| number / 100.0),
        None => decimal(text),
    };
    number.filter(|number| number.is_finite())
}
