//! Biased coins as models, and their trials.

use ndarray::{ArrayViewD, IxDyn};
use scorio_core::simulate::{self, MEANS};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Failure, Outcome};
use crate::rank::all;

/// The means of the paper's eleven models.
#[wasm_bindgen]
pub fn simulate_means() -> Vec<f64> {
    MEANS.to_vec()
}

/// Success probabilities: L × M.
#[wasm_bindgen]
pub fn coins(
    means: &[f64],
    questions: usize,
    concentration: f64,
    seed: u64,
) -> Result<Vec<f64>, JsValue> {
    let drawn: Outcome<_> =
        simulate::coins(means, questions, concentration, seed).map_err(Into::into);
    Ok(drawn?)
}

/// Numbers as an array of models by others.
pub(crate) fn table(values: &[f64], rows: usize) -> Outcome<ArrayViewD<'_, f64>> {
    let columns = values.len().checked_div(rows).unwrap_or(0);
    ArrayViewD::from_shape(IxDyn(&[rows, columns]), values)
        .map_err(|_| Failure::Argument("rows have different lengths"))
}

/// Category probabilities: L × M × (C + 1).
#[wasm_bindgen]
pub fn categorical(
    shares: &[f64],
    models: usize,
    questions: usize,
    concentration: f64,
    seed: u64,
) -> Result<Vec<f64>, JsValue> {
    let shares = table(shares, models)?;
    let drawn: Outcome<_> =
        simulate::categorical(&shares, questions, concentration, seed).map_err(Into::into);
    Ok(drawn?)
}

/// Outcomes: L × M × N.
#[wasm_bindgen]
pub fn trials(p: &[f64], models: usize, trials: usize, seed: u64) -> Result<Vec<i8>, JsValue> {
    let p = table(p, models)?;
    let drawn: Outcome<_> =
        simulate::trials(&p, trials, false, &all(0.0), seed).map_err(Into::into);
    Ok(drawn?)
}
