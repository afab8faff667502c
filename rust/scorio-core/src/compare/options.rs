//! The options that comparisons share.

use super::decision::family::FamilyRequest;
use super::request::CompareRequest;
use super::scores::by_metric::CompareMetric;
use crate::calls::CallError;
use crate::calls::declare::options;
use crate::calls::option::{Range, budget, choice, flag, group, number, text, whole};
use crate::calls::scoring::{MetricParameters, clusters_of, prior_of, target_of};
use crate::error::Result;
use crate::metric::estimand::Estimand;
use crate::metric::metric::Metric;
use crate::posterior::prior::{Prior, PriorChoice};

options! {
    /// Which comparisons hold together.
    pub struct FamilyOptions {
        /// The number of models whose comparisons hold together. By default it is that of the counts. 2 makes
        /// each comparison hold by itself.
        family: Option<u64> = whole(Range::FROM_TWO),
        /// "each": the comparisons of each model with all others hold together. "together": so do those of all
        /// pairs of models, and with them the ranges of all ranks.
        ranks: String = choice(&["each", "together"]).or_text("each"),
    }
}

impl FamilyOptions {
    /// The family of some counts.
    pub(crate) fn request(&self) -> FamilyRequest {
        FamilyRequest { models: self.family, together: self.ranks == "together" }
    }
}

options! {
    /// How models are compared.
    pub struct ComparingOptions {
        /// The metric: "avg", the plain average; "bayes", the posterior mean under a uniform prior; or any
        /// other of `score`, such as "pass_at_k". With other numbers of trials, the prior of bayes biases
        /// the difference. Numbers have averages, without a prior.
        metric: String = text().or_text("avg"),
        /// Budget of the metric. avg and bayes have none.
        k: Option<i64> = budget(),
        /// Parameters of the metric.
        parameters: MetricParameters = group(MetricParameters::OPTIONS),
        /// What to do with questions of fewer than k trials, in a point estimate: "error", or "drop" to leave
        /// them out of both models.
        ragged: String = choice(&["error", "drop"]).or_text("error"),
        /// Prior of the questions. "hierarchical": the questions of a model share a mean and a spread, which
        /// its trials tell. "bayes" has always the uniform prior.
        prior: String = choice(&["hierarchical", "uniform"]).or_text("hierarchical"),
        /// Whether to compare on the questions that both models have. Otherwise each model is compared on all
        /// of its own questions.
        paired: bool = flag().or_yes(),
        /// Whether to infer about questions like these, from the scatter over them. Otherwise it is about
        /// these alone, from what their trials leave open.
        sampled: bool = flag(),
        /// Clusters of questions: the tasks, or the labels of the counts. σ is then robust to what the
        /// questions of a cluster have in common. They are a sample.
        cluster: Option<String> = choice(&["task", "cluster"]),
        /// Whether models without labels are compared, too, by the judge's error rates on three or more models
        /// with labels. The judge has to say yes or no.
        borrow: bool = flag(),
        /// Level of the comparisons that hold together: of their intervals and verdicts.
        confidence: f64 = number(Range::LEVEL).or(0.95),
        /// Which comparisons hold together.
        families: FamilyOptions = group(FamilyOptions::OPTIONS),
    }
}

impl ComparingOptions {
    /// The metric by which models are compared.
    pub(super) fn choice(&self) -> Result<CompareMetric> {
        let parameters = self.parameters.given();
        Ok(CompareMetric {
            metric: Metric::named(&self.metric, self.k, &parameters)?,
            default_weights: self.parameters.weights.is_none(),
            drop_short: self.ragged == "drop",
        })
    }

    /// Checks that numbers have all options. Without a prior there is one scale.
    pub(super) fn require_numbers(&self) -> Result<()> {
        let prior = (self.prior != "hierarchical").then_some("prior");
        let borrow = self.borrow.then_some("borrow");
        if let Some(it) = self.parameters.first().or(prior).or(borrow) {
            return Err(CallError::of_categories(it).into());
        }
        self.choice()?.require_numbers()
    }

    /// What to compare, without a baseline yet.
    pub(super) fn request(&self, metric: Option<&Metric>) -> CompareRequest {
        let is_bayes = metric.is_some_and(|one| matches!(one.estimand(), Estimand::Bayes(_)));
        let uniform = PriorChoice::Known(Prior::Uniform);
        CompareRequest {
            paired: self.paired,
            prior: if is_bayes { uniform } else { prior_of(&self.prior) },
            target: target_of(self.sampled),
            clusters: clusters_of(self.cluster.as_deref()),
            borrow: self.borrow,
            confidence: self.confidence,
            family: self.families.request(),
            ..CompareRequest::with_baseline("")
        }
    }

    /// Whether the metric has the uniform prior by its definition.
    pub(super) fn is_bayes(&self) -> bool {
        self.metric.trim_end_matches("_ci") == "bayes"
    }

    /// Whether the questions, or clusters of them, are a sample.
    pub(super) fn is_of_sample(&self) -> bool {
        self.sampled || self.cluster.is_some()
    }
}
