//! The ways out of errors in words, and as data.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scorio_core::rows::Value;
use scorio_core::{Printable, Remedy};
use scorio_words::{Dialect, spelled, spelled_for};

use crate::calls::rows::cell;

/// The way out of an error.
pub(crate) struct WayOut {
    /// Its name, the same in every language.
    name: &'static str,
    /// In words of Python.
    pub(crate) words: String,
    values: Vec<(&'static str, Value)>,
}

impl From<Remedy> for WayOut {
    fn from(remedy: Remedy) -> Self {
        Self::new(remedy.name(), remedy.template(), remedy.values())
    }
}

impl From<scorio_logs::Remedy> for WayOut {
    fn from(remedy: scorio_logs::Remedy) -> Self {
        Self::new(remedy.name(), remedy.template(), remedy.values())
    }
}

impl WayOut {
    fn new(name: &'static str, template: &str, values: Vec<(&'static str, Value)>) -> Self {
        // Values may hold names of any letters.
        let words = Printable(spelled(template, &values, Dialect::Python)).to_string();
        Self { name, words, values }
    }

    /// The name, and the values by name.
    pub(crate) fn data<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(&'static str, Bound<'py, PyDict>)> {
        let values = PyDict::new(py);
        for (name, value) in &self.values {
            values.set_item(name, cell(py, value.clone())?)?;
        }
        Ok((self.name, values))
    }
}

/// The templates of all ways out, by name.
#[pyfunction]
pub(crate) fn remedies() -> Vec<(&'static str, &'static str)> {
    let all = Remedy::ALL.iter().chain(scorio_logs::Remedy::ALL);
    let all = all.chain(scorio_logs::RecordRemedy::ALL);
    all.map(|(name, template, _)| (*name, *template)).collect()
}

/// A value that words need.
#[derive(FromPyObject)]
pub(crate) enum WordValue {
    Whole(u64),
    Real(f64),
    Text(String),
}

impl From<WordValue> for Value {
    fn from(value: WordValue) -> Self {
        match value {
            WordValue::Whole(number) => Self::Whole(number),
            WordValue::Real(number) => Self::Real(number),
            WordValue::Text(text) => Self::Text(text),
        }
    }
}

/// A template in the words of a language, for a command that knows some options.
#[pyfunction(name = "spelled")]
pub(crate) fn spelled_words(
    template: &str,
    values: Vec<(String, WordValue)>,
    dialect: &str,
    known: Option<Vec<String>>,
) -> PyResult<String> {
    let dialect = dialect_of(dialect)?;
    let values: Vec<(String, Value)> =
        values.into_iter().map(|(name, value)| (name, value.into())).collect();
    let values: Vec<(&str, Value)> =
        values.iter().map(|(name, value)| (&**name, value.clone())).collect();
    let knows = |option: &str| known.as_ref().is_none_or(|all| all.iter().any(|one| one == option));
    Ok(spelled_for(template, &values, dialect, &knows))
}

/// A language by its name.
pub(crate) fn dialect_of(name: &str) -> PyResult<Dialect> {
    Ok(match name {
        "Python" => Dialect::Python,
        "command line" => Dialect::CommandLine,
        "Julia" => Dialect::Julia,
        "JavaScript" => Dialect::JavaScript,
        "C" => Dialect::C,
        _ => return Err(PyValueError::new_err(format!("there is no language {name:?}"))),
    })
}
