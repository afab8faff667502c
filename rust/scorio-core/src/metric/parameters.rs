//! The parameters of metrics besides a budget, and the values that a user gives them.

use std::fmt;

use crate::error::{Error, Result};
use crate::metric::error::MetricError;
use crate::metric::tau::Tau;
use crate::metric::weights::Weights;

/// A parameter of a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: ParameterKind,
    /// Its default value.
    pub default: DefaultValue,
}

/// The kind of values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// One number.
    Number,
    /// A sequence of numbers.
    Numbers,
    /// A share in [0, 1].
    Share,
}

/// The default value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultValue {
    /// There is no default, so the metric needs a value.
    Required,
    /// This number.
    Number(f64),
    /// The value that these words describe.
    Text(&'static str),
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// One number. For a share, it is the decimal that it stands for.
    Number(f64),
    /// A sequence of numbers.
    Numbers(Vec<f64>),
    /// A share.
    Share(Tau),
}

/// Values of parameters, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters(Vec<(String, ParameterValue)>);

/// The budget and the values of one metric.
pub(crate) struct Arguments<'a> {
    pub(crate) metric: &'static str,
    /// The budget, or 0 for a metric without one.
    pub(crate) k: i64,
    pub(crate) parameters: &'a Parameters,
}

impl Parameter {
    /// A parameter that a metric needs.
    pub(crate) const fn required(name: &'static str, kind: ParameterKind) -> Self {
        Self { name, kind, default: DefaultValue::Required }
    }

    /// A number with its default.
    pub(crate) const fn number(name: &'static str, default: f64) -> Self {
        Self { name, kind: ParameterKind::Number, default: DefaultValue::Number(default) }
    }

    /// A sequence of numbers with a description of its default.
    pub(crate) const fn numbers(name: &'static str, default: &'static str) -> Self {
        Self { name, kind: ParameterKind::Numbers, default: DefaultValue::Text(default) }
    }
}

impl Parameters {
    /// The same with one more value.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: ParameterValue) -> Self {
        self.0.push((name.into(), value));
        self
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ParameterValue> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// The first name that is not among these parameters.
    pub(crate) fn other_than(&self, known: &[&Parameter]) -> Option<&str> {
        let is_known = |name: &str| known.iter().any(|parameter| parameter.name == name);
        self.0.iter().map(|(name, _)| name.as_str()).find(|name| !is_known(name))
    }

    /// The values of these parameters, such as `tau=0.5`. Empty if none is given.
    pub(crate) fn text(&self, parameters: &[Parameter]) -> String {
        let one = |parameter: &Parameter| {
            self.get(parameter.name).map(|value| format!("{}={value}", parameter.name))
        };
        parameters.iter().filter_map(one).collect::<Vec<_>>().join(", ")
    }
}

impl Arguments<'_> {
    /// A number.
    pub(crate) fn number(&self, parameter: &Parameter) -> Result<f64> {
        match (self.value(parameter)?, parameter.default) {
            (Some(ParameterValue::Number(value)), _) => Ok(*value),
            (None, DefaultValue::Number(value)) => Ok(value),
            _ => Err(mismatch(parameter)),
        }
    }

    /// A sequence of numbers, or `None` if it is not given.
    pub(crate) fn numbers(&self, parameter: &Parameter) -> Result<Option<&[f64]>> {
        match self.value(parameter)? {
            None => Ok(None),
            Some(ParameterValue::Number(value)) => Ok(Some(std::slice::from_ref(value))),
            Some(ParameterValue::Numbers(values)) => Ok(Some(values)),
            Some(ParameterValue::Share(_)) => Err(mismatch(parameter)),
        }
    }

    /// A share.
    pub(crate) fn share(&self, parameter: &Parameter) -> Result<Tau> {
        match self.value(parameter)? {
            Some(ParameterValue::Number(value)) => Tau::decimal(*value),
            Some(ParameterValue::Share(share)) => Ok(*share),
            _ => Err(mismatch(parameter)),
        }
    }

    /// A weight for each category. They are (0, 1) by default.
    pub(crate) fn weights(&self, parameter: &Parameter) -> Result<Weights> {
        self.numbers(parameter)?.map_or_else(|| Ok(Weights::binary()), Weights::new)
    }

    fn value(&self, parameter: &Parameter) -> Result<Option<&ParameterValue>> {
        let (metric, name) = (self.metric, parameter.name);
        match self.parameters.get(name) {
            None if parameter.default == DefaultValue::Required => {
                Err(MetricError::NoParameter { metric, name }.into())
            }
            value => Ok(value),
        }
    }
}

fn mismatch(parameter: &Parameter) -> Error {
    let (name, kind) = (parameter.name, parameter.kind.to_string());
    MetricError::ParameterKind { name, kind }.into()
}

impl fmt::Display for ParameterKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Number => "a number",
            Self::Numbers => "a sequence of numbers",
            Self::Share => "a share in [0, 1]",
        })
    }
}

impl DefaultValue {
    /// The value in words, or `None` without a value.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Required => None,
            Self::Number(value) => Some(value.to_string()),
            Self::Text(text) => Some((*text).to_owned()),
        }
    }
}

impl fmt::Display for ParameterValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(value) => value.fmt(formatter),
            Self::Share(share) => share.fmt(formatter),
            Self::Numbers(values) => {
                let texts: Vec<_> = values.iter().map(f64::to_string).collect();
                formatter.write_str(&texts.join(","))
            }
        }
    }
}
