//! The rows of a comparison.

use crate::leaderboard::Unscored;
use crate::rows::declare::row;

row! {
    /// The difference of one model from the baseline.
    pub struct Comparison {
        /// Model.
        model: String,
        /// Model that it is compared with.
        baseline: String,
        /// Task; missing in overall rows.
        task: Option<String>,
        /// Score of the model minus score of the baseline.
        difference: f64,
        /// Standard deviation of the difference.
        sigma: f64,
        /// Lower end of the interval, which holds together with those of the other comparisons.
        lo: f64,
        /// Upper end of the interval.
        hi: f64,
        /// Confidence of all comparisons together.
        level: f64,
        /// P(A > B), the probability that the model is better than the baseline.
        probability: f64,
        /// ρ, the probability that the model with the higher score is the better one.
        ranking: f64,
        /// Difference / sigma; 0 if both are 0.
        z: f64,
        /// Two-sided p-value: how often chance alone makes a difference at least as large.
        pvalue: f64,
        /// The p-value for all `comparisons` together: 1 − (1 − p)^m (Šidák 1967). The models are separated
        /// where it is at most 1 − level.
        p_adjusted: f64,
        /// Whether the two models are separated. Then 0 is outside the interval.
        separated: bool,
        /// Comparisons that hold together with the level: M − 1 of M models, or M (M − 1) / 2.
        comparisons: u64,
        /// The p-value adjusted by Holm for the rows of the table.
        holm: f64,
        /// The p-value adjusted by Benjamini and Hochberg for the rows of the table.
        bh: f64,
        /// Degrees of freedom of Student's t; missing if z is normal.
        degrees: Option<f64>,
        /// Score of the model.
        score: f64,
        /// Score of the baseline.
        baseline_score: f64,
        /// Questions that the model's score is computed from.
        questions: u64,
        /// Questions that the baseline's score is computed from.
        baseline_questions: u64,
        /// Questions that only the model has. A paired comparison leaves them out.
        unmatched: u64,
        /// Questions that only the baseline has. A paired comparison leaves them out.
        baseline_unmatched: u64,
        /// Trials of the model.
        trials: u64,
        /// Trials of the baseline.
        baseline_trials: u64,
        /// Whether the two models have different numbers of trials per question.
        uneven: bool,
        /// Whether the prior moves the model's score from its plain average by more than its σ.
        pulled: bool,
        /// The same for the baseline.
        baseline_pulled: bool,
        /// Number of clusters; missing without clusters.
        clusters: Option<u64>,
        /// Smallest number of questions whose removal makes the difference vanish or change sign;
        /// missing if questions are not paired.
        decisive: Option<u64>,
        /// Margin that the verdict is about; missing without a margin, and in rows by task.
        margin: Option<f64>,
        /// Probability that the model is worse than the baseline by more than the margin.
        worse_probability: Option<f64>,
        /// Whether it is separated from a model that is worse by the margin.
        worse: Option<bool>,
        /// A model that is worse by this is found worse with probability 0.8.
        detectable: Option<f64>,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
    }
}

row! {
    /// A question on which a model and the baseline are compared.
    pub struct QuestionDifference {
        /// Model.
        model: String,
        /// Task; empty if the log names none.
        task: String,
        /// Question.
        question: String,
        /// Score of the model.
        score: f64,
        /// Score of the baseline.
        baseline_score: f64,
        /// Score of the model minus score of the baseline.
        difference: f64,
        /// Part of the overall difference. The parts add up to it.
        part: f64,
        /// Posterior mean of the difference; missing where single numbers do not tell it. A hierarchical
        /// posterior leans on the other questions of each model.
        expected: Option<f64>,
        /// Posterior standard deviation of the difference; missing with expected.
        sigma: Option<f64>,
        /// P(A > B) on this question, by the same posterior; missing with expected.
        probability: Option<f64>,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
        /// Cluster; missing if the question has none.
        cluster: Option<String>,
    }
}

row! {
    /// A question that only one of a comparison's two models has, with an outcome.
    #[derive(Eq)]
    pub struct Unmatched {
        /// Model of the comparison.
        model: String,
        /// The one of the two models that has the question.
        of: String,
        /// Task; empty if the log names none.
        task: String,
        /// Question.
        question: String,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
    }
}

row! {
    /// A model that a table lacks, and why.
    #[derive(Eq)]
    pub struct Uncompared {
        /// Model.
        model: String,
        /// Task; empty for the overall table.
        task: String,
        /// Why it has no row.
        reason: String,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
    }
}

row! {
    /// Two models, and how far they differ. The one with the higher score is first.
    pub struct Pair {
        /// Model with the higher score.
        model: String,
        /// Model with the lower score.
        other: String,
        /// Score of the model minus score of the other.
        difference: f64,
        /// Standard deviation of the difference.
        sigma: f64,
        /// Lower end of the interval.
        lo: f64,
        /// Upper end of the interval.
        hi: f64,
        /// P(A > B), the probability that the model is better than the other.
        probability: f64,
        /// ρ, the probability that the model with the higher score is the better one.
        ranking: f64,
        /// Two-sided p-value of this pair alone.
        pvalue: f64,
        /// The p-value for all comparisons of a model together.
        p_adjusted: f64,
        /// Whether the two models are separated. Then 0 is outside the interval.
        separated: bool,
        /// Questions that the model's score is computed from.
        questions: u64,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
    }
}

impl Pair {
    /// The figures of a pair in the row of a comparison.
    pub(super) fn of(row: &Comparison) -> Self {
        Self {
            model: row.model.clone(),
            other: row.baseline.clone(),
            difference: row.difference,
            sigma: row.sigma,
            lo: row.lo,
            hi: row.hi,
            probability: row.probability,
            ranking: row.ranking,
            pvalue: row.pvalue,
            p_adjusted: row.p_adjusted,
            separated: row.separated,
            questions: row.questions,
            score_name: row.score_name.clone(),
        }
    }
}

/// Models compared with a baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparisons {
    /// Table by table, tasks before overall, each by descending difference.
    pub rows: Vec<Comparison>,
    /// Of each model, the questions by descending size of their difference; none if unpaired.
    pub questions: Vec<QuestionDifference>,
    /// What a paired comparison leaves out.
    pub unmatched: Vec<Unmatched>,
    /// Rows that the tables lack.
    pub uncompared: Vec<Uncompared>,
    /// Those of models without a score.
    pub unscored: Vec<Unscored>,
    /// Models with single numbers: about these questions, their σ is that of questions like these.
    pub single: Vec<String>,
    /// Models whose difference of numbers from the baseline is carried by a few large outcomes.
    pub carried: Vec<String>,
    /// The largest difference that two scores can have.
    pub range: f64,
}
