//! Empirical Bayes: difficulties are a sample of a normal population, whose variance they tell.
//!
//! θ ~ N(0, prior), b ~ N(m, v). The mode of (θ, b) given v and φ has the error s² of each difficulty.
//! v is the positive root of mean((b − m)² + s²) − v, found in a bracket. φ is the fixed point of
//! X n / ν.

use super::joint::JointMode;
use super::parallel::mean;
use super::responses::Responses;
use crate::check;
use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp, ln};

/// The variance of difficulties that do not differ.
const EQUAL: f64 = 1e-4;
/// The smallest dispersion.
const STILL: f64 = 1e-6;
const MOST_STEPS: usize = 100;

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
    let start = start(responses, &joint.difficulties);
    let mut search = Search { joint, prior_variance, dispersion: 1.0, start };
    let Some(known) = dispersion else {
        return search.dispersed(responses);
    };
    search.dispersion = known;
    search.varied()
}

/// ln of the variance of rough difficulties, less that of chance.
fn start(responses: &Responses, rough: &[f64]) -> f64 {
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
    /// s² of each item.
    fn errors(&self, variance: f64) -> Vec<f64> {
        let prior = self.dispersion / variance;
        self.joint.item_weights.iter().map(|w| self.dispersion / (w + prior)).collect()
    }

    /// The mean square of difficulties over v, less 1, at a place ln v.
    fn gap(&mut self, place: f64) -> Result<f64> {
        let variance = exp(place);
        self.joint.precisions = (self.dispersion / self.prior_variance, self.dispersion / variance);
        self.joint.solve()?;
        let centre = mean(&self.joint.difficulties);
        let squares: Vec<f64> = self
            .joint
            .difficulties
            .iter()
            .zip(self.errors(variance))
            .map(|(b, error)| (b - centre) * (b - centre) + error)
            .collect();
        Ok(mean(&squares) / variance - 1.0)
    }

    /// The fixed point, given φ.
    fn varied(&mut self) -> Result<Empirical> {
        let least = ln(EQUAL);
        let mut here = (self.start, self.gap(self.start)?);
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        // The step of EM, in ln v. It goes the right way, but not far enough.
        let mut next = here.0 + (1.3 * here.1).clamp(-0.5, 0.5);
        for _ in 0..MOST_STEPS {
            if here.1 > 0.0 {
                low = here.0;
            } else {
                high = here.0;
            }
            if high < least {
                self.gap(least)?;
                return Ok(self.found(EQUAL, false));
            }
            let near = (next - here.0).abs() <= 1e-11;
            let before = here;
            here = (next, self.gap(next)?);
            if near || here.1 == 0.0 || here.1 == before.1 {
                break;
            }
            let stride = here.0 - before.0;
            let most = 4.0 * stride.abs();
            next = here.0 - (here.1 * stride / (here.1 - before.1)).clamp(-most, most);
            let (under, over) = if here.1 > 0.0 { (here.0, high) } else { (low, here.0) };
            if !(next >= under && next <= over) {
                next = match (under.is_finite(), over.is_finite()) {
                    (true, true) => f64::midpoint(under, over),
                    (true, false) => here.0 + most,
                    _ => here.0 - most,
                };
            }
        }
        self.start = here.0;
        Ok(self.found(exp(here.0), true))
    }

    fn found(&self, variance: f64, differ: bool) -> Empirical {
        let joint = &self.joint;
        Empirical {
            abilities: joint.abilities.clone(),
            difficulties: joint.difficulties.clone(),
            errors: self.errors(variance).into_iter().map(f64::sqrt).collect(),
            mean: mean(&joint.difficulties),
            variance,
            dispersion: self.dispersion,
            differ,
        }
    }

    /// The fixed point with the dispersion of the responses.
    fn dispersed(&mut self, responses: &Responses) -> Result<Empirical> {
        // ln φ, and how far ln F(φ) is above it.
        let mut before: Option<(f64, f64)> = None;
        let mut place = ln(0.1);
        for _ in 0..MOST_STEPS {
            self.dispersion = exp(place);
            let found = self.varied()?;
            let gap = ln(dispersion_of(responses, &found)?) - place;
            let next = match before {
                Some((last, gap_before)) if gap != gap_before => {
                    let secant = place - gap * (place - last) / (gap - gap_before);
                    if (secant - place).abs() <= 3.0 * gap.abs() { secant } else { place + gap }
                }
                _ => place + gap,
            };
            if (next - place).abs() <= 1e-11 {
                return Ok(found);
            }
            before = Some((place, gap));
            place = next;
        }
        Err(NumericError::NotFinite { what: "the dispersion" }.into())
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
