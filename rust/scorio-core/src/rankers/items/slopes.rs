//! Abilities from models of items with slopes, and with lucky guesses.
//!
//! The chance of a success is c + (1 − c) / (1 + e^−a(θ − b)). Difficulties b and log slopes ln a are
//! samples of normal populations. Scores are the abilities at the mode.

use super::response::{Response, limit, limits, responses};
use crate::error::Result;
use crate::irt::AbilityPrior;
use crate::irt::fits::marginal::{Highest, marginal};
use crate::irt::fits::slopes::{SlopedLaw, sloped};
use crate::rankers::cells::Cells;
use crate::rankers::declared::{ABILITY_MEAN, ABILITY_VARIANCE, FIX_GUESSING};
use crate::rankers::error::RankersError;
use crate::rankers::options::MethodOptions;

/// Questions with slopes. Abilities have a variance of 25.
///
/// # Errors
/// The iteration does not converge.
pub(crate) fn rasch_2pl(cells: &Cells, _: &MethodOptions) -> Result<Response> {
    fitted("rasch_2pl", cells, (0.0, AbilityPrior::default().variance), 0.0)
}

/// The same with another normal prior of abilities.
///
/// # Errors
/// - The variance is not positive, or the mean is not finite.
/// - The iteration does not converge.
pub(crate) fn rasch_2pl_map(cells: &Cells, options: &MethodOptions) -> Result<Response> {
    fitted("rasch_2pl_map", cells, law(options)?, 0.0)
}

/// Questions with slopes and one chance of a lucky guess.
///
/// # Errors
/// - The chance is not given, or is outside [0, 1).
/// - There are no more successes than lucky guesses give.
/// - The iteration does not converge.
pub(crate) fn rasch_3pl(cells: &Cells, options: &MethodOptions) -> Result<Response> {
    let (method, law) = ("rasch_3pl", (0.0, AbilityPrior::default().variance));
    fitted(method, cells, law, guessing(method, options)?)
}

/// The same with another normal prior of abilities.
///
/// # Errors
/// Those of both.
pub(crate) fn rasch_3pl_map(cells: &Cells, options: &MethodOptions) -> Result<Response> {
    let method = "rasch_3pl_map";
    fitted(method, cells, law(options)?, guessing(method, options)?)
}

/// Questions with slopes that have no prior, and abilities that are a sample of N(0, 1).
///
/// A question that all or none solve has an infinite difficulty, and changes no ability.
///
/// # Errors
/// - A slope grows without limit.
/// - No question is solved by some and not by others.
pub(crate) fn rasch_2pl_mml(cells: &Cells, _: &MethodOptions) -> Result<Response> {
    let all = responses(cells)?;
    let totals = all.of_items();
    let mixed = |item: &usize| totals.get(*item).is_some_and(|(n, sum)| 0.0 < *sum && sum < n);
    let varied: Vec<usize> = (0..all.items()).filter(mixed).collect();
    let method = "rasch_2pl_mml";
    if varied.is_empty() {
        return Err(RankersError::NothingVaries { method }.into());
    }
    let found = match marginal(&all.select(&varied))? {
        Highest::At(found) => found,
        Highest::Steep { item } => {
            let question = varied.get(item).copied().unwrap_or_default();
            return Err(RankersError::Steep { method, question }.into());
        }
    };
    let mut slopes = vec![f64::NAN; all.items()];
    let mut intercepts: Vec<f64> = totals.iter().map(|total| -limit(total)).collect();
    for (item, (slope, intercept)) in
        varied.into_iter().zip(found.slopes.into_iter().zip(found.intercepts))
    {
        (slopes[item], intercepts[item]) = (slope, intercept);
    }
    let difficulty = |(a, d): (&f64, &f64)| if a.is_nan() { -d } else { -d / a };
    let numbers = vec![
        ("difficulty", slopes.iter().zip(&intercepts).map(difficulty).collect()),
        ("discrimination", slopes),
        ("intercept", intercepts),
        ("ability_sd", found.deviations),
        ("log_likelihood", vec![found.log_likelihood]),
    ];
    Ok(Response { abilities: found.abilities, numbers })
}

/// The mean and the variance of abilities.
fn law(options: &MethodOptions) -> Result<(f64, f64)> {
    let variance = options.number(&ABILITY_VARIANCE)?;
    Ok((options.number(&ABILITY_MEAN)?, variance))
}

fn guessing(method: &'static str, options: &MethodOptions) -> Result<f64> {
    options.needed(method, &FIX_GUESSING)
}

fn fitted(
    method: &'static str,
    cells: &Cells,
    (centre, prior_variance): (f64, f64),
    guessing: f64,
) -> Result<Response> {
    let law = SlopedLaw { dispersion: Some(1.0), prior_variance, guessing };
    let all = responses(cells)?;
    if let Some(difficulties) = limits(&all) {
        return Ok(alike(vec![centre; cells.len()], difficulties));
    }
    let found = sloped(&all, law, 1).map_err(|error| {
        // Then the density grows to where all successes are guesses.
        let (trials, successes) = all
            .of_models()
            .iter()
            .fold((0.0, 0.0), |(trials, successes), (n, sum)| (trials + n, successes + sum));
        if guessing > 0.0 && successes <= guessing * trials {
            RankersError::Guessed { method, successes, trials, chance: guessing }.into()
        } else {
            error
        }
    })?;
    // The mean difficulty is free, so that the mean of the prior moves both alike.
    let moved = |places: Vec<f64>| places.into_iter().map(|place| place + centre).collect();
    let numbers = vec![
        ("difficulty", moved(found.difficulties)),
        ("discrimination", found.slopes),
        ("difficulty_sd", found.errors),
        ("log_discrimination_sd", found.slope_errors),
    ];
    Ok(Response { abilities: moved(found.abilities), numbers })
}

/// What is known if all trials are alike: slopes are at the top of their prior.
fn alike(abilities: Vec<f64>, difficulties: Vec<f64>) -> Response {
    let all = |value: f64| vec![value; difficulties.len()];
    let (ones, unknown) = (all(1.0), all(f64::NAN));
    let numbers = vec![
        ("difficulty", difficulties),
        ("discrimination", ones),
        ("difficulty_sd", unknown.clone()),
        ("log_discrimination_sd", unknown),
    ];
    Response { abilities, numbers }
}
