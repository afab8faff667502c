//! The joint posterior of the mean and the correlation, as weighted nodes.

use std::f64::consts::FRAC_PI_2;

use super::likelihood::Likelihood;
use super::walk::{Fineness, Peak, log_sum, peak, vertex, walk};
use crate::counts::states::States;
use crate::error::Result;
use crate::numeric::beta::both_logistics;
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp, ln};

/// Beyond these logits of m, and these places of u, no posterior has mass.
const LOGIT_LIMIT: f64 = 690.0;
const PLACE_LIMIT: f64 = 4.2;

/// Nodes with less than this share of the largest weight are left out.
const NEGLIGIBLE: f64 = 1e-15;

/// Lines differ in their steps and in how well their peaks are known.
const SPARE: f64 = 3.0;

/// Moments of closed form have 9 digits.
const FINE: [Fineness; 2] = [
    Fineness { relative: 0.6, largest: 0.35, drop: 34.0 },
    Fineness { relative: 0.5, largest: 0.08, drop: 34.0 },
];

/// Where a node costs a sum over all draws, a third of the nodes gives 6 digits.
const COARSE: [Fineness; 2] = [
    Fineness { relative: 0.9, largest: 0.5, drop: 24.0 },
    Fineness { relative: 0.8, largest: 0.15, drop: 24.0 },
];

/// One pair of a mean and a correlation, with its share of the posterior.
pub(crate) struct Node<'a> {
    pub(crate) weight: f64,
    /// The probability of each category.
    pub(crate) means: &'a [f64],
    pub(crate) rho: f64,
    /// 1 − ρ, which keeps its digits near ρ = 1.
    pub(crate) rest: f64,
}

/// The posterior of the mean and the correlation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hierarchy {
    categories: usize,
    /// Weight, ρ and 1 − ρ of each node.
    nodes: Vec<(f64, f64, f64)>,
    means: Vec<f64>,
}

impl Hierarchy {
    /// The posterior from the count states of one model.
    ///
    /// # Errors
    /// - There is no question, or one without a trial.
    /// - The posterior is not representable.
    pub(crate) fn fit(states: &States) -> Result<Self> {
        Self::sampled(states, FINE)
    }

    /// The same with fewer nodes, for what is expensive.
    pub(crate) fn coarse(states: &States) -> Result<Self> {
        Self::sampled(states, COARSE)
    }

    /// The nodes, whose weights add up to 1.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        let each = self.nodes.iter().zip(self.means.chunks_exact(self.categories));
        each.map(|(&(weight, rho, rest), means)| Node { weight, means, rho, rest })
    }

    fn sampled(states: &States, [inner, outer]: [Fineness; 2]) -> Result<Self> {
        states.require_trials()?;
        let likelihood = Likelihood::new(states);
        if states.categories() == 2 {
            binary(&likelihood, inner, outer)
        } else {
            categorical(&likelihood, outer)
        }
    }

    fn new(categories: usize, mut nodes: Vec<(f64, f64, f64)>, means: &[f64]) -> Result<Self> {
        let top = nodes.iter().fold(f64::NEG_INFINITY, |top, node| top.max(node.0));
        let mut kept = Vec::new();
        for node in &mut nodes {
            node.0 = exp(node.0 - top);
        }
        let each = means.chunks_exact(categories).zip(&nodes);
        for (means, _) in each.filter(|(_, node)| node.0 > NEGLIGIBLE) {
            kept.extend_from_slice(means);
        }
        nodes.retain(|node| node.0 > NEGLIGIBLE);
        let all: f64 = nodes.iter().map(|node| node.0).sum();
        for node in &mut nodes {
            node.0 /= all;
        }
        if nodes.is_empty() || !all.is_finite() {
            return Err(NumericError::NotFinite { what: "the hierarchical posterior" }.into());
        }
        Ok(Self { categories, nodes, means: kept })
    }
}

/// ρ, 1 − ρ and ln |du/dt| at t, with u = 1 / (1 + exp(−π sinh t)).
///
/// This double-exponential map clusters places at both ends of u (Takahasi & Mori 1974).
fn correlation(place: f64) -> (f64, f64, f64) {
    let half = FRAC_PI_2 * 0.5 * (exp(place) - exp(-place));
    let [v, u] = both_logistics(2.0 * half);
    let stretch = FRAC_PI_2 * (exp(place) + exp(-place));
    (u * u, v * (1.0 + u), ln(u) + ln(v) + ln(stretch))
}

