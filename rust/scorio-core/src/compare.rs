//! Differences of models from a baseline, question by question: overall and by task, each with its
//! σ, interval, probability and adjusted p-values.

mod board;
mod row;

use crate::adjust::{benjamini_hochberg, holm};
use crate::bayes::Scale;
use crate::compare::board::Board;
use crate::counts::Counts;
use crate::error::{Error, Result};
use crate::interval::Interval;
use crate::student::Distribution;
use crate::weights::Weights;

/// What to compare, and how.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a user's switches, of which one excludes another only where an error says so"
)]
pub struct Request {
    /// The models; all but the baseline where there are none.
    pub models: Vec<String>,
    /// What they are compared with.
    pub baseline: String,
    /// The scale of the scores.
    pub scale: Scale,
    /// Weights of the categories; by default the numbers that these are named by, or (0, 1).
    pub weights: Option<Weights>,
    /// Compare the questions that both models have, one by one; otherwise all of each model's.
    pub paired: bool,
    /// Infer about questions like these, of which they are a sample, and not about these alone.
    pub sampled: bool,
    /// The tasks are clusters of questions, and a sample: `sampled` is implied.
    pub clustered: bool,
    /// A table for each task, beside the overall one.
    pub by_task: bool,
    /// Level of the intervals, and of the verdicts.
    pub confidence: f64,
    /// What the overall rows have a verdict on: whether the model is worse by more than this.
    pub margin: Option<f64>,
}

/// The share of models worse by [`Verdict::detectable`] that are found so.
pub const POWER: f64 = 0.8;

/// Whether a model is worse than the baseline by more than a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The margin.
    pub margin: f64,
    /// How probable it is that it is.
    pub probability: f64,
    /// Whether that reaches the level.
    pub worse: bool,
    /// A model that truly is worse by this is found so with probability [`POWER`].
    pub detectable: f64,
}

/// One model's difference from the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The model.
    pub model: String,
    /// What it is compared with.
    pub baseline: String,
    /// The task; `None` for overall.
    pub task: Option<String>,
    /// The model's score less the baseline's, its σ and interval.
    pub interval: Interval,
    /// P(A > B): how probable it is that the model is the better one.
    pub probability: f64,
    /// ρ: how probable it is that the better score is that of the better model.
    pub ranking: f64,
    /// Difference / σ; 0 where both are.
    pub z: f64,
    /// Two-sided: how often a difference as large would come by chance, were there none.
    pub pvalue: f64,
    /// The same, adjusted by Holm for the number of comparisons.
    pub holm: f64,
    /// The same, adjusted by Benjamini and Hochberg.
    pub benjamini_hochberg: f64,
    /// Degrees of freedom of Student's t; `None` where z is normal.
    pub degrees: Option<f64>,
    /// The model's score over its questions.
    pub score: f64,
    /// The baseline's.
    pub baseline_score: f64,
    /// Questions that the model's score is of.
    pub questions: u64,
    /// Questions that the baseline's score is of.
    pub baseline_questions: u64,
    /// Questions of the model alone, which are left out of a paired comparison.
    pub unmatched: u64,
    /// The same of the baseline.
    pub baseline_unmatched: u64,
    /// Trials of the model's questions.
    pub trials: u64,
    /// Trials of the baseline's.
    pub baseline_trials: u64,
    /// Whether the two have different numbers of trials a question.
    pub uneven: bool,
    /// Clusters; `None` without them.
    pub clusters: Option<u64>,
    /// How few questions make the difference: without them, the sum of the others' is zero or points
    /// the other way. `None` where questions are not paired.
    pub decisive: Option<u64>,
    /// The interval's level.
    pub level: f64,
    /// On the margin that was asked about, if one was; of overall rows.
    pub verdict: Option<Verdict>,
    /// How far apart two scores can be.
    range: f64,
    distribution: Distribution,
}

impl Comparison {
    /// How probable it is that the model is worse than the baseline by more than `margin`.
    ///
    /// # Errors
    /// A margin below 0 or not finite.
    pub fn worse(&self, margin: f64) -> Result<f64> {
        if !(margin >= 0.0 && margin.is_finite()) {
            return Err(Error::Margin { value: margin });
        }
        if self.interval.sigma == 0.0 {
            // Then the difference is 0 too, and no better known to be there than not.
            return Ok(if margin > 0.0 { 0.0 } else { 0.5 });
        }
        self.distribution.below((-margin - self.interval.mu) / self.interval.sigma)
    }

    /// How much worse than the baseline a model must truly be for [`Self::worse`] to reach
    /// `confidence` with probability `power`, at this σ.
    ///
    /// # Errors
    /// As [`Self::worse`]; a confidence or power outside (0, 1).
    pub fn detectable(&self, margin: f64, confidence: f64, power: f64) -> Result<f64> {
        self.worse(margin)?;
        let quantile = |level| self.distribution.one_sided_quantile(level);
        Ok(margin + (quantile(confidence)? + quantile(power)?) * self.interval.sigma)
    }

