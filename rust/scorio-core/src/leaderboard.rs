//! Scores of many models side by side: by task and overall, each with its interval and its ranks.

use std::collections::{BTreeMap, BTreeSet};

use crate::bounds::{Asked, Gaps};
use crate::counts::{Counts, Question, states};
use crate::error::{Error, Place, Result};
use crate::interval::{Estimate, Interval};
use crate::metric::Metric;
use crate::rank;
use crate::weights::Weights;

/// What to score, and how.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a user's switches, none of which excludes another"
)]
pub struct Request {
    /// The metrics, each a table of its own.
    pub metrics: Vec<Metric>,
    /// Whether the weights of the categories are (0, 1) for want of others: then the categories'
    /// names are their weights, if all of them are numbers.
    pub default_weights: bool,
    /// Leave out of a point estimate the questions with fewer trials than its budget, which
    /// otherwise are an error.
    pub drop_short: bool,
    /// Level of the intervals and of the ranks with uncertainty.
    pub confidence: f64,
    /// A table for each task, beside the overall one.
    pub by_task: bool,
    /// Overall, average the tasks and do not pool their questions.
    pub macro_average: bool,
    /// The tasks are scores of the same trials: there is no overall table of several.
    pub apart: bool,
}

/// One line of the leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The task; `None` for overall.
    pub task: Option<String>,
    /// The model.
    pub model: String,
    /// The metric.
    pub metric: Metric,
    /// Score, σ and credible interval.
    pub interval: Interval,
    /// Competition rank by score.
    pub rank: usize,
    /// Dense rank with uncertainty: neighbours that cannot be told apart share it.
    pub tie_group: usize,
    /// Questions that the score is of: those with an observed trial, or with as many as needed.
    pub questions: u64,
    /// Questions that any model was asked.
    pub questions_asked: u64,
    /// Trials observed.
    pub trials: u64,
    /// Trials recorded without an outcome and left out.
    pub missing: u64,
    /// Trials observed, of as many for every question asked as any one of them has; a question of
    /// which more were recorded, those without an outcome included, has that many.
    pub coverage: f64,
    /// The score if every trial that coverage lacks were in the category of the lowest weight; also
    /// of questions that are left out of the score, as long as they have enough trials then. The
    /// score itself where none is lacking; `None` if some are and successes may lower the score.
    pub worst: Option<f64>,
    /// The same with the category of the highest weight.
    pub best: Option<f64>,
}

/// A model without a score in a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unscored {
    /// The task; `None` for overall.
    pub task: Option<String>,
    /// The model.
    pub model: String,
    /// How many trials a question needs to count.
    pub trials: u64,
}

/// A leaderboard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaderboard {
    /// Its lines, table by table, each by descending score.
    pub scores: Vec<Score>,
    /// Models that have no score in a table, for want of trials.
    pub unscored: Vec<Unscored>,
    /// How many tasks there are.
    pub tasks: usize,
}

/// Scores every model of `counts`: a table for each task and metric, then overall.
///
/// # Errors
/// No observed trial; an overall table alone of tasks that are apart; trials and missing ones of a question beyond 2^53; an invalid confidence or
/// weight vector, or one that no metric uses; whatever the metrics refuse.
pub fn leaderboard(counts: &Counts, request: &Request) -> Result<Leaderboard> {
    let categories = counts.categories().len();
    let named =
        Some(counts.categories()).filter(|_| request.default_weights).and_then(Weights::named);
    let unnamed = request.default_weights && named.is_none();
    if unnamed && categories != 2 && request.metrics.iter().any(weighted) {
        return Err(Error::WeightsNeeded { categories, names: counts.categories().join(", ") });
    }
    let board = Board::new(counts)?;
    let apart = request.apart && board.tasks.len() > 1;
    if apart && !request.by_task {
        return Err(Error::Apart { tasks: board.tasks.len() });
    }
    let mut result = Leaderboard { tasks: board.tasks.len(), ..Leaderboard::default() };
    // With a single task its table is the overall one, and bears its name.
    let only = match board.tasks.as_slice() {
        [task] if !task.is_empty() && request.by_task => Some(*task),
        _ => None,
    };
    for metric in &request.metrics {
        let own = named.as_ref().map(|weights| metric.weighted(weights));
        let metric = own.as_ref().unwrap_or(metric);
        let scorer = Scorer { board: &board, metric, request };
        if request.by_task && board.tasks.len() > 1 {
            for task in &board.tasks {
                scorer.table(Some(task), &mut result)?;
            }
        }
        if !apart {
            scorer.table(only, &mut result)?;
        }
    }
    result.unscored.sort();
    result.unscored.dedup();
    match result.unscored.iter().map(|one| one.trials).min() {
        Some(k) if result.scores.is_empty() && k > 1 => Err(Error::AllShort { k }),
        _ if result.scores.is_empty() => Err(Error::NoCounts),
        _ => Ok(result),
    }
}

