//! The one door of declared calls, and their declarations for the generator and the command line.

use std::collections::BTreeMap;

use std::sync::{Arc, Mutex, PoisonError};

use ndarray::ArrayD;
use numpy::{IntoPyArray, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};
use scorio_core::Tau;
use scorio_core::calls::{
    self, About, AnswerArray, Call, CallOption, Entries, Given, GivenValue, Input, Takes, Usual,
    Workers,
};
use scorio_core::plan;

use crate::arrays::load::load_numpy;
use crate::arrays::matrix::States;
use crate::arrays::vector::copied;
use crate::calls::rows::{cell, tuple};
use crate::counting::counts::Counts;
use crate::counting::sums::Sums;
use crate::failure::Outcome;
use crate::watch::watched;
use crate::wording::dialect_of;

/// What a call is about.
#[derive(FromPyObject)]
pub(crate) enum Tallied<'py> {
    Counts(Bound<'py, Counts>),
    Sums(Bound<'py, Sums>),
    Pair((Bound<'py, Counts>, Bound<'py, Counts>)),
}

impl Tallied<'_> {
    fn input(&self) -> Input<'_> {
        match self {
            Self::Counts(counts) => Input::Counts(&counts.get().counts),
            Self::Sums(sums) => Input::Sums(&sums.get().sums),
            Self::Pair((a, b)) => Input::Pair(&a.get().counts, &b.get().counts),
        }
    }
}

/// A value of an option. A share is a fraction, or a number with its significant bits.
#[derive(FromPyObject)]
enum OptionValue<'py> {
    Flag(bool),
    Text(String),
    // What may be an array comes last: it loads NumPy, and scores of logs need none.
    Plain(#[pyo3(from_py_with = plain)] f64),
    Ratio((u64, u64)),
    Rounded((f64, u32)),
    Several(#[pyo3(from_py_with = listed)] Vec<f64>),
    Texts(#[pyo3(from_py_with = listed)] Vec<String>),
    Side(Bound<'py, Side>),
    // Before other numbers, since NumPy warns where an array of one entry becomes one.
    Array(#[pyo3(from_py_with = array)] PyReadonlyArrayDyn<'py, f64>),
    One(f64),
}

/// A list, or a tuple. An array is a sequence, too, and stays one.
fn listed<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<Vec<T>>
where
    Vec<T>: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return value.extract();
    }
    Err(PyTypeError::new_err("not a list"))
}

/// A number of Python itself.
fn plain(value: &Bound<'_, PyAny>) -> PyResult<f64> {
    if value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>() {
        return value.extract();
    }
    Err(PyTypeError::new_err("not a number of Python"))
}

/// An array, with NumPy's functions.
fn array<'py>(value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    load_numpy(value.py())?;
    value.extract()
}

impl OptionValue<'_> {
    fn given(self) -> Outcome<GivenValue> {
        Ok(match self {
            Self::Flag(flag) => GivenValue::Flag(flag),
            Self::Plain(value) | Self::One(value) => GivenValue::Number(value),
            Self::Text(text) => GivenValue::Text(text),
            Self::Ratio((numerator, denominator)) => {
                GivenValue::Share(Tau::ratio(numerator, denominator)?)
            }
            Self::Rounded((value, bits)) => GivenValue::Share(Tau::rounded(value, bits)?),
            Self::Array(values) => match copied(&values) {
                line if line.ndim() == 1 => GivenValue::Numbers(line.into_iter().collect()),
                array => GivenValue::Array(array),
            },
            Self::Several(values) => GivenValue::Numbers(values),
            Self::Texts(texts) => GivenValue::Texts(texts),
            Self::Side(side) => GivenValue::Side(Arc::clone(&side.get().0)),
        })
    }
}

/// Options by name.
#[derive(FromPyObject)]
#[pyo3(transparent)]
pub(crate) struct GivenOptions<'py>(BTreeMap<String, OptionValue<'py>>);

/// What is known of a model before its trials.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Side(Arc<plan::Side>);

#[pymethods]
impl Side {
    /// The posterior after a pilot.
    #[staticmethod]
    fn pilot(states: &States) -> Outcome<Self> {
        Ok(Self(Arc::new(plan::Side::pilot(&states.states)?)))
    }

