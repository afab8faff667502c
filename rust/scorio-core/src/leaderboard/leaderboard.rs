//! Scores of many models: by task and overall, each with its interval and its ranks.

use super::belief::{Belief, Line};
use super::best::BoardPrior;
use super::bounds::Gaps;
use super::estimates::Estimates;
use super::grid::Grid;
use super::judged::{Judged, JudgedTables, judged_leaderboard};
use super::request::ScoreRequest;
use super::runs::RunTable;
use super::score::{Score, Unscored};
use super::standing::{Placed, Placing};
use crate::calls::Note;
use crate::compare::decision::critical::CriticalRange;
use crate::compare::decision::rule::PairRule;
use crate::compare::pairs::with_differences_of_metric;
use crate::compare::request::CompareRequest;
use crate::compare::scores::by_metric::CompareMetric;
use crate::counts::counts::Counts;
use crate::counts::error::CountsError;
use crate::counts::question::Question;
use crate::error::Result;
use crate::judge::error::JudgeError;
use crate::judge::legend::Legend;
use crate::metric::metric::Metric;
use crate::posterior::interval::{Estimate, Interval};
use crate::posterior::prior::PriorChoice;

/// A leaderboard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaderboard {
    /// Its rows, table by table, each by descending score.
    pub scores: Vec<Score>,
    /// Models with too few trials for a score in a table.
    pub unscored: Vec<Unscored>,
    /// What the judge and the labels tell of each model, if the counts have labels.
    pub judged: Vec<Judged>,
    /// What is said of the labels.
    pub(crate) about_labels: Vec<Note>,
    /// Number of tasks.
    pub tasks: usize,
    /// The z from which on two models are separated; missing if no two of a table can be compared.
    pub critical: Option<CriticalRange>,
    /// The priors of the differences, table by table.
    pub(crate) priors: Vec<BoardPrior>,
}

/// Scores every model of `counts`.
///
/// Each metric and score has a table for each task, then an overall one. Different scores of the
/// same trials are never pooled. If questions have weights, a score is the weighted mean Σ w s / Σ
/// w with σ² = Σ w² σ_q² / (Σ w)².
///
/// # Errors
/// - There is no observed trial.
/// - The trials of a question, including missing ones, exceed 2^53.
/// - A question has no weight, but others have one, or all weights are 0.
/// - The confidence is outside (0, 1).
/// - The weights do not fit the categories, or no metric uses them.
/// - A metric reports an error.
pub fn leaderboard(counts: &Counts, request: &ScoreRequest) -> Result<Leaderboard> {
    if let Some(legend) = Legend::of(counts.categories())? {
        let JudgedTables { scores, judged, critical, priors, about_labels } =
            judged_leaderboard(counts, &legend, request)?;
        let tasks = counts.tasks().len();
        let unscored = Vec::new();
        return Ok(Leaderboard { scores, unscored, judged, about_labels, tasks, critical, priors });
    }
    if request.borrow {
        return Err(JudgeError::NoLabels.into());
    }
    let mut result = tables(counts, request, true)?;
    result.unscored.sort_unstable();
    result.unscored.dedup();
    match result.unscored.iter().map(|one| one.trials).min() {
        Some(k) if result.scores.is_empty() && k > 1 => Err(CountsError::AllShort { k }.into()),
        _ if result.scores.is_empty() && counts.zero_weights() > 0 => {
            Err(CountsError::ZeroWeights.into())
        }
        _ if result.scores.is_empty() => Err(CountsError::NoCounts.into()),
        _ => Ok(result),
    }
}

/// The scores of every model with their intervals, without ranks.
///
/// # Errors
/// As [`leaderboard`].
pub(crate) fn scores_alone(counts: &Counts, request: &ScoreRequest) -> Result<Vec<Score>> {
    Ok(tables(counts, request, false)?.scores)
}

fn tables(counts: &Counts, request: &ScoreRequest, placed: bool) -> Result<Leaderboard> {
    let metrics = request.metrics.iter().map(|one| one.of_counts(counts, request.default_weights));
    let metrics = metrics.collect::<Result<Vec<_>>>()?;
    let boards = Grid::of_scores(counts)?;
    let mut result = Leaderboard { tasks: counts.tasks().len(), ..Leaderboard::default() };
    for (metric, named) in metrics.iter().zip(&request.metrics) {
        for board in &boards {
            let estimates = Estimates::new(metric, request);
            let scorer = Scorer { counts, board, metric, named, request, estimates, placed };
            scorer.tables(&mut result)?;
        }
    }
    Ok(result)
}

