//! Which scores labels can correct.

use crate::error::Result;
use crate::judge::error::JudgeError;
use crate::metric::metric::Metric;
use crate::posterior::prior::PriorChoice;

/// Checks that a score is a plain average, which labels can correct.
pub(crate) fn check(metrics: &[Metric], default_weights: bool, prior: &PriorChoice) -> Result<()> {
    if let Some(other) = metrics.iter().find(|metric| metric.name() != "avg") {
        return Err(JudgeError::Metric { metric: other.name() }.into());
    }
    let weights = (!default_weights).then_some("weights");
    let prior = (*prior != PriorChoice::Hierarchical).then_some("prior");
    weights.or(prior).map_or(Ok(()), |option| Err(JudgeError::Option { option }.into()))
}
