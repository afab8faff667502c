//! The options that calls about scores share.

use super::declare::options;
use super::error::CallError;
use super::option::{CallEntry, Range, budget, choice, flag, number, numbers, share, text};
use crate::compare::FamilyRequest;
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
        /// Whether models without labels have scores, too, by the judge's error rates on three or more models
        /// with labels. The judge has to say yes or no.
        borrow: bool = flag(),
        /// Whether there is a row for each task, too.
        by_task: bool = flag(),
    }
}

options! {
    /// The parameters of metrics.
    pub struct MetricParameters {
        /// A weight per category, for bayes, avg and max_at_k. By default their names, if these are numbers,
        /// or 0 and 1.
        weights: Option<Vec<f64>> = numbers("one per category"),
        /// Share τ of g_pass_at_k_tau.
        tau: Option<ParameterValue> = share(),
        /// λ of geo_spectrum_at_k. By default 0.5.
        lam: Option<f64> = number(Range::ANY),
        /// k weights of thresholds, for threshold_spectrum_at_k and geo_spectrum_at_k, whose argument
        /// `weights` they are.
        spectrum: Option<Vec<f64>> = numbers("one per threshold"),
        /// Exponent of Pass@k in geom_at_k and geom_ds_at_k. By default 0.5.
        pass_power: Option<f64> = number(Range::ANY),
        /// Exponent of Pass^k in geom_at_k and geom_ds_at_k. By default 0.5.
        unanimous_power: Option<f64> = number(Range::ANY),
    }
}

impl MetricParameters {
    /// The name of the first that is given.
    pub(crate) fn first(&self) -> Option<&'static str> {
        let given = self.given();
        let mut options = Self::OPTIONS.iter().flat_map(CallEntry::options);
        options.find(|option| given.get(option.name).is_some()).map(|option| option.name)
    }

    /// Those that are given.
    pub(crate) fn given(&self) -> Parameters {
        let number = |value: &Option<f64>| value.map(ParameterValue::Number);
        let several = |values: &Option<Vec<f64>>| values.clone().map(ParameterValue::Numbers);
        let all = [
            ("weights", several(&self.weights)),
            ("tau", self.tau.clone()),
            ("lam", number(&self.lam)),
            ("spectrum", several(&self.spectrum)),
            ("pass_power", number(&self.pass_power)),
            ("unanimous_power", number(&self.unanimous_power)),
        ];
        let given = all.into_iter().filter_map(|(name, value)| Some((name, value?)));
        given.fold(Parameters::default(), |all, (name, value)| all.with(name, value))
    }
}

/// The prior of a name.
pub(crate) fn prior_of(name: &str) -> PriorChoice {
    match name {
        "hierarchical" => PriorChoice::Hierarchical,
        _ => PriorChoice::Known(Prior::Uniform),
    }
}

/// What scores are about, by whether their questions are a sample.
pub(crate) fn target_of(sampled: bool) -> Target {
    if sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions }
}

/// The clusters of a name.
pub(crate) fn clusters_of(name: Option<&str>) -> Option<Clusters> {
    name.map(|name| if name == "task" { Clusters::Tasks } else { Clusters::Labels })
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
        Ok(ScoreRequest {
            metrics,
            default_weights: self.weights.is_none(),
            prior: prior_of(&self.prior),
            target: target_of(self.sampled),
            clusters: clusters_of(self.cluster.as_deref()),
            drop_short: false,
            confidence,
            family: FamilyRequest::default(),
            runs: false,
            threads: 1,
            borrow: self.borrow,
            by_task: self.by_task,
            macro_average: false,
        })
    }
}

/// Refuses an empty list of models, and a name of a model that there is not.
pub(crate) fn require_models(names: &[String], known: &[&str]) -> Result<()> {
    if names.is_empty() {
        let why = "{it=} is empty: name a model, or leave it out for all";
        return Err(CallError::Needless { it: "only", why }.into());
    }
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let known = known.iter().map(|&one| one.to_owned()).collect();
            Err(CallError::NoModel { name: name.clone(), known }.into())
        }
    }
}
