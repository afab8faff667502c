//! Results matrices, read in place whatever their element type and strides.

use std::borrow::Cow;

use numpy::{
    Element, PyArrayDescrMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use scorio_core::tally::{Matrix, Missing};
use scorio_core::{Outcome, Place};

use crate::watch::stoppable;

/// Count states of a results matrix.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct States {
    pub(crate) states: scorio_core::States,
    /// The name that messages give to the question with the fewest trials.
    pub(crate) shortest: Place,
}

impl States {
    /// The states for an estimate from k trials, and how many questions were dropped.
    pub(crate) fn long(
        &self,
        k: Option<u64>,
        drop_short: bool,
    ) -> scorio_core::Result<(Cow<'_, scorio_core::States>, u64)> {
        match k.filter(|_| drop_short) {
            Some(k) => self.states.with_trials(k).map(|(long, short)| (Cow::Owned(long), short)),
            None => Ok((Cow::Borrowed(&self.states), 0)),
        }
    }
}

/// States of a matrix with one question in each row.
fn of_rows(states: scorio_core::States) -> States {
    let shortest = Place::Row(states.shortest());
    States { states, shortest }
}

/// Calls a generic function with the array's element type.
macro_rules! by_element {
    ($array:expr, $function:ident($($argument:expr),*)) => {{
        let descriptor = $array.dtype();
        match (descriptor.kind(), descriptor.itemsize()) {
            (b'b', 1) => $function::<$crate::arrays::flag::Flag>($($argument),*),
            (b'i', 1) => $function::<i8>($($argument),*),
            (b'i', 2) => $function::<i16>($($argument),*),
            (b'i', 4) => $function::<i32>($($argument),*),
            (b'i', 8) => $function::<i64>($($argument),*),
            (b'u', 1) => $function::<u8>($($argument),*),
            (b'u', 2) => $function::<u16>($($argument),*),
            (b'u', 4) => $function::<u32>($($argument),*),
            (b'u', 8) => $function::<u64>($($argument),*),
            (b'f', 4) => $function::<f32>($($argument),*),
            (b'f', 8) => $function::<f64>($($argument),*),
            _ => Err(PyTypeError::new_err(format!("R has dtype {descriptor}, not a number type"))),
        }
    }};
}
pub(crate) use by_element;

pub(crate) fn policy(drop: bool) -> Missing {
    if drop { Missing::Drop } else { Missing::Error }
}

/// Count states of an M × N matrix over `categories` categories; `prior` adds D outcomes per question.
#[pyfunction]
#[pyo3(signature = (entries, prior, categories, drop_missing))]
pub(crate) fn tally(
    py: Python<'_>,
    entries: &Bound<'_, PyUntypedArray>,
    prior: Option<PyReadonlyArray2<'_, i64>>,
    categories: usize,
    drop_missing: bool,
) -> PyResult<States> {
    by_element!(entries, tally_as(py, entries, prior, categories, policy(drop_missing)))
}

fn tally_as<T: Element + Outcome>(
    py: Python<'_>,
    entries: &Bound<'_, PyUntypedArray>,
    prior: Option<PyReadonlyArray2<'_, i64>>,
    categories: usize,
    missing: Missing,
) -> PyResult<States> {
    let entries: PyReadonlyArray2<'_, T> = entries.extract()?;
    let matrix = Matrix { name: "R", entries: entries.as_array() };
    let prior = prior.as_ref().map(|prior| Matrix { name: "R0", entries: prior.as_array() });
    let tally = || scorio_core::tally::tally(&matrix, prior.as_ref(), categories, missing);
    Ok(of_rows(stoppable(py, tally)?))
}

/// Count states of questions with different numbers of trials, one question after another.
#[pyfunction]
#[pyo3(signature = (outcomes, lengths, categories, drop_missing))]
pub(crate) fn tally_ragged(
    py: Python<'_>,
    outcomes: &Bound<'_, PyUntypedArray>,
    lengths: Vec<usize>,
    categories: usize,
    drop_missing: bool,
) -> PyResult<States> {
    by_element!(outcomes, ragged_as(py, outcomes, &lengths, categories, policy(drop_missing)))
}

fn ragged_as<T: Element + Outcome>(
    py: Python<'_>,
    outcomes: &Bound<'_, PyUntypedArray>,
    lengths: &[usize],
    categories: usize,
    missing: Missing,
) -> PyResult<States> {
    let outcomes: PyReadonlyArray1<'_, T> = outcomes.extract()?;
    let outcomes = outcomes.as_array();
    let tally = || scorio_core::tally::tally_ragged(outcomes, lengths, categories, missing);
    Ok(of_rows(stoppable(py, tally)?))
}