    /// Whether the model is worse by more than a margin, at the comparison's level.
    ///
    /// # Errors
    /// As [`Self::worse`]; a margin that scores cannot differ by more than; a level below 0.5.
    pub fn verdict(&self, margin: f64) -> Result<Verdict> {
        let probability = self.worse(margin)?;
        if margin >= self.range {
            return Err(Error::MarginRange { value: margin, range: self.range });
        }
        if self.level < 0.5 {
            return Err(Error::VerdictLevel { value: self.level });
        }
        let detectable = self.detectable(margin, self.level, POWER)?;
        Ok(Verdict { margin, probability, worse: probability >= self.level, detectable })
    }
}

/// A question that both models of a comparison have.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionDifference {
    /// The model.
    pub model: String,
    /// Its task; empty where the log names none.
    pub task: String,
    /// Its identifier.
    pub question: String,
    /// The model's score.
    pub score: f64,
    /// The baseline's.
    pub baseline_score: f64,
    /// Their difference.
    pub difference: f64,
    /// Its part of the overall difference: the parts add up to that.
    pub part: f64,
    /// Its posterior standard deviation.
    pub sigma: f64,
    /// P(A > B) on this question.
    pub probability: f64,
}

/// A question that only one of the two models of a comparison has, with an observed trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The model of the comparison.
    pub model: String,
    /// Which of the two has it.
    pub of: String,
    /// Its task; empty where the log names none.
    pub task: String,
    /// Its identifier.
    pub question: String,
}

/// A model that a task's table does not hold, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Uncompared {
    /// The model.
    pub model: String,
    /// The task.
    pub task: String,
    /// The reason.
    pub reason: Error,
}

/// The models beside the baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparisons {
    /// Table by table, tasks before overall, each by descending difference.
    pub rows: Vec<Comparison>,
    /// Of each model, the questions by descending size of their difference; none if unpaired.
    pub questions: Vec<QuestionDifference>,
    /// What a paired comparison leaves out.
    pub unmatched: Vec<Unmatched>,
    /// Rows that the tables by task lack.
    pub uncompared: Vec<Uncompared>,
}

/// Compares models with a baseline. The p-values of all overall rows are adjusted together, and so
/// are those of all rows by task.
///
/// # Errors
/// A model or baseline that the counts do not hold; no model but the baseline; two without a common
/// question; a sample of one question or cluster, or without scatter; as many weights as categories
/// are needed; a confidence outside (0, 1); a margin without a verdict, as [`Comparison::verdict`]
/// says.
pub fn compare(counts: &Counts, request: &Request) -> Result<Comparisons> {
    if request.clustered && request.by_task {
        return Err(Error::ClusterTables);
    }
    let board = Board::new(counts, request)?;
    let mut result = Comparisons::default();
    if request.by_task && board.tasks().len() > 1 {
        for &task in board.tasks() {
            let mut table = Vec::new();
            for model in board.models() {
                match board.row(model, Some(task)) {
                    Ok(row) => table.push(row),
                    Err(
                        reason @ (Error::NoCommonQuestion { .. }
                        | Error::NoTrialsOf { .. }
                        | Error::OneUnit { .. }
                        | Error::NoScatter { .. }),
                    ) => result.uncompared.push(Uncompared {
                        model: model.clone(),
                        task: task.to_owned(),
                        reason,
                    }),
                    Err(error) => return Err(error),
                }
            }
            result.rows.extend(sorted(table));
        }
        adjust(&mut result.rows);
    }
    let rows = board.models().iter().map(|model| board.row(model, None));
    let mut overall = sorted(rows.collect::<Result<_>>()?);
    adjust(&mut overall);
    if let Some(margin) = request.margin {
        for row in &mut overall {
            row.verdict = Some(row.verdict(margin)?);
        }
    }
    for row in &overall {
        result.questions.extend(board.questions(&row.model)?);
        result.unmatched.extend(board.unmatched(&row.model));
    }
    result.rows.extend(overall);
    Ok(result)
}

fn sorted(mut rows: Vec<Comparison>) -> Vec<Comparison> {
    rows.sort_by(|a, b| {
        b.interval.mu.total_cmp(&a.interval.mu).then_with(|| a.model.cmp(&b.model))
    });
    rows
}

/// Fills in the adjusted p-values of rows that are read together.
fn adjust(rows: &mut [Comparison]) {
    let values: Vec<f64> = rows.iter().map(|row| row.pvalue).collect();
    let adjusted = holm(&values).into_iter().zip(benjamini_hochberg(&values));
    for (row, (holm, benjamini_hochberg)) in rows.iter_mut().zip(adjusted) {
        row.holm = holm;
        row.benjamini_hochberg = benjamini_hochberg;
    }
}