    /// Assumed probabilities.
    #[staticmethod]
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arrays over by value")]
    fn assumed(p: PyReadonlyArrayDyn<'_, f64>, categorical: bool) -> Outcome<Self> {
        Ok(Self(Arc::new(plan::Side::assumed(&copied(&p).view(), categorical)?)))
    }
}

/// A note: kind, words, values.
pub(crate) type Said<'py> = (&'static str, &'static str, Bound<'py, PyDict>);

/// What a call gives. Its tables become rows of Python where they are read.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Answered {
    answer: calls::Answer,
    /// They are handed over, not copied.
    arrays: Mutex<Vec<Option<AnswerArray>>>,
}

#[pymethods]
impl Answered {
    /// The rows of a table, by its place.
    fn table<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let table = self.answer.tables.get(place);
        table.into_iter().flat_map(calls::AnswerTable::rows).map(|row| tuple(py, row)).collect()
    }

    /// An array, by its place. It is there once.
    fn array<'py>(
        &self,
        py: Python<'py>,
        place: usize,
    ) -> PyResult<Option<Bound<'py, PyUntypedArray>>> {
        load_numpy(py)?;
        let mut arrays = self.arrays.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = arrays.get_mut(place).and_then(Option::take);
        Ok(taken.and_then(|AnswerArray { axes, values }| match values {
            Entries::Reals(values) => shaped(py, axes, values),
            Entries::Small(values) => shaped(py, axes, values),
        }))
    }

    /// What to say below them.
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Said<'py>>> {
        said(py, &self.answer.notes)
    }
}

pub(crate) fn said<'py>(py: Python<'py>, notes: &[calls::Note]) -> PyResult<Vec<Said<'py>>> {
    let note = |note: &calls::Note| {
        let values = PyDict::new(py);
        for (name, value) in &note.values {
            values.set_item(name, cell(py, value.clone())?)?;
        }
        Ok((note.kind.name, note.kind.words, values))
    };
    notes.iter().map(note).collect()
}

fn shaped<T: numpy::Element>(
    py: Python<'_>,
    axes: Vec<usize>,
    values: Vec<T>,
) -> Option<Bound<'_, PyUntypedArray>> {
    let array = ArrayD::from_shape_vec(axes, values).ok()?;
    Some(array.into_pyarray(py).as_untyped().clone())
}

/// Answers a declared call.
#[pyfunction]
#[pyo3(signature = (name, counts, options, progress=None))]
pub(crate) fn call(
    py: Python<'_>,
    name: &str,
    counts: Option<Tallied<'_>>,
    options: GivenOptions<'_>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let mut given = Given::default();
    for (name, value) in options.0 {
        given = given.with(name, value.given()?);
    }
    let input = counts.as_ref().map_or(Input::Nothing, Tallied::input);
    let mut answer = watched(py, 0, None, progress, |work| {
        calls::call(name, input, given, &Workers { threads: work.threads, go_on: work.go_on })
    })?;
    let arrays = std::mem::take(&mut answer.arrays).into_iter().map(Some).collect();
    Ok(Answered { answer, arrays: Mutex::new(arrays) })
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
    calls::all().map(|call| described(py, call)).collect()
}

fn described<'py>(py: Python<'py>, call: &Call) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("name", call.name)?;
    found.set_item("doc", call.doc)?;
    let options = call.options.options().into_iter();
    let options = options.map(|one| option(py, one)).collect::<PyResult<Vec<_>>>()?;
    found.set_item("options", options)?;
    found.set_item("further", call.options.further())?;
    let about = match call.about {
        About::Nothing => "nothing",
        About::Counts => "counts",
        About::Tallied => "tallied",
        About::Costs => "costs",
        About::Maybe => "maybe",
    };
    found.set_item("about", about)?;
    let arrays: Vec<_> = call.arrays.iter().map(|array| (array.name, array.axes)).collect();
    found.set_item("arrays", arrays)?;
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
        Takes::Number(range)
        | Takes::Portion(range)
        | Takes::Whole(range)
        | Takes::Wholes(range) => Some(range),
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
        Takes::Wholes(_) => ("wholes", vec![]),
        Takes::Seed => ("seed", vec![]),
        Takes::Array(what) => ("array", vec![what]),
        Takes::Side => ("side", vec![]),
    };
    found.set_item("takes", takes)?;
    found.set_item("of", more)?;
    found.set_item("excludes", option.excludes.0.to_vec())?;
    found.set_item("needs", option.needs.map(|(other, _)| other))?;
    Ok(found)
}
