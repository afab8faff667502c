//! What a run has found: models with abilities, ranks and scores, and pairs of models.

use super::horizon::Horizons;
use super::run::Ranker;
use crate::adaptive::items::whole::{assisted, predicted};
use crate::adaptive::options::Goal;
use crate::compare::decision::adjust::holm;
use crate::error::Result;
use crate::irt::{AbilityBelief, exceedance};
use crate::numeric::normal::{probability, z_score};
use crate::numeric::watch;
use crate::rows::declare::row;

row! {
    /// A model of an adaptive run.
    pub struct AdaptiveModel {
        /// Model.
        model: String,
        /// Ability: the mode of its posterior, on the scale of the bank.
        ability: f64,
        /// Standard error of the ability.
        se: f64,
        /// Posterior mean of the ability.
        mean: f64,
        /// Posterior standard deviation of the ability.
        sd: f64,
        /// Lower end of the interval of the ability.
        lo: f64,
        /// Upper end of the interval of the ability.
        hi: f64,
        /// Competition rank by ability.
        rank: u64,
        /// Best rank: 1 and the models that are surely above.
        rank_lo: u64,
        /// Worst rank: the number of models less those that are surely below.
        rank_hi: u64,
        /// Items with a score.
        items: u64,
        /// What its trials cost.
        cost: f64,
        /// Predicted mean score on all items of the bank.
        score: f64,
        /// Standard deviation of the predicted score.
        score_sigma: f64,
        /// Assisted mean score on all items: valid whatever the faults of the curves.
        assisted: Option<f64>,
        /// Standard deviation of the assisted score.
        assisted_sigma: Option<f64>,
        /// Lower end of the interval of the assisted score, by Student's t.
        assisted_lo: Option<f64>,
        /// Upper end of the interval of the assisted score.
        assisted_hi: Option<f64>,
    }
}

row! {
    /// A pair of models of an adaptive run.
    pub struct AdaptivePair {
        /// Model with the higher ability.
        above: String,
        /// Model with the lower ability.
        below: String,
        /// Difference of the abilities.
        difference: f64,
        /// Difference in standard errors.
        z: f64,
        /// z that decides the pair.
        boundary: f64,
        /// Whether the pair is decided.
        decided: bool,
        /// Probability of the order from abilities and standard errors, as of one look.
        p_normal: f64,
        /// P(A > B): probability of the order from the two posteriors, as of one look.
        p_exact: f64,
        /// p-value that is valid at every look, up to the last one if the run has a budget.
        p_value: f64,
        /// The same, adjusted for all pairs by Holm's method.
        p_holm: f64,
    }
}

/// What a run has found.
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptiveReport {
    /// The models, the best first.
    pub models: Vec<AdaptiveModel>,
    /// All pairs, in the order of the models.
    pub pairs: Vec<AdaptivePair>,
}

impl Ranker {
    /// The models and pairs as far as they are known.
    ///
    /// # Errors
    /// An interval has no end.
    pub fn report(&self) -> Result<AdaptiveReport> {
        let options = self.options();
        let order = self.order();
        let beliefs: Vec<AbilityBelief> = self
            .standings()
            .iter()
            .map(|one| AbilityBelief::about(one.ability(), one.cells(), options.prior))
            .collect();
        let left = self.horizons();
        let mut models = Vec::with_capacity(order.len());
        for &model in &order {
            watch::going()?;
            models.push(self.row(model, &beliefs[model], &left)?);
        }
        let mut pairs = Vec::new();
        for (place, &one) in order.iter().enumerate() {
            for &other in &order[place + 1..] {
                watch::going()?;
                let p_exact = exceedance(&beliefs[one], &beliefs[other]);
                pairs.push(self.pair(one, other, p_exact, &left));
            }
        }
        let adjusted = holm(&pairs.iter().map(|pair| pair.p_value).collect::<Vec<f64>>());
        for (pair, p) in pairs.iter_mut().zip(adjusted) {
            pair.p_holm = p;
        }
        Ok(AdaptiveReport { models, pairs })
    }

    fn row(&self, model: usize, belief: &AbilityBelief, left: &Horizons) -> Result<AdaptiveModel> {
        let (bank, standing) = (self.bank(), &self.standings()[model]);
        let all = self.standings();
        let ability = standing.ability();
        let (lo, hi) = belief.interval(self.options().confidence)?;
        let surely = |above: bool| {
            let ahead = |other: usize| (all[other].ability().mode > ability.mode) == above;
            let is_other = |other: &usize| *other != model && self.decides(left, model, *other);
            (0..all.len()).filter(is_other).filter(|other| ahead(*other)).count() as u64
        };
        let better = all.iter().filter(|one| one.ability().mode > ability.mode).count() as u64;
        let (places, cells) = (standing.places(), standing.cells());
        let score = predicted(bank, places, cells, ability);
        let scale = bank.scale();
        let unit = scale.hi - scale.lo;
        // Items that a criterion chose are no random sample.
        let sampled = self.options().goal == Goal::Score;
        let assisted = if sampled { assisted(bank, places, cells, ability) } else { None };
        let reach = assisted.map(|one| one.reach(self.options().confidence)).transpose()?;
        let ends = assisted.zip(reach).map(|(one, reach)| {
            let (lo, hi) = (bank.score(one.mean - reach), bank.score(one.mean + reach));
            (lo.min(hi), lo.max(hi))
        });
        Ok(AdaptiveModel {
            model: self.models()[model].name.clone(),
            ability: ability.mode,
            se: ability.se,
            mean: belief.mean(),
            sd: belief.sd(),
            lo,
            hi,
            rank: 1 + better,
            rank_lo: 1 + surely(true),
            rank_hi: all.len() as u64 - surely(false),
            items: cells.len() as u64,
            cost: standing.spent,
            score: bank.score(score.mean),
            score_sigma: score.sigma * unit,
            assisted: assisted.map(|one| bank.score(one.mean)),
            assisted_sigma: assisted.map(|one| one.sigma * unit),
            assisted_lo: ends.map(|(lo, _)| lo),
            assisted_hi: ends.map(|(_, hi)| hi),
        })
    }

    fn pair(&self, one: usize, other: usize, p_exact: f64, left: &Horizons) -> AdaptivePair {
        let horizon = left.of(one, other);
        let name = |model: usize| self.models()[model].name.clone();
        let (above, below) = (self.standings()[one].located(), self.standings()[other].located());
        let z = z_score(above, below);
        AdaptivePair {
            above: name(one),
            below: name(other),
            difference: above.0 - below.0,
            z,
            boundary: self.boundary().height(above, below, horizon),
            decided: self.boundary().decides(above, below, horizon),
            p_normal: probability(z),
            p_exact,
            p_value: self.boundary().p_value(above, below, horizon),
            p_holm: 1.0,
        }
    }
}
