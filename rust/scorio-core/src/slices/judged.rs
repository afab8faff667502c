//! What the slices of a model say together: Holm, Cochran's Q, shrinkage and the gate.

use super::cells::FEWEST_QUESTIONS;
use super::heterogeneity::{Estimated, pooled};
use super::rows::{Heterogeneity, SliceDifference};
use super::shrinkage::shrunken;
use crate::compare::Comparison;
use crate::compare::holm;
use crate::error::Result;
use crate::numeric::student::Distribution;

/// What a gate asks of slices.
#[derive(Clone, Copy, Debug)]
pub(super) struct SliceGate {
    pub(super) confidence: f64,
    pub(super) margin: Option<f64>,
    /// Whether a slice that is worse fails the model.
    pub(super) each: bool,
}

/// A slice by the comparison on its questions.
pub(super) fn row_of(slice: &str, found: &Comparison) -> SliceDifference {
    SliceDifference {
        slice: slice.to_owned(),
        model: found.model.clone(),
        baseline: found.baseline.clone(),
        questions: Some(found.questions),
        difference: found.difference,
        sigma: found.sigma,
        lo: found.lo,
        hi: found.hi,
        pvalue: found.pvalue,
        holm: None,
        probability: found.probability,
        degrees: found.degrees,
        shrunken: None,
        shrunken_sigma: None,
        shrunken_lo: None,
        shrunken_hi: None,
        shrunken_probability: None,
        judged: found.questions.min(found.baseline_questions) >= FEWEST_QUESTIONS,
        margin: None,
        worse_pvalue: None,
        worse_holm: None,
        failing: None,
        score: Some(found.score),
        baseline_score: Some(found.baseline_score),
        score_name: found.score_name.clone(),
    }
}

impl SliceDifference {
    /// P(the model looks as bad as this) if it is worse by the margin exactly.
    fn worse(&self, margin: f64) -> Result<f64> {
        let beyond = self.difference + margin;
        if self.sigma <= 0.0 {
            // A certain difference is beyond the margin, or it is not.
            return Ok(if beyond < 0.0 { 0.0 } else { 1.0 });
        }
        let distribution = self.degrees.map_or(Distribution::Normal, Distribution::Student);
        distribution.below(beyond / self.sigma)
    }
}

/// Judges the slices of one model and score.
pub(super) fn judge(rows: &mut [SliceDifference], gate: SliceGate) -> Result<Heterogeneity> {
    let judged = || rows.iter().filter(|row| row.judged);
    let slices: Vec<Estimated> =
        judged().map(|row| Estimated { difference: row.difference, sigma: row.sigma }).collect();
    let adjusted = holm(&judged().map(|row| row.pvalue).collect::<Vec<_>>());
    let worse = match gate.margin {
        Some(margin) => {
            let values = judged().map(|row| row.worse(margin)).collect::<Result<Vec<_>>>()?;
            let adjusted = holm(&values);
            values.into_iter().zip(adjusted).map(Some).collect()
        }
        None => vec![None; slices.len()],
    };
    let found = shrunken(&slices, gate.confidence)?;
    for (place, row) in rows.iter_mut().filter(|row| row.judged).enumerate() {
        row.holm = adjusted.get(place).copied();
        if let Some((pvalue, holm)) = worse.get(place).copied().flatten() {
            row.worse_pvalue = Some(pvalue);
            row.worse_holm = Some(holm);
            row.failing = Some(holm < 1.0 - gate.confidence);
        }
        if let Some(own) = found.as_ref().and_then(|found| found.slices.get(place)) {
            row.shrunken = Some(own.mean);
            row.shrunken_sigma = Some(own.sigma);
            row.shrunken_lo = Some(own.lo);
            row.shrunken_hi = Some(own.hi);
            row.shrunken_probability = Some(own.above);
        }
    }
    for row in rows.iter_mut() {
        row.margin = gate.margin;
    }
    let pooled = pooled(&slices);
    let failing = rows.iter().filter(|row| row.failing == Some(true)).count() as u64;
    let verdict = if failing > 0 { "fail" } else { "pass" };
    let first = rows.first();
    let text = |of: fn(&SliceDifference) -> &String| first.map(of).cloned().unwrap_or_default();
    Ok(Heterogeneity {
        model: text(|row| &row.model),
        baseline: text(|row| &row.baseline),
        slices: slices.len() as u64,
        pooled: pooled.map(|one| one.difference),
        pooled_sigma: pooled.map(|one| one.sigma),
        q: pooled.map(|one| one.q),
        degrees: pooled.map(|one| one.degrees),
        pvalue: pooled.map(|one| one.pvalue),
        shrinkage: found.as_ref().map(|one| one.share),
        spread: found.as_ref().map(|one| one.spread),
        common: found.as_ref().map(|one| one.common),
        common_sigma: found.as_ref().map(|one| one.common_sigma),
        failing: gate.margin.map(|_| failing),
        verdict: (gate.each && gate.margin.is_some()).then(|| verdict.to_owned()),
        score_name: text(|row| &row.score_name),
    })
}
