//! Leaderboards of numeric scores.

use std::collections::BTreeMap;

use super::belief::{Belief, Line};
use super::best::BoardPrior;
use super::grid::Grid;
use super::question_score::{KeyedScore, QuestionScore, sort};
use super::score::{Score, Unscored};
use super::standing::{Placed, Placing};
use super::statistic::Statistic;
use crate::check;
use crate::compare::decision::critical::CriticalRange;
use crate::compare::decision::difference::{DifferenceMoments, Term, fixed, of_sample};
use crate::compare::decision::family::FamilyRequest;
use crate::compare::decision::rule::PairRule;
use crate::compare::decision::skewness;
use crate::compare::error::CompareError;
use crate::compare::pairs::with_differences_of_sums;
use crate::compare::request::CompareRequest;
use crate::counts::error::CountsError;
use crate::counts::place::Place;
use crate::counts::question::{Question, named};
use crate::error::{Error, Result};
use crate::metric::error::{MetricError, ShortWays};
use crate::numeric::double::Double;
use crate::numeric::exact::scaled;
use crate::numeric::student::Distribution;
use crate::posterior::interval::{Estimate, Interval};
use crate::posterior::target::{Clusters, Target};
use crate::sums::error::SumsError;
use crate::sums::maximum::maximum;
use crate::sums::sums::Sums;
use crate::sums::within::{Pooled, Repeated, Within, of_mean, together};

/// What to score, and how.
#[derive(Clone, Debug)]
pub struct SumsRequest {
    /// The statistics, each a table of its own.
    pub statistics: Vec<Statistic>,
    /// What σ is about.
    pub target: Target,
    /// The clusters of questions. They are a sample, so the target is questions like these.
    pub clusters: Option<Clusters>,
    /// Leave questions out that have fewer than k trials.
    pub drop_short: bool,
    /// Confidence of the intervals, and of the comparisons that separate models.
    pub confidence: f64,
    /// The comparisons that hold together with the confidence.
    pub family: FamilyRequest,
    /// Add a table for each task to the overall one.
    pub by_task: bool,
    /// In the overall table, average the tasks instead of pooling their questions.
    pub macro_average: bool,
}

/// A leaderboard of numeric scores.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SumsBoard {
    /// Its rows, table by table, each by descending score.
    pub scores: Vec<Score>,
    /// Models with too few trials for a score in a table.
    pub unscored: Vec<Unscored>,
    /// Model and score of those that a task's table lacks, and why.
    pub unestimated: Vec<(SumsError, String)>,
    /// Models whose σ is about questions like these, because their trials are single.
    pub single: Vec<String>,
    /// Models whose mean is carried by a few large outcomes.
    pub carried: Vec<String>,
    /// Models whose differences from others are carried by a few large outcomes.
    pub carried_apart: Vec<String>,
    /// Number of tasks.
    pub tasks: usize,
    /// The z from which on two models are separated; missing if no two of a table can be compared.
    pub critical: Option<CriticalRange>,
    /// The priors of the differences, table by table.
    pub(crate) priors: Vec<BoardPrior>,
}

/// Scores every model by its numeric outcomes.
///
/// The score is Σ w m / Σ w over the questions, where m is a question's mean or its largest of k.
///
/// - About these questions, σ² is Σ w² s² / n / (Σ w)². s² is the variance of the trials of a question
///   about its mean, pooled over the questions of a task. The degrees of freedom of Student's t are
///   those of Welch and Satterthwaite. It needs a question of two trials in every task.
/// - About questions like these, σ² is G / (G − 1) Σ S² / (Σ w)², where S is the sum of w (m − score)
///   over one of G clusters, with G − 1 degrees of freedom. Without clusters and weights it is the
///   usual s² / M.
/// - Where all trials of a task are single, and for the largest of k, it is the second.
///
/// The interval is the hull of score ± t σ and of Hall's interval, which follows the skewness of the
/// score. Of questions with fewer than three trials, no skewness is known.
///
/// # Errors
/// - There is no observed trial, or all weights are 0, or a question has no weight, but others have.
/// - A model has one question or cluster in the overall table, so there is no spread.
/// - A question has no cluster, but clusters are wanted.
/// - The largest of k is wanted, but outcomes are not kept, or a question has fewer than k.
/// - The confidence is outside (0, 1).
/// - A score or an interval is beyond the largest double.
pub fn sums_leaderboard(sums: &Sums, request: &SumsRequest) -> Result<SumsBoard> {
    check::level("confidence", request.confidence)?;
    if request.clusters == Some(Clusters::Tasks)
        && request.by_task
        && sums.trials().tasks().len() > 1
    {
        return Err(CompareError::ClusterTables.into());
    }
    let grids = Grid::of_scores(sums.trials())?;
    let mut result = SumsBoard { tasks: sums.trials().tasks().len(), ..SumsBoard::default() };
    for &statistic in &request.statistics {
        for grid in &grids {
            NumberScorer { sums, grid, statistic, request }.tables(&mut result)?;
        }
    }
    result.unscored.sort_unstable();
    result.unscored.dedup();
    for names in [&mut result.single, &mut result.carried, &mut result.carried_apart] {
        names.sort_unstable();
        names.dedup();
    }
    if !result.scores.is_empty() {
        return Ok(result);
    }
    Err(match result.unscored.iter().map(|one| one.trials).min() {
        Some(k) if k > 1 => CountsError::AllShort { k }.into(),
        _ if sums.trials().zero_weights() > 0 => CountsError::ZeroWeights.into(),
        _ => match result.unestimated.into_iter().next() {
            Some((reason, _)) => reason.into(),
            None => CountsError::NoCounts.into(),
        },
    })
}

