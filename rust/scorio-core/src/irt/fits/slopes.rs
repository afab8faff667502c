//! Empirical Bayes with a slope of each item: log slopes are a sample of a normal population, too.
//!
//! θ ~ N(0, prior), b ~ N(m, v), ln a ~ N(0, w), and the mean of ln a is 0. The mode of (θ, b, ln a) given v, w and φ has the
//! variances of each b and ln a. v and w are the roots of mean((b − m)² + s²) − v and of
//! mean((ln a)² + t²) − w, one within the other. w is at most 4.

use crate::check;
use crate::error::Result;
use crate::irt::fits::empirical::{STILL, start};
use crate::irt::fits::roots::{self, EQUAL};
use crate::irt::fits::sloped::SlopedMode;
use crate::irt::items::curve::{means, spread};
use crate::irt::items::responses::Responses;
use crate::irt::parallel::mean;
use crate::numeric::portable::{exp, ln};

/// The largest variance of log slopes. Where few models hardly differ, none is too large.
const UNLIKE: f64 = 4.0;

/// Abilities, difficulties and slopes by empirical Bayes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sloped {
    pub(crate) abilities: Vec<f64>,
    pub(crate) difficulties: Vec<f64>,
    pub(crate) slopes: Vec<f64>,
    /// The standard deviations of difficulties, and of log slopes.
    pub(crate) errors: Vec<f64>,
    pub(crate) slope_errors: Vec<f64>,
    pub(crate) mean: f64,
    pub(crate) variance: f64,
    pub(crate) slope_variance: f64,
    pub(crate) dispersion: f64,
    /// Whether difficulties differ.
    pub(crate) differ: bool,
}

/// What is known before the fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlopedLaw {
    /// φ, if it is known.
    pub(crate) dispersion: Option<f64>,
    pub(crate) prior_variance: f64,
    /// The chance of a lucky guess.
    pub(crate) guessing: f64,
}

/// The fixed point.
///
/// # Errors
/// - There are too few outcomes for a dispersion.
/// - The iteration does not converge.
pub(crate) fn sloped(responses: &Responses, law: SlopedLaw, threads: usize) -> Result<Sloped> {
    let mode = SlopedMode::new(responses, law.guessing, threads);
    let difficulty = start(responses, &mode.difficulties());
    let places = [difficulty, ln(0.1)];
    let mut search = SlopeSearch { mode, prior_variance: law.prior_variance, places };
    match law.dispersion {
        Some(known) => search.varied(known),
        None => roots::dispersed(|phi| search.varied(phi), |found| dispersion_of(responses, found)),
    }
}

struct SlopeSearch {
    mode: SlopedMode,
    prior_variance: f64,
    /// ln v and ln w.
    places: [f64; 2],
}

/// mean(x² + s²) / v − 1.
fn gap(squares: impl Iterator<Item = f64>, variance: f64) -> f64 {
    let squares: Vec<f64> = squares.collect();
    mean(&squares) / variance - 1.0
}

impl SlopeSearch {
    /// The gap of difficulties at ln v.
    fn of_difficulties(&mut self, place: f64) -> Result<f64> {
        let variance = exp(place);
        self.mode.precisions[1] = 1.0 / variance;
        self.mode.solve()?;
        let found = self.mode.difficulties();
        let centre = mean(&found);
        let variances = self.mode.variances();
        let squares = found.iter().zip(&variances).map(|(b, s)| (b - centre) * (b - centre) + s[0]);
        Ok(gap(squares, variance))
    }

    /// The gap of log slopes at ln w, where difficulties have theirs closed.
    fn of_slopes(&mut self, place: f64) -> Result<f64> {
        let variance = exp(place);
        self.mode.precisions[2] = 1.0 / variance;
        let from = self.places[0];
        self.places[0] = roots::variance(from, f64::INFINITY, |place| self.of_difficulties(place))?
            .unwrap_or(ln(EQUAL));
        let (found, variances) = (self.mode.log_slopes(), self.mode.variances());
        let squares = found.iter().zip(&variances).map(|(alpha, s)| alpha * alpha + s[1]);
        Ok(gap(squares, variance))
    }

    /// The fixed point, given φ.
    fn varied(&mut self, dispersion: f64) -> Result<Sloped> {
        self.mode.dispersion = dispersion;
        self.mode.precisions[0] = 1.0 / self.prior_variance;
        let from = self.places[1];
        let place = roots::variance(from, UNLIKE, |place| self.of_slopes(place))?;
        self.places[1] = place.unwrap_or(ln(EQUAL));
        let (difficulties, variances) = (self.mode.difficulties(), self.mode.variances());
        let [variance, slope_variance] = self.places.map(exp);
        Ok(Sloped {
            abilities: self.mode.abilities(),
            slopes: self.mode.log_slopes().into_iter().map(exp).collect(),
            errors: variances.iter().map(|s| s[0].sqrt()).collect(),
            slope_errors: variances.iter().map(|s| s[1].sqrt()).collect(),
            mean: mean(&difficulties),
            difficulties,
            variance,
            slope_variance,
            dispersion,
            differ: self.places[0] > ln(EQUAL),
        })
    }
}

/// φ = X n / ν: what outcomes vary about the curves, over what successes would.
fn dispersion_of(responses: &Responses, found: &Sloped) -> Result<f64> {
    let (mut squares, mut spreads, mut seen) = (0.0, 0.0, 0.0);
    for (item, (a, b)) in found.slopes.iter().zip(&found.difficulties).enumerate() {
        let cells = responses.trials(item).iter().zip(responses.sums(item)).zip(&found.abilities);
        for ((n, sum), theta) in cells.filter(|((n, _), _)| **n > 0.0) {
            let x = a * (theta - b);
            let off = sum / n - means(x).0;
            squares += n * off * off;
            spreads += spread(x);
            seen += 1.0;
        }
    }
    let share = |errors: &[f64], variance: f64| -> f64 {
        errors.iter().map(|s| 1.0 - s * s / variance).sum()
    };
    let spent = share(&found.errors, found.variance)
        + share(&found.slope_errors, found.slope_variance)
        + responses.models() as f64;
    if seen <= spent {
        let range = "more than models and items have parameters";
        return Err(check::outside("the number of outcomes", seen, range).into());
    }
    Ok((squares / spreads * seen / (seen - spent)).max(STILL))
}
