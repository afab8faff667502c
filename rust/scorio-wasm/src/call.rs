//! The one door of declared calls.

use std::sync::Arc;

use ndarray::ArrayD;
use scorio_core::calls::{self, About, AnswerArray, Entries, Given, GivenValue, Input, Workers};
use scorio_core::plan::Side;
use scorio_words::{Dialect, spelled};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::counts::CountTable;
use crate::entries::States;
use crate::failure::{Failure, Outcome};
use crate::objects::{numbers, object, record};
use crate::plain::{Array, Float64Array, Uint8Array};

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

    /// Numbers with several axes, of which the last runs fastest.
    pub fn array(
        &mut self,
        name: String,
        values: Vec<f64>,
        axes: Vec<usize>,
    ) -> Result<(), JsValue> {
        let array = ArrayD::from_shape_vec(axes, values)
            .map_err(|_| Failure::Argument("the axes do not fit the numbers"))?;
        self.add(name, GivenValue::Array(array));
        Ok(())
    }

    /// What is known of a model by a pilot.
    pub fn pilot(&mut self, name: String, states: &States) -> Result<(), JsValue> {
        let side = Side::pilot(&states.states).map_err(Failure::from)?;
        self.add(name, GivenValue::Side(Arc::new(side)));
        Ok(())
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

/// Answers a call about counts, or about what their trials cost: its tables and its notes.
#[wasm_bindgen]
pub fn call(name: &str, table: &CountTable, options: &Options) -> Result<JsValue, JsValue> {
    let about = calls::find(name).map_err(Failure::from)?.about;
    let input = match &table.costs {
        Some(costs) if about == About::Costs => Input::Sums(costs),
        _ => Input::Counts(&table.counts),
    };
    Ok(answered(name, input, options)?)
}

/// Answers a call that is about its options alone: its tables and its arrays.
#[wasm_bindgen]
pub fn ask(name: &str, options: &Options) -> Result<JsValue, JsValue> {
    Ok(answered(name, Input::Nothing, options)?)
}

fn answered(name: &str, input: Input<'_>, options: &Options) -> Outcome<JsValue> {
    let answer = calls::call(name, input, options.0.clone(), &Workers::QUIET)?;
    let table = |table: calls::AnswerTable| -> JsValue {
        let rows = table.rows().map(|row| object(table.fields, row));
        rows.collect::<Array>().into()
    };
    let array = |AnswerArray { axes, values }: AnswerArray| {
        let values = match values {
            Entries::Reals(values) => Float64Array::new(&values).into(),
            Entries::Small(values) => Uint8Array::new(&values).into(),
        };
        record([("axes", numbers(axes.into_iter().map(|axis| axis as f64))), ("values", values)])
    };
    let note = |note: calls::Note| {
        let words = spelled(note.kind.words, &note.values, Dialect::JavaScript);
        record([("kind", note.kind.name.into()), ("words", words.into())])
    };
    Ok(record([
        ("tables", answer.tables.into_iter().map(table).collect::<Array>().into()),
        ("arrays", answer.arrays.into_iter().map(array).collect::<Array>().into()),
        ("notes", answer.notes.into_iter().map(note).collect::<Array>().into()),
    ]))
}
