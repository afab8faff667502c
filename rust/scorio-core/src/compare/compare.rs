//! Differences of models from a baseline, question by question.
//!
//! There are overall rows and rows by task, with σ, interval, probability and adjusted p-values.

use super::comparison::{Comparison, Comparisons, Uncompared};
use super::error::CompareError;
use super::judged::compare_judged;
use super::request::CompareRequest;
use super::scores::by_metric::{CompareMetric, MetricScorer};
use super::scores::scored::QuestionScorer;
use super::scores::scoring::{Numbers, Scoring};
use super::sorting::{adjust, sorted};
use super::table::board::Board;
use super::table::column::{Column, QuestionNumbers};
use crate::counts::counts::Counts;
use crate::error::{Error, Result};
use crate::judge::check::check as check_judged;
use crate::judge::error::JudgeError;
use crate::judge::legend::Legend;
use crate::leaderboard::Unscored;
use crate::metric::mean::Scale;
use crate::posterior::prior::PriorChoice;
use crate::posterior::target::Clusters;
use crate::sums::sums::Sums;

/// Compares models with a baseline, each score separately.
///
/// The p-values of all overall rows are adjusted together, and so are those of all rows by task.
///
/// # Errors
/// - The counts do not have a model or the baseline.
/// - There is no model besides the baseline.
/// - Two models have no common question.
/// - A sample has only one question or cluster, or no spread.
/// - A question has no cluster.
/// - A question has no weight, but others have one.
/// - There are more or fewer weights than categories.
/// - The confidence is outside (0, 1).
/// - A margin has no verdict, as [`Comparison::verdict`] says.
pub fn compare(counts: &Counts, request: &CompareRequest) -> Result<Comparisons> {
    let scorer = QuestionScorer::new(counts, request)?;
    compared(counts, Scoring::Categories(&scorer), request)
}

/// Compares models by a metric of the list, as of [`super::super::metric::registry`].
///
/// The scale and the weights of the request do not matter. By `avg` and `bayes` it is [`compare`].
///
/// About these questions, σ² is the sum of those of the two scores on the common questions, as of a
/// leaderboard. About questions like these it comes from the scatter of the differences.
///
/// # Errors
/// - Those of [`compare`].
/// - The metric does not fit the categories, or a question has fewer than k trials.
/// - The questions are a sample, and the metric has no score of one question.
pub fn compare_metric(
    counts: &Counts,
    choice: &CompareMetric,
    request: &CompareRequest,
) -> Result<Comparisons> {
    if let Some(legend) = Legend::of(counts.categories())? {
        check_judged(std::slice::from_ref(&choice.metric), choice.default_weights, &request.prior)?;
        return compare_judged(counts, &legend, request);
    }
    if request.borrow {
        return Err(JudgeError::NoLabels.into());
    }
    if let Some(own) = of_mean(counts, choice, request)? {
        return compare(counts, &own);
    }
    let scorer = MetricScorer::new(counts, choice, request)?;
    compared(counts, Scoring::Metric(&scorer), request)
}

/// The request by a mean of weights, if the metric is one. So is a metric of one trial with a
/// hierarchical prior.
///
/// # Errors
/// The metric does not fit the categories.
pub(super) fn of_mean(
    counts: &Counts,
    choice: &CompareMetric,
    request: &CompareRequest,
) -> Result<Option<CompareRequest>> {
    let given = || choice.metric.weights().filter(|_| !choice.default_weights).cloned();
    if let Some(scale) = choice.mean() {
        return Ok(Some(CompareRequest { scale, weights: given(), ..request.clone() }));
    }
    let average = choice.metric.estimand().average_of_one()?;
    let hierarchical = request.prior == PriorChoice::Hierarchical && counts.categories().len() == 2;
    let Some(average) = average.filter(|_| hierarchical) else { return Ok(None) };
    choice.metric.of_counts(counts, choice.default_weights)?;
    let weights = match choice.metric.weights() {
        Some(_) => given(),
        None => average.weights().cloned(),
    };
    Ok(Some(CompareRequest { scale: Scale::Avg, weights, ..request.clone() }))
}