struct NumberScorer<'a> {
    sums: &'a Sums,
    grid: &'a Grid<'a>,
    statistic: Statistic,
    request: &'a SumsRequest,
}

/// A mean of questions with its variance and its third central moment, if that is known, and whether these
/// are about questions like these.
struct PartMean {
    mean: Double,
    within: Within,
    third: Option<f64>,
    sampled: bool,
}

impl<'a> NumberScorer<'a> {
    /// Adds the table of each task, then the overall one.
    fn tables(&self, result: &mut SumsBoard) -> Result<()> {
        let mut scopes = self.grid.scopes(self.request.by_task).into_iter();
        scopes.try_for_each(|scope| self.table(scope, result))
    }

    /// Adds the table of one task, or the overall one.
    fn table(&self, scope: Option<&'a str>, result: &mut SumsBoard) -> Result<()> {
        let several = self.grid.tasks.len() > 1;
        let mut lines = Vec::new();
        for &model in &self.grid.models {
            match self.line(model, scope, result) {
                Ok(Some(line)) => lines.push(line),
                Ok(None) => result.unscored.push(Unscored {
                    task: scope.map(str::to_owned),
                    model: model.to_owned(),
                    trials: self.least(),
                    score_name: self.grid.score.to_owned(),
                }),
                Err(Error::Sums(reason @ SumsError::OneUnit { .. }))
                    if scope.is_some() && several =>
                {
                    result.unestimated.push((reason, self.grid.score.to_owned()));
                }
                Err(error) => return Err(error),
            }
        }
        let rule = PairRule {
            sampled: self.is_of_sample(),
            clustered: self.request.clusters.is_some(),
            hierarchical: false,
            range: f64::INFINITY,
        };
        let Placed { critical, prior, carried } = self.place(rule, &mut lines, scope)?;
        result.carried_apart.extend(carried);
        result.critical = critical.map(|own| own.with(result.critical)).or(result.critical);
        result.priors.extend(prior);
        result.scores.extend(lines.into_iter().map(|(line, _)| line));
        Ok(())
    }

