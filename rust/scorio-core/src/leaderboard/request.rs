//! What to score, and how.

use crate::compare::decision::family::FamilyRequest;
use crate::metric::metric::Metric;
use crate::posterior::prior::PriorChoice;
use crate::posterior::target::{Clusters, Target};

/// What to score, and how.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a user's switches, none of which excludes another"
)]
pub struct ScoreRequest {
    /// The metrics, each a table of its own.
    pub metrics: Vec<Metric>,
    /// Whether no weights are given. Then the categories' names are their weights if all of them are
    /// numbers, and (0, 1) otherwise.
    pub default_weights: bool,
    /// The prior of each question's outcomes.
    pub prior: PriorChoice,
    /// What the scores are about.
    pub target: Target,
    /// The clusters of questions. They are a sample, so the target is questions like these.
    pub clusters: Option<Clusters>,
    /// Drop questions with fewer trials than the budget of a point estimate. Otherwise they are an
    /// error.
    pub drop_short: bool,
    /// Confidence of the intervals, and of the comparisons that separate models.
    pub confidence: f64,
    /// The comparisons that hold together with the confidence.
    pub family: FamilyRequest,
    /// Whether intervals are about new runs, too: the trials of one number share their luck. It is for the
    /// average of successes and failures, without clusters.
    pub runs: bool,
    /// Threads that draw samples of questions. Results do not depend on their number.
    pub threads: usize,
    /// Score models without labels by the judge's error rates on those with labels.
    pub borrow: bool,
    /// Add a table for each task to the overall one.
    pub by_task: bool,
    /// In the overall table, average the tasks instead of pooling their questions.
    pub macro_average: bool,
}

impl ScoreRequest {
    /// Whether the questions, or clusters of them, are a sample.
    pub(super) fn is_of_sample(&self) -> bool {
        self.clusters.is_some() || self.target == Target::QuestionsLikeThese
    }
}
