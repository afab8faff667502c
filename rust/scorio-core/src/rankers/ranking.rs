//! Models ranked by a method, with intervals.

use super::cells::whole;
use super::error::RankersError;
use super::interval::{self, Allowance, Drawn, RankSpread};
use super::metrics::trial_variances;
use super::options::MethodOptions;
use super::registry::{Method, Run};
use super::source::RankSource;
use crate::check;
use crate::error::Result;
use crate::numeric::random::Replicates;
use crate::numeric::sorting::sort_by_key;
use crate::rank::ranks::{Ranks, ranks};
use crate::rankers::solver::square::Square;
use crate::rankers::streams::orders::Rated;
use crate::rows::declare::row;

row! {
    /// The score and rank of one model by one ranking method.
    pub struct RankedModel {
        /// Name of the ranking method.
        method: String,
        /// Model.
        model: String,
        /// Score; the higher is the better.
        score: f64,
        /// Standard deviation of the score over orders of the trials, without what moves all models
        /// alike; missing for methods that draw no orders.
        order_sd: Option<f64>,
        /// Standard deviation of the score, if questions are a sample; missing without an interval.
        sigma: Option<f64>,
        /// Lower end of the interval of the score.
        lo: Option<f64>,
        /// Upper end of the interval of the score.
        hi: Option<f64>,
        /// Competition rank by score.
        rank: u64,
        /// Lower end of the interval of the rank.
        rank_lo: Option<u64>,
        /// Upper end of the interval of the rank.
        rank_hi: Option<u64>,
        /// Probability of the first rank.
        p_best: Option<f64>,
        /// Questions on which the model has trials.
        questions: u64,
        /// Questions on which any model has trials.
        questions_asked: u64,
        /// Trials with an outcome.
        trials: u64,
    }
}

/// Where intervals come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankInterval {
    /// Questions or clusters are drawn again.
    Questions,
    /// The sandwich of a model of pairs, with normal intervals.
    Sandwich,
    /// Over new trials of these questions, which are independent.
    Posterior,
}

impl RankInterval {
    /// The interval of a declared name. "none" has no interval.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "none" => None,
            "sandwich" => Some(Self::Sandwich),
            "posterior" => Some(Self::Posterior),
            _ => Some(Self::Questions),
        }
    }
}

/// How models are ranked.
#[derive(Clone, Debug)]
pub struct RankRequest {
    /// Options of the method.
    pub options: MethodOptions,
    /// Where intervals come from, if there are any.
    pub interval: Option<RankInterval>,
    /// How many draws there are, unless it is the usual number of the method.
    pub replicates: Option<u64>,
    /// Their confidence.
    pub confidence: f64,
    /// Seed of the draws.
    pub seed: u64,
}

/// Ranked models.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedModels {
    /// A row for each model, the best first.
    pub rows: Vec<RankedModel>,
    /// The model of each row, by its place in the data.
    pub places: Vec<usize>,
    /// How many draws there were.
    pub draws: u64,
    /// Draws of the questions that have no scores. They are left out.
    pub failed: u64,
    /// Questions or clusters that were drawn.
    pub units: usize,
    /// `question` or `cluster`.
    pub unit: &'static str,
    /// Whether theory says that these models have the order of `avg`.
    pub order_of_average: bool,
}

/// The ranks of a method's scores, by each convention. Scores that differ by rounding alone tie.
///
/// # Errors
/// A score is NaN.
pub fn score_ranks(method: &Method, scores: &[f64]) -> Result<Ranks> {
    let scale = interval::comparable(scores, method.positive);
    ranks(&scale, interval::tolerance(scale.iter().copied()), None)
}

/// Draws of a method, if their number is not given.
pub(super) const DRAWS: u64 = 1000;

/// The same of a method that draws orders of the trials anew in each draw.
const DRAWS_OF_ORDERS: u64 = 100;

/// How many draws a method has, if their number is not given.
#[must_use]
pub fn usual_draws(method: &Method, source: &RankSource) -> u64 {
    match (&method.run, source) {
        (Run::Stream(_), RankSource::Expected(_)) => DRAWS_OF_ORDERS,
        _ => DRAWS,
    }
}

