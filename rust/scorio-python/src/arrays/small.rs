//! Small matrices, for which the way of all others takes longer than their figures.

use numpy::{
    Element, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use scorio_core::tally::{Matrix, Missing};
use scorio_core::{Outcome, States};

use crate::arrays::load::numpy_is_loaded;
use crate::arrays::matrix::by_element;

/// The most entries. They take some microseconds, for which the interpreter's lock is kept.
const MOST_SMALL: usize = 1 << 14;

/// Count states of failures and successes, if these are a small plain array of adjacent entries.
pub(crate) fn small_tally(outcomes: &Bound<'_, PyAny>) -> Option<States> {
    if !numpy_is_loaded() {
        return None;
    }
    // A subclass may hide some entries.
    let array = outcomes.cast_exact::<PyUntypedArray>().ok()?;
    if array.ndim() != 2 || array.len() > MOST_SMALL {
        return None;
    }
    let found: PyResult<Option<States>> = by_element!(array, tally_small(array));
    found.ok()?
}

fn tally_small<T: Element + Outcome>(
    array: &Bound<'_, PyUntypedArray>,
) -> PyResult<Option<States>> {
    let typed = array.cast::<PyArray2<T>>()?;
    if !typed.is_contiguous() || !typed.data().is_aligned() {
        return Ok(None);
    }
    let entries = typed.try_readonly()?;
    let matrix = Matrix { name: "R", entries: entries.as_array() };
    Ok(scorio_core::tally::tally(&matrix, None, 2, Missing::Error).ok())
}
