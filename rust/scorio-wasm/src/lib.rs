//! scorio in JavaScript: what the package's own files call.
//!
//! They check the types of arguments and flatten arrays. Each function here takes its arguments, makes
//! one call into the core, and converts the result. An error is an object with a code, a place and
//! sentences, which they throw.
#![allow(
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "js/index.d.ts declares what users call"
)]

pub mod call;
pub mod convergence;
pub mod counts;
pub mod entries;
mod failure;
pub mod labelled;
mod log;
pub mod metric;
mod objects;
pub mod plain;
pub mod rank;
pub mod reading;
pub mod simulate;
mod wording;

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
