//! The leaderboard of counts with labels: scores by the trusted grader, corrected for the judge.

use std::collections::BTreeMap;

use super::belief::{Belief, Line};
use super::best::BoardPrior;
use super::grid::Grid;
use super::request::ScoreRequest;
use super::score::Score;
use super::standing::{Placed, Placing};
use crate::calls::Note;
use crate::compare::decision::critical::CriticalRange;
use crate::compare::decision::rule::{Difference, PairRule};
use crate::counts::counts::Counts;
use crate::error::{Error, Result};
use crate::judge::about::about_labels;
use crate::judge::check::check;
use crate::judge::error::JudgeError;
use crate::judge::figures::{JudgedFigures, JudgedTarget};
use crate::judge::legend::Legend;
use crate::judge::models::{JudgedModel, judged_models};
use crate::judge::trials::JudgedAnswers;
use crate::metric::metric::Metric;
use crate::numeric::double::Double;
use crate::posterior::interval::Estimate;
use crate::rows::declare::row;

row! {
    /// What the judge and the labels tell of a model's score.
    pub struct Judged {
        /// Task; missing in overall rows.
        task: Option<String>,
        /// Model.
        model: String,
        /// Average of the judge's outcomes; missing unless all of them read as labels do.
        judge: Option<f64>,
        /// That average minus the score; missing without a score.
        bias: Option<f64>,
        /// Trials with a label.
        labels: u64,
        /// How many labels would say as much without the judge; missing without a score.
        worth: Option<f64>,
        /// How many times larger the variance is because labels share questions; missing without a score.
        design_effect: Option<f64>,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
    }
}

/// The tables of counts with labels.
#[derive(Default)]
pub(super) struct JudgedTables {
    pub(super) scores: Vec<Score>,
    pub(super) judged: Vec<Judged>,
    pub(super) critical: Option<CriticalRange>,
    pub(super) priors: Vec<BoardPrior>,
    pub(super) about_labels: Vec<Note>,
}

/// The leaderboard of counts whose categories tell the labels.
///
/// # Errors
/// - Another metric than the plain average is asked for, or an option that is not for corrected scores.
/// - No model has a label.
/// - Questions like these are wanted, and a model has one.
pub(super) fn judged_leaderboard(
    counts: &Counts,
    legend: &Legend,
    request: &ScoreRequest,
) -> Result<JudgedTables> {
    check(&request.metrics, request.default_weights, &request.prior)?;
    let other = if request.runs { Some("runs") } else { None };
    if let Some(option) = other.or(request.macro_average.then_some("macro_average")) {
        return Err(JudgeError::Option { option }.into());
    }
    let mut result = JudgedTables::default();
    for metric in &request.metrics {
        for board in &Grid::of_scores(counts)? {
            JudgedBoard { counts, legend, board, metric, request }.tables(&mut result)?;
        }
    }
    if result.scores.is_empty() { Err(JudgeError::NoLabels.into()) } else { Ok(result) }
}

struct JudgedBoard<'a> {
    counts: &'a Counts,
    legend: &'a Legend,
    board: &'a Grid<'a>,
    metric: &'a Metric,
    request: &'a ScoreRequest,
}

impl<'a> JudgedBoard<'a> {
    /// Adds the table of each task, then the overall one.
    fn tables(&self, result: &mut JudgedTables) -> Result<()> {
        let mut scopes = self.board.scopes(self.request.by_task).into_iter();
        scopes.try_for_each(|scope| self.table(scope, result))
    }

    /// Adds the table of one task, or the overall one.
    fn table(&self, scope: Option<&'a str>, result: &mut JudgedTables) -> Result<()> {
        let about = JudgedTarget {
            target: self.request.target,
            clusters: self.request.clusters,
            confidence: self.request.confidence,
        };
        let tasks = self.board.tasks_of(scope);
        let cells = |model| tasks.iter().flat_map(move |&task| self.board.cell(model, task));
        let observed = |model| cells(model).filter(|question| question.trials() > 0);
        let all: Vec<_> =
            self.board.models.iter().map(|&model| (model, observed(model).collect())).collect();
        let is_part = scope != self.board.only_task(self.request.by_task);
        let models = judged_models(&all, self.legend, about, (self.request.borrow, is_part))?;
        let mut lines = Vec::new();
        for (model, questions) in &all {
            let found = models.get(model);
            if !questions.is_empty() {
                result.judged.push(self.judged(model, scope, found));
            }
            let Some(found) = found else { continue };
            lines.push(self.line(found, scope, cells(model).map(|one| one.missing).sum())?);
        }
        if !is_part {
            let labelled = models.values().filter(|one| !one.is_borrowing());
            let all: Vec<&JudgedModel<'_>> = labelled.collect();
            result.about_labels.extend(about_labels(&all, self.legend, about.confidence)?);
        }
        let Placed { critical, prior, .. } = self.place(&mut lines, &models)?;
        result.critical = critical.map(|own| own.with(result.critical)).or(result.critical);
        result.priors.extend(prior);
        result.scores.extend(lines.into_iter().map(|(score, _)| score));
        Ok(())
    }

