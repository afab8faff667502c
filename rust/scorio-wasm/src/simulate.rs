//! The means of simulated models.

use scorio_core::simulate::MEANS;
use wasm_bindgen::prelude::wasm_bindgen;

/// The means of the paper's eleven models.
#[wasm_bindgen]
pub fn simulate_means() -> Vec<f64> {
    MEANS.to_vec()
}
