//! Arrays of numbers, copied on their way in: another thread may change the array of the caller.

use std::ops::Deref;

use numpy::PyReadonlyArray;
use numpy::ndarray::{Array, Dimension};
use pyo3::prelude::*;

/// A copy of a vector of numbers.
pub(crate) struct Vector(Vec<f64>);

impl<'py> FromPyObject<'_, 'py> for Vector {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let array: numpy::PyReadonlyArray1<'py, f64> = object.extract()?;
        Ok(Self(array.as_array().to_vec()))
    }
}

impl Deref for Vector {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.0
    }
}

/// A copy of an array of numbers.
pub(crate) fn copied<D: Dimension>(array: &PyReadonlyArray<'_, f64, D>) -> Array<f64, D> {
    array.as_array().to_owned()
}
