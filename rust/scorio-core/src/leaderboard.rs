//! Scores of many models side by side: by task and overall, each with its interval and its ranks.

use std::collections::{BTreeMap, BTreeSet};

use crate::bayes::{avg, bayes};
use crate::counts::{Counts, Question, states};
use crate::credit::Credit;
use crate::error::{Error, Result};
use crate::interval::{Estimate, Interval};
use crate::rank;
use crate::states::States;
use crate::subset::{posterior, sampled};
use crate::weights::Weights;

/// A metric by the name of its function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Metric {
    /// Posterior mean and σ of the weighted score.
    Bayes,
    /// Average score, σ by eq. 20.
    Avg,
    /// Unbiased estimate of a subset metric, with its sampling σ.
    Point(Credit),
    /// Posterior mean and σ of a subset metric.
    Posterior(Credit),
}

/// The names that [`Metric::expand`] knows.
pub const METRICS: [&str; 8] = [
    "bayes",
    "avg",
    "pass_at_k",
    "pass_at_k_ci",
    "pass_hat_k",
    "pass_hat_k_ci",
    "maj_at_k",
    "maj_at_k_ci",
];

impl Metric {
    /// The metrics of a name: one, or one for each budget.
    ///
    /// # Errors
    /// A name that is not in [`METRICS`]; a budget below 1, or none where one is needed.
    pub fn expand(name: &str, budgets: &[i64]) -> Result<Vec<Self>> {
        let each = |name, make: fn(i64) -> Result<Self>| match budgets {
            [] => Err(Error::NoBudget { name }),
            _ => budgets.iter().map(|&k| make(k)).collect(),
        };
        match name {
            "bayes" => Ok(vec![Self::Bayes]),
            "avg" => Ok(vec![Self::Avg]),
            "pass_at_k" => each("pass_at_k", |k| Credit::pass_at(k).map(Self::Point)),
            "pass_at_k_ci" => each("pass_at_k_ci", |k| Credit::pass_at(k).map(Self::Posterior)),
            "pass_hat_k" => each("pass_hat_k", |k| Credit::pass_hat(k).map(Self::Point)),
            "pass_hat_k_ci" => each("pass_hat_k_ci", |k| Credit::pass_hat(k).map(Self::Posterior)),
            "maj_at_k" => each("maj_at_k", |k| Credit::majority(k).map(Self::Point)),
            "maj_at_k_ci" => each("maj_at_k_ci", |k| Credit::majority(k).map(Self::Posterior)),
            _ => Err(Error::Metric { name: name.to_owned(), known: METRICS.join(", ") }),
        }
    }

    /// The metrics of several names, each once, in order.
    ///
    /// # Errors
    /// As [`Self::expand`]; a budget that none of them uses.
    pub fn expand_all(metrics: &[String], budgets: &[i64]) -> Result<Vec<Self>> {
        let mut expanded = Vec::new();
        for name in metrics {
            for metric in Self::expand(name, budgets)? {
                if !expanded.contains(&metric) {
                    expanded.push(metric);
                }
            }
        }
        if !budgets.is_empty() && expanded.iter().all(|metric| metric.budget().is_none()) {
            return Err(Error::NeedlessBudget { metrics: names(&expanded) });
        }
        Ok(expanded)
    }

    /// The name of its function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bayes => "bayes",
            Self::Avg => "avg",
            Self::Point(Credit::Any(_)) => "pass_at_k",
            Self::Posterior(Credit::Any(_)) => "pass_at_k_ci",
            Self::Point(Credit::All(_)) => "pass_hat_k",
            Self::Posterior(Credit::All(_)) => "pass_hat_k_ci",
            Self::Point(Credit::Majority(_)) => "maj_at_k",
            Self::Posterior(Credit::Majority(_)) => "maj_at_k_ci",
        }
    }

    /// k, for a subset metric.
    #[must_use]
    pub fn budget(self) -> Option<u64> {
        match self {
            Self::Bayes | Self::Avg => None,
            Self::Point(credit) | Self::Posterior(credit) => Some(credit.budget()),
        }
    }

    fn estimate(
        self,
        states: &States,
        weights: &Weights,
        question: impl Fn(usize) -> String,
    ) -> Result<Estimate> {
        match self {
            Self::Bayes => bayes(states, weights),
            Self::Avg => avg(states, weights),
            Self::Point(credit) => sampled(states, credit, question),
            Self::Posterior(credit) => posterior(states, credit, (1.0, 1.0)),
        }
    }
}

/// What to score, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// The metrics, each a table of its own.
    pub metrics: Vec<Metric>,
    /// Weights for bayes and avg; (0, 1) where there are two categories.
    pub weights: Option<Weights>,
    /// Level of the intervals and of the ranks with uncertainty.
    pub confidence: f64,
    /// A table for each task, beside the overall one.
    pub by_task: bool,
    /// Overall, average the tasks and do not pool their questions.
    pub macro_average: bool,
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
    /// Questions with at least one observed trial.
    pub questions: u64,
    /// Questions that any model was asked.
    pub questions_asked: u64,
    /// Trials observed.
    pub trials: u64,
    /// Trials recorded without an outcome and left out.
    pub missing: u64,
    /// Trials observed, of as many for every question asked as any one of them has.
    pub coverage: f64,
}

