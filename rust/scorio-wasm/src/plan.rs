//! How many trials a comparison needs, and what they will show.

use ndarray::ArrayViewD;
use scorio_core::plan::{self, Measured, Pair};
use scorio_core::{Prior, Weights};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::entries::States;
use crate::failure::{Failure, Outcome};
use crate::objects::{optional, record, row, rows};
use crate::plain::Array;
use crate::rank::all;

/// What is known of a model before its trials.
#[wasm_bindgen]
pub struct Side(plan::Side);

/// The weights of the categories; (0, 1) if none are given.
#[wasm_bindgen]
pub struct PlanWeights(Weights);

#[wasm_bindgen]
impl PlanWeights {
    /// The weights.
    #[wasm_bindgen(constructor)]
    pub fn new(weights: Option<Vec<f64>>) -> Result<Self, JsValue> {
        let made = weights.map_or_else(|| Ok(Weights::binary()), |weights| Weights::new(&weights));
        Ok(Self(made.map_err(Failure::from)?))
    }
}

#[wasm_bindgen]
impl Side {
    /// The posterior after a pilot.
    pub fn pilot(states: &States) -> Result<Self, JsValue> {
        let side = plan::Side::pilot(&states.states, &Prior::Uniform);
        Ok(Self(side.map_err(Failure::from)?))
    }

    /// Assumed success probabilities.
    pub fn assumed(p: &[f64]) -> Result<Self, JsValue> {
        let p = ArrayViewD::from_shape(vec![p.len()], p)
            .map_err(|_| Failure::Argument("assumed probabilities are a list"))?;
        Ok(Self(plan::Side::assumed(&p, false).map_err(Failure::from)?))
    }

    /// The smallest difference from this model that so many trials separate, or null.
    pub fn smallest_difference(
        &self,
        weights: &PlanWeights,
        trials: f64,
        confidence: f64,
        power: f64,
    ) -> Result<JsValue, JsValue> {
        let found =
            plan::smallest_difference(&self.0, &weights.0, whole(trials), confidence, power);
        Ok(optional(found.map_err(Failure::from)?))
    }

    /// Half the width of the interval after so many further trials, or new ones alone.
    pub fn half_width(
        &self,
        weights: &PlanWeights,
        trials: f64,
        confidence: f64,
        further: bool,
    ) -> Result<f64, JsValue> {
        let found = if further {
            self.0.half_width(&weights.0, whole(trials), confidence)
        } else {
            self.0.new_half_width(&weights.0, whole(trials), confidence)
        };
        Ok(found.map_err(Failure::from)?)
    }

    /// The fewest further trials for half a width, or null.
    pub fn further_for_half_width(
        &self,
        weights: &PlanWeights,
        most: f64,
        confidence: f64,
    ) -> Result<JsValue, JsValue> {
        let found = self.0.further_for_half_width(&weights.0, most, confidence);
        Ok(count(found.map_err(Failure::from)?))
    }
}

/// A number of trials as the core takes it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be a whole number from 0"
)]
fn whole(trials: f64) -> u64 {
    trials as u64
}

fn count(trials: Option<u64>) -> JsValue {
    optional(trials.map(|trials| trials as f64))
}

/// The fewest trials that separate two models, and with a power those that find their order.
#[wasm_bindgen]
pub fn trials_needed(
    a: &Side,
    b: &Side,
    weights: &PlanWeights,
    confidence: f64,
    power: Option<f64>,
    replicates: f64,
    seed: u64,
) -> Result<JsValue, JsValue> {
    Ok(needed((a, b), weights, confidence, power, (replicates, seed))?)
}

fn needed(
    (a, b): (&Side, &Side),
    weights: &PlanWeights,
    confidence: f64,
    power: Option<f64>,
    (replicates, seed): (f64, u64),
) -> Outcome<JsValue> {
    let pair = Pair::new(&a.0, &b.0, &weights.0)?;
    let trials = pair.trials_needed(confidence)?;
    let found: Option<(u64, Measured)> = match power {
        None => None,
        Some(power) => plan::trials_for_power(&pair, confidence, power, &all(replicates), seed)?,
    };
    Ok(record([
        ("trials", count(trials)),
        ("trialsForPower", count(found.map(|found| found.0))),
        ("power", found.map_or(JsValue::NULL, |found| row(&found.1))),
        ("difference", pair.difference().into()),
    ]))
}

/// What to expect after each number of trials.
#[wasm_bindgen]
pub fn foresee(
    a: &Side,
    b: &Side,
    weights: &PlanWeights,
    trials: &[f64],
    confidence: f64,
    replicates: f64,
    seed: u64,
) -> Result<Array, JsValue> {
    Ok(foreseen((a, b), weights, trials, confidence, (replicates, seed))?)
}

fn foreseen(
    (a, b): (&Side, &Side),
    weights: &PlanWeights,
    trials: &[f64],
    confidence: f64,
    (replicates, seed): (f64, u64),
) -> Outcome<Array> {
    let pair = Pair::new(&a.0, &b.0, &weights.0)?;
    let trials: Vec<u64> = trials.iter().copied().map(whole).collect();
    Ok(rows(&plan::foresee(&pair, &trials, confidence, &all(replicates), seed)?))
}

/// The difference, z as it is, and the fewest further trials that separate, or NaN.
#[wasm_bindgen]
pub fn further(
    a: &Side,
    b: &Side,
    weights: &PlanWeights,
    confidence: f64,
) -> Result<JsValue, JsValue> {
    let pair = Pair::new(&a.0, &b.0, &weights.0).map_err(Failure::from)?;
    let more = pair.further_needed(confidence).map_err(Failure::from)?;
    Ok(record([
        ("difference", pair.difference().into()),
        ("z", pair.further_z(0).into()),
        ("more", count(more)),
    ]))
}
