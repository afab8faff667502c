//! Rules of the core on what calls are given, for what Python reads before it calls.

use pyo3::prelude::*;

/// Whether a text is a date of a model: of the calendar, or a number of days.
#[pyfunction]
pub(crate) fn is_date(text: &str) -> bool {
    scorio_core::horizon::is_date(text)
}

/// The field that a slice such as `length:4` is of.
#[pyfunction]
pub(crate) fn slice_field(spec: &str) -> &str {
    scorio_core::slices::slice_field(spec)
}
