//! The options that a caller gives, by name, and how they become typed values.

use std::slice::Iter;
use std::sync::Arc;

use ndarray::ArrayD;

use super::error::CallError;
use super::option::{CallEntry, CallOption, Takes, Usual};
use crate::check;
use crate::error::Result;
use crate::metric::parameters::ParameterValue;
use crate::metric::tau::Tau;
use crate::plan::Side;
use crate::rankers::solver::strength_prior::Penalty;

/// A value, in the forms that languages have.
#[derive(Clone, Debug, PartialEq)]
pub enum GivenValue {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Numbers.
    Numbers(Vec<f64>),
    /// Texts.
    Texts(Vec<String>),
    /// A share that is no decimal.
    Share(Tau),
    /// A prior of strengths by its penalty.
    Penalty(Penalty),
    /// Numbers with several axes.
    Array(ArrayD<f64>),
    /// What is known of a model before its trials.
    Side(Arc<Side>),
}

/// Options by name. What is not given has its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given(Vec<(String, GivenValue)>);

impl Given {
    /// Adds an option. Several texts of one name are a list.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: GivenValue) -> Self {
        self.0.push((name.into(), value));
        self
    }

    /// The names, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&GivenValue> {
        self.0.iter().rfind(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// The value of the next option of a declaration.
    pub(crate) fn next<T: Taken>(&mut self, entries: &mut Iter<'_, CallEntry>) -> Result<T> {
        let entry = entries.next().ok_or(CallError::Declared { name: "options" })?;
        T::taken(self, entry)
    }

    fn take(&mut self, option: &CallOption) -> Result<Option<GivenValue>> {
        let mut taken = Vec::new();
        self.0.retain_mut(|(name, value)| {
            let own = name == option.name;
            if own {
                taken.push(std::mem::replace(value, GivenValue::Flag(false)));
            }
            !own
        });
        if matches!(option.takes, Takes::Texts) && taken.len() > 1 {
            let one = |value| match value {
                GivenValue::Text(text) => vec![text],
                GivenValue::Texts(texts) => texts,
                _ => Vec::new(),
            };
            return Ok(Some(GivenValue::Texts(taken.into_iter().flat_map(one).collect())));
        }
        if taken.len() > 1 {
            return Err(CallError::Twice { option: option.name }.into());
        }
        Ok(taken.pop())
    }
}

/// A type that an option, or a group of them, may have.
pub(crate) trait Taken: Sized {
    /// The value of an option, which is taken out of those that are given.
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self>;
}

/// The option of an entry, and what is given for it or its default.
fn one<'a>(
    given: &mut Given,
    entry: &'a CallEntry,
) -> Result<(&'a CallOption, Option<GivenValue>)> {
    let CallEntry::One(option) = entry else {
        return Err(CallError::Declared { name: "group" }.into());
    };
    let value = match (given.take(option)?, option.usual) {
        (Some(value), _) => Some(value),
        (None, Usual::Required) => {
            return Err(CallError::Missing { option: option.name, doc: option.doc }.into());
        }
        (None, Usual::Nothing) => None,
        (None, Usual::No) => Some(GivenValue::Flag(false)),
        (None, Usual::Yes) => Some(GivenValue::Flag(true)),
        (None, Usual::Number(value)) => Some(GivenValue::Number(value)),
        (None, Usual::Text(text)) => Some(GivenValue::Text(text.to_owned())),
        (None, Usual::Numbers(numbers)) => Some(GivenValue::Numbers(numbers.to_vec())),
    };
    Ok((option, value))
}

fn wrong(option: &CallOption, needed: &'static str) -> crate::error::Error {
    CallError::Kind { option: option.name, needed }.into()
}

impl CallOption {
    /// A number in the range of the option.
    pub(crate) fn number_of(&self, value: &GivenValue) -> Result<f64> {
        let GivenValue::Number(value) = *value else { return Err(wrong(self, "a number")) };
        match self.takes {
            Takes::Whole(range) | Takes::Wholes(range) if value.fract() != 0.0 => {
                return Err(check::outside(self.name, value, range.words).into());
            }
            Takes::Number(range)
            | Takes::Portion(range)
            | Takes::Whole(range)
            | Takes::Wholes(range) => {
                range.check(self.name, value)?;
            }
            _ => {}
        }
        Ok(value)
    }

