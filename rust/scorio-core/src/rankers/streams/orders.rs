//! Ratings of streams of trials: in the order of the trials, or on average over random orders.

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::random::{Purpose, Replicates, stream};
use crate::numeric::watch;
use crate::rankers::cells::{Cells, whole};
use crate::rankers::declared::ORDERS;
use crate::rankers::error::RankersError;
use crate::rankers::options::MethodOptions;
use crate::rankers::source::RankSource;
use crate::rankers::streams::elo::Elo;
use crate::rankers::streams::glicko::Glicko;
use crate::rankers::streams::meetings::Meetings;
use crate::rankers::streams::rating::{Ratings, RatingsAndDeviations};
use crate::rankers::streams::true_skill::TrueSkill;

/// A rule that moves ratings by events.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RatingRule {
    /// Elo's.
    Elo(Elo),
    /// Glicko's.
    Glicko(Glicko),
    /// TrueSkill's.
    TrueSkill(TrueSkill),
}

impl RatingRule {
    fn start(self, models: usize) -> Box<dyn Ratings> {
        match self {
            Self::Elo(rule) => Box::new(rule.start(models)),
            Self::Glicko(rule) => Box::new(rule.start(models)),
            Self::TrueSkill(rule) => Box::new(rule.start(models)),
        }
    }
}

/// The scores of a method, and what belongs to them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rated {
    /// The score of each model: of a stream, its mean over orders.
    pub scores: Vec<f64>,
    /// The standard deviation of the score over single orders, if they are drawn. What moves all
    /// models alike is left out.
    pub order_sd: Option<Vec<f64>>,
    /// The deviation that the rule itself gives, on average over orders.
    pub deviation: Option<Vec<f64>>,
}

/// Who draws orders: the seed, the number of the first stream, and the workers.
#[derive(Clone, Copy)]
pub(crate) struct DrawnOrders<'a> {
    pub(crate) seed: u64,
    pub(crate) first: u64,
    pub(crate) workers: &'a Replicates<'a>,
}

/// How many orders are drawn.
///
/// # Errors
/// - It is no whole number from 1.
/// - It is given, but the trials have an order of their own.
pub(crate) fn orders(
    method: &'static str,
    source: &RankSource,
    options: &MethodOptions,
) -> Result<u64> {
    let orders = options.number(&ORDERS)?;
    match source {
        RankSource::Aligned(_) if options.has(&ORDERS) => {
            Err(RankersError::OrderedAlready { method }.into())
        }
        RankSource::Aligned(_) => Ok(1),
        RankSource::Expected(_) => Ok(whole(orders) as u64),
    }
}

/// The ratings of a rule, with each question as often as `times` says.
///
/// # Errors
/// - Outcomes are parts of successes.
/// - A rating is not finite.
/// - The caller stopped the work.
pub(crate) fn rate(
    method: &'static str,
    rule: RatingRule,
    source: &RankSource,
    times: Option<&[f64]>,
    orders: DrawnOrders<'_>,
) -> Result<Rated> {
    let drawn;
    let cells = match source {
        RankSource::Aligned(trials) => {
            let mut ratings = rule.start(trials.cells().len());
            Meetings::in_order(trials, times).play(ratings.as_mut(), None);
            watch::unless_stopped()?;
            let (scores, deviation) = finite(ratings.rated())?;
            return Ok(Rated { scores, order_sd: None, deviation });
        }
        RankSource::Expected(cells) => match times {
            Some(times) => {
                drawn = cells.drawn(times);
                &drawn
            }
            None => cells,
        },
    };
    let parts = |&model: &usize| cells.successes(model).iter().any(|one| one.fract() != 0.0);
    if let Some(model) = (0..cells.len()).find(parts) {
        let model = cells.models()[model].clone();
        return Err(RankersError::Parts { method, model }.into());
    }
    let found = orders.workers.each(|order| {
        let mut stream = stream(orders.seed, Purpose::Order, orders.first.wrapping_add(order));
        let mut ratings = rule.start(cells.len());
        let meetings = Meetings::drawn(cells, &mut stream);
        meetings.play(ratings.as_mut(), Some(&mut stream));
        watch::unless_stopped()?;
        finite(ratings.rated())
    })?;
    let rated = average(cells, &found);
    // Sums over orders may overflow where no rating does.
    let all = rated.scores.iter().chain(rated.order_sd.iter().flatten());
    if all.chain(rated.deviation.iter().flatten()).all(|one| one.is_finite()) {
        Ok(rated)
    } else {
        Err(NumericError::NotFinite { what: "the rating" }.into())
    }
}

/// Refuses ratings that are not finite.
fn finite(found: RatingsAndDeviations) -> Result<RatingsAndDeviations> {
    if found.0.iter().all(|rating| rating.is_finite()) {
        Ok(found)
    } else {
        Err(NumericError::NotFinite { what: "the rating" }.into())
    }
}

/// Means over orders, and the spread. Models with equal cells share theirs, so that they tie.
fn average(cells: &Cells, found: &[RatingsAndDeviations]) -> Rated {
    let orders = found.len() as f64;
    let models = cells.len();
    let mean_of = |value: &dyn Fn(&RatingsAndDeviations) -> f64| {
        found.iter().map(value).sum::<f64>() / orders
    };
    let scores: Vec<f64> = (0..models).map(|i| mean_of(&|one| one.0[i])).collect();
    let level = |values: &[f64]| values.iter().sum::<f64>() / models as f64;
    let middle = level(&scores);
    let variance = |i: usize| {
        let square = |one: &RatingsAndDeviations| {
            let off = (one.0[i] - level(&one.0)) - (scores[i] - middle);
            off * off
        };
        found.iter().map(square).sum::<f64>() / (orders - 1.0)
    };
    let variances: Vec<f64> = (0..models).map(variance).collect();
    let deviation = |one: &RatingsAndDeviations, i: usize| one.1.as_ref().map_or(0.0, |own| own[i]);
    let deviations: Vec<f64> = (0..models).map(|i| mean_of(&|one| deviation(one, i))).collect();
    let alike = |i: usize, j: usize| {
        cells.successes(i) == cells.successes(j) && cells.trials(i) == cells.trials(j)
    };
    let groups: Vec<Vec<usize>> =
        (0..models).map(|i| (0..models).filter(|&j| i == j || alike(i, j)).collect()).collect();
    let shared = |values: &[f64]| -> Vec<f64> {
        let mean =
            |group: &Vec<usize>| group.iter().map(|&i| values[i]).sum::<f64>() / group.len() as f64;
        groups.iter().map(mean).collect()
    };
    let has_deviation = found.first().is_some_and(|one| one.1.is_some());
    Rated {
        order_sd: (orders > 1.0).then(|| shared(&variances).into_iter().map(f64::sqrt).collect()),
        deviation: has_deviation.then(|| shared(&deviations)),
        scores: shared(&scores),
    }
}

/// Elo's rule.
pub(crate) fn elo(options: &MethodOptions) -> Result<RatingRule> {
    Elo::new(options).map(RatingRule::Elo)
}

/// Glicko's rule.
pub(crate) fn glicko(options: &MethodOptions) -> Result<RatingRule> {
    Glicko::new(options).map(RatingRule::Glicko)
}

/// TrueSkill's rule.
pub(crate) fn true_skill(options: &MethodOptions) -> Result<RatingRule> {
    TrueSkill::new(options).map(RatingRule::TrueSkill)
}
