//! How rankings settle as trials are added, block by block.

use ndarray::{ArrayView2, ArrayView4};
use scorio_core::convergence::{self, Choices, Course, Measure, Outcomes, Progress, Scheme};
use scorio_core::{ParameterValue, Prior};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::entries::{Entries, by_entries};
use crate::failure::{Failure, Outcome};
use crate::metric::{Parameters, budget};
use crate::objects::{numbers, record};
use crate::plain::Array;
use crate::rank::all;

/// Which metrics to follow through which replicates, and how far that is.
#[wasm_bindgen]
pub struct Study {
    prepared: convergence::Study,
    measures: Vec<Measure>,
    progress: Progress,
}

#[wasm_bindgen]
impl Study {
    /// A study of L × M × N entries.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::too_many_arguments, reason = "a user's choices")]
    pub fn new(
        entries: &Entries,
        shape: &[u32],
        metrics: Vec<String>,
        budgets: Vec<f64>,
        parameters: &Parameters,
        gold: Option<Vec<f64>>,
        by_row: bool,
        confidence: Option<f64>,
        replicates: f64,
        seed: u64,
    ) -> Result<Self, JsValue> {
        let budgets: Vec<i64> = budgets.into_iter().map(budget).collect();
        let scheme = if by_row { Scheme::Row } else { Scheme::Column };
        let asked = Asked { metrics, budgets, gold, scheme, confidence, seed };
        Ok(made(entries, shape, &asked, parameters, replicates)?)
    }

    /// Does about so many replicates more, and says how many are done.
    pub fn advance(&mut self, replicates: f64) -> f64 {
        self.prepared.advance(&mut self.progress, all(replicates).count);
        self.progress.done() as f64
    }

    /// The course of every metric so far.
    pub fn courses(&self) -> Array {
        let courses = self.prepared.courses(&self.progress);
        courses.iter().zip(&self.measures).map(|(course, of)| object(course, of)).collect()
    }

    /// How many courses there are.
    pub fn size(&self) -> usize {
        self.measures.len()
    }

    /// Whether the gold ranking ties some models.
    pub fn gold_has_ties(&self) -> bool {
        self.prepared.gold_has_ties()
    }

    /// Ranks of the models in a replicate, by n.
    pub fn trajectory(&self, measure: usize, replicate: f64) -> Result<Array, JsValue> {
        let found = self.prepared.trajectory(measure, all(replicate).count);
        let found = found.map_err(Failure::from)?;
        let ranks = |ranks: &Vec<usize>| numbers(ranks.iter().map(|&rank| rank as f64));
        Ok(found.iter().map(ranks).collect())
    }
}

/// What a caller asks for.
struct Asked {
    metrics: Vec<String>,
    budgets: Vec<i64>,
    gold: Option<Vec<f64>>,
    scheme: Scheme,
    confidence: Option<f64>,
    seed: u64,
}

fn made(
    entries: &Entries,
    shape: &[u32],
    asked: &Asked,
    parameters: &Parameters,
    replicates: f64,
) -> Outcome<Study> {
    let parameters = parameters.values();
    let categories = match parameters.get("weights") {
        Some(ParameterValue::Numbers(weights)) => weights.len(),
        _ => 2,
    };
    let measures = Measure::expand(&asked.metrics, &asked.budgets, parameters)?;
    let &[models, questions, trials] = shape else {
        return Err(Failure::Argument("the shape is models, questions and trials"));
    };
    let shape = (1, models as usize, questions as usize, trials as usize);
    if shape.1 * shape.2 * shape.3 != entries.size() {
        return Err(Failure::Argument("the shape does not fit the entries"));
    }
    let outcomes = by_entries!(entries, values => {
        let entries = ArrayView4::from_shape(shape, values)
            .map_err(|_| Failure::Argument("the shape does not fit the entries"))?;
        Outcomes::new("R", entries, categories)?
    });
    let gold = match &asked.gold {
        Some(gold) => Some(
            ArrayView2::from_shape((1, gold.len()), gold)
                .map_err(|_| Failure::Argument("gold is a list"))?,
        ),
        None => None,
    };
    let choices = Choices {
        measures: &measures,
        gold,
        weights: None,
        prior: Prior::Uniform,
        scheme: asked.scheme,
        confidence: asked.confidence,
        seed: asked.seed,
    };
    let study = convergence::Study::new(outcomes, None, choices, &all(0.0))?;
    let progress = study.begin(all(replicates).count)?;
    Ok(Study { prepared: study, measures, progress })
}

fn object(course: &Course, of: &Measure) -> JsValue {
    let list = |values: &[f64]| numbers(values.iter().copied());
    record([
        ("metric", of.name().into()),
        ("k", of.budget().map_or(JsValue::NULL, |k| (k as f64).into())),
        ("parameters", of.parameters().into()),
        ("n", numbers((0..course.tau.len()).map(|place| (course.start + place) as f64))),
        ("tau", list(&course.tau)),
        ("tauError", list(&course.error)),
        ("flat", list(&course.flat)),
        ("pmf", list(&course.pmf)),
        ("cdf", list(&course.cdf)),
        ("never", course.never.into()),
        ("mean", course.mean.into()),
        ("meanError", course.mean_error.into()),
        ("slowest", (course.slowest as f64).into()),
    ])
}
