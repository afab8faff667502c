//! Abilities of models from models of items: Rasch and its kin.
//!
//! The chance of a success is 1 / (1 + e^(b − θ)). On complete data the order is that of the average,
//! because the number of successes tells all about θ.

use crate::error::Result;
use crate::irt::fits::empirical::empirical;
use crate::irt::fits::joint::JointMode;
use crate::irt::{AbilityBelief, AbilityPrior, Answered, ItemCurve, Responses};
use crate::numeric::error::NumericError;
use crate::numeric::watch;
use crate::rankers::cells::Cells;
use crate::rankers::declared::{ABILITY_MEAN, ABILITY_VARIANCE, BELOW};
use crate::rankers::options::MethodOptions;
use crate::rankers::pairs::links;
use crate::rankers::pairs::trial_pairs::TrialPairs;

/// Abilities, and what a model of items tells of each item or of each model.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// θ of each model.
    pub abilities: Vec<f64>,
    /// Numbers by name: `difficulty` has one for each question, `ability_sd` for each model.
    pub numbers: Vec<(&'static str, Vec<f64>)>,
}

/// The trials and successes of all models.
pub(crate) fn responses(cells: &Cells) -> Result<Responses> {
    let all = |of: fn(&Cells, usize) -> &[f64]| -> Vec<f64> {
        (0..cells.len()).flat_map(|model| of(cells, model).iter().copied()).collect()
    };
    Responses::new(cells.len(), cells.questions(), &all(Cells::trials), &all(Cells::successes))
}

/// The prior of abilities: their mean, and their variance.
type AbilityLaw = (f64, f64);

/// Rasch by joint maximum likelihood, with difficulties of mean 0.
///
/// A question that all or none solve has an infinite difficulty, and changes no ability.
///
/// # Errors
/// Nothing speaks for some models against the others.
pub(crate) fn rasch(cells: &Cells, _: &MethodOptions) -> Result<Response> {
    let pairs = TrialPairs::expected(cells, None);
    links::strong("rasch", &pairs, |i, j| pairs.wins()[(i, j)] > 0.0)?;
    joint(cells, None)
}

/// The same with a normal prior of abilities.
///
/// # Errors
/// The variance is not positive, or the mean is not finite.
pub(crate) fn rasch_map(cells: &Cells, options: &MethodOptions) -> Result<Response> {
    let variance = options.number(&ABILITY_VARIANCE)?;
    joint(cells, Some((options.number(&ABILITY_MEAN)?, variance)))
}

fn joint(cells: &Cells, prior: Option<AbilityLaw>) -> Result<Response> {
    let all = responses(cells)?;
    let totals = all.of_items();
    let varied: Vec<usize> = (0..all.items())
        .filter(|&item| totals.get(item).is_some_and(|(n, sum)| 0.0 < *sum && sum < n))
        .collect();
    let mut difficulty: Vec<f64> = totals.iter().map(limit).collect();
    let (abilities, places) = if varied.is_empty() {
        (vec![prior.map_or(0.0, |prior| prior.0); cells.len()], Vec::new())
    } else {
        solved(&all.select(&varied), prior)?
    };
    for (item, place) in varied.into_iter().zip(places) {
        difficulty[item] = place;
    }
    Ok(Response { abilities, numbers: vec![("difficulty", difficulty)] })
}

/// Abilities, and difficulties of mean 0.
fn solved(responses: &Responses, prior: Option<AbilityLaw>) -> Result<(Vec<f64>, Vec<f64>)> {
    let mut joint = JointMode::new(responses, 1);
    let Some((centre, variance)) = prior else {
        joint.solve()?;
        return Ok(moved(&joint, -joint.mean_difficulty()));
    };
    let precision = 1.0 / variance;
    joint.precisions.0 = precision;
    let (model_sums, item_sums) = (joint.model_sums.clone(), joint.item_sums.clone());
    let share = model_sums.len() as f64 / responses.items() as f64;
    // The search has mean ability 0. Moved by t, the prior pulls each model by (t − centre) / variance
    // more, and all questions alike push back. t is where the mean difficulty is 0. It falls with t
    // between the places where a question has nothing left to push with.
    let totals = joint.groups.firsts(&responses.of_items());
    let room = |of: fn(&(f64, f64)) -> f64| totals.iter().map(of).fold(f64::INFINITY, f64::min);
    let mut low = centre - variance * room(|(n, sum)| n - sum) / share;
    let mut high = centre + variance * room(|(_, sum)| *sum) / share;
    let mut before: Option<(f64, f64)> = None;
    let mut place = if low < 0.0 && 0.0 < high { 0.0 } else { centre };
    let mut sound = (joint.abilities.clone(), joint.difficulties.clone());
    for _ in 0..200 {
        watch::going()?;
        let pull = precision * (place - centre);
        joint.model_sums = model_sums.iter().map(|sum| sum - pull).collect();
        joint.item_sums = item_sums.iter().map(|sum| sum - share * pull).collect();
        let mut next = f64::NAN;
        if joint.solve().is_ok() {
            let gap = -joint.mean_difficulty() - place;
            let least = 1e-13 * (1.0 + f64::abs(place));
            // Next to an end, places that are neighbours may leave a wide gap.
            if gap.abs() <= least || (high - low <= least && gap.abs() <= 1e-6) {
                return Ok(moved(&joint, place));
            }
            next = match before {
                Some((last, other)) if gap != other => place - gap * (place - last) / (gap - other),
                _ => place + gap,
            };
            *(if gap > 0.0 { &mut low } else { &mut high }) = place;
            before = Some((place, gap));
            sound = (joint.abilities.clone(), joint.difficulties.clone());
        } else {
            // Next to an end some difficulty is beyond all numbers.
            *(if place > centre { &mut high } else { &mut low }) = place;
            (joint.abilities, joint.difficulties) = sound.clone();
        }
        place = if low < next && next < high { next } else { f64::midpoint(low, high) };
    }
    Err(NumericError::NotFinite { what: "the ability" }.into())
}

