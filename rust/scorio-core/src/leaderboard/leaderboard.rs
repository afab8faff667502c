//! Scores of many models: by task and overall, each with its interval and its ranks.

use std::collections::{BTreeMap, BTreeSet};

use super::belief::{Belief, Line};
use super::bounds::{Asked, Gaps, usual_trials};
use super::request::ScoreRequest;
use super::score::{Score, Unscored};
use super::standing::Placing;
use crate::compare::rule::PairRule;
use crate::counts::counts::Counts;
use crate::counts::error::CountsError;
use crate::counts::question::Question;
use crate::error::Result;
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
    /// Number of tasks.
    pub tasks: usize,
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
    let metrics = request.metrics.iter().map(|one| one.of_counts(counts, request.default_weights));
    let metrics = metrics.collect::<Result<Vec<_>>>()?;
    let boards = Grid::of_scores(counts)?;
    let mut result = Leaderboard { tasks: counts.tasks().len(), ..Leaderboard::default() };
    for metric in &metrics {
        for board in &boards {
            Scorer { board, metric, request }.tables(&mut result)?;
        }
    }
    result.unscored.sort();
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

/// The questions of each model and task with one score, and all questions of the tasks.
pub(super) struct Grid<'a> {
    pub(super) score: &'a str,
    categories: usize,
    weighted: bool,
    pub(super) tasks: Vec<&'a str>,
    pub(super) models: Vec<&'a str>,
    cells: BTreeMap<(&'a str, &'a str), Vec<Question<'a>>>,
    asked: BTreeMap<&'a str, Asked<'a>>,
    gaps: BTreeMap<(&'a str, &'a str), Gaps>,
}

impl<'a> Grid<'a> {
    /// A board for each score, in order of appearance.
    pub(super) fn of_scores(counts: &'a Counts) -> Result<Vec<Self>> {
        let scores = counts.scores();
        let places: BTreeMap<_, _> = scores.iter().zip(0..).collect();
        let mut questions = vec![Vec::new(); scores.len()];
        for question in counts.iter() {
            let place =
                places.get(&question.score).and_then(|&place: &usize| questions.get_mut(place));
            if let (Some(questions), Some(_)) = (place, counts.weight(&question)?) {
                questions.push(question);
            }
        }
        let boards = scores.into_iter().zip(questions);
        boards.map(|(score, questions)| Self::new(counts, score, questions)).collect()
    }

    fn new(counts: &'a Counts, score: &'a str, questions: Vec<Question<'a>>) -> Result<Self> {
        let (categories, weighted) = (counts.categories().len(), counts.has_weights());
        let mut cells: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let (mut tasks, mut seen) = (Vec::new(), BTreeSet::new());
        let mut asked: BTreeMap<_, Asked<'_>> = BTreeMap::new();
        let mut before: BTreeMap<&str, &[Question<'a>]> = BTreeMap::new();
        // Mostly the questions of a model and a task are one behind the other.
        for run in questions.chunk_by(|a, b| a.task == b.task && a.model == b.model) {
            let Some(&Question { model, task, .. }) = run.first() else { continue };
            if seen.insert(task) {
                tasks.push(task);
            }
            let name = |one: &Question<'a>| (one.question, one.weight);
            let last = before.insert(task, run).unwrap_or_default();
            let alike = last.iter().map(name).eq(run.iter().map(name));
            if !alike {
                let asked = asked.entry(task).or_default();
                let own = run.iter().map(|one| (one.question, one.weight.unwrap_or(1.0)));
                asked.questions.extend(own);
            }
            cells.entry((model, task)).or_default().extend_from_slice(run);
        }
        let models = counts.models();
        let mut gaps = BTreeMap::new();
        for (&task, asked) in &asked {
            let all = models.iter().filter_map(|&model| cells.get(&(model, task)));
            let usual = usual_trials(all.flatten()).unwrap_or(0);
            for &model in &models {
                let questions = cells.get(&(model, task)).map_or(&[][..], Vec::as_slice);
                let expected = usual_trials(questions).unwrap_or(usual);
                let own = Gaps::new(categories, weighted, questions, asked, expected)?;
                gaps.insert((model, task), own);
            }
        }
        Ok(Self { score, categories, weighted, tasks, models, cells, asked, gaps })
    }

    pub(super) fn tasks_of(&self, scope: Option<&'a str>) -> Vec<&'a str> {
        scope.map_or_else(|| self.tasks.clone(), |task| vec![task])
    }

    /// The questions of a model in a task.
    pub(super) fn cell(&self, model: &'a str, task: &'a str) -> &[Question<'a>] {
        self.cells.get(&(model, task)).map_or(&[], Vec::as_slice)
    }

    /// The name of a single task, whose table is also the overall one.
    pub(super) fn only_task(&self, by_task: bool) -> Option<&'a str> {
        match self.tasks.as_slice() {
            [task] if !task.is_empty() && by_task => Some(*task),
            _ => None,
        }
    }

    /// Number of questions that any model was asked.
    pub(super) fn asked(&self, scope: Option<&'a str>) -> u64 {
        let tasks = self.tasks_of(scope);
        let asked = tasks.iter().filter_map(|task| self.asked.get(task));
        asked.map(|asked| asked.questions.len() as u64).sum()
    }

    /// Share of a model's expected trials that have an outcome.
    pub(super) fn coverage(&self, model: &'a str, scope: Option<&'a str>) -> f64 {
        let tasks = self.tasks_of(scope).into_iter();
        let gaps = tasks.filter_map(|task| self.gaps.get(&(model, task)));
        let (observed, all) =
            gaps.map(Gaps::trials).fold((0.0, 0.0), |sums, one| (sums.0 + one.0, sums.1 + one.1));
        observed / all
    }
}

struct Scorer<'a> {
    board: &'a Grid<'a>,
    metric: &'a Metric,
    request: &'a ScoreRequest,
}

