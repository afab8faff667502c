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
