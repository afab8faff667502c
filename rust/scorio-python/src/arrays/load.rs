//! NumPy's own functions, loaded before they are needed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

static LOADED: AtomicBool = AtomicBool::new(false);

/// Whether NumPy's functions are there. Without them, a look at an array is code of Python.
pub(crate) fn numpy_is_loaded() -> bool {
    LOADED.load(Ordering::Acquire)
}

/// Loads NumPy's functions, which later calls then have.
///
/// They are loaded by Python code, in which Ctrl-C may end. Inside of a call that is a panic.
#[pyfunction]
pub(crate) fn load_numpy(py: Python<'_>) -> PyResult<()> {
    if numpy_is_loaded() {
        return Ok(());
    }
    py.import("numpy")?;
    py.check_signals()?;
    let load = AssertUnwindSafe(|| drop(PyArray1::<f64>::zeros(py, 0, false).readonly()));
    // NumPy is there, so nothing but an interruption ends this.
    catch_unwind(load).map_err(|_| PyKeyboardInterrupt::new_err(()))?;
    LOADED.store(true, Ordering::Release);
    Ok(())
}
