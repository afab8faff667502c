//! What the outcomes of a question are summed up to.

use crate::check;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::sums::error::SumsError;

/// What a question's outcomes are summed up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// Their mean.
    Mean,
    /// The largest of k of them, without bias.
    Maximum(u64),
}

impl Statistic {
    /// Each of some metrics with each budget.
    ///
    /// # Errors
    /// - Numeric scores do not have the metric.
    /// - A budget is missing, out of range, or needed by none.
    pub fn expand(names: &[String], budgets: &[i64]) -> Result<Vec<Self>> {
        let mut statistics = Vec::new();
        for name in names {
            match name.as_str() {
                "avg" => statistics.push(Self::Mean),
                "max_at_k" if budgets.is_empty() => {
                    return Err(MetricError::NoBudget { name: "max_at_k" }.into());
                }
                "max_at_k" => {
                    for &k in budgets {
                        statistics.push(Self::Maximum(check::budget("k", k)?));
                    }
                }
                other => return Err(SumsError::Metric { metric: other.to_owned() }.into()),
            }
        }
        if !budgets.is_empty() && statistics.iter().all(|one| *one == Self::Mean) {
            return Err(MetricError::NeedlessBudget { metrics: "avg".to_owned() }.into());
        }
        Ok(statistics)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Mean => "avg",
            Self::Maximum(_) => "max_at_k",
        }
    }

    pub(super) fn budget(self) -> Option<u64> {
        if let Self::Maximum(k) = self { Some(k) } else { None }
    }
}
