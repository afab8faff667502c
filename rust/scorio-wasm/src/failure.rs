//! The one place where errors become what JavaScript throws.

use scorio_core::Error;
use wasm_bindgen::JsValue;

use crate::log::error::LogError;
use crate::objects::record;
use crate::wording;

/// An error on its way to JavaScript.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Of the core. Entries are those of the matrix of this name.
    Core(Error, String),
    /// Of a log.
    Log(LogError),
    /// An argument that the package's own files did not check.
    Argument(&'static str),
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Core(error.into(), "R".to_owned())
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Core(error) => error.into(),
            error => Self::Log(error),
        }
    }
}

impl Failure {
    /// The same about the entries of a matrix that the caller names so.
    pub(crate) fn of_matrix(self, name: &str) -> Self {
        match self {
            Self::Core(error, _) => Self::Core(error, name.to_owned()),
            other => other,
        }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        let (code, problem, place, remedy) = match &failure {
            Failure::Core(error, matrix) => (
                error.kind().to_owned(),
                wording::problem(error, matrix),
                wording::place(error, matrix),
                error.remedy().map(|remedy| wording::words(&remedy)),
            ),
            Failure::Log(error) => {
                (error.code().to_owned(), error.to_string(), error.place(), error.remedy())
            }
            Failure::Argument(problem) => {
                ("argument.internal".to_owned(), (*problem).to_owned(), None, None)
            }
        };
        let or_null = |text: Option<String>| text.map_or(Self::NULL, Self::from);
        record([
            ("code", code.into()),
            ("problem", problem.into()),
            ("place", or_null(place)),
            ("remedy", or_null(remedy)),
        ])
    }
}

pub(crate) type Outcome<T> = Result<T, Failure>;
