//! Means of simulated models.

use pyo3::prelude::*;
use scorio_core::simulate;

/// The paper's means of the eleven models and of the eight originals.
#[pyfunction]
pub(crate) fn simulate_means() -> (Vec<f64>, Vec<f64>) {
    (simulate::MEANS.to_vec(), simulate::ORIGINAL_MEANS.to_vec())
}
