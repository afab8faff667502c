//! Reading and writing that Ctrl-C and a user's own signal handlers can stop.

use pyo3::prelude::*;
use scorio_logs::{GoOn, Progress};

use crate::failure::Failure;

/// Reads without the interpreter's lock, and checks now and then whether to go on.
pub(crate) fn stoppable<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    read: impl FnOnce(&mut Progress<'_>) -> scorio_logs::Result<T> + Send,
) -> PyResult<T> {
    let mut interruption = None;
    let mut advance = |bytes: u64| {
        let step = Python::attach(|py| {
            py.check_signals()?;
            progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (bytes,)).map(drop))
        });
        step.map_err(|error| interruption = Some(error)).is_ok()
    };
    let found = py.detach(|| read(&mut advance));
    match (interruption, found) {
        (Some(error), _) => Err(error),
        (None, found) => Ok(found.map_err(Failure::from)?),
    }
}

/// Does work on count files without the interpreter's lock, until Ctrl-C is pressed.
pub(crate) fn unless_stopped<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut GoOn<'_>) -> scorio_logs::Result<T> + Send,
) -> PyResult<T> {
    stoppable(py, None, |advance| work(&mut || advance(0)))
}