    /// Yes or no. C has numbers alone.
    pub(crate) fn flag_of(&self, value: &GivenValue) -> Result<bool> {
        match value {
            GivenValue::Flag(flag) => Ok(*flag),
            GivenValue::Number(1.0) => Ok(true),
            GivenValue::Number(0.0) => Ok(false),
            _ => Err(wrong(self, "true or false")),
        }
    }

    /// The place of a text among those of the option.
    pub(crate) fn choice_of(&self, value: &GivenValue) -> Result<usize> {
        let (Takes::Choice(known), GivenValue::Text(text)) = (self.takes, value) else {
            return Err(wrong(self, "a text"));
        };
        known.iter().position(|one| one == text).ok_or_else(|| {
            CallError::Choice { option: self.name, given: text.clone(), known }.into()
        })
    }
}

/// All that is left.
impl Taken for Given {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        match entry {
            CallEntry::Further(_) => Ok(std::mem::take(given)),
            _ => Err(CallError::Declared { name: "further options" }.into()),
        }
    }
}

impl Taken for bool {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        let (option, value) = one(given, entry)?;
        value.map_or(Err(wrong(option, "true or false")), |value| option.flag_of(&value))
    }
}

impl Taken for Option<f64> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        let (option, value) = one(given, entry)?;
        match value {
            None => Ok(None),
            Some(value) => option.number_of(&value).map(Some),
        }
    }
}

impl Taken for f64 {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        Option::<f64>::taken(given, entry)?.ok_or(CallError::Declared { name: "default" }.into())
    }
}

impl Taken for Option<u64> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        match one(given, entry)? {
            (_, None) => Ok(None),
            (option, Some(GivenValue::Text(digits))) if option.takes == Takes::Seed => {
                digits.parse().map(Some).map_err(|_| wrong(option, SEED))
            }
            (option, Some(value)) => counted(option, option.number_of(&value)?).map(Some),
        }
    }
}

const SEED: &str = "a whole number from 0 to 18,446,744,073,709,551,615";

/// A whole number from 0, which a double has exactly.
fn counted(option: &CallOption, value: f64) -> Result<u64> {
    if value.fract() != 0.0 || !(0.0..=9_007_199_254_740_992.0).contains(&value) {
        return Err(wrong(option, "a whole number"));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
    Ok(value as u64)
}

impl Taken for u64 {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        Option::<Self>::taken(given, entry)?.ok_or(CallError::Declared { name: "default" }.into())
    }
}

impl Taken for Vec<u64> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        let (option, value) = one(given, entry)?;
        let each = |value| counted(option, option.number_of(&GivenValue::Number(value))?);
        match value {
            None => Ok(Self::new()),
            Some(GivenValue::Number(value)) => Ok(vec![each(value)?]),
            Some(GivenValue::Numbers(values)) => values.into_iter().map(each).collect(),
            Some(_) => Err(wrong(option, "whole numbers")),
        }
    }
}

impl Taken for Arc<Side> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        match one(given, entry)? {
            (_, Some(GivenValue::Side(side))) => Ok(side),
            (_, Some(GivenValue::Array(p))) => {
                Ok(Self::new(Side::assumed(&p.view(), p.ndim() > 1)?))
            }
            (_, Some(GivenValue::Numbers(p))) => {
                Ok(Self::new(Side::assumed(&line(p).view(), false)?))
            }
            (_, Some(GivenValue::Number(p))) => {
                Ok(Self::new(Side::assumed(&line(vec![p]).view(), false)?))
            }
            (option, _) => Err(wrong(option, "results, or assumed probabilities")),
        }
    }
}

impl Taken for Option<ArrayD<f64>> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        match one(given, entry)? {
            (_, None) => Ok(None),
            (_, Some(GivenValue::Array(values))) => Ok(Some(values)),
            (_, Some(GivenValue::Number(value))) => Ok(Some(line(vec![value]))),
            (_, Some(GivenValue::Numbers(values))) => Ok(Some(line(values))),
            (option, _) => Err(wrong(option, "an array of numbers")),
        }
    }
}

impl Taken for ArrayD<f64> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        Option::<Self>::taken(given, entry)?.ok_or(CallError::Declared { name: "default" }.into())
    }
}

/// Numbers along one axis.
fn line(values: Vec<f64>) -> ArrayD<f64> {
    ndarray::Array1::from_vec(values).into_dyn()
}

impl Taken for Vec<f64> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        Option::<Self>::taken(given, entry)?.ok_or(CallError::Declared { name: "default" }.into())
    }
}

