//! One interpreter of a process: the types of the extension module cannot serve several.

use std::sync::OnceLock;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// The address of the module `sys`, of which each interpreter has its own.
static FIRST: OnceLock<usize> = OnceLock::new();

/// Refuses to be loaded by a second interpreter of a process.
///
/// # Errors
/// Another interpreter has loaded it.
pub(crate) fn require_one_interpreter(py: Python<'_>) -> PyResult<()> {
    let own = py.import("sys")?.as_ptr().addr();
    if *FIRST.get_or_init(|| own) == own {
        return Ok(());
    }
    Err(PyImportError::new_err(
        "another interpreter of this process has loaded scorio, whose extension module serves one \
         alone: import it in a process of its own",
    ))
}
