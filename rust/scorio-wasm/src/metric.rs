//! Metrics: the list of them, and their values of count states.

use std::borrow::Cow;

use scorio_core::metric::registry::{Entry, METRICS, estimand, find};
use scorio_core::metric::{exact, subset};
use scorio_core::{Estimand, Interval, IntervalMethod, ParameterValue, Place, Prior, Target};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::entries::States;
use crate::failure::Outcome;
use crate::objects::{numbers, record};
use crate::plain::Array;

/// Values of the parameters of metrics, by name.
#[wasm_bindgen]
#[derive(Default)]
pub struct Parameters(scorio_core::Parameters);

#[wasm_bindgen]
impl Parameters {
    /// No values yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a number.
    pub fn number(&mut self, name: String, value: f64) {
        self.add(name, ParameterValue::Number(value));
    }

    /// Adds several numbers.
    pub fn numbers(&mut self, name: String, values: Vec<f64>) {
        self.add(name, ParameterValue::Numbers(values));
    }
}

impl Parameters {
    fn add(&mut self, name: String, value: ParameterValue) {
        self.0 = std::mem::take(&mut self.0).with(name, value);
    }

    pub(crate) fn values(&self) -> &scorio_core::Parameters {
        &self.0
    }
}

/// A budget as the core takes it. Numbers beyond its range are refused there.
#[expect(clippy::cast_possible_truncation, reason = "saturates, and is checked to be whole")]
pub(crate) fn budget(k: f64) -> i64 {
    k as i64
}

/// A metric with its budget and parameters.
#[wasm_bindgen]
pub struct Metric(pub(crate) Estimand);

#[wasm_bindgen]
impl Metric {
    /// A metric by its name.
    #[wasm_bindgen(constructor)]
    pub fn new(
        name: &str,
        k: Option<f64>,
        parameters: &Parameters,
        complement: bool,
    ) -> Result<Self, JsValue> {
        Ok(Self(made(name, k, parameters, complement)?))
    }

    /// The point estimate, then the number of short questions that were dropped.
    pub fn point(&self, states: &States, drop_short: bool) -> Result<Vec<f64>, JsValue> {
        Ok(self.value(states, drop_short)?)
    }

    /// μ and σ with a uniform prior.
    pub fn estimate(&self, states: &States) -> Result<Vec<f64>, JsValue> {
        Ok(self.mean(states)?)
    }

    /// μ, σ and the ends of the interval. Without `alpha0` the prior is hierarchical.
    #[expect(clippy::too_many_arguments, reason = "a user's choices")]
    pub fn interval(
        &self,
        states: &States,
        confidence: f64,
        bounds: Option<Vec<f64>>,
        alpha0: Option<f64>,
        beta0: f64,
        sampled: bool,
        is_exact: bool,
    ) -> Result<Vec<f64>, JsValue> {
        let bounds = match bounds.as_deref() {
            Some(&[lo, hi]) => Some((lo, hi)),
            _ => self.0.default_bounds(),
        };
        let prior = alpha0.map(|alpha0| (alpha0, beta0));
        Ok(self.posterior(states, confidence, bounds, prior, sampled, is_exact)?)
    }

    /// P(A > B) + P(A = B) / 2.
    pub fn superiority(
        &self,
        a: &States,
        b: &States,
        alpha0: f64,
        beta0: f64,
    ) -> Result<f64, JsValue> {
        Ok(self.superior(a, b, (alpha0, beta0))?)
    }
}

fn made(
    name: &str,
    k: Option<f64>,
    parameters: &Parameters,
    complement: bool,
) -> Outcome<Estimand> {
    Ok(estimand(name, k.map(budget), &parameters.0, complement)?)
}

impl Metric {
    fn value(&self, states: &States, drop_short: bool) -> Outcome<Vec<f64>> {
        let (long, short) = long(states, self.0.budget(), drop_short)?;
        Ok(vec![self.0.point(&long, |_| states.shortest.clone())?, short as f64])
    }

