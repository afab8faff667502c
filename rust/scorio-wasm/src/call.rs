//! The one door of declared calls.

use scorio_core::calls::{self, Given, GivenValue, Input};
use scorio_words::{Dialect, spelled};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::counts::CountTable;
use crate::failure::Outcome;
use crate::objects::{object, record};
use crate::plain::Array;

/// Options by name.
#[wasm_bindgen]
#[derive(Default)]
pub struct Options(Given);

#[wasm_bindgen]
impl Options {
    /// None.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Yes or no.
    pub fn flag(&mut self, name: String, value: bool) {
        self.add(name, GivenValue::Flag(value));
    }

    /// A number.
    pub fn number(&mut self, name: String, value: f64) {
        self.add(name, GivenValue::Number(value));
    }

    /// A text.
    pub fn text(&mut self, name: String, value: String) {
        self.add(name, GivenValue::Text(value));
    }

    /// Numbers.
    pub fn numbers(&mut self, name: String, values: Vec<f64>) {
        self.add(name, GivenValue::Numbers(values));
    }

    /// Texts.
    pub fn texts(&mut self, name: String, values: Vec<String>) {
        self.add(name, GivenValue::Texts(values));
    }
}

impl Options {
    fn add(&mut self, name: String, value: GivenValue) {
        self.0 = std::mem::take(&mut self.0).with(name, value);
    }
}

/// Answers a call: its tables and its notes.
#[wasm_bindgen]
pub fn call(name: &str, counts: &CountTable, options: &Options) -> Result<JsValue, JsValue> {
    Ok(answered(name, counts, options)?)
}

fn answered(name: &str, counts: &CountTable, options: &Options) -> Outcome<JsValue> {
    let answer = calls::call(name, Input::Counts(&counts.counts), &options.0)?;
    let table = |table: calls::AnswerTable| -> JsValue {
        let rows = table.rows().map(|row| object(table.fields, row));
        rows.collect::<Array>().into()
    };
    let note = |note: calls::Note| {
        let words = spelled(note.kind.words, &note.values, Dialect::JavaScript);
        record([("kind", note.kind.name.into()), ("words", words.into())])
    };
    Ok(record([
        ("tables", answer.tables.into_iter().map(table).collect::<Array>().into()),
        ("notes", answer.notes.into_iter().map(note).collect::<Array>().into()),
    ]))
}