fn moved(joint: &JointMode, by: f64) -> (Vec<f64>, Vec<f64>) {
    let all = |places: &[f64]| places.iter().map(|place| place + by).collect();
    (all(&joint.abilities), joint.groups.items(&all(&joint.difficulties)))
}

/// The difficulty of an item by its trials and its sum, where these are alike.
///
/// Without trials there is nothing to say; with successes alone, or without any, no limit.
pub(crate) fn limit(&(trials, sum): &(f64, f64)) -> f64 {
    match (trials > 0.0, sum > 0.0) {
        (false, _) => f64::NAN,
        (_, true) => f64::NEG_INFINITY,
        _ => f64::INFINITY,
    }
}

/// The difficulties of all items, if all trials are successes, or none is.
///
/// Then difficulties have no finite mean, and abilities are those of the prior.
pub(crate) fn limits(responses: &Responses) -> Option<Vec<f64>> {
    let totals = responses.of_items();
    let all = |alike: fn(&(f64, f64)) -> bool| totals.iter().all(alike);
    (all(|(_, sum)| *sum <= 0.0) || all(|(trials, sum)| sum >= trials))
        .then(|| totals.iter().map(limit).collect())
}

/// Difficulties, and their standard deviations.
type Difficulties = (Vec<f64>, Vec<f64>);

/// The posterior of each ability, given difficulties by empirical Bayes.
fn beliefs(cells: &Cells) -> Result<(Vec<AbilityBelief>, Difficulties)> {
    let responses = responses(cells)?;
    let prior = AbilityPrior::default();
    if let Some(difficulties) = limits(&responses) {
        let errors = vec![f64::NAN; difficulties.len()];
        return Ok((vec![AbilityBelief::new(&[], prior); cells.len()], (difficulties, errors)));
    }
    let found = empirical(&responses, Some(1.0), prior.variance, 1)?;
    let curve = |&difficulty: &f64| ItemCurve { slope: 1.0, difficulty, dispersion: 1.0 };
    let curves: Vec<ItemCurve> = found.difficulties.iter().map(curve).collect();
    let of = |model: usize| {
        let own = cells.trials(model).iter().zip(cells.successes(model)).zip(&curves);
        let asked = own.filter(|((trials, _), _)| **trials > 0.0);
        let answered: Vec<Answered> = asked
            .map(|((&trials, &sum), &item)| Answered { item: item.into(), trials, sum })
            .collect();
        AbilityBelief::new(&answered, prior)
    };
    Ok(((0..cells.len()).map(of).collect(), (found.difficulties, found.errors)))
}

fn believed(beliefs: &[AbilityBelief], abilities: Vec<f64>, found: Difficulties) -> Response {
    let deviations = beliefs.iter().map(AbilityBelief::sd).collect();
    let numbers =
        vec![("difficulty", found.0), ("difficulty_sd", found.1), ("ability_sd", deviations)];
    Response { abilities, numbers }
}

/// Posterior means of abilities. Difficulties are a sample of a normal population.
///
/// # Errors
/// The iteration does not converge.
pub(crate) fn rasch_mml(cells: &Cells, _: &MethodOptions) -> Result<Response> {
    let (beliefs, found) = beliefs(cells)?;
    let means = beliefs.iter().map(AbilityBelief::mean).collect();
    Ok(believed(&beliefs, means, found))
}

/// Quantiles of the same posteriors.
///
/// # Errors
/// The quantile is outside (0, 1), or the iteration does not converge.
pub(crate) fn rasch_mml_credible(cells: &Cells, options: &MethodOptions) -> Result<Response> {
    let level = options.number(&BELOW)?;
    let (beliefs, found) = beliefs(cells)?;
    let ends = beliefs.iter().map(|belief| belief.quantile(level)).collect::<Result<_>>()?;
    Ok(believed(&beliefs, ends, found))
}
