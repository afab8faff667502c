//! The probability that a model of a table is the best, and what the table says of its differences.

use super::aligned::Aligned;
use super::belief::Line;
use super::notes::{FLAT_PRIOR, TABLE_PRIOR};
use crate::calls::Note;
use crate::error::Result;
use crate::rank::resampled::drawn_scores;
use crate::rank::table_prior::{PairErrors, TablePrior};

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
    /// The prior of the table of a task and a score, or of the overall one.
    pub(crate) fn of<'p>(
        priors: &'p [Self],
        task: Option<&str>,
        score_name: &str,
    ) -> Option<&'p TablePrior> {
        let is_own = |one: &&Self| one.task.as_deref() == task && one.score_name == score_name;
        priors.iter().find(is_own).map(|one| &one.prior)
    }
}

/// Gives the lines of a table their probability of the first rank. `errors` are those of all pairs.
///
/// About these questions, errors are independent and normal. Where models are compared question by question
/// (`paired`), they are draws of the Bayesian bootstrap. Of two models, P(best) is P(A > B), which is `above`
/// of the first line.
pub(super) fn rank_first(
    lines: &mut [Line<'_>],
    aligned: &Aligned<'_>,
    (paired, threads): (bool, usize),
    errors: PairErrors,
    above: Option<f64>,
) -> Result<Option<BoardPrior>> {
    let unit = aligned.unit;
    let scores: Vec<f64> =
        lines.iter().map(|(_, belief)| belief.estimate.centre().scaled(unit).value()).collect();
    let prior = TablePrior::new(&scores, errors);
    let chances = if let (2, Some(above)) = (lines.len(), above) {
        vec![above, 1.0 - above]
    } else if paired && lines.len() > 1 {
        prior.first_of_draws(&scores, &drawn_scores(aligned.units(), lines.len(), 0, threads)?)
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

/// The lines of tables with a prior, and of those with a flat one.
pub(crate) fn lines_of(flat: impl Iterator<Item = bool> + Clone) -> Vec<Note> {
    let shrunk = flat.clone().any(|flat| !flat).then(|| Note::of(&TABLE_PRIOR));
    let flat = flat.clone().any(|flat| flat).then(|| Note::of(&FLAT_PRIOR));
    shrunk.into_iter().chain(flat).collect()
}
