//! Max@k: the best reward among k trials, if each outcome has a reward.
//!
//! Let r_1 < … < r_L be the rewards, and A_ℓ the chance that one trial earns at most r_ℓ. Then the
//! best of k trials earns at most r_ℓ with the chance A_ℓ^k. Its mean is the integral of P(best >
//! t) over t > 0, less that of P(best ≤ t) over t < 0. Both are sums over gaps between neighbouring
//! rewards.

use crate::counts::error::CountsError;
use crate::counts::place::Place;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::subset::credit::Credit;
use crate::metric::subset::estimate::require_enough;
use crate::metric::subset::hahn::Ladder;
use crate::metric::subset::urn::Urn;
use crate::metric::weights::Weights;
use crate::numeric::double::Double;
use crate::numeric::error::NumericError;
use crate::numeric::sorting::sort_by;
use crate::posterior::beta::Beta;
use crate::posterior::interval::{Estimate, SquareRootOfSum};
use crate::posterior::prior::Prior;

/// Max@k with a budget and rewards.
#[derive(Clone, Debug, PartialEq)]
pub struct Maximum {
    weights: Weights,
    /// Pass^k: the best of k is at most a reward if all k trials are.
    credit: Credit,
    /// Categories by rising reward. For each level, the first place after it.
    order: Vec<usize>,
    levels: Vec<usize>,
}

/// Trials at or below a level and above it, and the gap to the next level, above 0 and below.
struct Cut {
    low: u64,
    high: u64,
    prior: Beta,
    above: Double,
    below: Double,
    /// What both gaps together lack of their true size, as of [`Weights::lost`].
    lost: (Double, Double),
}

impl Maximum {
    /// Max@k.
    ///
    /// # Errors
    /// k < 1.
    pub fn new(k: i64, weights: Weights) -> Result<Self> {
        Ok(Self::of(Credit::pass_hat(k)?, weights))
    }

    /// The same budget with other rewards.
    pub(crate) fn weighted(&self, weights: Weights) -> Self {
        Self::of(self.credit.clone(), weights)
    }

    fn of(credit: Credit, weights: Weights) -> Self {
        let mut order: Vec<usize> = (0..weights.categories()).collect();
        // The scaled rewards may be equal where the true ones are not.
        let values = weights.values();
        let reward = |&category: &usize| values.get(category).copied().unwrap_or(0.0);
        sort_by(&mut order, |a, b| reward(a).total_cmp(&reward(b)));
        let rewards: Vec<f64> = order.iter().map(reward).collect();
        let rises = rewards.windows(2).enumerate().filter(|(_, pair)| pair.first() < pair.last());
        let levels = rises.map(|(place, _)| place + 1).collect();
        Self { weights, credit, order, levels }
    }

    /// k.
    #[must_use]
    pub fn budget(&self) -> u64 {
        self.credit.budget()
    }

    /// The rewards.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Point estimate: the expected best of k trials, drawn without replacement from the observed
    /// trials (Bagirov et al. 2025, appendix C.1).
    ///
    /// # Errors
    /// - There are more or fewer weights than categories.
    /// - A question has fewer than k trials.
    pub fn point(&self, states: &States, question: impl Fn(usize) -> Place) -> Result<f64> {
        self.weights.require(states.categories())?;
        require_enough(states, self.budget(), question)?;
        let (mut sum, mut lost) = (Double::ZERO, Double::ZERO);
        for state in states.iter() {
            let (mean, rest) = self
                .mean(&self.cuts(state.counts, &[]), |cut| Urn::hypergeometric(cut.low, cut.high));
            sum = sum + mean * state.weight;
            lost = lost + rest * state.weight;
        }
        let value = (self.weights.unscale(states.mean(sum)) + states.mean(lost)).value();
        if value.is_finite() {
            Ok(value)
        } else {
            Err(NumericError::NotFinite { what: "the score" }.into())
        }
    }

    /// The point estimate with its sampling standard deviation, averaged over the posterior.
    ///
    /// # Errors
    /// As [`Self::point`].
    pub fn sampled(
        &self,
        states: &States,
        prior: &Prior,
        question: impl Fn(usize) -> Place,
    ) -> Result<Estimate> {
        let mu = Double::from(self.point(states, question)?);
        Estimate::new(mu, self.sampling(states, prior)?)
    }

    /// The sampling standard deviation of the point estimate, averaged over the posterior.
    pub(crate) fn sampling(&self, states: &States, prior: &Prior) -> Result<Double> {
        let pseudo_counts = prior.pseudo_counts(states.categories())?;
        let mut ladder = Ladder::new(&self.credit);
        Ok(self.deviation(states, &pseudo_counts, |urn, trials| {
            urn.scatter(&self.credit, trials, &mut ladder)
        }))
    }