impl<'a> Scorer<'a> {
    /// Adds the table of each task, then the overall one.
    fn tables(&self, result: &mut Leaderboard) -> Result<()> {
        let tasks = &self.board.tasks;
        if self.request.by_task && tasks.len() > 1 {
            for task in tasks {
                self.table(Some(task), result)?;
            }
        }
        self.table(self.board.only_task(self.request.by_task), result)
    }

    /// Adds the table of one task, or the overall one.
    fn table(&self, scope: Option<&'a str>, result: &mut Leaderboard) -> Result<()> {
        let (bounds, paired) = (self.metric.bounds(), self.needs_pairs(scope));
        let mut lines = Vec::new();
        for &model in &self.board.models {
            match self.line(model, scope, paired)? {
                Some((mut score, belief)) => {
                    let Interval { mu, sigma, lo, hi } =
                        belief.estimate.interval(self.request.confidence, Some(bounds))?;
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
        let placing = Placing { rule: self.rule(), confidence: self.request.confidence };
        placing.place(&mut lines)?;
        result.scores.extend(lines.into_iter().map(|(score, _)| score));
        Ok(())
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
        let recorded: Vec<_> = tasks.iter().flat_map(|&task| cell(task)).copied().collect();
        let belief = if scope.is_none() && self.request.macro_average {
            let parts = tasks.iter().map(|&task| self.belief(cell(task), paired));
            match parts.collect::<Result<Option<Vec<_>>>>()? {
                Some(parts) => Belief::mean_of(&parts)?,
                None => return Ok(None),
            }
        } else {
            match self.belief(&recorded, paired)? {
                Some(belief) => belief,
                None => return Ok(None),
            }
        };
        let sum = |values: &mut dyn Iterator<Item = u64>| values.fold(0, u64::saturating_add);
        let gaps: Vec<_> =
            tasks.iter().filter_map(|&task| self.board.gaps.get(&(model, task))).collect();
        let bounds = self.bounds(&gaps, scope.is_none(), belief.estimate.mu())?;
        let score = Score {
            task: scope.map(str::to_owned),
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
            tie_group: 0,
            letters: String::new(),
            questions: recorded.iter().filter(|q| self.takes(q)).count() as u64,
            questions_asked: self.board.asked(scope),
            trials: sum(&mut recorded.iter().map(Question::trials)),
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
    fn belief(&self, questions: &[Question<'a>], paired: bool) -> Result<Option<Belief<'a>>> {
        let observed: Vec<_> = questions.iter().filter(|q| self.takes(q)).copied().collect();
        if observed.is_empty() {
            return Ok(None);
        }
        let Grid { categories, weighted, .. } = *self.board;
        let belief =
            Belief::new(self.metric, self.request, (weighted, paired), categories, &observed);
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
            let cells = tasks.iter().filter_map(|&task| self.board.cells.get(&(model, task)));
            let mut taken = cells.flatten().filter(|question| self.takes(question)).peekable();
            taken.peek().is_some() && taken.all(|question| question.trials() == 1)
        };
        let any_single = || self.board.models.iter().any(|&model| single(model));
        let rule = self.rule();
        rule.sampled || (rule.hierarchical && any_single())
    }
}
