//! Ranks of scores, agreement of rankings, and separation of models.

use scorio_core::Replicates;
use scorio_core::rank::{self, Correlation, Tie, Uncertainty, Variant};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Outcome;
use crate::objects::{numbers, record};
use crate::plain::Array;

fn places(ranks: &[usize]) -> JsValue {
    numbers(ranks.iter().map(|&rank| rank as f64))
}

/// Ranks by each convention. Without σ, they depend on the scores alone.
#[wasm_bindgen]
pub fn rank_scores(
    scores: &[f64],
    sigmas: Option<Vec<f64>>,
    confidence: f64,
    overlap: bool,
    tol: f64,
) -> Result<JsValue, JsValue> {
    Ok(ranked(scores, sigmas.as_deref(), confidence, overlap, tol)?)
}

fn ranked(
    scores: &[f64],
    sigmas: Option<&[f64]>,
    confidence: f64,
    overlap: bool,
    tol: f64,
) -> Outcome<JsValue> {
    let tie = if overlap { Tie::Overlap } else { Tie::ZScore };
    let uncertainty = sigmas.map(|sigmas| Uncertainty { sigmas, confidence, tie });
    let found = rank::ranks(scores, tol, uncertainty)?;
    Ok(record([
        ("competition", places(&found.competition)),
        ("competitionMax", places(&found.competition_max)),
        ("dense", places(&found.dense)),
        ("fractional", numbers(found.fractional)),
    ]))
}

/// P(row better than column), row by row.
#[wasm_bindgen]
pub fn pairwise(scores: &[f64], sigmas: &[f64]) -> Result<Vec<f64>, JsValue> {
    let found: Outcome<_> = rank::pairwise(scores, sigmas).map_err(Into::into);
    Ok(found?.into_iter().collect())
}

/// The largest sets of models in which no two are separated.
#[wasm_bindgen]
pub fn groups(scores: &[f64], sigmas: &[f64], confidence: f64) -> Result<Array, JsValue> {
    let found: Outcome<_> = rank::groups(scores, sigmas, confidence).map_err(Into::into);
    Ok(found?.iter().map(|group| places(group)).collect())
}

/// The letters of those sets, for each model.
#[wasm_bindgen]
pub fn letters(scores: &[f64], sigmas: &[f64], confidence: f64) -> Result<Vec<String>, JsValue> {
    let found: Outcome<_> = rank::letters(scores, sigmas, confidence).map_err(Into::into);
    Ok(found?)
}

fn tested(found: Correlation) -> Vec<f64> {
    vec![found.statistic, found.p_value]
}

/// Kendall's τ and its p-value.
#[wasm_bindgen]
pub fn kendall(scores: &[f64], gold: &[f64], tau_a: bool) -> Result<Vec<f64>, JsValue> {
    let variant = if tau_a { Variant::A } else { Variant::B };
    let found: Outcome<_> = rank::kendall(scores, gold, variant).map_err(Into::into);
    Ok(tested(found?.0))
}

/// Spearman's ρ and its p-value.
#[wasm_bindgen]
pub fn spearman(scores: &[f64], gold: &[f64]) -> Result<Vec<f64>, JsValue> {
    let found: Outcome<_> = rank::spearman(scores, gold).map_err(Into::into);
    Ok(tested(found?))
}

/// Weighted τ, its p-value and the error of the p-value.
#[wasm_bindgen]
pub fn weighted_tau(
    scores: &[f64],
    gold: &[f64],
    permutations: f64,
    seed: u64,
) -> Result<Vec<f64>, JsValue> {
    let work = all(permutations);
    let found: Outcome<_> = rank::weighted_tau(scores, gold, seed, work).map_err(Into::into);
    let found = found?;
    Ok([tested(found.correlation), vec![found.error]].concat())
}

/// So many replicates, one after another.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be a whole number from 0"
)]
pub(crate) fn all(replicates: f64) -> Replicates<'static> {
    Replicates { count: replicates as u64, threads: 1, go_on: &|_| true }
}
