//! Long work that Ctrl-C and a user's own signal handlers can stop.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

use pyo3::prelude::*;
use scorio_core::Replicates;

use crate::failure::Failure;

/// Does `work` without the interpreter's lock, on this many threads or on all processors.
///
/// It calls `progress` now and then with the number of replicates begun.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    count: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Replicates<'_>) -> scorio_core::Result<T> + Send,
) -> PyResult<T> {
    let raised = Mutex::new(None);
    let go_on = |begun: u64| {
        let asked = Python::attach(|py| {
            py.check_signals()?;
            progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (begun,)).map(drop))
        });
        let going = asked.is_ok();
        if let Err(error) = asked {
            *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
        going
    };
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get));
    let found = py.detach(|| work(&Replicates { count, threads, go_on: &go_on }));
    match raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(found.map_err(Failure::from)?),
    }
}