struct Scorer<'a> {
    counts: &'a Counts,
    board: &'a Grid<'a>,
    metric: &'a Metric,
    /// The metric as it is asked for, which the counts may give weights.
    named: &'a Metric,
    request: &'a ScoreRequest,
    estimates: Estimates<'a>,
    /// Whether models have ranks.
    placed: bool,
}

impl<'a> Scorer<'a> {
    /// Adds the table of each task, then the overall one.
    fn tables(&self, result: &mut Leaderboard) -> Result<()> {
        let mut scopes = self.board.scopes(self.request.by_task).into_iter();
        scopes.try_for_each(|scope| self.table(scope, result))
    }

    /// Adds the table of one task, or the overall one.
    fn table(&self, scope: Option<&'a str>, result: &mut Leaderboard) -> Result<()> {
        let (bounds, paired) = (
            self.metric.bounds(),
            (self.placed || self.request.is_of_sample()) && self.needs_pairs(scope),
        );
        let mut lines = Vec::new();
        for &model in &self.board.models {
            match self.line(model, scope, paired)? {
                Some((mut score, belief)) => {
                    let Interval { mu, sigma, lo, hi } = if self.request.runs {
                        self.of_runs(model, scope, &belief.estimate)?
                    } else {
                        belief.estimate.interval(self.request.confidence, Some(bounds))?
                    };
                    (score.score, score.sigma, score.lo, score.hi) = (mu, sigma, lo, hi);
                    score.sem = belief.sem;
                    let moved = |average: f64| (mu - average).abs() > sigma;
                    score.pulled = belief.average.is_some_and(moved);
                    lines.push((score, belief));
                }
                None => result.unscored.push(Unscored {
                    task: scope.map(str::to_owned),
                    model: model.to_owned(),
                    trials: self.least(),
                    score_name: self.board.score.to_owned(),
                }),
            }
        }
        if self.placed {
            let Placed { critical, prior, .. } = self.place(&mut lines, scope)?;
            result.critical = critical.map(|own| own.with(result.critical)).or(result.critical);
            result.priors.extend(prior);
        }
        result.scores.extend(lines.into_iter().map(|(score, _)| score));
        Ok(())
    }

    /// Gives the lines of a table their ranks.
    fn place(&self, lines: &mut [Line<'_>], scope: Option<&'a str>) -> Result<Placed> {
        let &ScoreRequest { confidence, family, target, clusters, macro_average, threads, .. } =
            self.request;
        let family = family.of(self.counts.models().len());
        let placing = Placing { rule: self.rule(), confidence, family, threads, compared: None };
        let all = lines.iter().all(|(line, _)| line.questions == line.questions_asked);
        let averaged = scope.is_none() && macro_average;
        let Some((first, _)) = lines.first().filter(|_| !all && !averaged && lines.len() > 1)
        else {
            return placing.place(lines);
        };
        // Two models are compared on the questions that both have.
        let request = CompareRequest {
            prior: self.request.prior.clone(),
            target,
            clusters,
            confidence,
            ..CompareRequest::with_baseline(&first.model)
        };
        let choice = CompareMetric {
            metric: self.named.clone(),
            default_weights: self.request.default_weights,
            drop_short: self.request.drop_short,
        };
        let table = (self.board.score, scope);
        with_differences_of_metric(self.counts, &choice, &request, table, |compared| {
            Placing { compared: Some(compared), ..placing }.place(lines)
        })
    }

    /// The interval of one model about new runs, too.
    fn of_runs(
        &self,
        model: &'a str,
        scope: Option<&'a str>,
        estimate: &Estimate,
    ) -> Result<Interval> {
        let tasks = self.board.tasks_of(scope);
        let cell = |&task: &&'a str| -> Vec<_> {
            self.board.cell(model, task).iter().filter(|question| self.takes(question)).collect()
        };
        let mut tasks: Vec<_> = tasks.iter().map(cell).collect();
        if !(scope.is_none() && self.request.macro_average) {
            tasks = vec![tasks.concat()];
        }
        let level = (self.request.confidence, self.metric.bounds());
        RunTable::new(self.counts, &tasks)?.interval(estimate, self.request.is_of_sample(), level)
    }

