//! Abilities from models of items with slopes, and with lucky guesses.
//!
//! The chance of a success is c + (1 − c) / (1 + e^−a(θ − b)). Difficulties b and log slopes ln a are
//! samples of normal populations. Scores are the abilities at the mode.

use super::cells::Cells;
use super::error::RankersError;
use super::options::MethodOptions;
use super::response::{Response, responses};
use crate::check;
use crate::error::Result;
use crate::irt::AbilityPrior;
use crate::irt::marginal::marginal;
use crate::irt::slopes::{SlopedLaw, sloped};

/// Questions with slopes. Abilities have a variance of 25.
///
/// # Errors
/// The iteration does not converge.
pub(crate) fn rasch_2pl(cells: &Cells, _: &MethodOptions) -> Result<Response> {
    fitted(cells, (0.0, AbilityPrior::default().variance), 0.0)
}

/// The same with another normal prior of abilities.
///
/// # Errors
/// - The variance is not positive, or the mean is not finite.
/// - The iteration does not converge.
pub(crate) fn rasch_2pl_map(cells: &Cells, options: &MethodOptions) -> Result<Response> {
    fitted(cells, law(options)?, 0.0)
}

/// Questions with slopes and one chance of a lucky guess.
///
/// # Errors
/// - The chance is not given, or is outside [0, 1).
/// - The iteration does not converge.
pub(crate) fn rasch_3pl(cells: &Cells, options: &MethodOptions) -> Result<Response> {
    let guessing = guessing("rasch_3pl", options)?;
    fitted(cells, (0.0, AbilityPrior::default().variance), guessing)
}

/// The same with another normal prior of abilities.
///
/// # Errors
/// Those of both.
pub(crate) fn rasch_3pl_map(cells: &Cells, options: &MethodOptions) -> Result<Response> {
    fitted(cells, law(options)?, guessing("rasch_3pl_map", options)?)
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
    let found = marginal(&all.select(&varied))?;
    let (mut slopes, mut intercepts) = (vec![f64::NAN; all.items()], Vec::new());
    for (n, sum) in totals {
        intercepts.push(match (n > 0.0, sum > 0.0) {
            (false, _) => f64::NAN,
            (_, true) => f64::INFINITY,
            _ => f64::NEG_INFINITY,
        });
    }
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
    let variance = options.positive("prior_variance", 1.0)?;
    let mean = options.number("prior_mean", 0.0)?;
    check::finite("prior_mean", &[], mean)?;
    Ok((mean, variance))
}

fn guessing(method: &'static str, options: &MethodOptions) -> Result<f64> {
    let option = "fix_guessing";
    if !options.has(option) {
        return Err(RankersError::OptionMissing { method, option }.into());
    }
    options.within(option, 0.0, "from 0 to below 1", |chance| (0.0..1.0).contains(&chance))
}

fn fitted(cells: &Cells, (centre, prior_variance): (f64, f64), guessing: f64) -> Result<Response> {
    let law = SlopedLaw { dispersion: Some(1.0), prior_variance, guessing };
    let found = sloped(&responses(cells)?, law, 1)?;
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