fn weighted(metric: &Metric) -> bool {
    metric.weights().is_some()
}

/// The questions of each model and task, and what the tasks ask.
struct Board<'a> {
    categories: usize,
    tasks: Vec<&'a str>,
    models: Vec<&'a str>,
    cells: BTreeMap<(&'a str, &'a str), Vec<Question<'a>>>,
    asked: BTreeMap<&'a str, Asked>,
    gaps: BTreeMap<(&'a str, &'a str), Gaps>,
}

impl<'a> Board<'a> {
    fn new(counts: &'a Counts) -> Result<Self> {
        let mut cells: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let (mut tasks, mut models) = (Vec::new(), Vec::new());
        let (mut seen_tasks, mut seen_models) = (BTreeSet::new(), BTreeSet::new());
        let mut names: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        let mut asked: BTreeMap<_, Asked> = BTreeMap::new();
        for question in counts.iter() {
            if seen_tasks.insert(question.task) {
                tasks.push(question.task);
            }
            if seen_models.insert(question.model) {
                models.push(question.model);
            }
            let asked = asked.entry(question.task).or_default();
            asked.trials = asked.trials.max(question.trials());
            if names.entry(question.task).or_default().insert(question.question) {
                asked.questions += 1;
            }
            cells.entry((question.model, question.task)).or_default().push(question);
        }
        let categories = counts.categories().len();
        let mut gaps = BTreeMap::new();
        for (&task, &asked) in &asked {
            for &model in &models {
                let questions = cells.get(&(model, task)).map_or(&[][..], Vec::as_slice);
                gaps.insert((model, task), Gaps::new(categories, questions, asked)?);
            }
        }
        Ok(Self { categories, tasks, models, cells, asked, gaps })
    }

    fn tasks_of(&self, scope: Option<&'a str>) -> Vec<&'a str> {
        scope.map_or_else(|| self.tasks.clone(), |task| vec![task])
    }
}

struct Scorer<'a> {
    board: &'a Board<'a>,
    metric: &'a Metric,
    request: &'a Request,
}

impl<'a> Scorer<'a> {
    /// Adds the table of one task, or the overall one.
    fn table(&self, scope: Option<&'a str>, result: &mut Leaderboard) -> Result<()> {
        let bounds = self.metric.bounds();
        let mut lines = Vec::new();
        for &model in &self.board.models {
            match self.line(model, scope)? {
                Some((mut score, estimate)) => {
                    score.interval = estimate.interval(self.request.confidence, Some(bounds))?;
                    lines.push(score);
                }
                None => result.unscored.push(Unscored {
                    task: scope.map(str::to_owned),
                    model: model.to_owned(),
                    trials: self.least(),
                }),
            }
        }
        let mu: Vec<_> = lines.iter().map(|line| line.interval.mu).collect();
        let sigma: Vec<_> = lines.iter().map(|line| line.interval.sigma).collect();
        let ranks = rank::competition(&mu)?;
        let groups = rank::with_uncertainty(&mu, &sigma, self.request.confidence)?;
        for ((line, rank), group) in lines.iter_mut().zip(ranks).zip(groups) {
            line.rank = rank;
            line.tie_group = group;
        }
        lines.sort_by(|a, b| a.rank.cmp(&b.rank).then_with(|| a.model.cmp(&b.model)));
        result.scores.extend(lines);
        Ok(())
    }