impl Taken for Option<i64> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        match one(given, entry)? {
            (_, None) => Ok(None),
            (option, Some(GivenValue::Number(value))) => whole(option, value).map(Some),
            (option, _) => Err(wrong(option, "a whole number")),
        }
    }
}

impl Taken for i64 {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        Option::<Self>::taken(given, entry)?.ok_or(CallError::Declared { name: "default" }.into())
    }
}

impl Taken for Option<Vec<i64>> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        let (option, value) = one(given, entry)?;
        let each = |value| whole(option, option.number_of(&GivenValue::Number(value))?);
        match value {
            None => Ok(None),
            Some(GivenValue::Number(value)) => Ok(Some(vec![each(value)?])),
            Some(GivenValue::Numbers(values)) => {
                values.into_iter().map(each).collect::<Result<_>>().map(Some)
            }
            Some(_) => Err(wrong(option, "whole numbers")),
        }
    }
}

impl Taken for Vec<i64> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        Ok(Option::<Self>::taken(given, entry)?.unwrap_or_default())
    }
}

/// A whole number. Far beyond the largest budget, it may be rounded.
fn whole(option: &CallOption, value: f64) -> Result<i64> {
    if value.fract() == 0.0 {
        #[expect(clippy::cast_possible_truncation, reason = "it stays too large for a budget")]
        Ok(value as i64)
    } else {
        Err(wrong(option, "a whole number"))
    }
}

/// A share as it was given: a number stands for its decimal.
impl Taken for Option<ParameterValue> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        match one(given, entry)? {
            (_, None) => Ok(None),
            (_, Some(GivenValue::Number(value))) => Ok(Some(ParameterValue::Number(value))),
            (_, Some(GivenValue::Share(share))) => Ok(Some(ParameterValue::Share(share))),
            // A number of fewer digits than a double's, with its significant bits.
            (option, Some(GivenValue::Numbers(rounded))) => {
                let &[value, bits] = rounded.as_slice() else { return Err(no_share(option)) };
                let bits = u32::try_from(whole(option, bits)?).map_err(|_| no_share(option))?;
                Ok(Some(ParameterValue::Share(Tau::rounded(value, bits)?)))
            }
            (option, Some(GivenValue::Text(text))) => {
                let whole = |part: &str| part.trim().parse().ok();
                let parts = text.split_once('/').map(|(n, d)| (whole(n), whole(d)));
                match parts {
                    Some((Some(n), Some(d))) => Ok(Some(ParameterValue::Share(Tau::ratio(n, d)?))),
                    _ => Err(no_share(option)),
                }
            }
            (option, _) => Err(no_share(option)),
        }
    }
}

fn no_share(option: &CallOption) -> crate::error::Error {
    wrong(option, "a number, or a fraction such as 2/3")
}

impl Taken for Option<String> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        let (option, value) = one(given, entry)?;
        match (value, option.takes) {
            (None, _) => Ok(None),
            (Some(value), Takes::Choice(known)) => {
                Ok(known.get(option.choice_of(&value)?).map(|&text| text.to_owned()))
            }
            (Some(GivenValue::Text(text)), _) => Ok(Some(text)),
            (Some(_), _) => Err(wrong(option, "a text")),
        }
    }
}

impl Taken for String {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        Option::<Self>::taken(given, entry)?.ok_or(CallError::Declared { name: "default" }.into())
    }
}

impl Taken for Option<Vec<f64>> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        match one(given, entry)? {
            (_, None) => Ok(None),
            (_, Some(GivenValue::Number(value))) => Ok(Some(vec![value])),
            (_, Some(GivenValue::Numbers(values))) => Ok(Some(values)),
            (option, _) => Err(wrong(option, "numbers")),
        }
    }
}

impl Taken for Option<Vec<String>> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        match one(given, entry)? {
            (_, None) => Ok(None),
            (_, Some(GivenValue::Text(text))) => Ok(Some(vec![text])),
            (_, Some(GivenValue::Texts(texts))) => Ok(Some(texts)),
            // An empty list of some languages has no kind.
            (_, Some(GivenValue::Numbers(none))) if none.is_empty() => Ok(Some(Vec::new())),
            (option, _) => Err(wrong(option, "texts")),
        }
    }
}

impl Taken for Vec<String> {
    fn taken(given: &mut Given, entry: &CallEntry) -> Result<Self> {
        Ok(Option::<Self>::taken(given, entry)?.unwrap_or_default())
    }
}
