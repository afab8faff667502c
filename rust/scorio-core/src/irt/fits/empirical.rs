//! Empirical Bayes: difficulties are a sample of a normal population, whose variance they tell.
//!
//! θ ~ N(0, prior), b ~ N(m, v). The mode of (θ, b) given v and φ has the error s² of each difficulty.
//! v is the positive root of mean((b − m)² + s²) − v, found in a bracket. φ is the fixed point of
//! X n / ν.

use crate::check;
use crate::error::Result;
use crate::irt::fits::joint::JointMode;
use crate::irt::fits::roots::{self, EQUAL};
use crate::irt::items::responses::Responses;
use crate::irt::parallel::mean;
use crate::numeric::portable::{exp, ln};

/// The smallest dispersion.
pub(crate) const STILL: f64 = 1e-6;

/// Abilities and difficulties by empirical Bayes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Empirical {
    pub(crate) abilities: Vec<f64>,
    pub(crate) difficulties: Vec<f64>,
    pub(crate) errors: Vec<f64>,
    pub(crate) mean: f64,
    pub(crate) variance: f64,
    pub(crate) dispersion: f64,
    pub(crate) differ: bool,
}

/// The fixed point, with a known dispersion or with that of the responses.
///
/// # Errors
/// - There are too few outcomes for a dispersion.
/// - The iteration does not converge.
pub(crate) fn empirical(
    responses: &Responses,
    dispersion: Option<f64>,
    prior_variance: f64,
    threads: usize,
) -> Result<Empirical> {
    let joint = JointMode::new(responses, threads);
    let start = start(responses, &joint.groups.items(&joint.difficulties));
    let mut search = Search { joint, prior_variance, dispersion: 1.0, start };
    let Some(known) = dispersion else {
        let fixed = |dispersion: f64| {
            search.dispersion = dispersion;
            search.varied()
        };
        return roots::dispersed(fixed, |found| dispersion_of(responses, found));
    };
    search.dispersion = known;
    search.varied()
}

/// ln of the variance of rough difficulties, less that of chance.
pub(crate) fn start(responses: &Responses, rough: &[f64]) -> f64 {
    let centre = mean(rough);
    let spread: Vec<f64> = rough.iter().map(|b| (b - centre) * (b - centre)).collect();
    let chance = |(n, sum): (f64, f64)| 1.0 / (sum + 0.5) + 1.0 / (n - sum + 0.5);
    let chance: Vec<f64> = responses.of_items().into_iter().map(chance).collect();
    let variance = mean(&spread);
    ln((variance - mean(&chance)).max(0.1 * variance).max(1e-2))
}

struct Search {
    joint: JointMode,
    prior_variance: f64,
    dispersion: f64,
    /// ln v to begin with.
    start: f64,
}

impl Search {
    /// s² of each group of items.
    fn errors(&self, variance: f64) -> Vec<f64> {
        let prior = self.dispersion / variance;
        self.joint.item_weights.iter().map(|w| self.dispersion / (w + prior)).collect()
    }

    /// The mean square of difficulties over v, less 1, at a place ln v.
    fn gap(&mut self, place: f64) -> Result<f64> {
        let variance = exp(place);
        self.joint.precisions = (self.dispersion / self.prior_variance, self.dispersion / variance);
        self.joint.solve()?;
        let centre = self.joint.mean_difficulty();
        let squares: Vec<f64> = self
            .joint
            .difficulties
            .iter()
            .zip(self.errors(variance))
            .map(|(b, error)| (b - centre) * (b - centre) + error)
            .collect();
        Ok(self.joint.groups.mean(&squares) / variance - 1.0)
    }

    /// The fixed point, given φ.
    fn varied(&mut self) -> Result<Empirical> {
        let start = self.start;
        let Some(place) = roots::variance(start, f64::INFINITY, |place| self.gap(place))? else {
            return Ok(self.found(EQUAL, false));
        };
        self.start = place;
        Ok(self.found(exp(place), true))
    }

    fn found(&self, variance: f64, differ: bool) -> Empirical {
        let joint = &self.joint;
        let errors: Vec<f64> = self.errors(variance).into_iter().map(f64::sqrt).collect();
        Empirical {
            abilities: joint.abilities.clone(),
            difficulties: joint.groups.items(&joint.difficulties),
            errors: joint.groups.items(&errors),
            mean: joint.mean_difficulty(),
            variance,
            dispersion: self.dispersion,
            differ,
        }
    }
}

/// φ = X n / ν: what outcomes vary about the curve, over what successes would.
fn dispersion_of(responses: &Responses, found: &Empirical) -> Result<f64> {
    let (ratio, seen) = ratio(responses, &found.abilities, &found.difficulties, |_| true);
    let spent: f64 = found.errors.iter().map(|s| 1.0 - s * s / found.variance).sum();
    let free = seen - responses.models() as f64 - spent;
    if free <= 0.0 {
        let range = "more than models and items have parameters";
        return Err(check::outside("the number of outcomes", seen, range).into());
    }
    Ok((ratio * seen / free).max(STILL))
}

/// Σ n (ȳ − μ)² / Σ μ (1 − μ) over the cells of chosen items, and the number of cells.
pub(crate) fn ratio(
    responses: &Responses,
    abilities: &[f64],
    difficulties: &[f64],
    chosen: impl Fn(usize) -> bool,
) -> (f64, f64) {
    let models: Vec<f64> = abilities.iter().map(|&theta| exp(theta)).collect();
    let (mut above, mut below, mut seen) = (0.0, 0.0, 0.0);
    for (item, &b) in difficulties.iter().enumerate().filter(|(item, _)| chosen(*item)) {
        let b = exp(b);
        let (mut squares, mut spreads) = (0.0, 0.0);
        let cells = responses.trials(item).iter().zip(responses.sums(item));
        for ((n, sum), a) in cells.zip(&models).filter(|((n, _), _)| **n > 0.0) {
            let mean = a / (a + b);
            let off = sum / n - mean;
            squares += n * off * off;
            spreads += mean * (b / (a + b));
            seen += 1.0;
        }
        above += squares;
        below += spreads;
    }
    (above / below, seen)
}
