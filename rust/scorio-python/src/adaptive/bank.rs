//! Item banks, and the abilities of models on their items.

use std::sync::Arc;

use pyo3::prelude::*;
use scorio_core::adaptive::{
    BankColumns, GivenTrials, ItemBank as CoreBank, ItemOutcomes, RunOptions, ScoreScale, assisted,
    predicted,
};
use scorio_core::irt::{AbilityBelief, AbilityPrior};

use crate::failure::Outcome;

/// The curves of items.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct ItemBank {
    pub(crate) bank: Arc<CoreBank>,
}

/// Slopes, difficulties, doubts and dispersions.
type Curves = (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>);

#[pymethods]
impl ItemBank {
    /// A bank of these columns and scores.
    #[new]
    fn new(
        py: Python<'_>,
        items: Vec<String>,
        curves: Curves,
        strata: Vec<Option<String>>,
        kept: Vec<bool>,
        steps: Vec<Option<Vec<f64>>>,
        scores: (f64, f64, bool),
    ) -> Outcome<Self> {
        let (a, b, s, phi) = curves;
        let (lo, hi, greater_is_better) = scores;
        let columns = BankColumns { items, a, b, s, phi, strata, kept, steps };
        let scale = ScoreScale { lo, hi, greater_is_better };
        let bank = py.detach(|| CoreBank::new(columns, scale))?;
        Ok(Self { bank: Arc::new(bank) })
    }

    /// Slopes and dispersions with the doubt about difficulties in them.
    fn effective(&self) -> (Vec<f64>, Vec<f64>) {
        self.bank.curves().iter().map(|curve| (curve.item().slope, curve.item().dispersion)).unzip()
    }

    /// The information of one trial of each item.
    fn information(&self, ability: f64) -> Vec<f64> {
        self.bank.curves().iter().map(|curve| curve.information(ability)).collect()
    }

    /// The mean score of each item.
    fn expected_score(&self, ability: f64) -> Vec<f64> {
        let mean = |curve: &scorio_core::irt::Curve| self.bank.score(curve.mean(ability));
        self.bank.curves().iter().map(mean).collect()
    }

    /// The median difficulty of the kept items.
    #[getter]
    fn median_difficulty(&self) -> f64 {
        self.bank.median_difficulty()
    }

    /// The ability of a model with these trials: item, number of trials, sum of scores.
    fn ability(
        &self,
        py: Python<'_>,
        trials: Vec<(String, f64, f64)>,
        prior: (f64, f64),
        out_of_range: &str,
    ) -> Outcome<Belief> {
        let clip = RunOptions::clips(out_of_range)?;
        let bank = Arc::clone(&self.bank);
        py.detach(|| {
            let given = trials.into_iter();
            let given: Vec<GivenTrials> =
                given.map(|(item, trials, sum)| GivenTrials { item, trials, sum }).collect();
            let (outcomes, clipped) = bank.outcomes_within(&given, clip)?;
            let prior = AbilityPrior::new(prior.0, prior.1)?;
            let posterior = AbilityBelief::new(&outcomes.cells, prior);
            Ok(Belief { bank, outcomes, clipped, posterior })
        })
    }
}

/// The posterior of an ability.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Belief {
    bank: Arc<CoreBank>,
    outcomes: ItemOutcomes,
    /// Mean scores that were clipped to the range.
    #[pyo3(get)]
    clipped: u64,
    posterior: AbilityBelief,
}

#[pymethods]
impl Belief {
    /// Mode, standard error, mean and standard deviation.
    fn moments(&self) -> (f64, f64, f64, f64) {
        let ability = self.posterior.ability();
        (ability.mode, ability.se, self.posterior.mean(), self.posterior.sd())
    }

    /// The central interval.
    fn interval(&self, confidence: f64) -> Outcome<(f64, f64)> {
        Ok(self.posterior.interval(confidence)?)
    }

    /// The ability that the model is below with this probability.
    fn quantile(&self, level: f64) -> Outcome<f64> {
        Ok(self.posterior.quantile(level)?)
    }

    /// P(θ > θ′) of two models.
    fn exceeds(&self, other: &Self) -> f64 {
        scorio_core::irt::exceedance(&self.posterior, &other.posterior)
    }

    /// The mean score on all items, its standard deviation and its interval, predicted or assisted.
    fn score(&self, is_assisted: bool, confidence: f64) -> Outcome<Option<(f64, f64, f64, f64)>> {
        let (places, cells) = (&self.outcomes.places, &self.outcomes.cells);
        let ability = self.posterior.ability();
        let found = if is_assisted {
            assisted(&self.bank, places, cells, ability)
        } else {
            Some(predicted(&self.bank, places, cells, ability))
        };
        let Some(found) = found else { return Ok(None) };
        let scale = self.bank.scale();
        let reach = found.reach(confidence)?;
        let [lo, hi] = [-reach, reach].map(|reach| self.bank.score(found.mean + reach));
        let sigma = found.sigma * (scale.hi - scale.lo);
        Ok(Some((self.bank.score(found.mean), sigma, lo.min(hi), lo.max(hi))))
    }
}
