//! Logs in pieces, as JavaScript reads them.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::counts::CountTable;
use crate::failure::{Failure, Outcome};
use crate::log::error::LogError;
use crate::log::outcome::Categories;
use crate::log::reader::LogReader;
use crate::log::record::{OnMissing, OnRepeat, Spec};

/// How a log is read.
#[wasm_bindgen]
pub struct ReadChoices(Spec);

#[wasm_bindgen]
impl ReadChoices {
    /// Of the roles model, task, question, trial and outcome, the fields.
    #[wasm_bindgen(constructor)]
    pub fn new(fields: Vec<String>) -> Result<Self, JsValue> {
        let Ok(fields) = <[String; 5]>::try_from(fields) else {
            return Err(Failure::Argument("there are five fields").into());
        };
        Ok(Self(Spec {
            fields,
            constants: [None, None],
            categories: Categories::binary(),
            on_missing: OnMissing::Error,
            on_repeat: OnRepeat::Error,
            skip_bad: false,
            order: false,
        }))
    }

    /// Labels that every record has.
    pub fn constants(&mut self, model: Option<String>, task: Option<String>) {
        self.0.constants = [model, task];
    }

    /// What to do with exceptions, and whether to keep the order of trials.
    pub fn policies(&mut self, on_missing: &str, on_repeat: &str, skip_bad: bool, order: bool) {
        self.0.on_missing = match on_missing {
            "drop" => OnMissing::Drop,
            "fail" => OnMissing::Fail,
            _ => OnMissing::Error,
        };
        self.0.on_repeat = match on_repeat {
            "first" => OnRepeat::First,
            "last" => OnRepeat::Last,
            "keep" => OnRepeat::Keep,
            _ => OnRepeat::Error,
        };
        self.0.skip_bad = skip_bad;
        self.0.order = order;
    }

    /// Numbers from a threshold up are successes.
    pub fn threshold(&mut self, threshold: f64) {
        self.0.categories = Categories::threshold(threshold);
    }

    /// Named categories: their names, the values one after another, and how many each has.
    pub fn categories(
        &mut self,
        names: Vec<String>,
        values: Vec<String>,
        sizes: &[u32],
    ) -> Result<(), JsValue> {
        let mut values = values.into_iter();
        let sizes = sizes.iter().map(|&size| size as usize);
        let named = names.into_iter().zip(sizes);
        let named = named.map(|(name, size)| (name, values.by_ref().take(size).collect()));
        self.0.categories = Categories::named(named.collect()).map_err(Failure::from)?;
        Ok(())
    }
}

/// Reads a log piece by piece.
#[wasm_bindgen]
pub struct Reader(Option<LogReader>);

#[wasm_bindgen]
impl Reader {
    /// A reader of JSON, of a table, or of what the log begins like. A separator may be given.
    #[wasm_bindgen(constructor)]
    pub fn new(
        choices: ReadChoices,
        is_table: Option<bool>,
        separator: Option<u8>,
    ) -> Result<Self, JsValue> {
        Ok(Self(Some(LogReader::new(choices.0, is_table, separator)?)))
    }

    /// Takes the next piece. After an error the reader is used up.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        let mut reader = self.take()?;
        reader.push(bytes)?;
        self.0 = Some(reader);
        Ok(())
    }

    /// The counts.
    pub fn finish(&mut self) -> Result<CountTable, JsValue> {
        let counter = self.take()?.finish()?;
        Ok(CountTable { counts: counter.counts, report: counter.report })
    }

    /// Records read so far.
    pub fn records(&self) -> f64 {
        self.0.as_ref().map_or(0.0, |reader| reader.counter.report.records as f64)
    }
}

impl Reader {
    fn take(&mut self) -> Outcome<LogReader> {
        self.0.take().ok_or_else(|| LogError::Finished.into())
    }
}
