//! The whole posterior of an ability: its mean, its standard deviation and its quantiles.
//!
//! The nodes are θ_j = θ̂ + SE sinh(u_j) with equal steps of u. They are close together about the mode
//! θ̂, and reach ten standard deviations of the prior. There equal steps have an error that shrinks
//! faster than any power of the step.

use super::ability::{Ability, AbilityPrior, Answered, mode};
use super::curve::softplus;
use crate::check;
use crate::error::Result;
use crate::numeric::portable::{exp, ln};

/// Nodes on either side of the mode.
const HALF: usize = 100;
/// Steps of a piece that eight places integrate to rounding.
const PIECE: usize = 4;
/// Half of Gauss and Legendre's eight places, with their weights.
const PLACES: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
];

/// The posterior of an ability.
#[derive(Clone, Debug, PartialEq)]
pub struct AbilityBelief {
    /// The cells, each with ln(1 + e^x) at the mode.
    cells: Vec<(Answered, f64)>,
    prior: AbilityPrior,
    top: Ability,
    step: f64,
    nodes: Vec<f64>,
    masses: Vec<f64>,
    /// The sum of the masses before they were divided by it.
    total: f64,
    mean: f64,
    sd: f64,
}

impl AbilityBelief {
    /// The posterior, from cells in the order of the bank.
    #[must_use]
    pub fn new(cells: &[Answered], prior: AbilityPrior) -> Self {
        Self::about(mode(cells, prior), cells, prior)
    }

    /// The posterior, if its mode is known.
    #[must_use]
    pub fn about(top: Ability, cells: &[Answered], prior: AbilityPrior) -> Self {
        let reach = ((top.mode - prior.mean).abs() + 10.0 * prior.variance.sqrt()) / top.se;
        // asinh
        let step = ln(reach + (reach * reach + 1.0).sqrt()) / HALF as f64;
        let mut made = Self {
            cells: cells.iter().map(|one| (*one, softplus(one.item.place(top.mode)))).collect(),
            prior,
            top,
            step,
            nodes: Vec::with_capacity(2 * HALF + 1),
            masses: Vec::with_capacity(2 * HALF + 1),
            total: 1.0,
            mean: top.mode,
            sd: top.se,
        };
        for j in 0..=2 * HALF {
            let u = (j as f64 - HALF as f64) * step;
            made.nodes.push(made.node(u));
            made.masses.push(made.density(u));
        }
        let total: f64 = made.masses.iter().sum();
        for mass in &mut made.masses {
            *mass /= total;
        }
        made.total = total;
        let off = |power: i32| -> f64 {
            let terms = made.nodes.iter().zip(&made.masses);
            terms
                .map(|(node, mass)| {
                    let off = node - top.mode;
                    mass * if power == 1 { off } else { off * off }
                })
                .sum()
        };
        let (first, second) = (off(1), off(2));
        made.mean = top.mode + first;
        made.sd = (second - first * first).max(0.0).sqrt();
        made
    }

    fn node(&self, u: f64) -> f64 {
        self.top.mode + self.top.se * f64::midpoint(exp(u), -exp(-u))
    }

    /// The density in u, up to a factor.
    fn density(&self, u: f64) -> f64 {
        exp(self.log_density(self.node(u))) * f64::midpoint(exp(u), exp(-u))
    }

    /// The log density of θ, less that of the mode. Cell by cell, so that large sums do not cancel.
    fn log_density(&self, ability: f64) -> f64 {
        let (mode, prior) = (self.top.mode, self.prior);
        let far = ability - mode;
        let mut sum = -far * (f64::midpoint(ability, mode) - prior.mean) / prior.variance;
        for (cell, base) in &self.cells {
            let rise = cell.trials * (softplus(cell.item.place(ability)) - base);
            sum += (cell.sum * cell.item.slope * far - rise) / cell.item.dispersion;
        }
        sum
    }

    /// The mode and its standard error.
    #[must_use]
    pub fn ability(&self) -> Ability {
        self.top
    }

    /// The posterior mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The posterior standard deviation.
    #[must_use]
    pub fn sd(&self) -> f64 {
        self.sd
    }

    /// Abilities, from low to high.
    #[must_use]
    pub fn nodes(&self) -> &[f64] {
        &self.nodes
    }

    /// The probability of each node. The sum is 1.
    #[must_use]
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// The step of u between nodes.
    pub(crate) fn step(&self) -> f64 {
        self.step
    }

    /// The ability that the model is below with a probability.
    ///
    /// # Errors
    /// The level is outside (0, 1).
    pub fn quantile(&self, level: f64) -> Result<f64> {
        check::level("the level of the quantile", level)?;
        let at = |node: usize| (node as f64 - HALF as f64) * self.step;
        // The sum of whole pieces below the quantile.
        let (mut base, mut from) = (0.0, 0);
        while from + PIECE < 2 * HALF {
            let piece = self.between(at(from), at(from + PIECE));
            if base + piece > level {
                break;
            }
            base += piece;
            from += PIECE;
        }
        let from = at(from);
        let (mut low, mut high) = (from, from + PIECE as f64 * self.step);
        let mut u = f64::midpoint(low, high);
        for _ in 0..100 {
            let gap = base + self.between(from, u) - level;
            if gap > 0.0 {
                high = u;
            } else {
                low = u;
            }
            let change = -gap * self.step * self.total / self.density(u);
            if change.abs() <= 1e-9 {
                u += change;
                break;
            }
            let next = u + change;
            u = if next > low && next < high { next } else { f64::midpoint(low, high) };
        }
        Ok(self.node(u))
    }

    /// The probability of the nodes from one u to another.
    fn between(&self, from: f64, to: f64) -> f64 {
        let (middle, half) = (f64::midpoint(from, to), 0.5 * (to - from));
        let at = |place: f64| self.density(middle + half * place);
        let sum: f64 = PLACES.iter().map(|(x, weight)| weight * (at(-x) + at(*x))).sum();
        half * sum / (self.step * self.total)
    }

    /// The central interval of a probability.
    ///
    /// # Errors
    /// The confidence is outside (0, 1).
    pub fn interval(&self, confidence: f64) -> Result<(f64, f64)> {
        check::level("confidence", confidence)?;
        let tail = 0.5 * (1.0 - confidence);
        Ok((self.quantile(tail)?, self.quantile(1.0 - tail)?))
    }
}
