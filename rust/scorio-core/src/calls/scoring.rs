//! The options that calls about scores share.

use super::declare::options;
use super::option::{budget, choice, flag, numbers, text};
use crate::error::Result;
use crate::leaderboard::ScoreRequest;
use crate::metric::metric::Metric;
use crate::metric::parameters::{ParameterValue, Parameters};
use crate::posterior::prior::{Prior, PriorChoice};
use crate::posterior::target::{Clusters, Target};

options! {
    /// How scores are made.
    pub struct ScoringOptions {
        /// The metric of the score, such as "avg" or "pass_at_k".
        metric: String = text().or_text("avg"),
        /// Its budget.
        k: Option<i64> = budget(),
        /// A weight per category. By default their names, if these are numbers, or 0 and 1.
        weights: Option<Vec<f64>> = numbers("one per category"),
        /// Prior of each question's outcomes.
        prior: String = choice(&["hierarchical", "uniform"]).or_text("hierarchical"),
        /// Whether to infer about questions like these, of which these are a sample.
        sampled: bool = flag(),
        /// Clusters of questions: the tasks, or the labels of the counts. They are a sample.
        cluster: Option<String> = choice(&["task", "cluster"]),
        /// Whether there is a row for each task, too.
        by_task: bool = flag(),
    }
}

impl ScoringOptions {
    /// The parameters of the metric.
    pub(crate) fn parameters(&self) -> Parameters {
        let weights = self.weights.iter().cloned();
        weights.fold(Parameters::default(), |parameters, weights| {
            parameters.with("weights", ParameterValue::Numbers(weights))
        })
    }

    /// What to score, and how.
    pub(crate) fn request(&self, confidence: f64) -> Result<ScoreRequest> {
        let budgets: Vec<i64> = self.k.into_iter().collect();
        let metrics =
            Metric::expand(std::slice::from_ref(&self.metric), &budgets, &self.parameters())?;
        let hierarchical = self.prior == "hierarchical";
        let uniform = PriorChoice::Known(Prior::Uniform);
        Ok(ScoreRequest {
            metrics,
            default_weights: self.weights.is_none(),
            prior: if hierarchical { PriorChoice::Hierarchical } else { uniform },
            target: if self.sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions },
            clusters: self.cluster.as_ref().map(|name| match name.as_str() {
                "task" => Clusters::Tasks,
                _ => Clusters::Labels,
            }),
            drop_short: false,
            confidence,
            by_task: self.by_task,
            macro_average: false,
        })
    }
}
