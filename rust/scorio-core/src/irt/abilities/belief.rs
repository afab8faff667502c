//! The whole posterior of an ability: its mean, its standard deviation and its quantiles.
//!
//! The nodes are θ_j = θ̂ + SE sinh(u_j) with equal steps of u. They are close together about the mode
//! θ̂, and reach ten standard deviations of the prior. There equal steps have an error that shrinks
//! faster than any power of the step.

use crate::check;
use crate::error::Result;
use crate::irt::abilities::ability::{Ability, AbilityPrior, Answered, mode};
use crate::irt::abilities::likelihood::{AbilityLikelihood, WIDE};
use crate::numeric::portable::{exp, ln};

/// Nodes on either side of the mode.
const HALF: usize = 100;
/// Steps of a piece that eight places integrate to rounding.
const PIECE: usize = 4;
/// Gauss and Legendre's eight places, with their weights.
const PLACES: [(f64, f64); WIDE] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (-0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (-0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
    (-0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
    (-0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
];

/// The log of densities that a double holds as 0. The log density is concave, so that it falls on.
const NOTHING: f64 = -760.0;

/// The posterior of an ability.
#[derive(Clone, Debug, PartialEq)]
pub struct AbilityBelief {
    likelihood: AbilityLikelihood,
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
            likelihood: AbilityLikelihood::about(top.mode, cells),
            prior,
            top,
            step,
            nodes: Vec::new(),
            masses: vec![0.0; 2 * HALF + 1],
            total: 1.0,
            mean: top.mode,
            sd: top.se,
        };
        let at = |node: usize| (node as f64 - HALF as f64) * step;
        made.nodes = (0..=2 * HALF).map(|node| top.mode + made.far(at(node))).collect();
        made.fill((HALF..=2 * HALF).collect());
        made.fill((0..HALF).rev().collect());
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

    /// The distance from the mode.
    fn far(&self, u: f64) -> f64 {
        self.top.se * f64::midpoint(exp(u), -exp(-u))
    }

    /// Finds the masses of nodes, until they are nothing.
    fn fill(&mut self, nodes: Vec<usize>) {
        for nodes in nodes.chunks(WIDE) {
            let mut places = [0.0; WIDE];
            for (place, &node) in places.iter_mut().zip(nodes) {
                *place = (node as f64 - HALF as f64) * self.step;
            }
            let (densities, logs) = self.densities(&places);
            for (&node, density) in nodes.iter().zip(densities) {
                self.masses[node] = density;
            }
            if logs.get(nodes.len() - 1).is_some_and(|last| *last < NOTHING) {
                break;
            }
        }
    }

    /// The densities in u, up to a factor, and the logs of those in θ.
    fn densities(&self, places: &[f64; WIDE]) -> ([f64; WIDE], [f64; WIDE]) {
        let far = places.map(|u| self.far(u));
        let mut logs = self.likelihood.rises(&far);
        let off = self.top.mode - self.prior.mean;
        for (log, far) in logs.iter_mut().zip(far) {
            *log -= far * (0.5 * far + off) / self.prior.variance;
        }
        let mut densities = logs.map(exp);
        for (density, &u) in densities.iter_mut().zip(places) {
            *density *= f64::midpoint(exp(u), exp(-u));
        }
        (densities, logs)
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
        self.quantiles([level]).map(|[one]| one)
    }

    /// The abilities that the model is below with probabilities that rise.
    fn quantiles<const COUNT: usize>(&self, levels: [f64; COUNT]) -> Result<[f64; COUNT]> {
        for level in levels {
            check::level("the level of the quantile", level)?;
        }
        let at = |node: usize| (node as f64 - HALF as f64) * self.step;
        // Nothing is below the first node with a mass, nor in the pieces before.
        let first = self.masses.iter().position(|mass| *mass > 0.0).unwrap_or(0);
        // The sum of whole pieces below the quantile.
        let (mut base, mut from) = (0.0, first.saturating_sub(1) / PIECE * PIECE);
        let mut known: Option<f64> = None;
        Ok(levels.map(|level| {
            while from + PIECE < 2 * HALF {
                let piece = *known.get_or_insert_with(|| self.between(at(from), at(from + PIECE)));
                if base + piece > level {
                    break;
                }
                base += piece;
                from += PIECE;
                known = None;
            }
            self.within(at(from), base, level)
        }))
    }

    /// The quantile of a level, in the piece that begins at a place with this probability below.
    fn within(&self, from: f64, base: f64, level: f64) -> f64 {
        let (mut low, mut high) = (from, from + PIECE as f64 * self.step);
        let mut u = f64::midpoint(low, high);
        for _ in 0..100 {
            let (below, density) = self.up_to(from, u);
            let gap = base + below - level;
            if gap > 0.0 {
                high = u;
            } else {
                low = u;
            }
            let change = -gap * self.step * self.total / density;
            if change.abs() <= 1e-9 {
                u += change;
                break;
            }
            let next = u + change;
            u = if next > low && next < high { next } else { f64::midpoint(low, high) };
        }
        self.top.mode + self.far(u)
    }

    /// The probability of the nodes from one u to another.
    fn between(&self, from: f64, to: f64) -> f64 {
        let (middle, half) = (f64::midpoint(from, to), 0.5 * (to - from));
        let (densities, _) = self.densities(&PLACES.map(|(x, _)| middle + half * x));
        let sum: f64 = PLACES.iter().zip(densities).map(|((_, weight), one)| weight * one).sum();
        half * sum / (self.step * self.total)
    }

    /// The same, and the density at the end.
    fn up_to(&self, from: f64, to: f64) -> (f64, f64) {
        (self.between(from, to), self.densities(&[to; WIDE]).0[0])
    }

    /// The central interval of a probability.
    ///
    /// # Errors
    /// The confidence is outside (0, 1).
    pub fn interval(&self, confidence: f64) -> Result<(f64, f64)> {
        check::level("confidence", confidence)?;
        let tail = 0.5 * (1.0 - confidence);
        self.quantiles([tail, 1.0 - tail]).map(|[low, high]| (low, high))
    }
}
