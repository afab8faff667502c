//! Rows of results as plain objects, whose names are in camelCase.

use scorio_core::rows::{Field, Kind, Row as _, Value};
use wasm_bindgen::JsValue;

use crate::plain::{Array, Object, set};

/// An object of values by name.
pub(crate) fn record<const N: usize>(entries: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in entries {
        set(&object, name, value);
    }
    object.into()
}

/// Numbers as an array.
pub(crate) fn numbers(values: impl IntoIterator<Item = f64>) -> JsValue {
    values.into_iter().map(JsValue::from).collect::<Array>().into()
}

/// Texts as an array.
pub(crate) fn texts<'a>(values: impl IntoIterator<Item = &'a str>) -> JsValue {
    values.into_iter().map(JsValue::from).collect::<Array>().into()
}

pub(crate) fn object(fields: &[Field], values: Vec<Value>) -> JsValue {
    let object = Object::new();
    for (field, value) in fields.iter().zip(values) {
        set(&object, &camel(field.name), cell(field.kind, value));
    }
    object.into()
}

fn cell(kind: Kind, value: Value) -> JsValue {
    match value {
        Value::Missing => JsValue::NULL,
        Value::Text(text) => text.into(),
        Value::Whole(number) => (number as f64).into(),
        Value::Real(number) => number.into(),
        Value::Flag(flag) => flag.into(),
        Value::Reals(several) => numbers(several),
        Value::Row(values) => object(fields_of(kind), values),
    }
}

/// The fields of a row inside a row.
fn fields_of(kind: Kind) -> &'static [Field] {
    match kind {
        Kind::Row(name) if name == scorio_core::plan::Measured::NAME => {
            scorio_core::plan::Measured::FIELDS
        }
        _ => &[],
    }
}

/// A name as JavaScript writes it.
pub(crate) fn camel(name: &str) -> String {
    let mut result = String::with_capacity(name.len());
    let mut after = false;
    for letter in name.chars() {
        match letter {
            '_' => after = true,
            _ if after => {
                result.extend(letter.to_uppercase());
                after = false;
            }
            _ => result.push(letter),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::camel;

    #[test]
    fn names_are_written_as_in_javascript() {
        assert_eq!(camel("rank_lo"), "rankLo");
        assert_eq!(camel("p_best"), "pBest");
        assert_eq!(camel("score"), "score");
    }
}