/// A leaderboard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaderboard {
    /// Its lines, table by table, each by descending score.
    pub scores: Vec<Score>,
    /// Models that have no score in a table, for want of an observed trial: the task, or `None` for
    /// overall, and the model.
    pub unscored: Vec<(Option<String>, String)>,
    /// How many tasks there are.
    pub tasks: usize,
}

/// Scores every model of `counts`: a table for each task and metric, then overall.
///
/// # Errors
/// No observed trial; an invalid confidence or weight vector, or one that no metric uses; whatever
/// the metrics refuse.
pub fn leaderboard(counts: &Counts, request: &Request) -> Result<Leaderboard> {
    let categories = counts.categories().len();
    let weighted = request.metrics.iter().any(|metric| metric.budget().is_none());
    let weights = match &request.weights {
        Some(_) if !weighted => {
            return Err(Error::NeedlessWeights { metrics: names(&request.metrics) });
        }
        Some(weights) => weights.clone(),
        // The pass metrics check for themselves that there are two categories.
        None if categories == 2 || !weighted => Weights::binary(),
        None => {
            return Err(Error::WeightsNeeded { categories, names: counts.categories().join(", ") });
        }
    };
    let board = Board::new(counts);
    let mut result = Leaderboard { tasks: board.tasks.len(), ..Leaderboard::default() };
    // With a single task its table is the overall one, and bears its name.
    let only = match board.tasks.as_slice() {
        [task] if !task.is_empty() && request.by_task => Some(*task),
        _ => None,
    };
    for &metric in &request.metrics {
        let scorer = Scorer { board: &board, metric, weights: &weights, request };
        if request.by_task && board.tasks.len() > 1 {
            for task in &board.tasks {
                scorer.table(Some(task), &mut result)?;
            }
        }
        scorer.table(only, &mut result)?;
    }
    result.unscored.sort();
    result.unscored.dedup();
    if result.scores.is_empty() { Err(Error::NoCounts) } else { Ok(result) }
}

fn names(metrics: &[Metric]) -> String {
    let mut names: Vec<_> = metrics.iter().map(|metric| metric.name()).collect();
    names.dedup();
    names.join(", ")
}

/// The questions of each model and task, and what the tasks ask.
struct Board<'a> {
    categories: usize,
    tasks: Vec<&'a str>,
    models: Vec<&'a str>,
    cells: BTreeMap<(&'a str, &'a str), Vec<Question<'a>>>,
    asked: BTreeMap<&'a str, Asked>,
}

/// What a task asks: its questions, and the most trials that any of them has.
#[derive(Default)]
struct Asked {
    questions: u64,
    trials: u64,
}

impl<'a> Board<'a> {
    fn new(counts: &'a Counts) -> Self {
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
        Self { categories: counts.categories().len(), tasks, models, cells, asked }
    }

    fn tasks_of(&self, scope: Option<&'a str>) -> Vec<&'a str> {
        scope.map_or_else(|| self.tasks.clone(), |task| vec![task])
    }
}

struct Scorer<'a> {
    board: &'a Board<'a>,
    metric: Metric,
    weights: &'a Weights,
    request: &'a Request,
}

impl<'a> Scorer<'a> {
    /// Adds the table of one task, or the overall one.
    fn table(&self, scope: Option<&'a str>, result: &mut Leaderboard) -> Result<()> {
        let bounds = match self.metric {
            Metric::Bayes | Metric::Avg => self.weights.range(),
            Metric::Point(_) | Metric::Posterior(_) => (0.0, 1.0),
        };
        let mut lines = Vec::new();
        for &model in &self.board.models {
            match self.line(model, scope)? {
                Some((mut score, estimate)) => {
                    score.interval = estimate.interval(self.request.confidence, Some(bounds))?;
                    lines.push(score);
                }
                None => result.unscored.push((scope.map(str::to_owned), model.to_owned())),
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
        let trials = sum(&mut recorded.iter().map(Question::trials));
        let asked = || tasks.iter().filter_map(|task| self.board.asked.get(task));
        let most: f64 = asked().map(|a| a.questions as f64 * a.trials as f64).sum();
        let score = Score {
            task: scope.map(str::to_owned),
            model: model.to_owned(),
            metric: self.metric,
            interval: Interval { mu: 0.0, sigma: 0.0, lo: 0.0, hi: 0.0 },
            rank: 0,
            tie_group: 0,
            questions: recorded.iter().filter(|q| q.trials() > 0).count() as u64,
            questions_asked: asked().map(|a| a.questions).sum(),
            trials,
            missing: sum(&mut recorded.iter().map(|q| q.missing)),
            coverage: trials as f64 / most,
        };
        Ok(Some((score, estimate)))
    }

    /// The estimate from the questions that have an observed trial, if there are any.
    fn estimate(&self, questions: &[Question<'_>]) -> Result<Option<Estimate>> {
        let observed: Vec<_> = questions.iter().filter(|q| q.trials() > 0).copied().collect();
        if observed.is_empty() {
            return Ok(None);
        }
        let states = states(self.board.categories, observed.iter().copied());
        let name = |i: usize| observed.get(i).map_or_else(String::new, Question::name);
        self.metric.estimate(&states, self.weights, name).map(Some)
    }
}
