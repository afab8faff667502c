//! The one place where errors become exceptions.

use pyo3::PyErr;
use pyo3::exceptions::{PyFileNotFoundError, PyKeyboardInterrupt, PyOSError, PyValueError};
use scorio_logs::Kind;

/// An error of the core or of the log reader, on its way to Python.
pub(crate) struct Failure(scorio_logs::Error);

impl<E: Into<scorio_logs::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl From<Failure> for PyErr {
    fn from(Failure(error): Failure) -> Self {
        let message = error.to_string();
        match error.kind() {
            Kind::NotFound => PyFileNotFoundError::new_err(message),
            Kind::Io => PyOSError::new_err(message),
            Kind::Value => PyValueError::new_err(message),
            Kind::Stopped => PyKeyboardInterrupt::new_err(message),
        }
    }
}

pub(crate) type Outcome<T> = Result<T, Failure>;
