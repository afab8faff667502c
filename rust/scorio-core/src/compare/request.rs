//! What to compare, and how.

use super::decision::family::FamilyRequest;
use crate::metric::mean::Scale;
use crate::metric::weights::Weights;
use crate::posterior::prior::PriorChoice;
use crate::posterior::target::{Clusters, Target};

/// What to compare, and how.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct CompareRequest {
    /// The models. If empty, all except the baseline.
    pub models: Vec<String>,
    /// The baseline.
    pub baseline: String,
    /// The scale of the scores.
    pub scale: Scale,
    /// Weights of the categories. By default the numbers in their names, or (0, 1).
    pub weights: Option<Weights>,
    /// Compare the common questions one by one. Otherwise use all questions of each model.
    pub paired: bool,
    /// The prior of each question's outcomes. The scale of `bayes` keeps its uniform prior.
    pub prior: PriorChoice,
    /// What the conclusion is about.
    pub target: Target,
    /// The clusters of questions. They are a sample, so the target is questions like these.
    pub clusters: Option<Clusters>,
    /// Score models without labels by the judge's error rates on those with labels.
    pub borrow: bool,
    /// Add a table for each task to the overall one.
    pub by_task: bool,
    /// List the questions of each model, too.
    pub by_question: bool,
    /// Confidence of the intervals and of the verdicts.
    pub confidence: f64,
    /// The comparisons that hold together with the confidence.
    pub family: FamilyRequest,
    /// The margin of the verdicts in overall rows: whether a model is worse by more than this.
    pub margin: Option<f64>,
}

impl CompareRequest {
    /// The averages of all other models against a baseline, with all defaults.
    #[must_use]
    pub fn with_baseline(baseline: &str) -> Self {
        Self {
            models: Vec::new(),
            baseline: baseline.to_owned(),
            scale: Scale::Avg,
            weights: None,
            paired: true,
            prior: PriorChoice::Hierarchical,
            target: Target::TheseQuestions,
            clusters: None,
            borrow: false,
            by_task: false,
            by_question: true,
            confidence: 0.95,
            family: FamilyRequest::default(),
            margin: None,
        }
    }

    /// Whether the questions, or clusters of them, are a sample.
    pub(super) fn is_of_sample(&self) -> bool {
        self.clusters.is_some() || self.target == Target::QuestionsLikeThese
    }

    /// Whether the questions of a model share a prior that their trials tell.
    pub(super) fn is_hierarchical(&self) -> bool {
        self.scale == Scale::Avg && self.prior == PriorChoice::Hierarchical
    }
}
