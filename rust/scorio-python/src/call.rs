//! The one door of declared calls, and their declarations for the generator and the command line.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use scorio_core::Tau;
use scorio_core::calls::{self, CALLS, Call, CallOption, Given, GivenValue, Input, Takes, Usual};

use crate::counts::Counts;
use crate::failure::{Failure, Outcome};
use crate::rows::{cell, tuple};
use crate::sums::Sums;
use crate::wording::dialect_of;

/// What a call is about.
#[derive(FromPyObject)]
pub(crate) enum Tallied<'py> {
    Counts(Bound<'py, Counts>),
    Sums(Bound<'py, Sums>),
}

impl Tallied<'_> {
    fn input(&self) -> Input<'_> {
        match self {
            Self::Counts(counts) => Input::Counts(&counts.get().counts),
            Self::Sums(sums) => Input::Sums(&sums.get().sums),
        }
    }
}

/// A value of an option. A share is a fraction, or a number with its significant bits.
#[derive(FromPyObject)]
enum OptionValue {
    Flag(bool),
    One(f64),
    Text(String),
    Ratio((u64, u64)),
    Rounded((f64, u32)),
    Several(Vec<f64>),
    Texts(Vec<String>),
}

impl OptionValue {
    fn given(self) -> Outcome<GivenValue> {
        Ok(match self {
            Self::Flag(flag) => GivenValue::Flag(flag),
            Self::One(value) => GivenValue::Number(value),
            Self::Text(text) => GivenValue::Text(text),
            Self::Ratio((numerator, denominator)) => {
                GivenValue::Share(Tau::ratio(numerator, denominator)?)
            }
            Self::Rounded((value, bits)) => GivenValue::Share(Tau::rounded(value, bits)?),
            Self::Several(values) => GivenValue::Numbers(values),
            Self::Texts(texts) => GivenValue::Texts(texts),
        })
    }
}

/// Options by name.
#[derive(FromPyObject)]
#[pyo3(transparent)]
pub(crate) struct GivenOptions(BTreeMap<String, OptionValue>);

/// A note: kind, words, values.
type Said<'py> = (&'static str, &'static str, Bound<'py, PyDict>);

/// What a call gives. Its tables become rows of Python where they are read.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Answered(calls::Answer);

#[pymethods]
impl Answered {
    /// The rows of a table, by its place.
    fn table<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let table = self.0.tables.get(place);
        table.into_iter().flat_map(calls::AnswerTable::rows).map(|row| tuple(py, row)).collect()
    }

    /// What to say below them.
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Said<'py>>> {
        let note = |note: &calls::Note| {
            let values = PyDict::new(py);
            for (name, value) in &note.values {
                values.set_item(name, cell(py, value.clone())?)?;
            }
            Ok((note.kind.name, note.kind.words, values))
        };
        self.0.notes.iter().map(note).collect()
    }
}

/// Answers a declared call.
#[pyfunction]
pub(crate) fn call(
    py: Python<'_>,
    name: &str,
    counts: Tallied<'_>,
    options: GivenOptions,
) -> PyResult<Answered> {
    let mut given = Given::default();
    for (name, value) in options.0 {
        given = given.with(name, value.given()?);
    }
    let input = counts.input();
    Ok(Answered(py.detach(|| calls::call(name, input, &given)).map_err(Failure::from)?))
}

/// Checks the rules between options that a user names, even with their defaults.
#[pyfunction]
pub(crate) fn check_call(name: &str, named: Vec<String>) -> Outcome<()> {
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    Ok(calls::check(calls::find(name)?, &named)?)
}

/// The name of an option in a language.
#[pyfunction]
pub(crate) fn option_name(option: &str, dialect: &str) -> PyResult<String> {
    Ok(dialect_of(dialect)?.named(option))
}

/// The declared calls.
#[pyfunction]
pub(crate) fn calls_declared(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    CALLS.iter().map(|call| described(py, call)).collect()
}

fn described<'py>(py: Python<'py>, call: &Call) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("name", call.name)?;
    found.set_item("doc", call.doc)?;
    let options = call.options.options().into_iter();
    let options = options.map(|one| option(py, one)).collect::<PyResult<Vec<_>>>()?;
    found.set_item("options", options)?;
    let tables: Vec<_> = call.tables.iter().map(|table| (table.name, table.row)).collect();
    found.set_item("tables", tables)?;
    let notes: Vec<_> = call.notes.iter().map(|note| (note.name, note.words)).collect();
    found.set_item("notes", notes)?;
    Ok(found)
}

pub(crate) fn option<'py>(py: Python<'py>, option: &CallOption) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("name", option.name)?;
    found.set_item("doc", option.doc)?;
    found.set_item("required", option.usual == Usual::Required)?;
    found.set_item("placed", option.placed)?;
    match option.usual {
        Usual::Required | Usual::Nothing => found.set_item("usual", py.None())?,
        Usual::No => found.set_item("usual", false)?,
        Usual::Yes => found.set_item("usual", true)?,
        Usual::Number(number) => found.set_item("usual", number)?,
        Usual::Text(text) => found.set_item("usual", text)?,
        Usual::Numbers(numbers) => found.set_item("usual", numbers.to_vec())?,
    }
    let range = match option.takes {
        Takes::Number(range) | Takes::Portion(range) | Takes::Whole(range) => Some(range),
        _ => None,
    };
    found.set_item("range", range.map(|one| (one.low, one.high, one.inside, one.words)))?;
    let (takes, more): (&str, Vec<&str>) = match option.takes {
        Takes::Flag => ("flag", vec![]),
        Takes::Number(_) => ("number", vec![]),
        Takes::Whole(_) => ("whole", vec![]),
        Takes::Portion(_) => ("portion", vec![]),
        Takes::Share => ("share", vec![]),
        Takes::Budget => ("budget", vec![]),
        Takes::Budgets => ("budgets", vec![]),
        Takes::Choice(known) => ("choice", known.to_vec()),
        Takes::Text => ("text", vec![]),
        Takes::Numbers(what) => ("numbers", vec![what]),
        Takes::Texts => ("texts", vec![]),
    };
    found.set_item("takes", takes)?;
    found.set_item("of", more)?;
    found.set_item("excludes", option.excludes.0.to_vec())?;
    found.set_item("needs", option.needs.map(|(other, _)| other))?;
    Ok(found)
}
