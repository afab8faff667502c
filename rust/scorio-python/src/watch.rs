//! Long work that Ctrl-C and a user's own signal handlers can stop.

use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use scorio_core::{Replicates, while_going};

use crate::failure::Failure;

/// Time between two looks at the signals. The interpreter's lock may be far.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

/// When the interpreter was last asked, and what it raised.
#[derive(Default)]
struct Signals {
    last: Option<Instant>,
    raised: Option<PyErr>,
}

/// What the threads of a piece of work know of that.
type SharedSignals = Mutex<Signals>;

fn known(asked: &SharedSignals) -> MutexGuard<'_, Signals> {
    asked.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks the interpreter whether the work goes on, which it does not after an exception.
fn goes_on(asked: &SharedSignals, tell: impl FnOnce(Python<'_>) -> PyResult<()>) -> bool {
    if known(asked).raised.is_some() {
        return false;
    }
    // What Python does meanwhile may ask the same.
    let said = Python::attach(|py| py.check_signals().and_then(|()| tell(py)));
    let going = said.is_ok();
    let mut asked = known(asked);
    asked.last = Some(Instant::now());
    if let Err(error) = said {
        asked.raised.get_or_insert(error);
    }
    going
}

/// The same without word of how far the work is, and not more often than is of use.
fn still_goes_on(asked: &SharedSignals) -> bool {
    let last = known(asked).last;
    if last.is_some_and(|last| last.elapsed() < PAUSE) {
        return known(asked).raised.is_none();
    }
    goes_on(asked, |_| Ok(()))
}

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
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get));
    stopped_by(py, |asked| {
        let go_on = |begun: u64| {
            goes_on(asked, |py| {
                progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (begun,)).map(drop))
            })
        };
        Ok(work(&Replicates { count, threads, go_on: &go_on })?)
    })
}

/// Does `work` without the interpreter's lock.
pub(crate) fn stoppable<T: Send, E: Into<Failure> + Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> PyResult<T> {
    stopped_by(py, |_| work().map_err(Into::into))
}

fn stopped_by<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&SharedSignals) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let asked = Arc::new(Mutex::new(Signals::default()));
    let own = Arc::clone(&asked);
    let found = py.detach(|| while_going(move || still_goes_on(&own), || work(&asked)));
    let raised = known(&asked).raised.take();
    match raised {
        Some(error) => Err(error),
        None => Ok(found?),
    }
}