    /// One model's line, still without its interval and ranks; `None` if it has no observed trial,
    /// or for a mean of the tasks none in one of them.
    fn line(&self, model: &'a str, scope: Option<&'a str>) -> Result<Option<(Score, Estimate)>> {
        let tasks = self.board.tasks_of(scope);
        let cell =
            |task: &'a str| self.board.cells.get(&(model, task)).map_or(&[][..], Vec::as_slice);
        let recorded: Vec<_> = tasks.iter().flat_map(|&task| cell(task)).copied().collect();
        let estimate = if scope.is_none() && self.request.macro_average {
            let parts = tasks.iter().map(|&task| self.estimate(cell(task)));
            match parts.collect::<Result<Option<Vec<_>>>>()? {
                Some(parts) => Estimate::mean_of(&parts)?,
                None => return Ok(None),
            }
        } else {
            match self.estimate(&recorded)? {
                Some(estimate) => estimate,
                None => return Ok(None),
            }
        };
        let sum = |values: &mut dyn Iterator<Item = u64>| values.fold(0, u64::saturating_add);
        let asked = tasks.iter().filter_map(|task| self.board.asked.get(task));
        let gaps: Vec<_> =
            tasks.iter().filter_map(|&task| self.board.gaps.get(&(model, task))).collect();
        let (observed, all) = gaps
            .iter()
            .map(|gaps| gaps.trials())
            .fold((0.0, 0.0), |sums, one| (sums.0 + one.0, sums.1 + one.1));
        let bounds = self.bounds(&gaps, scope.is_none(), estimate.mu())?;
        let score = Score {
            task: scope.map(str::to_owned),
            model: model.to_owned(),
            metric: self.metric.clone(),
            interval: Interval { mu: 0.0, sigma: 0.0, lo: 0.0, hi: 0.0 },
            rank: 0,
            tie_group: 0,
            questions: recorded.iter().filter(|q| self.takes(q)).count() as u64,
            questions_asked: asked.map(|asked| asked.questions).sum(),
            trials: sum(&mut recorded.iter().map(Question::trials)),
            missing: sum(&mut recorded.iter().map(|q| q.missing)),
            coverage: observed / all,
            worst: bounds.map(|(worst, _)| worst),
            best: bounds.map(|(_, best)| best),
        };
        Ok(Some((score, estimate)))
    }

    /// The score with what is missing failed, and succeeded: without gaps, the score itself.
    fn bounds(&self, gaps: &[&Gaps], overall: bool, score: f64) -> Result<Option<(f64, f64)>> {
        if gaps.iter().all(|gaps| gaps.are_none()) {
            return Ok(Some((score, score)));
        }
        let Some((least, most)) = self.metric.extremes() else { return Ok(None) };
        let filled = |category: usize| {
            // Questions that even so have too few trials for any estimate stay out.
            let trials = self.metric.least_trials();
            let estimate =
                |gaps: &[&Gaps]| self.metric.score(&Gaps::filled(gaps, category, trials));
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

    /// Whether a question counts: it has an observed trial, or where short ones are left out as
    /// many as the estimate needs.
    fn takes(&self, question: &Question<'_>) -> bool {
        question.trials() >= self.least()
    }

    /// The estimate from the questions that count, if there are any.
    fn estimate(&self, questions: &[Question<'_>]) -> Result<Option<Estimate>> {
        let observed: Vec<_> = questions.iter().filter(|q| self.takes(q)).copied().collect();
        if observed.is_empty() {
            return Ok(None);
        }
        let states = states(self.board.categories, observed.iter().copied());
        let name = |i: usize| observed.get(i).map_or(Place::Row(i), |one| Place::Named(one.name()));
        self.metric.estimate(&states, name).map(Some)
    }
}
