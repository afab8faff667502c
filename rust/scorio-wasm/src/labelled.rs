//! Trials with a judge's outcome and, some of them, a label: to counts.

use scorio_core::judge::arrays::LabelledArrays;
use scorio_core::tally::ModelRows;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::counts::CountTable;
use crate::failure::Failure;

/// Trials of models, which are counted together.
#[wasm_bindgen]
#[derive(Default)]
pub struct LabelledTrials(LabelledArrays);

#[wasm_bindgen]
impl LabelledTrials {
    /// No trials.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the trials of a model, one question after another. NaN is no outcome, and no label. Questions
    /// without names are numbered, and without clusters each is its own.
    #[expect(
        clippy::too_many_arguments,
        reason = "flat arrays are all that JavaScript can hand over"
    )]
    pub fn add(
        &mut self,
        outcomes: &[f64],
        labels: &[f64],
        lengths: Vec<u32>,
        model: &str,
        task: &str,
        questions: Vec<String>,
        clusters: Vec<String>,
    ) -> Result<(), JsValue> {
        let lengths: Vec<usize> = lengths.into_iter().map(|one| one as usize).collect();
        let tasks = if task.is_empty() { Vec::new() } else { vec![task.to_owned(); lengths.len()] };
        let rows = ModelRows {
            model,
            tasks: &tasks,
            questions: &questions,
            clusters: &clusters,
            weights: &[],
        };
        Ok(self.0.add(&rows, &lengths, outcomes, labels).map_err(Failure::from)?)
    }

    /// The counts of all trials. `ends` is empty, or has the least and the largest label.
    pub fn counts(&self, ends: Vec<f64>) -> Result<CountTable, JsValue> {
        let ends = match *ends {
            [low, high] => Some((low, high)),
            _ => None,
        };
        Ok(self.0.counts(ends).map_err(Failure::from)?.into())
    }
}
