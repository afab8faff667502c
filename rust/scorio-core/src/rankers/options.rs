//! Options of ranking methods, by name.

use std::collections::BTreeMap;

use super::error::RankersError;
use crate::check;
use crate::error::Result;
use crate::rankers::solver::strength_prior::{Penalty, StrengthPrior};

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum MethodValue {
    /// A number.
    Number(f64),
    /// One of a few texts.
    Text(String),
    /// A number for each model, or a pair.
    Numbers(Vec<f64>),
    /// A prior of strengths by its penalty.
    Penalty(Penalty),
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

    /// The names of the given options.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Whether an option is given.
    pub(crate) fn has(&self, option: &str) -> bool {
        self.0.contains_key(option)
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

    /// A number, if it is given.
    ///
    /// # Errors
    /// It is no number.
    pub(crate) fn given_number(&self, option: &'static str) -> Result<Option<f64>> {
        match self.0.get(option) {
            None => Ok(None),
            Some(_) => self.number(option, f64::NAN).map(Some),
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
    /// The prior of strengths: its name or penalty, and its numbers.
    ///
    /// # Errors
    /// - There is no such prior, or it does not have one of the options.
    /// - A variance or scale is not positive, or a number is not finite.
    pub(crate) fn prior(&self, models: usize) -> Result<StrengthPrior> {
        let (name, known) = match self.0.get("prior") {
            Some(MethodValue::Penalty(penalty)) => {
                self.require_of_prior("a prior by its penalty", &[])?;
                return Ok(StrengthPrior::Custom(penalty.clone()));
            }
            _ => match self.text("prior", &["gaussian", "laplace", "cauchy"])? {
                0 => ("a Gaussian prior", ["prior_variance", "prior_means"]),
                1 => ("a Laplace prior", ["prior_location", "prior_scale"]),
                _ => ("a Cauchy prior", ["prior_location", "prior_scale"]),
            },
        };
        self.require_of_prior(name, &known)?;
        if name == "a Gaussian prior" {
            let means = self.of_models("prior_means", models)?.unwrap_or_default().to_vec();
            let variance = self.positive("prior_variance", 1.0)?;
            return Ok(StrengthPrior::Gaussian { variance, means });
        }
        let location = self.number("prior_location", 0.0)?;
        check::finite("prior_location", &[], location)?;
        let scale = self.positive("prior_scale", 1.0)?;
        Ok(if name == "a Laplace prior" {
            StrengthPrior::Laplace { location, scale }
        } else {
            StrengthPrior::Cauchy { location, scale }
        })
    }

    /// Refuses options of other priors.
    fn require_of_prior(&self, prior: &'static str, known: &[&str]) -> Result<()> {
        let numbers = ["prior_variance", "prior_means", "prior_location", "prior_scale"];
        let given = numbers.into_iter().filter(|&option| self.0.contains_key(option));
        match given.into_iter().find(|option| !known.contains(option)) {
            Some(option) => Err(RankersError::UnknownOption {
                method: prior,
                option: option.to_owned(),
                known: known.join(", "),
            }
            .into()),
            None => Ok(()),
        }
    }
}
