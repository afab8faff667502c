//! What a replay is to do.

use super::super::error::AdaptiveError;
use super::super::options::{RunOptions, Selection};
use crate::check;
use crate::error::Result;
use crate::irt::CalibrationMethod;

/// Models that a calibration needs.
pub(super) const FEWEST: usize = 3;

/// Which models items are calibrated on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Calibrators {
    /// All that are not held out.
    Rest,
    /// So many of them, drawn at random.
    Some(usize),
    /// These, always. None of them is held out.
    These(Vec<usize>),
}

impl Calibrators {
    /// The models that may be held out.
    pub(super) fn others(&self, models: usize) -> Vec<usize> {
        match self {
            Self::Rest | Self::Some(_) => (0..models).collect(),
            Self::These(these) => (0..models).filter(|one| !these.contains(one)).collect(),
        }
    }
}

/// What designs are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayTruth {
    /// The scores on all items, with those that were asked.
    All,
    /// The scores on a random half of the items. Banks and designs have the other half alone.
    OtherHalf,
}

impl ReplayTruth {
    /// The truth of a name.
    ///
    /// # Errors
    /// There is none.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "all" => Ok(Self::All),
            "other-half" => Ok(Self::OtherHalf),
            _ => {
                let (option, known) = ("truth", "all, other-half");
                Err(AdaptiveError::Choice { option, value: name.to_owned(), known }.into())
            }
        }
    }
}

/// Recorded outcomes: those of all models on all items, model by model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplayTable {
    /// Models.
    pub models: Vec<String>,
    /// Items.
    pub items: Vec<String>,
    /// The number of trials of each model and item. Several trials count as one, of their mean.
    pub trials: Vec<f64>,
    /// The sum of their scores.
    pub sums: Vec<f64>,
    /// The stratum of each item, or nothing.
    pub strata: Vec<Option<String>>,
    /// The family of each model. Empty without families.
    pub families: Vec<String>,
    /// What an item costs for each model.
    pub costs: Vec<f64>,
}

/// What a replay is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayOptions {
    /// Models of a hold-out set.
    pub hold_out: usize,
    /// Hold-out sets.
    pub folds: usize,
    /// Which models items are calibrated on.
    pub calibrate: Calibrators,
    /// How.
    pub method: CalibrationMethod,
    /// The lowest and the highest score. By default those of the calibration models.
    pub range: Option<(f64, f64)>,
    /// Whether high scores are good.
    pub greater_is_better: bool,
    /// Whether items on which weaker models score higher are never chosen.
    pub drop_negative: bool,
    /// The mean τ that counts as agreement.
    pub tau: f64,
    /// What designs are compared with.
    pub truth: ReplayTruth,
    /// How runs ask and stop. `max_items` is the most items of a model in any design.
    pub run: RunOptions,
}

/// The most items of a model, by default.
const MOST_ITEMS: usize = 400;

impl Default for ReplayOptions {
    fn default() -> Self {
        Self {
            hold_out: 4,
            folds: 5,
            calibrate: Calibrators::Rest,
            method: CalibrationMethod::default(),
            range: None,
            greater_is_better: true,
            drop_negative: false,
            tau: 0.95,
            truth: ReplayTruth::All,
            run: RunOptions { max_items: Some(MOST_ITEMS), ..RunOptions::default() },
        }
    }
}

impl ReplayOptions {
    /// The most items of a model.
    pub(super) fn most(&self) -> usize {
        self.run.max_items.unwrap_or(usize::MAX)
    }

    /// Checks the options against the data.
    pub(super) fn check(&self, table: &ReplayTable) -> Result<()> {
        let models = table.models.len();
        for (name, column, entries) in [
            ("the trials", "models × items", table.trials.len()),
            ("the sums", "models × items", table.sums.len()),
        ] {
            let size = models.saturating_mul(table.items.len());
            check::same_size((name, entries), (column, size), "entries")?;
        }
        for (place, (&trials, &sum)) in table.trials.iter().zip(&table.sums).enumerate() {
            let index = [place / table.items.len(), place % table.items.len()];
            check::not_negative("the number of trials", &index, trials)?;
            check::finite("the sum of scores", &index, sum)?;
        }
        check::same_size(
            ("the strata", table.strata.len()),
            ("items", table.items.len()),
            "entries",
        )?;
        check::same_size(("the costs", table.costs.len()), ("models", models), "entries")?;
        if !table.families.is_empty() {
            let families = table.families.len();
            check::same_size(("the families", families), ("models", models), "entries")?;
        }
        for (model, &value) in table.models.iter().zip(&table.costs) {
            if !(value > 0.0 && value.is_finite()) {
                return Err(AdaptiveError::Cost { model: model.clone(), value }.into());
            }
        }
        self.check_sets(models)?;
        if let Some((lo, hi)) = self.range
            && !(lo.is_finite() && hi.is_finite() && lo < hi)
        {
            return Err(AdaptiveError::ScoreRange { lo, hi }.into());
        }
        check::level("tau", self.tau)?;
        if let Selection::Top(_) = self.run.selection {
            let (option, known) = ("select", "information, expected");
            return Err(AdaptiveError::Choice { option, value: "top".to_owned(), known }.into());
        }
        self.run.check(self.hold_out)?;
        // Whatever the goal, models are ranked, too.
        self.run.check_warmup()?;
        self.run.pair_boundary(self.hold_out)?;
        Ok(())
    }

    fn check_sets(&self, models: usize) -> Result<()> {
        let hold_out = self.hold_out;
        let few = |option: &'static str, value: usize, needed: &'static str| {
            Err(AdaptiveError::TooFew { option, value, needed }.into())
        };
        if hold_out < 2 {
            return few("hold_out", hold_out, "a ranking needs at least 2 models");
        }
        if self.folds == 0 {
            return Err(check::outside("folds", 0.0, "a whole number from 1").into());
        }
        let rest = models.saturating_sub(hold_out);
        match &self.calibrate {
            Calibrators::Some(count) if *count < FEWEST => {
                return few("calibrate", *count, "a calibration needs at least 3 models");
            }
            Calibrators::These(these) if these.len() < FEWEST => {
                return few("calibrate", these.len(), "a calibration needs at least 3 models");
            }
            Calibrators::These(these) if hold_out > self.calibrate.others(models).len() => {
                let (calibrate, left) = (these.len(), self.calibrate.others(models).len());
                let error = AdaptiveError::TooManyHeldOut { hold_out, models, calibrate, left };
                return Err(error.into());
            }
            Calibrators::Rest | Calibrators::Some(_) if rest < FEWEST => {
                return Err(AdaptiveError::HoldOut { hold_out, models, left: rest }.into());
            }
            Calibrators::Some(count) if *count > rest => {
                let (calibrate, left) = (*count, rest);
                let error = AdaptiveError::TooManyCalibrators { calibrate, hold_out, models, left };
                return Err(error.into());
            }
            _ => {}
        }
        Ok(())
    }
}