    fn mean(&self, states: &States) -> Outcome<Vec<f64>> {
        let estimate = self.0.posterior(&states.states, &Prior::Uniform)?;
        Ok(vec![estimate.mu(), estimate.sigma()])
    }

    fn posterior(
        &self,
        states: &States,
        confidence: f64,
        bounds: Option<(f64, f64)>,
        beta: Option<(f64, f64)>,
        sampled: bool,
        is_exact: bool,
    ) -> Outcome<Vec<f64>> {
        let method = if is_exact { IntervalMethod::Exact } else { IntervalMethod::Normal };
        let Interval { mu, sigma, lo, hi } = match beta {
            None => self
                .0
                .hierarchical_posterior(&states.states, target(sampled))?
                .interval(confidence, bounds)?,
            Some((alpha, beta)) => {
                let prior = Prior::beta(alpha, beta)?;
                exact::interval(&self.0, &states.states, &prior, method, confidence, bounds)?
            }
        };
        Ok(vec![mu, sigma, lo, hi])
    }

    fn superior(&self, a: &States, b: &States, prior: (f64, f64)) -> Outcome<f64> {
        let prior = Prior::beta(prior.0, prior.1)?;
        Ok(exact::superiority(&self.0, (&a.states, &b.states), &prior)?)
    }
}

/// What a conclusion is about.
pub(crate) fn target(sampled: bool) -> Target {
    if sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions }
}

/// The states with at least k trials, and the number of dropped questions.
fn long(
    states: &States,
    k: Option<u64>,
    drop_short: bool,
) -> Outcome<(Cow<'_, scorio_core::States>, u64)> {
    Ok(match k.filter(|_| drop_short) {
        Some(k) => {
            let (long, short) = states.states.with_trials(k)?;
            (Cow::Owned(long), short)
        }
        None => (Cow::Borrowed(&states.states), 0),
    })
}

/// Pass@1, …, Pass@`k_max`, then the number of short questions that were dropped.
#[wasm_bindgen]
pub fn pass_curve(
    states: &States,
    k_max: f64,
    complement: bool,
    drop_short: bool,
) -> Result<Vec<f64>, JsValue> {
    Ok(curve(states, budget(k_max), complement, drop_short)?)
}

fn curve(states: &States, k_max: i64, complement: bool, drop_short: bool) -> Outcome<Vec<f64>> {
    let (long, short) = long(states, u64::try_from(k_max).ok(), drop_short)?;
    let name = |_| -> Place { states.shortest.clone() };
    let mut curve = subset::pass_curve(&long, k_max, complement, name)?;
    curve.push(short as f64);
    Ok(curve)
}

/// Whether the name is that of a posterior, whether it takes a budget, and the name without `_ci`.
#[wasm_bindgen]
pub fn metric_kind(name: &str) -> Result<JsValue, JsValue> {
    Ok(kind(name)?)
}

fn kind(name: &str) -> Outcome<JsValue> {
    let entry = find(name)?;
    Ok(record([
        ("name", entry.name.into()),
        ("posterior", (entry.posterior == name).into()),
        ("hasBudget", entry.has_budget().into()),
        ("isWeighted", entry.is_weighted().into()),
    ]))
}

/// The list of metrics.
#[wasm_bindgen]
pub fn metrics() -> Array {
    let parameters = |entry: &Entry| -> Array {
        let described = entry.parameters.iter().map(|one| {
            let default = one.default.text().map_or(JsValue::NULL, JsValue::from);
            let kind = one.kind.to_string();
            record([("name", one.name.into()), ("kind", kind.into()), ("default", default)])
        });
        described.collect()
    };
    let row = |entry: &Entry| {
        record([
            ("name", entry.name.into()),
            ("summary", entry.summary.into()),
            ("hasBudget", entry.has_budget().into()),
            ("parameters", parameters(entry).into()),
        ])
    };
    METRICS.iter().map(row).collect()
}

/// The default bounds, or null.
#[wasm_bindgen]
pub fn default_bounds(metric: &Metric) -> JsValue {
    metric.0.default_bounds().map_or(JsValue::NULL, |(lo, hi)| numbers([lo, hi]))
}