    /// One model's row, without its interval and ranks so far.
    ///
    /// It is `None` if the model has no observed trial. In a mean of tasks it is `None` if a task
    /// has none.
    fn line(
        &self,
        model: &'a str,
        scope: Option<&'a str>,
        paired: bool,
    ) -> Result<Option<Line<'a>>> {
        let tasks = self.board.tasks_of(scope);
        let cell = |task: &'a str| self.board.cell(model, task);
        let recorded: Vec<_> = tasks.iter().flat_map(|&task| cell(task)).collect();
        let belief = if scope.is_none() && self.request.macro_average {
            let parts = tasks.iter().map(|&task| self.belief(cell(task).iter(), paired));
            match parts.collect::<Result<Option<Vec<_>>>>()? {
                Some(parts) => Belief::mean_of(&parts)?,
                None => return Ok(None),
            }
        } else {
            match self.belief(recorded.iter().copied(), paired)? {
                Some(belief) => belief,
                None => return Ok(None),
            }
        };
        let sum = |values: &mut dyn Iterator<Item = u64>| values.fold(0, u64::saturating_add);
        let gaps = self.board.gaps(model, scope);
        let bounds = self.bounds(&gaps, scope.is_none(), belief.estimate.mu())?;
        let score = Score {
            task: scope.map(str::to_owned),
            slice: None,
            score_name: self.board.score.to_owned(),
            metric: self.metric.name().to_owned(),
            k: self.metric.budget(),
            parameters: self.metric.parameters().to_owned(),
            model: model.to_owned(),
            score: 0.0,
            sigma: 0.0,
            lo: 0.0,
            hi: 0.0,
            sem: None,
            pulled: false,
            rank: 0,
            rank_lo: 0,
            rank_hi: 0,
            p_best: 0.0,
            with_leader: false,
            letters: String::new(),
            questions: recorded.iter().filter(|q| self.takes(q)).count() as u64,
            questions_asked: self.board.asked(scope),
            trials: sum(&mut recorded.iter().map(|q| q.trials())),
            missing: sum(&mut recorded.iter().map(|q| q.missing)),
            coverage: self.board.coverage(model, scope),
            worst: bounds.map(|(worst, _)| worst),
            best: bounds.map(|(_, best)| best),
        };
        Ok(Some((score, belief)))
    }

    /// The scores with all missing trials failed, and all succeeded. Without missing trials, both
    /// are the score.
    fn bounds(&self, gaps: &[&Gaps], overall: bool, score: f64) -> Result<Option<(f64, f64)>> {
        if gaps.iter().all(|gaps| gaps.are_none()) {
            return Ok(Some((score, score)));
        }
        let Some((least, most)) = self.metric.extremes() else { return Ok(None) };
        let filled = |category: usize| {
            // Questions that still have too few trials for an estimate stay dropped.
            let trials = self.metric.least_trials();
            let estimate = |gaps: &[&Gaps]| {
                let states = Gaps::filled(gaps, category, trials);
                self.metric.score(&states, &self.request.prior)
            };
            if overall && self.request.macro_average {
                let parts = gaps.chunks(1).map(estimate).collect::<Result<Vec<_>>>()?;
                return Estimate::mean_of(&parts);
            }
            estimate(gaps)
        };
        Ok(Some((filled(least)?.mu(), filled(most)?.mu())))
    }

    /// The trials that a question needs to count.
    fn least(&self) -> u64 {
        if self.request.drop_short { self.metric.least_trials() } else { 1 }
    }

    /// Whether a question counts: it has an observed trial.
    ///
    /// If short questions are dropped, it needs as many trials as the estimate.
    fn takes(&self, question: &Question<'_>) -> bool {
        question.trials() >= self.least()
    }

    /// What the questions that count say, if there are any.
    fn belief<'q>(
        &self,
        questions: impl Iterator<Item = &'q Question<'a>>,
        paired: bool,
    ) -> Result<Option<Belief<'a>>>
    where
        'a: 'q,
    {
        let observed: Vec<_> = questions.filter(|q| self.takes(q)).collect();
        if observed.is_empty() {
            return Ok(None);
        }
        let Grid { categories, weighted, .. } = *self.board;
        let belief = Belief::new(&self.estimates, (weighted, paired), categories, &observed);
        belief.map(Some)
    }

    /// How two models are compared, by the same rule as a comparison of the two.
    fn rule(&self) -> PairRule {
        let (low, high) = self.metric.bounds();
        PairRule {
            sampled: self.request.is_of_sample(),
            clustered: self.request.clusters.is_some(),
            hierarchical: self.request.prior == PriorChoice::Hierarchical
                && self.metric.takes_hierarchy(),
            range: high - low,
        }
    }

    /// Whether any two models of a table are compared by their differences on each question.
    fn needs_pairs(&self, scope: Option<&'a str>) -> bool {
        let tasks = self.board.tasks_of(scope);
        let single = |model: &'a str| {
            let cells = tasks.iter().flat_map(|&task| self.board.cell(model, task));
            let mut taken = cells.filter(|question| self.takes(question)).peekable();
            taken.peek().is_some() && taken.all(|question| question.trials() == 1)
        };
        let any_single = || self.board.models.iter().any(|&model| single(model));
        let rule = self.rule();
        rule.sampled || (rule.hierarchical && any_single())
    }
}