/// Compares models by numeric scores. The scale, the weights of categories and the prior do not
/// matter.
///
/// About these questions, σ² is that of the means: the variance of the trials of a question, pooled
/// over the questions of a model and a task, over their number. The degrees of freedom are those of
/// Welch and Satterthwaite. Where no question of a model and a task has two trials, σ is that of
/// questions like these, which is larger.
///
/// # Errors
/// As [`compare`], without those about weights of categories.
pub fn compare_sums(sums: &Sums, request: &CompareRequest) -> Result<Comparisons> {
    let numbers = Numbers::new(sums)?;
    compared(sums.trials(), Scoring::Numbers(&numbers), request)
}

fn compared<'a>(
    counts: &'a Counts,
    scoring: Scoring<'a>,
    request: &'a CompareRequest,
) -> Result<Comparisons> {
    if request.clusters == Some(Clusters::Tasks) && request.by_task {
        return Err(CompareError::ClusterTables.into());
    }
    let boards = Board::of_scores(counts, scoring, request)?;
    let mut tables = Tables { several: boards.len() > 1, ..Tables::default() };
    for board in &boards {
        tables.add(board)?;
    }
    tables.finish()
}

/// The rows of all scores.
#[derive(Default)]
struct Tables {
    /// There are several scores.
    several: bool,
    result: Comparisons,
    /// Why the first model that a table lacks is not compared.
    first_reason: Option<CompareError>,
    by_task: Vec<Vec<Comparison>>,
    overall: Vec<Vec<Comparison>>,
}

impl Tables {
    /// Adds the tables of one score.
    fn add(&mut self, board: &Board<'_>) -> Result<()> {
        self.result.range = board.range();
        let mut by_task = Vec::new();
        if board.request.by_task && board.tasks().len() > 1 {
            for &task in board.tasks() {
                by_task.extend(self.table(board, Some(task))?);
            }
        }
        self.by_task.push(by_task);
        let mut overall = self.table(board, None)?;
        if let Some(margin) = board.request.margin {
            for row in &mut overall {
                row.decide(margin, board.range())?;
            }
        }
        for row in &overall {
            if board.are_single(&row.model) && !self.result.single.contains(&row.model) {
                self.result.single.push(row.model.clone());
            }
            if board.request.by_question {
                self.result.questions.extend(board.questions(&row.model)?);
                self.result.unmatched.extend(board.unmatched(&row.model));
            }
        }
        self.overall.push(overall);
        Ok(())
    }

    /// One table, by descending difference.
    ///
    /// In the overall table every model with trials must have a row, unless there are several scores.
    fn table(&mut self, board: &Board<'_>, task: Option<&str>) -> Result<Vec<Comparison>> {
        let mut table = Vec::new();
        let mut places = QuestionNumbers::default();
        let paired = board.request.paired;
        let baseline = Column::new(board, &board.request.baseline, task, &mut places);
        for model in board.models() {
            let column = Column::new(board, model, task, &mut places);
            let (own, base) = column.beside(&baseline, paired);
            match board.compared(&own, &base, task) {
                Ok((row, carried)) => {
                    if carried && !self.result.carried.contains(model) {
                        self.result.carried.push(model.clone());
                    }
                    table.push(row);
                }
                Err(Error::Compare(reason))
                    if reason.is_of_data()
                        && (task.is_some()
                            || self.several
                            || reason.lacks_trials(model).is_some()) =>
                {
                    if let Some(trials) = reason.lacks_trials(model) {
                        self.result.unscored.push(Unscored {
                            task: task.map(str::to_owned),
                            model: model.clone(),
                            trials,
                            score_name: board.score.to_owned(),
                        });
                    }
                    self.result.uncompared.push(Uncompared {
                        model: model.clone(),
                        task: task.unwrap_or_default().to_owned(),
                        reason: reason.to_string(),
                        score_name: board.score.to_owned(),
                    });
                    self.first_reason.get_or_insert(reason);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(sorted(table))
    }

    fn finish(mut self) -> Result<Comparisons> {
        adjust(self.by_task.iter_mut().flatten());
        adjust(self.overall.iter_mut().flatten());
        for (by_task, overall) in self.by_task.into_iter().zip(self.overall) {
            self.result.rows.extend(by_task);
            self.result.rows.extend(overall);
        }
        match self.first_reason {
            Some(reason) if self.result.rows.is_empty() => Err(reason.into()),
            _ => Ok(self.result),
        }
    }
}
