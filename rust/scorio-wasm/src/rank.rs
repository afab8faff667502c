//! Sets of models that are not separated.

use scorio_core::{Replicates, rank};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Outcome;
use crate::objects::numbers;
use crate::plain::Array;

/// The largest sets of models in which no two are separated.
#[wasm_bindgen]
pub fn groups(scores: &[f64], sigmas: &[f64], confidence: f64) -> Result<Array, JsValue> {
    let found: Outcome<_> = rank::groups(scores, sigmas, confidence).map_err(Into::into);
    let places = |group: &Vec<usize>| numbers(group.iter().map(|&model| model as f64));
    Ok(found?.iter().map(places).collect())
}

/// So many replicates, one after another.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be a whole number from 0"
)]
pub(crate) fn all(replicates: f64) -> Replicates<'static> {
    Replicates { count: replicates as u64, threads: 1, go_on: &|_| true }
}
