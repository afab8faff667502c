//! Comparisons.

use scorio_core::compare::{CompareRequest, compare, compare_pairs};
use scorio_core::metric::mean::Scale;
use scorio_core::{Clusters, Prior, PriorChoice, Weights};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::counts::CountTable;
use crate::failure::Outcome;
use crate::metric::target;
use crate::objects::{record, rows};
use crate::plain::Array;

/// What scores and comparisons are about.
#[wasm_bindgen]
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "a user's switches")]
pub struct About {
    hierarchical: bool,
    sampled: bool,
    by_clusters: bool,
    confidence: f64,
    by_task: bool,
}

#[wasm_bindgen]
impl About {
    /// The choices, checked by the caller.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::fn_params_excessive_bools, reason = "a user's switches")]
    pub fn new(
        hierarchical: bool,
        sampled: bool,
        by_clusters: bool,
        confidence: f64,
        by_task: bool,
    ) -> Self {
        Self { hierarchical, sampled, by_clusters, confidence, by_task }
    }
}

impl About {
    fn prior(self) -> PriorChoice {
        if self.hierarchical {
            PriorChoice::Hierarchical
        } else {
            PriorChoice::Known(Prior::Uniform)
        }
    }

    fn clusters(self) -> Option<Clusters> {
        self.by_clusters.then_some(Clusters::Tasks)
    }
}

/// The models and the options of a comparison.
#[wasm_bindgen]
pub struct Comparing(CompareRequest);

#[wasm_bindgen]
impl Comparing {
    /// The choices. An empty list means all models.
    #[wasm_bindgen(constructor)]
    pub fn new(
        models: Vec<String>,
        baseline: String,
        metric: &str,
        weights: Option<Vec<f64>>,
        paired: bool,
        margin: Option<f64>,
        about: About,
    ) -> Result<Self, JsValue> {
        let weights = weights.as_deref();
        Ok(Self(request(models, baseline, metric, weights, (paired, margin), about)?))
    }
}

fn request(
    models: Vec<String>,
    baseline: String,
    metric: &str,
    weights: Option<&[f64]>,
    (paired, margin): (bool, Option<f64>),
    about: About,
) -> Outcome<CompareRequest> {
    Ok(CompareRequest {
        models,
        baseline,
        scale: Scale::of(metric)?,
        weights: weights.map(Weights::new).transpose()?,
        paired,
        prior: about.prior(),
        target: target(about.sampled),
        clusters: about.clusters(),
        by_task: about.by_task,
        confidence: about.confidence,
        margin,
    })
}

/// Models with a baseline: rows, questions, and models left out.
#[wasm_bindgen]
pub fn compare_with(counts: &CountTable, request: &Comparing) -> Result<JsValue, JsValue> {
    Ok(compared(counts, request)?)
}

fn compared(counts: &CountTable, request: &Comparing) -> Outcome<JsValue> {
    let found = compare(&counts.counts, &request.0)?;
    let uncompared = found.uncompared.iter().map(|one| {
        record([
            ("model", one.model.as_str().into()),
            ("task", one.task.as_str().into()),
            ("scoreName", one.score_name.as_str().into()),
            ("reason", one.reason.to_string().into()),
        ])
    });
    Ok(record([
        ("rows", rows(&found.rows).into()),
        ("questions", rows(&found.questions).into()),
        ("unmatched", rows(&found.unmatched).into()),
        ("uncompared", uncompared.collect::<Array>().into()),
    ]))
}

/// All pairs: the models in their order, then the baseline.
#[wasm_bindgen]
pub fn pairwise_of_counts(counts: &CountTable, request: &Comparing) -> Result<Array, JsValue> {
    Ok(paired(counts, request)?)
}

fn paired(counts: &CountTable, request: &Comparing) -> Outcome<Array> {
    Ok(rows(&compare_pairs(&counts.counts, &request.0)?))
}
