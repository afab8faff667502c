//! The probability that a model of a table is the best, and what the table says of its differences.

use super::aligned::Aligned;
use super::belief::Line;
use super::leaderboard::leaderboard;
use super::notes::{FLAT_PRIOR, TABLE_PRIOR};
use super::numbers::{Statistic, SumsRequest, sums_leaderboard};
use super::request::ScoreRequest;
use crate::calls::Note;
use crate::compare::comparison::Comparison;
use crate::compare::request::CompareRequest;
use crate::compare::scores::by_metric::CompareMetric;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::rank::resampled::drawn_scores;
use crate::rank::table_prior::{FEWEST, PairErrors, TablePrior};
use crate::sums::sums::Sums;

/// The prior of the differences in one table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BoardPrior {
    /// The task, or none for the overall table.
    task: Option<String>,
    score_name: String,
    models: usize,
    prior: TablePrior,
}

impl BoardPrior {
    /// Whether a comparison is of two models of the table.
    fn is_of(&self, row: &Comparison) -> bool {
        self.task == row.task && self.score_name == row.score_name
    }
}

/// Gives the lines of a table their probability of the first rank. `errors` are those of all pairs.
///
/// About these questions, errors are independent and normal. Where models are compared question by question
/// (`paired`), they are draws of the Bayesian bootstrap.
pub(super) fn rank_first(
    lines: &mut [Line<'_>],
    aligned: &Aligned<'_>,
    paired: bool,
    errors: PairErrors,
) -> Result<Option<BoardPrior>> {
    let unit = aligned.unit;
    let scores: Vec<f64> = lines
        .iter()
        .map(|(_, belief)| belief.estimate.centre().scaled(unit).value())
        .collect();
    let prior = TablePrior::new(&scores, errors);
    let chances = if paired && lines.len() > 1 {
        prior.first_of_draws(&scores, &drawn_scores(aligned.units(), lines.len(), 0)?)
    } else {
        let sigma = |(_, belief): &Line<'_>| belief.estimate.variance(unit).sqrt().value();
        let models: Vec<_> = scores.into_iter().zip(lines.iter().map(sigma)).collect();
        prior.first_of_independent(&models)
    };
    for ((line, _), chance) in lines.iter_mut().zip(chances) {
        line.p_best = chance.clamp(0.0, 1.0);
    }
    let models = lines.len();
    Ok(lines.first().map(|(line, _)| BoardPrior {
        task: line.task.clone(),
        score_name: line.score_name.clone(),
        models,
        prior: prior.unscaled(unit),
    }))
}

/// What is said of the prior of some tables. A model alone has none.
pub(crate) fn notes(priors: &[BoardPrior]) -> Vec<Note> {
    lines_of(priors.iter().filter(|one| one.models > 1).map(|one| one.prior.is_flat()))
}

/// The same of the tables that rows of a comparison are in. Without a prior, they have a flat one.
pub(crate) fn notes_of(rows: &[Comparison], priors: &[BoardPrior]) -> Vec<Note> {
    let own = |row: &Comparison| priors.iter().find(|one| one.is_of(row));
    let is_flat = |row: &Comparison| own(row).is_none_or(|one| one.prior.is_flat());
    lines_of(rows.iter().map(is_flat))
}

/// The lines of tables with a prior, and of those without one.
fn lines_of(flat: impl Iterator<Item = bool> + Clone) -> Vec<Note> {
    let shrunk = flat.clone().any(|flat| !flat).then(|| Note::of(&TABLE_PRIOR));
    let flat = flat.clone().any(|flat| flat).then(|| Note::of(&FLAT_PRIOR));
    shrunk.into_iter().chain(flat).collect()
}

/// Gives comparisons the P(A > B) of the table that their models are in.
///
/// # Errors
/// The degrees of freedom have no tail.
pub(crate) fn rank_pairs(rows: &mut [Comparison], priors: &[BoardPrior]) -> Result<()> {
    for row in rows {
        if let Some(own) = priors.iter().find(|one| one.is_of(row)) {
            row.probability = own.prior.above(row.difference, row.sigma, row.distribution())?;
        }
    }
    Ok(())
}

/// The priors of the tables of some counts. There are none of fewer than four models, or where the counts
/// have no leaderboard.
pub(crate) fn priors_of(
    counts: &Counts,
    choice: &CompareMetric,
    request: &CompareRequest,
) -> Vec<BoardPrior> {
    if counts.models().len() < FEWEST {
        return Vec::new();
    }
    // A single task has no table besides the overall one.
    let by_task = request.by_task && counts.tasks().len() > 1;
    let own = ScoreRequest { by_task, ..ScoreRequest::of_comparison(choice, request) };
    let board = leaderboard(counts, &own);
    board.map(|board| board.priors).unwrap_or_default()
}

/// The same of numbers.
pub(crate) fn priors_of_sums(sums: &Sums, request: &CompareRequest) -> Vec<BoardPrior> {
    if sums.trials().models().len() < FEWEST {
        return Vec::new();
    }
    let by_task = request.by_task && sums.trials().tasks().len() > 1;
    let own = SumsRequest { by_task, ..SumsRequest::of_comparison(request) };
    let board = sums_leaderboard(sums, &own);
    board.map(|board| board.priors).unwrap_or_default()
}

impl ScoreRequest {
    /// The tables whose models a comparison compares.
    pub(crate) fn of_comparison(choice: &CompareMetric, request: &CompareRequest) -> Self {
        Self {
            metrics: vec![choice.metric.clone()],
            default_weights: choice.default_weights,
            prior: request.prior.clone(),
            target: request.target,
            clusters: request.clusters,
            drop_short: choice.drop_short,
            confidence: request.confidence,
            by_task: request.by_task,
            macro_average: false,
        }
    }
}

impl SumsRequest {
    /// The tables whose models a comparison compares.
    pub(crate) fn of_comparison(request: &CompareRequest) -> Self {
        Self {
            statistics: vec![Statistic::Mean],
            target: request.target,
            clusters: request.clusters,
            drop_short: false,
            confidence: request.confidence,
            by_task: request.by_task,
            macro_average: false,
        }
    }
}