/// ln P(counts, means, ρ) over the place of u, for one place at a time.
struct Ray<'a> {
    likelihood: &'a Likelihood,
    rho: f64,
    rest: f64,
    /// What depends on ρ alone: the factors of the trials, and the map of u.
    common: f64,
}

impl<'a> Ray<'a> {
    fn at(likelihood: &'a Likelihood, place: f64) -> Self {
        let (rho, rest, stretch) = correlation(place);
        Self { likelihood, rho, rest, common: stretch - likelihood.trials.log(rest, rho) }
    }

    fn log(&self, means: &[f64]) -> f64 {
        self.common + self.likelihood.log(means, self.rho, self.rest)
    }

    /// The density of a logit. Its prior √(m (1 − m)) is that of m, times dm / dlogit.
    fn logit(&self, logit: f64) -> f64 {
        self.log_and_means(logit).0
    }

    /// The same, with the means.
    fn log_and_means(&self, logit: f64) -> (f64, [f64; 2]) {
        let means @ [failure, success] = both_logistics(logit);
        (self.log(&means) + 0.5 * ln(failure * success), means)
    }

    /// The peak over the logit, from that of a place nearby.
    ///
    /// A parabola finds it if it is close. A walk needs no more digits of its start.
    fn peak(&self, near: Peak) -> Peak {
        let size = 0.5 * near.width.clamp(1e-9, 2.0);
        let density = &mut |logit| self.logit(logit);
        vertex(near.place, size, LOGIT_LIMIT, density)
            .unwrap_or_else(|| peak(near.place, size, LOGIT_LIMIT, density))
    }
}

/// Success probabilities: a plane of the logit of m and of u.
fn binary(likelihood: &Likelihood, inner: Fineness, outer: Fineness) -> Result<Hierarchy> {
    let logit = match likelihood.pooled.as_slice() {
        &[failure, success] => ln(success / failure),
        _ => 0.0,
    };
    let mut ridge = Peak { place: logit, top: 0.0, width: 1.0 };
    let highest = highest(&mut |place| {
        ridge = Ray::at(likelihood, place).peak(ridge);
        // By Laplace, the integral over the logit.
        ridge.top + ln(ridge.width)
    });
    let highest_line = Ray::at(likelihood, highest.place).peak(ridge).top;
    let (mut nodes, mut means) = (Vec::new(), Vec::new());
    walk(highest, outer, PLACE_LIMIT, &mut |place| {
        let line = Ray::at(likelihood, place);
        ridge = line.peak(ridge);
        let first = nodes.len();
        // A line below the highest one has fewer nodes that count.
        let drop = inner.drop.min(inner.drop + SPARE + ridge.top - highest_line);
        let step = walk(ridge, Fineness { drop, ..inner }, LOGIT_LIMIT, &mut |logit| {
            let (log, both) = line.log_and_means(logit);
            nodes.push((log, line.rho, line.rest));
            means.extend(both);
            log
        });
        // Lines have steps of their own, and the step of the places is common to all.
        let own = nodes.get_mut(first..).unwrap_or_default();
        for node in own.iter_mut() {
            node.0 += ln(step);
        }
        log_sum(own.iter().map(|node| node.0))
    });
    Hierarchy::new(2, nodes, &means)
}

/// Several categories, with the pooled proportions as their means.
fn categorical(likelihood: &Likelihood, outer: Fineness) -> Result<Hierarchy> {
    let pooled = &likelihood.pooled;
    let highest = highest(&mut |place| Ray::at(likelihood, place).log(pooled));
    let (mut nodes, mut means) = (Vec::new(), Vec::new());
    walk(highest, outer, PLACE_LIMIT, &mut |place| {
        let line = Ray::at(likelihood, place);
        let log = line.log(pooled);
        nodes.push((log, line.rho, line.rest));
        means.extend_from_slice(pooled);
        log
    });
    Hierarchy::new(pooled.len(), nodes, &means)
}

/// The peak over the places of u: the best of a coarse scan, climbed from there.
fn highest(density: &mut impl FnMut(f64) -> f64) -> Peak {
    let places = (-5..=5).map(|half| f64::from(half) * 0.5);
    let best = places
        .map(|place| (density(place), place))
        .fold((f64::NEG_INFINITY, 0.0), |best, one| if one.0 > best.0 { one } else { best });
    peak(best.1, 0.25, PLACE_LIMIT, density)
}
