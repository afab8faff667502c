//! Arrays and objects of JavaScript: what results need of them.
//!
//! The crate js-sys has the whole language, of which much would stay in the module.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// An array.
    pub type Array;

    #[wasm_bindgen(constructor)]
    fn new() -> Array;

    #[wasm_bindgen(method)]
    fn push(this: &Array, value: JsValue);

    /// Real numbers.
    pub(crate) type Float64Array;

    /// A copy of numbers.
    #[wasm_bindgen(constructor)]
    pub(crate) fn new(values: &[f64]) -> Float64Array;

    /// Whole numbers from 0 to 255.
    pub(crate) type Uint8Array;

    /// A copy of numbers.
    #[wasm_bindgen(constructor)]
    pub(crate) fn new(values: &[u8]) -> Uint8Array;

    /// A plain object.
    pub(crate) type Object;

    #[wasm_bindgen(constructor)]
    pub(crate) fn new() -> Object;

    /// Sets a property, which a plain object takes.
    #[wasm_bindgen(js_namespace = Reflect)]
    pub(crate) fn set(object: &Object, name: &str, value: JsValue) -> bool;
}

impl<T: Into<JsValue>> FromIterator<T> for Array {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let array = Self::new();
        for value in values {
            array.push(value.into());
        }
        array
    }
}