/// Ranks models by a method. The request has the number of draws, and `workers` the threads.
///
/// # Errors
/// - An option is unknown or outside its range, or the confidence is outside (0, 1).
/// - The method has no scores of these data, or no sandwich.
/// - There is one question or cluster, and an interval is requested.
pub fn rank_models(
    method: &Method,
    source: &RankSource,
    request: &RankRequest,
    workers: &Replicates<'_>,
) -> Result<RankedModels> {
    check::level("confidence", request.confidence)?;
    let draws = request.replicates.unwrap_or_else(|| usual_draws(method, source));
    let replicates = &Replicates { count: draws, ..*workers };
    let Rated { scores, order_sd, .. } =
        method.rate(source, &request.options, request.seed, replicates)?;
    let cells = source.cells();
    let sampled = request.interval.is_some_and(|kind| kind != RankInterval::Posterior);
    if sampled && cells.unit_count() < 2 {
        return Err(RankersError::OneUnit { unit: cells.unit() }.into());
    }
    let mut failed = 0;
    let spreads: Option<Vec<RankSpread>> = match request.interval {
        None => None,
        Some(RankInterval::Questions) => {
            let options = &request.options;
            let drawn = interval::redrawn(method, source, options, request.seed, replicates)?;
            failed = drawn.failed;
            if drawn.scores.is_empty() {
                return Err(RankersError::NoReplicate { method: method.name, draws }.into());
            }
            let reach = Allowance::drawn(request.confidence, cells.unit_count())?;
            Some(spread(method, &drawn, scores.len(), reach))
        }
        Some(RankInterval::Sandwich) => Some(sandwich(method, source, request, replicates)?),
        Some(RankInterval::Posterior) => Some(posterior(method, source, request, replicates)?),
    };
    let ranks = interval::competition(&scores, method.positive);
    let row = |model: usize| {
        let spread = spreads.as_ref().and_then(|all| all.get(model));
        RankedModel {
            method: method.name.to_owned(),
            model: cells.models()[model].clone(),
            score: scores[model],
            order_sd: order_sd.as_ref().and_then(|all| all.get(model)).copied(),
            sigma: spread.map(|one| one.sigma),
            lo: spread.map(|one| one.lo),
            hi: spread.map(|one| one.hi),
            rank: ranks[model],
            rank_lo: spread.map(|one| one.rank_lo),
            rank_hi: spread.map(|one| one.rank_hi),
            p_best: spread.map(|one| one.best),
            questions: cells.asked(model) as u64,
            questions_asked: cells.questions() as u64,
            trials: whole(cells.trials(model).iter().sum()) as u64,
        }
    };
    let mut places: Vec<usize> = (0..scores.len()).collect();
    sort_by_key(&mut places, |&model| ranks[model]);
    let rows = places.iter().copied().map(row).collect();
    let (units, unit) = (cells.unit_count(), cells.unit());
    let order_of_average = cells.is_complete() && method.equals_average(&request.options);
    Ok(RankedModels { rows, places, draws, failed, units, unit, order_of_average })
}

fn spread(method: &Method, drawn: &Drawn, models: usize, reach: Allowance) -> Vec<RankSpread> {
    let ranks_of = |scores: &[f64]| interval::competition(scores, method.positive);
    interval::spreads(drawn, models, reach, ranks_of)
}

/// Intervals of Student's t from the sandwich, and ranks from normal draws.
fn sandwich(
    method: &Method,
    source: &RankSource,
    request: &RankRequest,
    replicates: &Replicates<'_>,
) -> Result<Vec<RankSpread>> {
    let Run::Model(make) = method.run else {
        return Err(RankersError::NoSandwich { method: method.name }.into());
    };
    let pairs = source.pairs(None);
    let model = make(method.name, pairs.len(), &request.options)?;
    let found = model.fit(&pairs, None)?;
    let covariance = model.sandwich(&pairs, &found, source.pairs_by_unit())?;
    let units = source.cells().unit_count();
    let error = (
        interval::t_of(request.confidence, units)?,
        Allowance::student(request.confidence, units)?,
    );
    normal(method, &found.theta, &covariance, error, (request, replicates))
}

/// Intervals about these questions, and ranks from normal draws.
///
/// Metrics have the rows of a leaderboard. The strengths of pair models have normal intervals from the
/// variance of the trials. Single trials do not tell that variance, but the sandwich bounds it.
fn posterior(
    method: &Method,
    source: &RankSource,
    request: &RankRequest,
    replicates: &Replicates<'_>,
) -> Result<Vec<RankSpread>> {
    let error = (interval::z_of(request.confidence)?, Allowance::normal(request.confidence));
    let cells = source.cells();
    match method.run {
        Run::Metric(make) => {
            let metric = make(method.name, &request.options)?;
            if metric.is_quantile() {
                return Err(RankersError::QuantileInterval { method: method.name }.into());
            }
            let found = metric.intervals(method.name, cells, request.confidence)?;
            let means: Vec<f64> = found.iter().map(|one| one.mu).collect();
            let square =
                |i: usize, j: usize| if i == j { found[i].sigma * found[i].sigma } else { 0.0 };
            let covariance = Square::of(found.len(), square);
            let mut spreads = normal(method, &means, &covariance, error, (request, replicates))?;
            for (spread, own) in spreads.iter_mut().zip(&found) {
                (spread.sigma, spread.lo, spread.hi) = (own.sigma, own.lo, own.hi);
            }
            Ok(spreads)
        }
        Run::Model(_) if cells.are_single() && cells.unit_count() > 1 => {
            sandwich(method, source, request, replicates)
        }
        Run::Model(make) => {
            let pairs = source.pairs(None);
            let model = make(method.name, pairs.len(), &request.options)?;
            let found = model.fit(&pairs, None)?;
            let variances = trial_variances(method.name, cells)?;
            let aligned = matches!(source, RankSource::Aligned(_));
            let covariance = model.over_trials(&pairs, &found, cells, &variances, aligned)?;
            normal(method, &found.theta, &covariance, error, (request, replicates))
        }
        _ => Err(RankersError::NoPosterior { method: method.name }.into()),
    }
}

/// Intervals of so many standard deviations, and ranks from normal draws.
fn normal(
    method: &Method,
    means: &[f64],
    covariance: &Square,
    (z, reach): (f64, Allowance),
    (request, replicates): (&RankRequest, &Replicates<'_>),
) -> Result<Vec<RankSpread>> {
    let drawn = interval::normal(means, covariance, request.seed, replicates)?;
    let mut spreads = spread(method, &drawn, means.len(), reach);
    for (i, (spread, mean)) in spreads.iter_mut().zip(means).enumerate() {
        spread.sigma = covariance[(i, i)].sqrt();
        (spread.lo, spread.hi) = (mean - z * spread.sigma, mean + z * spread.sigma);
    }
    Ok(spreads)
}
