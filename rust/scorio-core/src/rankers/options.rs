//! The options that a caller gives a ranking method, read as [`super::declared`] declares them.

use super::declared;
use super::error::RankersError;
use crate::calls::error::CallError;
use crate::calls::given::{Given, GivenValue, Taken};
use crate::calls::option::{CallEntry, CallOption, Takes, Usual};
use crate::check;
use crate::error::Result;
use crate::rankers::solver::strength_prior::StrengthPrior;

/// The options that a caller gives. The others have their defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MethodOptions(Given);

/// The options that a call leaves to its method.
impl Taken for MethodOptions {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        Given::taken(given, entry).map(Self)
    }
}

impl MethodOptions {
    /// Options by name.
    #[must_use]
    pub fn new(given: impl IntoIterator<Item = (String, GivenValue)>) -> Self {
        let add = |all: Given, (name, value)| all.with(name, value);
        Self(given.into_iter().fold(Given::default(), add))
    }

    /// Refuses options that a method does not have.
    ///
    /// # Errors
    /// An option is not one of `known`.
    pub(crate) fn check<'a>(
        &self,
        method: &'static str,
        known: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<()> {
        match self.names().find(|name| !known.clone().any(|one| one == *name)) {
            Some(option) => Err(RankersError::UnknownOption {
                method,
                option: option.to_owned(),
                known: known.collect::<Vec<_>>().join(", "),
            }
            .into()),
            None => Ok(()),
        }
    }

    /// The names of the given options.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.names()
    }

    /// Whether an option is given.
    pub(crate) fn has(&self, option: &CallOption) -> bool {
        self.0.get(option.name).is_some()
    }

    /// A number, if it is given or has a default.
    ///
    /// # Errors
    /// It is no number of the range.
    pub(crate) fn given_number(&self, option: &CallOption) -> Result<Option<f64>> {
        match (self.0.get(option.name), option.usual) {
            (Some(value), _) => option.number_of(value).map(Some),
            (None, Usual::Number(usual)) => Ok(Some(usual)),
            (None, _) => Ok(None),
        }
    }

    /// A number that has a default.
    ///
    /// # Errors
    /// It is no number of the range.
    pub(crate) fn number(&self, option: &CallOption) -> Result<f64> {
        let undeclared = || CallError::Declared { name: option.name }.into();
        self.given_number(option)?.ok_or_else(undeclared)
    }

    /// A number that a method needs.
    ///
    /// # Errors
    /// It is missing, or no number of the range.
    pub(crate) fn needed(&self, method: &'static str, option: &CallOption) -> Result<f64> {
        let missing = || RankersError::OptionMissing { method, option: option.name }.into();
        self.given_number(option)?.ok_or_else(missing)
    }

    /// Yes or no.
    ///
    /// # Errors
    /// It is neither.
    pub(crate) fn flag(&self, option: &CallOption) -> Result<bool> {
        let usual = Ok(option.usual == Usual::Yes);
        self.0.get(option.name).map_or(usual, |value| option.flag_of(value))
    }

    /// The place of a text among those of the option.
    ///
    /// # Errors
    /// It is none of them.
    pub(crate) fn choice(&self, option: &CallOption) -> Result<usize> {
        match (self.0.get(option.name), option.usual, option.takes) {
            (Some(value), ..) => option.choice_of(value),
            (None, Usual::Text(usual), Takes::Choice(known)) => {
                Ok(known.iter().position(|one| *one == usual).unwrap_or_default())
            }
            _ => Err(CallError::Declared { name: option.name }.into()),
        }
    }

    /// Numbers, if they are given or have a default.
    ///
    /// # Errors
    /// - They are no numbers.
    /// - One is not finite.
    pub(crate) fn numbers(&self, option: &CallOption) -> Result<Option<&[f64]>> {
        let values = match (self.0.get(option.name), option.usual) {
            (Some(GivenValue::Numbers(values)), _) => values,
            (Some(_), _) => {
                let needed = "several numbers";
                return Err(CallError::Kind { option: option.name, needed }.into());
            }
            (None, Usual::Numbers(usual)) => return Ok(Some(usual)),
            (None, _) => return Ok(None),
        };
        for (index, &value) in values.iter().enumerate() {
            check::finite(option.name, &[index], value)?;
        }
        Ok(Some(values))
    }

    /// A number for each model, if they are given.
    ///
    /// # Errors
    /// - They are no finite numbers.
    /// - There are more or fewer than models.
    pub(crate) fn of_models(&self, option: &CallOption, models: usize) -> Result<Option<&[f64]>> {
        let (found, option) = (self.numbers(option)?, option.name);
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
        if let Some(GivenValue::Penalty(penalty)) = self.0.get(declared::PRIOR.name) {
            self.require_of_prior("a prior by its penalty", &[])?;
            return Ok(StrengthPrior::Custom(penalty.clone()));
        }
        let kind = self.choice(&declared::PRIOR)?;
        if kind == 0 {
            let own = [&declared::PRIOR_VARIANCE, &declared::PRIOR_MEANS];
            self.require_of_prior("a Gaussian prior", &own)?;
            let means = self.of_models(&declared::PRIOR_MEANS, models)?.unwrap_or_default();
            let variance = self.number(&declared::PRIOR_VARIANCE)?;
            return Ok(StrengthPrior::Gaussian { variance, means: means.to_vec() });
        }
        let own = [&declared::PRIOR_LOCATION, &declared::PRIOR_SCALE];
        let name = if kind == 1 { "a Laplace prior" } else { "a Cauchy prior" };
        self.require_of_prior(name, &own)?;
        let location = self.number(&declared::PRIOR_LOCATION)?;
        let scale = self.number(&declared::PRIOR_SCALE)?;
        Ok(if kind == 1 {
            StrengthPrior::Laplace { location, scale }
        } else {
            StrengthPrior::Cauchy { location, scale }
        })
    }

    /// Refuses options of other priors.
    fn require_of_prior(&self, prior: &'static str, known: &[&CallOption]) -> Result<()> {
        let mut given = declared::STRENGTH_PRIOR.iter().filter(|&option| self.has(option));
        match given.find(|&&option| option != declared::PRIOR && !known.contains(&&option)) {
            Some(option) => Err(RankersError::UnknownOption {
                method: prior,
                option: option.name.to_owned(),
                known: known.iter().map(|one| one.name).collect::<Vec<_>>().join(", "),
            }
            .into()),
            None => Ok(()),
        }
    }
}
