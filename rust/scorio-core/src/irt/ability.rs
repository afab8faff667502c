//! The ability of a model from its outcomes on known items: the mode, and the published filter.

use super::curve::{ItemCurve, means};
use crate::check;
use crate::error::Result;
use crate::numeric::portable::ln;

/// Steps of the search, at most. A concave function takes about five.
const MOST_STEPS: usize = 200;

/// The normal prior of an ability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AbilityPrior {
    /// Its mean: that of the models of the calibration.
    pub mean: f64,
    /// Its variance.
    pub variance: f64,
}

impl AbilityPrior {
    /// A prior.
    ///
    /// # Errors
    /// The mean is not finite, or the variance is not a finite number above 0.
    pub fn new(mean: f64, variance: f64) -> Result<Self> {
        check::finite("the mean of the prior", &[], mean)?;
        check::positive("the variance of the prior", variance)?;
        Ok(Self { mean, variance })
    }
}

impl Default for AbilityPrior {
    fn default() -> Self {
        Self { mean: 0.0, variance: 25.0 }
    }
}

/// What a model scored on an item: the number of trials, and the sum of their outcomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answered {
    /// The item.
    pub item: ItemCurve,
    /// Number of trials.
    pub trials: f64,
    /// The sum of their outcomes, from 0 to the number of trials.
    pub sum: f64,
}

/// An ability, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ability {
    /// θ.
    pub mode: f64,
    /// (1/v + Σ n I(θ))^−½. It may rise with a further item.
    pub se: f64,
}

/// The ability with the highest posterior density.
///
/// It is the root of (m − θ)/v + Σ a (s − n μ) / φ, which falls in θ. The search depends on the cells
/// and the prior alone. So cells in the same order, that of the bank, give the same bits, in
/// whatever order the outcomes came.
#[must_use]
pub fn mode(cells: &[Answered], prior: AbilityPrior) -> Ability {
    let mut here = start(cells, prior);
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    // The longest step. Where the slope is almost flat, Newton's step goes much too far.
    let mut longest = 4.0;
    for _ in 0..MOST_STEPS {
        let (slope, information) = derivatives(cells, prior, here);
        if slope > 0.0 {
            low = here;
        } else {
            high = here;
        }
        let newton = slope / information;
        // Digits double with each step: after one of 1e-9, only rounding is left.
        if newton.abs() <= 1e-9 * (1.0 + here.abs()) || !newton.is_finite() {
            here += if newton.is_finite() { newton } else { 0.0 };
            break;
        }
        let mut next = here + newton.clamp(-longest, longest);
        if newton.abs() > longest {
            longest *= 2.0;
        }
        if next <= low || next >= high {
            next = f64::midpoint(low, high);
        }
        if next == here {
            break;
        }
        here = next;
    }
    Ability { mode: here, se: 1.0 / derivatives(cells, prior, here).1.sqrt() }
}

/// An ability near the mode: that of equal items, with the prior as half a success and a failure.
fn start(cells: &[Answered], prior: AbilityPrior) -> f64 {
    let (mut slopes, mut places, mut sum, mut trials) = (0.0, 0.0, 0.0, 0.0);
    for cell in cells {
        let weight = cell.item.slope.abs() * cell.trials / cell.item.dispersion;
        slopes += weight * cell.item.slope.abs();
        places += weight * cell.item.difficulty;
        sum += weight * if cell.item.slope < 0.0 { cell.trials - cell.sum } else { cell.sum }
            / cell.trials.max(f64::MIN_POSITIVE);
        trials += weight;
    }
    if trials > 0.0 && slopes > 0.0 {
        let odds = (sum + 0.01 * trials) / (trials - sum + 0.01 * trials);
        places / trials + ln(odds) * trials / slopes
    } else {
        prior.mean
    }
}

/// The first derivative of the log posterior density, and minus the second.
fn derivatives(cells: &[Answered], prior: AbilityPrior, ability: f64) -> (f64, f64) {
    let (mut slope, mut information) = (0.0, 0.0);
    for cell in cells {
        let item = cell.item;
        let (mean, complement) = means(item.place(ability));
        let weight = item.slope / item.dispersion;
        slope += weight * (cell.sum * complement - (cell.trials - cell.sum) * mean);
        information += weight * item.slope * cell.trials * mean * complement;
    }
    let precision = 1.0 / prior.variance;
    (slope + (prior.mean - ability) * precision, information + precision)
}

/// The ability after one more cell by the published filter: one step from the last ability.
///
/// It is here to repeat published runs. It depends on the order of items, and one surprise can
/// send the ability far beyond the mode.
#[must_use]
pub fn filter(before: Ability, cell: &Answered) -> Ability {
    let prior = AbilityPrior { mean: before.mode, variance: before.se * before.se };
    let (slope, information) = derivatives(std::slice::from_ref(cell), prior, before.mode);
    Ability { mode: before.mode + slope / information, se: 1.0 / information.sqrt() }
}
