//! Options of ranking methods, by name.

use std::collections::BTreeMap;

use super::error::RankersError;
use crate::check;
use crate::error::Result;

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum MethodValue {
    /// A number.
    Number(f64),
    /// One of a few texts.
    Text(String),
    /// A number for each model, or a pair.
    Numbers(Vec<f64>),
}

/// The options that a caller gives. The others have their defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MethodOptions(BTreeMap<String, MethodValue>);

impl MethodOptions {
    /// Options by name.
    #[must_use]
    pub fn new(given: impl IntoIterator<Item = (String, MethodValue)>) -> Self {
        Self(given.into_iter().collect())
    }

    /// Refuses options that a method does not have.
    ///
    /// # Errors
    /// An option is not one of `known`.
    pub(crate) fn check(&self, method: &'static str, known: &[&str]) -> Result<()> {
        match self.0.keys().find(|name| !known.contains(&name.as_str())) {
            Some(option) => Err(RankersError::UnknownOption {
                method,
                option: option.clone(),
                known: known.join(", "),
            }
            .into()),
            None => Ok(()),
        }
    }

    /// A number.
    ///
    /// # Errors
    /// It is no number.
    pub(crate) fn number(&self, option: &'static str, default: f64) -> Result<f64> {
        match self.0.get(option) {
            None => Ok(default),
            Some(MethodValue::Number(value)) => Ok(*value),
            Some(_) => Err(RankersError::OptionType { option, needed: "a number" }.into()),
        }
    }

    /// A number above 0.
    ///
    /// # Errors
    /// It is no such number.
    pub(crate) fn positive(&self, option: &'static str, default: f64) -> Result<f64> {
        let value = self.number(option, default)?;
        check::positive(option, value)?;
        Ok(value)
    }

    /// A number from `from` to below or at 1, as `holds` says.
    ///
    /// # Errors
    /// It is not in the range.
    pub(crate) fn within(
        &self,
        option: &'static str,
        default: f64,
        range: &'static str,
        holds: impl Fn(f64) -> bool,
    ) -> Result<f64> {
        let value = self.number(option, default)?;
        if holds(value) { Ok(value) } else { Err(check::outside(option, value, range).into()) }
    }

    /// The place of a text among the known ones. The first is the default.
    ///
    /// # Errors
    /// It is none of them.
    pub(crate) fn text(&self, option: &'static str, known: &[&str]) -> Result<usize> {
        let wrong = |value: &str| RankersError::OptionText {
            option,
            value: value.to_owned(),
            known: known.join(", "),
        };
        match self.0.get(option) {
            None => Ok(0),
            Some(MethodValue::Text(value)) => {
                let place = known.iter().position(|one| one == value);
                place.ok_or_else(|| wrong(value).into())
            }
            Some(_) => Err(RankersError::OptionType { option, needed: "a text" }.into()),
        }
    }

    /// Numbers, if they are given.
    ///
    /// # Errors
    /// - They are no numbers.
    /// - One is not finite.
    pub(crate) fn numbers(&self, option: &'static str) -> Result<Option<&[f64]>> {
        match self.0.get(option) {
            None => Ok(None),
            Some(MethodValue::Numbers(values)) => {
                for (index, &value) in values.iter().enumerate() {
                    check::finite(option, &[index], value)?;
                }
                Ok(Some(values))
            }
            Some(_) => Err(RankersError::OptionType { option, needed: "several numbers" }.into()),
        }
    }

    /// A number for each model, if they are given.
    ///
    /// # Errors
    /// - They are no finite numbers.
    /// - There are more or fewer than models.
    pub(crate) fn of_models(&self, option: &'static str, models: usize) -> Result<Option<&[f64]>> {
        let found = self.numbers(option)?;
        match found.map(<[f64]>::len).filter(|&numbers| numbers != models) {
            Some(numbers) => Err(RankersError::OptionLength { option, numbers, models }.into()),
            None => Ok(found),
        }
    }
}