    /// Posterior of the best of k future trials, under the Dirichlet posterior of
    /// [`crate::metric::mean`].
    ///
    /// # Errors
    /// - There are more or fewer weights than categories.
    /// - There is no question.
    pub fn posterior(&self, states: &States, prior: &Prior) -> Result<Estimate> {
        self.weights.require(states.categories())?;
        states.require_observed()?;
        if states.is_empty() {
            return Err(CountsError::NoCounts.into());
        }
        let pseudo_counts = prior.pseudo_counts(states.categories())?;
        let (mut mu, mut lost) = (Double::ZERO, Double::ZERO);
        for state in states.iter() {
            let (mean, rest) = self.mean(&self.cuts(state.counts, &pseudo_counts), Cut::posterior);
            mu = mu + mean * state.weight;
            lost = lost + rest * state.weight;
        }
        let mu = self.weights.unscale(states.mean(mu)) + states.mean(lost);
        let sigma = self.deviation(states, &pseudo_counts, |urn, _| urn.power(self.budget()).sigma);
        Estimate::new(mu, sigma)
    }

    /// One question's counts on either side of every gap between rewards.
    ///
    /// Both sides are summed up category by category, so the time is linear in their number.
    fn cuts(&self, counts: &[u64], pseudo_counts: &[f64]) -> Vec<Cut> {
        let gap = |place: usize, above: bool| {
            let ((from, lost_from), (to, lost)) =
                (self.part(place - 1, above), self.part(place, above));
            (Double::sum(to, -from), Double::sum(lost, -lost_from))
        };
        let count = |&category: &usize| counts.get(category).copied().unwrap_or(0);
        let added = |&category: &usize| pseudo_counts.get(category).copied().unwrap_or(0.0);
        let (mut low, mut alpha) = (0, 0.0);
        let mut cuts = Vec::with_capacity(self.levels.len());
        let mut levels = self.levels.iter().peekable();
        for (place, category) in self.order.iter().enumerate() {
            if levels.next_if_eq(&&place).is_some() {
                let ((above, lost_above), (below, lost_below)) =
                    (gap(place, true), gap(place, false));
                cuts.push(Cut {
                    low,
                    high: 0,
                    prior: Beta { alpha, beta: 0.0 },
                    above,
                    below,
                    lost: (lost_above, lost_below),
                });
            }
            low += count(category);
            alpha += added(category);
        }
        let (mut high, mut beta) = (0, 0.0);
        let mut end = self.order.len();
        for (&level, cut) in self.levels.iter().zip(&mut cuts).rev() {
            for category in self.order.get(level..end).unwrap_or(&[]).iter().rev() {
                high += count(category);
                beta += added(category);
            }
            end = level;
            (cut.high, cut.prior.beta) = (high, beta);
        }
        cuts
    }

    /// A reward by its place, or 0 if it is not above 0, or not below: scaled, and what that lacks.
    fn part(&self, place: usize, above: bool) -> (f64, f64) {
        let of = |values: &[f64]| {
            let category = self.order.get(place);
            category.and_then(|&category| values.get(category)).copied().unwrap_or(0.0)
        };
        let (scaled, lost) = (of(self.weights.scaled()), of(self.weights.lost()));
        let sign = if scaled == 0.0 { lost } else { scaled };
        if (sign > 0.0) == above { (scaled, lost) } else { (0.0, 0.0) }
    }

    /// The mean of one question, times the scale of the rewards, and what it lacks without it.
    fn mean(&self, cuts: &[Cut], urn: impl Fn(&Cut) -> Urn) -> (Double, Double) {
        // The least reward if it is above 0, and the largest if it is below.
        let (least, most) =
            (self.part(0, true), self.part(self.order.len().saturating_sub(1), false));
        let start = (Double::from(least.0 + most.0), Double::from(least.1 + most.1));
        cuts.iter().fold(start, |(mean, rest), cut| {
            let chance = urn(cut).all(self.budget());
            let part =
                |above: Double, below: Double| above * chance.complement - below * chance.value;
            (mean + part(cut.above, cut.below), rest + part(cut.lost.0, cut.lost.1))
        })
    }

    /// √(Σ variances) / M, where `sigma` gives σ(A_ℓ^k) of one question.
    ///
    /// For ℓ < ℓ′, A_ℓ / A_ℓ′ is independent of A_ℓ′. So the covariance of A_ℓ^k and A_ℓ′^k is the
    /// variance of A_ℓ′^k times the quotient of their means. Nothing cancels.
    fn deviation(
        &self,
        states: &States,
        pseudo_counts: &[f64],
        mut sigma: impl FnMut(&Urn, u64) -> Double,
    ) -> Double {
        let mut sum = SquareRootOfSum::default();
        for state in states.iter() {
            let mut lower = Double::ZERO; // Σ gap × E[A^k] of the levels below
            for cut in self.cuts(state.counts, pseudo_counts) {
                let urn = cut.posterior();
                let gap = cut.above + cut.below;
                let mean = urn.all(self.budget()).value;
                let own = sigma(&urn, state.trials());
                if own.is_positive() {
                    let below = if mean.is_positive() { lower / mean } else { Double::ZERO };
                    let weight = gap * (gap + below * 2.0);
                    sum.add(own * weight.sqrt(), state.square);
                }
                lower = lower + gap * mean;
            }
        }
        self.weights.unscale(states.mean(sum.root()))
    }
}

impl Cut {
    /// The Beta posterior of the chance of at most this level.
    fn posterior(&self) -> Urn {
        Urn::beta_binomial(self.low, self.high, self.prior)
    }
}
