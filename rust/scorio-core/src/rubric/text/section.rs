//! A table of the rubric file, and the checks of its entries. Each error names the line.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::Result;
use crate::near::near;
use crate::numeric::sorting::sort_by_key;
use crate::rubric::error::RubricError;

type TableEntry<'a, 't> = (&'a str, Range<usize>, &'a Spanned<DeValue<'t>>);

/// The text of the file, for the lines of errors.
#[derive(Clone, Copy)]
pub(super) struct File<'t> {
    pub(in crate::rubric) text: &'t str,
}

impl<'t> File<'t> {
    pub(in crate::rubric) fn position(self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.rsplit('\n').next().unwrap_or("");
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }

    pub(in crate::rubric) fn line(self, at: usize) -> usize {
        self.position(at).0
    }

    pub(super) fn fault<T>(self, at: usize, place: &str, problem: impl Into<String>) -> Result<T> {
        let (line, place) = (self.position(at).0, place.to_owned());
        Err(RubricError::Entry { line, place, problem: problem.into() }.into())
    }

    pub(super) fn section<'a>(
        self,
        place: &str,
        value: &'a Spanned<DeValue<'t>>,
    ) -> Result<Section<'a, 't>> {
        match value.get_ref().as_table() {
            Some(table) => {
                Ok(Section { file: self, place: place.to_owned(), span: value.span(), table })
            }
            None => self.fault(value.span().start, place, "is not a table"),
        }
    }

    /// The tables of a list, each with its number from 1.
    pub(super) fn sections<'a>(
        self,
        place: &str,
        value: &'a Spanned<DeValue<'t>>,
    ) -> Result<Vec<(Section<'a, 't>, usize)>> {
        let Some(list) = value.get_ref().as_array() else {
            return self.fault(value.span().start, place, "is not a list of tables ([[...]])");
        };
        let number = |(place_in, value)| {
            let section = self.section(&format!("{place} {}", place_in + 1), value)?;
            Ok((section, place_in + 1))
        };
        list.iter().enumerate().map(number).collect()
    }
}

/// A table of the file.
pub(super) struct Section<'a, 't> {
    pub(in crate::rubric) file: File<'t>,
    /// What it is, for messages.
    pub(in crate::rubric) place: String,
    pub(in crate::rubric) span: Range<usize>,
    pub(in crate::rubric) table: &'a DeTable<'t>,
}

impl<'a, 't> Section<'a, 't> {
    pub(super) fn fault<T>(&self, problem: impl Into<String>) -> Result<T> {
        self.file.fault(self.span.start, &self.place, problem)
    }

    pub(in crate::rubric) fn at<T>(
        &self,
        value: &Spanned<DeValue<'_>>,
        problem: impl Into<String>,
    ) -> Result<T> {
        self.file.fault(value.span().start, &self.place, problem)
    }

    pub(in crate::rubric) fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'t>>> {
        self.table.iter().find(|(known, _)| known.get_ref() == key).map(|(_, value)| value)
    }

    /// The entries in the order of the file.
    pub(super) fn entries(&self) -> Vec<TableEntry<'a, 't>> {
        let entry = |(key, value): (&'a Spanned<_>, _)| {
            let name: &'a std::borrow::Cow<'t, str> = key.get_ref();
            (&**name, key.span(), value)
        };
        let mut entries: Vec<_> = self.table.iter().map(entry).collect();
        sort_by_key(&mut entries, |(_, span, _)| span.start);
        entries
    }

    /// Refuses keys that mean nothing.
    pub(super) fn only(&self, keys: &[&str]) -> Result<()> {
        for (key, span, _) in self.entries() {
            if !keys.contains(&key) {
                let known: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
                let hint = match near(key, &known) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!("it can have {}", keys.join(", ")),
                };
                let problem = format!("has an entry \"{key}\" that means nothing; {hint}");
                return self.file.fault(span.start, &self.place, problem);
            }
        }
        Ok(())
    }

    pub(in crate::rubric) fn text(&self, key: &str) -> Result<Option<&'a str>> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => match value.get_ref().as_str() {
                Some(text) => Ok(Some(text)),
                None => self.at(value, format!("has a \"{key}\" that is not a text in quotes")),
            },
        }
    }

    pub(in crate::rubric) fn number(&self, key: &str) -> Result<Option<f64>> {
        self.get(key).map(|value| self.number_of(key, value)).transpose()
    }

    pub(super) fn number_of(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<f64> {
        let number = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            DeValue::Float(number) => number.as_str().parse::<f64>().ok(),
            _ => None,
        };
        match number {
            Some(number) if number.is_finite() => Ok(number),
            Some(number) => {
                self.at(value, format!("has \"{key}\" = {number}, which is not finite"))
            }
            None => self.at(value, format!("has a \"{key}\" that is not a number")),
        }
    }

    /// One of the words of a choice.
    pub(super) fn choice<T: Default>(
        &self,
        key: &str,
        words: &[&str],
        named: fn(&str) -> Option<T>,
    ) -> Result<T> {
        let Some(text) = self.text(key)? else { return Ok(T::default()) };
        match named(text) {
            Some(choice) => Ok(choice),
            None => {
                self.fault(format!("has {key} = \"{text}\", which is not {}", words.join(" or ")))
            }
        }
    }
}