    fn judged(&self, model: &str, scope: Option<&str>, found: Option<&JudgedModel<'_>>) -> Judged {
        let figures = found.map(|found| &found.figures);
        let judge = figures.zip(self.legend.numbers()).map(|(figures, values)| {
            let average = figures.shares.iter().zip(&values).map(|(share, y)| share * y).sum();
            self.legend.unscaled(average)
        });
        let score = figures.map(|figures| self.legend.unscaled(figures.score));
        Judged {
            task: scope.map(str::to_owned),
            model: model.to_owned(),
            judge,
            bias: judge.zip(score).map(|(judge, score)| judge - score),
            labels: figures.map_or(0, |figures| figures.labelled.iter().sum()),
            worth: figures.map(JudgedFigures::worth),
            design_effect: figures.map(|figures| figures.design_effect),
            score_name: self.board.score.to_owned(),
        }
    }

    /// A model's row without its ranks, and what ranks are made of.
    fn line(
        &self,
        found: &JudgedModel<'a>,
        scope: Option<&'a str>,
        missing: u64,
    ) -> Result<Line<'a>> {
        let (figures, legend) = (&found.figures, self.legend);
        let (lo, hi) = figures.interval(self.request.confidence)?;
        let score = legend.unscaled(figures.score);
        let sigma = legend.width() * figures.variance().sqrt();
        let coverage = self.board.coverage(found.model, scope);
        let bounded = (missing == 0 && coverage >= 1.0).then_some(score);
        let row = Score {
            task: scope.map(str::to_owned),
            slice: None,
            score_name: self.board.score.to_owned(),
            metric: self.metric.name().to_owned(),
            k: None,
            parameters: String::new(),
            model: found.model.to_owned(),
            score,
            sigma,
            lo: legend.unscaled(lo),
            hi: legend.unscaled(hi),
            sem: None,
            pulled: false,
            rank: 0,
            rank_lo: 0,
            rank_hi: 0,
            p_best: 0.0,
            with_leader: false,
            letters: String::new(),
            questions: found.trials.questions.len() as u64,
            questions_asked: self.board.asked(scope),
            trials: found.trials.questions.iter().map(JudgedAnswers::trials).sum(),
            missing,
            coverage,
            worst: bounded,
            best: bounded,
        };
        let estimate = Estimate::new(Double::from(score), Double::from(sigma))?;
        Ok((row, Belief::of_estimate(estimate)))
    }

    /// Gives the lines of a table their ranks.
    fn place(
        &self,
        lines: &mut [Line<'a>],
        models: &BTreeMap<&'a str, JudgedModel<'a>>,
    ) -> Result<Placed> {
        let ScoreRequest { confidence, family, threads, .. } = *self.request;
        let rule = PairRule {
            sampled: self.request.is_of_sample(),
            clustered: self.request.clusters.is_some(),
            hierarchical: false,
            range: self.legend.width(),
        };
        let compared = |one: &str, other: &str| -> Result<Option<(Difference, Double)>> {
            let Some((own, base)) = models.get(one).zip(models.get(other)) else { return Ok(None) };
            match own.difference(base) {
                Ok(found) => {
                    let found = found.apart(self.legend);
                    Ok(Some((found, found.variance.sqrt())))
                }
                Err(Error::Compare(reason)) if reason.is_of_data() => Ok(None),
                Err(error) => Err(error),
            }
        };
        let family = family.of(self.counts.models().len());
        Placing { rule, confidence, family, threads, compared: Some(&compared) }.place(lines)
    }
}
