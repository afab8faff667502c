//! The one place where errors become exceptions.

use pyo3::exceptions::{PyFileNotFoundError, PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use scorio_core::Printable;
use scorio_core::calls::is_option;
use scorio_logs::{CountError, Error, ErrorKind, TrialError};
use scorio_words::{Dialect, braced_rule, spelled_rule};

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
        let described = Python::attach(|py| {
            describe(py, &raised, &problem, &kind, way.as_ref())?;
            describe_refused(py, &raised, &problem, &error)?;
            describe_options(py, &raised, &problem, &error)
        });
        match described {
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
            let problem = match error.rule() {
                Some((rule, names)) => spelled_rule(rule, &names, Dialect::Python),
                None => error.to_string(),
            };
            (problem, error.kind().to_owned(), error.remedy().map(WayOut::from))
        }
        other => (other.to_string(), other.name(), other.remedy().map(WayOut::from)),
    }
}

/// Gives an exception about options its sentence with their names in braces, as
/// `scorio._errors.of_options` does. The command line puts its own names there.
fn describe_options(py: Python<'_>, raised: &PyErr, problem: &str, error: &Error) -> PyResult<()> {
    let Error::Core(error) = error else { return Ok(()) };
    let (template, options) = match (error.rule(), error.argument().filter(|name| is_option(name)))
    {
        (Some((words, names)), _) => {
            (braced_rule(words, &names), names.map(|(_, name)| name).into())
        }
        (None, Some(option)) => {
            (problem.replacen(option, &format!("{{{option}}}"), 1), vec![option])
        }
        (None, None) => return Ok(()),
    };
    let exception = raised.value(py);
    exception.setattr("template", template)?;
    exception.setattr("options", options)
}

/// Gives an exception about an outcome `refused`: the problem without what would match.
fn describe_refused(py: Python<'_>, raised: &PyErr, problem: &str, error: &Error) -> PyResult<()> {
    let accepted = match error {
        Error::Trial(TrialError::Outcome { accepted, .. }) => Printable(accepted).to_string(),
        Error::Count(CountError::NoFittingScore { accepted, .. }) => {
            Printable(&**accepted).to_string()
        }
        _ => return Ok(()),
    };
    let refused = problem.strip_suffix(&accepted).and_then(|rest| rest.strip_suffix("; "));
    raised.value(py).setattr("refused", refused.unwrap_or(problem))
}

/// Gives an exception the parts of its message as attributes.
fn describe(
    py: Python<'_>,
    raised: &PyErr,
    problem: &str,
    code: &str,
    way: Option<&WayOut>,
) -> PyResult<()> {
    let exception = raised.value(py);
    exception.setattr("problem", problem)?;
    exception.setattr("code", code)?;
    exception.setattr("remedy", way.map(|way| way.data(py)).transpose()?)
}

pub(crate) type Outcome<T> = Result<T, Failure>;
