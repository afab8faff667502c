//! The one place where errors become exceptions.

use pyo3::exceptions::{PyFileNotFoundError, PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use scorio_logs::{Error, ErrorKind};

use crate::wording::WayOut;

/// An error of the core or of the log reader, on its way to Python.
pub(crate) struct Failure(Error);

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl From<Failure> for PyErr {
    fn from(Failure(error): Failure) -> Self {
        let (problem, kind, way) = parts(&error);
        let message =
            way.as_ref().map_or_else(|| problem.clone(), |way| format!("{problem}; {}", way.words));
        let raised = match error.kind() {
            ErrorKind::NotFound => PyFileNotFoundError::new_err(message),
            ErrorKind::Io => PyOSError::new_err(message),
            ErrorKind::Value => PyValueError::new_err(message),
            ErrorKind::Stopped => PyKeyboardInterrupt::new_err(message),
        };
        match Python::attach(|py| describe(py, &raised, &problem, &kind, way.as_ref())) {
            Ok(()) => raised,
            Err(other) => other,
        }
    }
}

/// What is wrong, the name of that, and the way out.
fn parts(error: &Error) -> (String, String, Option<WayOut>) {
    // Names of a log come from others, and a message goes to a terminal.
    match error {
        Error::Core(error) => {
            (error.to_string(), error.kind().to_owned(), error.remedy().map(WayOut::from))
        }
        other => (other.to_string(), other.name(), other.remedy().map(WayOut::from)),
    }
}

/// Gives an exception the parts of its message as attributes.
fn describe(
    py: Python<'_>,
    raised: &PyErr,
    problem: &str,
    kind: &str,
    way: Option<&WayOut>,
) -> PyResult<()> {
    let exception = raised.value(py);
    exception.setattr("problem", problem)?;
    exception.setattr("kind", kind)?;
    exception.setattr("remedy", way.map(|way| way.data(py)).transpose()?)
}

pub(crate) type Outcome<T> = Result<T, Failure>;