    /// Gives the lines of a table their ranks.
    fn place(
        &self,
        rule: PairRule,
        lines: &mut [Line<'_>],
        scope: Option<&'a str>,
    ) -> Result<Placed> {
        let &SumsRequest { confidence, family, target, clusters, macro_average, .. } = self.request;
        let models = self.sums.trials().models().len();
        let family_of_all = family.of(models);
        let placing =
            Placing { rule, confidence, family: family_of_all, threads: 1, compared: None };
        let all = lines.iter().all(|(line, _)| line.questions == line.questions_asked);
        let averaged = scope.is_none() && macro_average;
        let mean = self.statistic == Statistic::Mean;
        let Some((first, _)) =
            lines.first().filter(|_| mean && !all && !averaged && lines.len() > 1)
        else {
            return placing.place(lines);
        };
        // Two models are compared on the questions that both have.
        let request = CompareRequest {
            target,
            clusters,
            confidence,
            family,
            ..CompareRequest::with_baseline(&first.model)
        };
        let table = (self.grid.score, scope);
        with_differences_of_sums(self.sums, &request, table, |compared| {
            Placing { compared: Some(compared), ..placing }.place(lines)
        })
    }

    /// One model's row, without its ranks so far. `None` if it lacks trials.
    fn line(
        &self,
        model: &'a str,
        scope: Option<&'a str>,
        result: &mut SumsBoard,
    ) -> Result<Option<Line<'a>>> {
        let mut tasks = self.grid.tasks_of(scope);
        tasks.sort_unstable();
        let by_task: Vec<Vec<_>> = tasks.iter().map(|task| self.taken(model, task)).collect();
        let taken: Vec<_> = by_task.iter().flatten().copied().collect();
        let shift = self.sums.shift(&taken);
        let pooled = Pooled::new(self.sums, &taken, shift);
        let part = |questions: &[Question<'_>]| self.part(scope, questions, &pooled, shift);
        let average = scope.is_none() && self.request.macro_average;
        if taken.is_empty() || average && by_task.iter().any(Vec::is_empty) {
            return Ok(None);
        }
        let PartMean { mean, within, third, sampled } = if average {
            let parts = by_task.iter().map(|one| part(one)).collect::<Result<Vec<_>>>()?;
            averaged(&parts)
        } else {
            part(&taken)?
        };
        if sampled && self.statistic == Statistic::Mean && !self.is_of_sample() {
            result.single.push(model.to_owned());
        }
        let unscaled = |value| scaled(value, -shift);
        let distribution = Distribution::Student(within.degrees);
        let quantile = distribution.central_quantile(self.request.confidence)?;
        let too_large = |_| SumsError::TooLarge { model: model.to_owned() };
        let estimate = Estimate::new(unscaled(mean), unscaled(within.variance.sqrt()));
        let estimate = estimate.map_err(too_large)?;
        let skewness = skewness::of_third(third, within.variance.value());
        let (below, above) = skewness::hull(quantile, skewness);
        let end = |distance| estimate.within(distance, None).map_err(too_large);
        let (Interval { mu, sigma, lo, .. }, Interval { hi, .. }) = (end(below)?, end(above)?);
        let scores = self.scores(&taken)?;
        // Means of repeated trials do not tell how far these scatter.
        let outcomes: Vec<f64> = scores.iter().filter(|_| sampled).map(|one| one.1.score).collect();
        if skewness::is_carried(skewness, &outcomes) {
            result.carried.push(model.to_owned());
        }
        let recorded: Vec<_> = tasks.iter().flat_map(|task| self.grid.cell(model, task)).collect();
        let sum = |values: &mut dyn Iterator<Item = u64>| values.fold(0, u64::saturating_add);
        let sem = self.standard_error(&taken, shift).filter(|_| !average);
        let belief = Belief {
            estimate,
            sem,
            average: None,
            degrees: (!sampled).then_some(within.degrees),
            sampled,
            skewness,
            questions: if average { Vec::new() } else { scores },
        };
        let score = Score {
            task: scope.map(str::to_owned),
            slice: None,
            score_name: self.grid.score.to_owned(),
            metric: self.statistic.name().to_owned(),
            k: self.statistic.budget(),
            parameters: String::new(),
            model: model.to_owned(),
            score: mu,
            sigma,
            lo,
            hi,
            sem,
            pulled: false,
            rank: 0,
            rank_lo: 0,
            rank_hi: 0,
            p_best: 0.0,
            with_leader: false,
            letters: String::new(),
            questions: taken.len() as u64,
            questions_asked: self.grid.asked(scope),
            trials: sum(&mut recorded.iter().map(|one| one.trials())),
            missing: sum(&mut recorded.iter().map(|one| one.missing)),
            coverage: self.grid.coverage(model, scope),
            worst: None,
            best: None,
        };
        Ok(Some((score, belief)))
    }

    /// The score of each question.
    fn scores(&self, questions: &[Question<'a>]) -> Result<Vec<KeyedScore<'a>>> {
        let scored = questions.iter().map(|question| {
            let score = self.mean(question, 0)?.value();
            let cluster = self.request.clusters.map(|one| label(one, question)).transpose()?;
            let weight = question.weight.unwrap_or(1.0);
            let one = QuestionScore { score, weight, trials: question.trials(), cluster };
            Ok(((question.task, question.question), one))
        });
        let mut scored: Vec<KeyedScore<'_>> = scored.collect::<Result<_>>()?;
        sort(&mut scored);
        Ok(scored)
    }

    /// The plain standard error of the mean over questions. `None` for one question.
    fn standard_error(&self, questions: &[Question<'_>], shift: i32) -> Option<f64> {
        let term = |(cluster, question): (usize, &Question<'_>)| Term {
            mean: self.sums.powers(question.key()).mean(question.trials(), shift),
            variance: Double::ZERO,
            third: None,
            cluster,
            weight: question.weight.unwrap_or(1.0),
        };
        let terms: Vec<_> = questions.iter().enumerate().map(term).collect();
        let found = of_sample(&terms).filter(|_| self.statistic == Statistic::Mean)?;
        Some(scaled(found.variance.sqrt(), -shift).value())
    }

    /// The trials that a question needs to count.
    fn least(&self) -> u64 {
        match self.statistic {
            Statistic::Maximum(k) if self.request.drop_short => k,
            _ => 1,
        }
    }

    fn taken(&self, model: &'a str, task: &'a str) -> Vec<Question<'a>> {
        let least = self.least();
        let cell = self.grid.cell(model, task).iter();
        let mut taken: Vec<_> =
            cell.filter(|question| question.trials() >= least).copied().collect();
        // Sums over questions are rounded, so their order must not depend on the log's.
        taken.sort_unstable_by_key(|question| question.question);
        taken
    }

    /// Whether σ is that of the trials, if they tell it.
    fn is_of_trials(&self) -> bool {
        !self.is_of_sample() && self.statistic == Statistic::Mean
    }

    fn is_of_sample(&self) -> bool {
        self.request.clusters.is_some() || self.request.target == Target::QuestionsLikeThese
    }

    /// The mean of some questions of a model.
    fn part(
        &self,
        scope: Option<&str>,
        questions: &[Question<'_>],
        pooled: &Pooled<'_>,
        shift: i32,
    ) -> Result<PartMean> {
        let terms = self.terms(questions, shift)?;
        let mean = fixed(&terms).mean;
        let these = self.is_of_trials();
        let repeated = questions.iter().map(Repeated::of);
        if let Some(within) = these.then(|| of_mean(pooled, repeated)).flatten() {
            let third = skewness::third_of(&terms);
            return Ok(PartMean { mean, within, third, sampled: false });
        }
        let Some(DifferenceMoments { variance, units, .. }) = of_sample(&terms) else {
            let model = questions.first().map_or(String::new(), |one| one.model.to_owned());
            let unit = if self.request.clusters.is_some() { "cluster" } else { "question" };
            let task = scope.map(str::to_owned);
            return Err(SumsError::OneUnit { model, task, unit, trials: these }.into());
        };
        let within = Within { variance, degrees: (units - 1) as f64 };
        let sigma = variance.sqrt().value();
        let third = Some(skewness::of_sample(&terms) * sigma * sigma * sigma);
        Ok(PartMean { mean, within, third, sampled: true })
    }

    fn terms(&self, questions: &[Question<'_>], shift: i32) -> Result<Vec<Term>> {
        let mut numbers = BTreeMap::new();
        let mut terms = Vec::with_capacity(questions.len());
        for (place, question) in questions.iter().enumerate() {
            let cluster = match self.request.clusters {
                None => place,
                Some(clusters) => {
                    let next = numbers.len();
                    *numbers.entry(label(clusters, question)?).or_insert(next)
                }
            };
            let (mean, weight) = (self.mean(question, shift)?, question.weight.unwrap_or(1.0));
            let third = skewness::of_question(self.sums, question, shift);
            terms.push(Term { mean, variance: Double::ZERO, third, cluster, weight });
        }
        Ok(terms)
    }

    /// The statistic of one question, times 2^`shift`.
    fn mean(&self, question: &Question<'_>, shift: i32) -> Result<Double> {
        let Statistic::Maximum(k) = self.statistic else {
            return Ok(self.sums.powers(question.key()).mean(question.trials(), shift));
        };
        let values = self.sums.values_of(question.key())?;
        let trials = values.len() as u64;
        if k > trials {
            let (question, ways) = (Place::Named(question.name()), ShortWays::Drop);
            return Err(MetricError::BudgetExceedsTrials { k, trials, question, ways }.into());
        }
        Ok(maximum(&values, k, shift))
    }
}

/// The mean of parts with equal weights.
fn averaged(parts: &[PartMean]) -> PartMean {
    let count = parts.len() as f64;
    let sum = parts.iter().fold(Double::ZERO, |sum, part| sum + part.mean);
    let Within { variance, degrees } = together(parts.iter().map(|part| part.within));
    let within = Within { variance: variance / count / count, degrees };
    let thirds = parts.iter().try_fold(0.0, |sum, part| Some(sum + part.third?));
    let third = thirds.map(|sum| sum / count / count / count);
    PartMean { mean: sum / count, within, third, sampled: parts.iter().any(|part| part.sampled) }
}

/// The cluster of a question.
fn label<'a>(clusters: Clusters, question: &Question<'a>) -> Result<&'a str> {
    match clusters {
        Clusters::Tasks => Ok(question.task),
        Clusters::Labels => question.cluster.ok_or_else(|| {
            SumsError::NoCluster { question: named(question.task, question.question) }.into()
        }),
    }
}
