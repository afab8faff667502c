//! Logs in pieces, as JavaScript reads them.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use scorio_records::spec::categories::Categories;
use scorio_records::spec::cost::{CostFormula, Prices};
use scorio_records::spec::label::{self, Label};
use scorio_records::spec::policy::{Ids, OnBadLine, OnMissing, OnRepeat, Policies};

use crate::counts::CountTable;
use crate::failure::{Failure, Outcome};
use crate::log::error::LogError;
use crate::log::reader::LogReader;
use crate::log::trials::{CostChoice, Spec};

/// How a log is read.
#[wasm_bindgen]
pub struct ReadChoices(Spec);

#[wasm_bindgen]
impl ReadChoices {
    /// Of the roles model, task, question, trial and outcome, the fields.
    #[wasm_bindgen(constructor)]
    pub fn new(fields: Vec<String>) -> Result<Self, JsValue> {
        let Ok([model, task, question, trial, outcome]) = <[String; 5]>::try_from(fields) else {
            return Err(Failure::Argument("there are five fields").into());
        };
        Ok(Self(Spec {
            columns: label::once([
                Label::Field(model),
                Label::Optional(task),
                Label::Field(question),
                Label::Optional(trial),
                Label::Field(outcome),
            ]),
            categories: Categories::binary(),
            policies: Policies {
                on_missing: OnMissing::Error,
                on_repeat: OnRepeat::Error,
                on_bad_line: OnBadLine::Error,
                ids: Ids::Distinct,
                ordered: false,
            },
            cost: None,
        }))
    }

    /// Labels that every record has.
    pub fn constants(&mut self, model: Option<String>, task: Option<String>) {
        for (column, given) in self.0.columns.iter_mut().zip([model, task]) {
            if let Some(constant) = given {
                *column = Label::Constant(constant);
            }
        }
    }

    /// What to do with exceptions, and whether to keep the order of trials.
    pub fn policies(
        &mut self,
        on_missing: &str,
        on_repeat: &str,
        on_bad_line: &str,
        ordered: bool,
    ) -> Result<(), JsValue> {
        let chosen = || {
            Ok::<_, LogError>(Policies {
                on_missing: on_missing.parse()?,
                on_repeat: on_repeat.parse()?,
                on_bad_line: on_bad_line.parse()?,
                ids: Ids::Distinct,
                ordered,
            })
        };
        self.0.policies = chosen().map_err(Failure::from)?;
        Ok(())
    }

    /// What a trial costs, and what is priced, if there are prices: a row of them for each model, with NaN for
    /// none. Trials without a cost may be left out of costs, and every cost may be kept.
    pub fn cost(
        &mut self,
        text: &str,
        columns: Vec<String>,
        models: Vec<String>,
        prices: &[f64],
        leaves_out: bool,
        keeps: bool,
    ) -> Result<(), JsValue> {
        let row = |own: &[f64]| {
            own.iter().map(|&price| Some(price).filter(|price| !price.is_nan())).collect()
        };
        let rows = prices.chunks(columns.len().max(1)).map(row);
        let prices = (!columns.is_empty()).then(|| Prices {
            name: "options.prices".to_owned(),
            models: models.into_iter().zip(rows).collect(),
            columns,
        });
        let formula = CostFormula::parse(text, prices).map_err(LogError::from);
        let formula = formula.map_err(Failure::from)?;
        self.0.cost = Some(CostChoice { formula, leaves_out, keeps });
        Ok(())
    }

    /// Numbers from a threshold up are successes.
    pub fn threshold(&mut self, threshold: f64) -> Result<(), JsValue> {
        let categories = Categories::threshold(threshold).map_err(LogError::from);
        self.0.categories = categories.map_err(Failure::from)?;
        Ok(())
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
        let categories = Categories::named(named.collect()).map_err(LogError::from);
        self.0.categories = categories.map_err(Failure::from)?;
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
        let reader = LogReader::new(choices.0, is_table, separator).map_err(Failure::from)?;
        Ok(Self(Some(reader)))
    }

    /// Takes the next piece. After an error the reader is used up.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        let mut reader = self.take()?;
        reader.push(bytes).map_err(Failure::from)?;
        self.0 = Some(reader);
        Ok(())
    }

    /// The counts.
    pub fn finish(&mut self) -> Result<CountTable, JsValue> {
        Ok(self.take()?.finish().map_err(Failure::from)?.into())
    }

    /// Records read so far.
    pub fn records(&self) -> f64 {
        self.0.as_ref().map_or(0.0, |reader| reader.records() as f64)
    }
}

impl Reader {
    fn take(&mut self) -> Outcome<LogReader> {
        self.0.take().ok_or_else(|| LogError::Finished.into())
    }
}
