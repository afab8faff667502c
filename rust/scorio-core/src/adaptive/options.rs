//! How a run asks, and when it stops.

use super::boundary::{BoundaryRule, PairBoundary, RHO};
use super::error::AdaptiveError;
use crate::check;
use crate::error::Result;
use crate::irt::AbilityPrior;

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The order of the models.
    Rank,
    /// What each model would score on all items.
    Score,
}

/// Which model gets the next item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// The largest SE² / ((n + 1) c), as in equation 11 of the paper.
    Paper,
    /// The largest fall of the variance per cost: (SE² − 1/(SE⁻² + I)) / c.
    Variance,
    /// The fewest items.
    Uniform,
}

/// Which item a model gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// The most information at the mode of the ability.
    Information,
    /// The most information on average over the posterior of the ability.
    Expected,
    /// One of so many best, drawn at random.
    Top(usize),
}

/// What a trial of a model costs.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelCost {
    /// The same for every item.
    Same(f64),
    /// For each item of the bank.
    ByItem(Vec<f64>),
}

/// A model of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunModel {
    /// Its name.
    pub name: String,
    /// What its trials cost.
    pub cost: ModelCost,
}

/// How a run asks, and when it stops.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "options that a user turns on and off")]
pub struct RunOptions {
    /// What the run is for.
    pub goal: Goal,
    /// Confidence of decided pairs and of intervals.
    pub confidence: f64,
    /// The rule that decides pairs.
    pub boundary: BoundaryRule,
    /// ρ of the anytime boundary.
    pub rho: f64,
    /// The standard error of a difference that ρ is best for. It replaces `rho`.
    pub resolution: Option<f64>,
    /// Whether all pairs share the error.
    pub family: bool,
    /// Items of each model before pairs matter.
    pub warmup: usize,
    /// The most that all trials may cost.
    pub budget: Option<f64>,
    /// The most items of one model.
    pub max_items: Option<usize>,
    /// The standard error that suffices: of abilities, or of scores.
    pub precision: Option<f64>,
    /// Only the models on either side of this place have to be decided.
    pub top: Option<usize>,
    /// Only pairs with this model have to be decided.
    pub baseline: Option<usize>,
    /// Which model gets the next item.
    pub allocation: Allocation,
    /// Which item it gets.
    pub selection: Selection,
    /// Whether items are chosen by their value per cost.
    pub per_cost: bool,
    /// Whether strata keep their shares.
    pub strata: bool,
    /// Whether scores outside the range are clipped.
    pub clip: bool,
    /// Seed of what is drawn.
    pub seed: u64,
    /// The prior of abilities.
    pub prior: AbilityPrior,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            goal: Goal::Rank,
            confidence: 0.95,
            boundary: BoundaryRule::Auto,
            rho: RHO,
            resolution: None,
            family: false,
            warmup: 10,
            budget: None,
            max_items: None,
            precision: None,
            top: None,
            baseline: None,
            allocation: Allocation::Paper,
            selection: Selection::Information,
            per_cost: false,
            strata: true,
            clip: false,
            seed: 0,
            prior: AbilityPrior::default(),
        }
    }
}

impl Goal {
    /// The goal of a name.
    ///
    /// # Errors
    /// There is none.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "rank" => Ok(Self::Rank),
            "score" => Ok(Self::Score),
            _ => Err(choice("goal", name, "rank, score")),
        }
    }
}

impl Allocation {
    /// The allocation of a name.
    ///
    /// # Errors
    /// There is none.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "paper" => Ok(Self::Paper),
            "variance" => Ok(Self::Variance),
            "uniform" => Ok(Self::Uniform),
            _ => Err(choice("allocation", name, "paper, variance, uniform")),
        }
    }
}

impl Selection {
    /// The selection of a name. `top` may end with a number: `top:5` draws one of the five best.
    ///
    /// # Errors
    /// There is none.
    pub fn named(name: &str) -> Result<Self> {
        let known = "information, expected, top, top:NUMBER";
        let (head, count) = name.split_once(':').unwrap_or((name, "5"));
        match (head, count.parse()) {
            ("information", _) if !name.contains(':') => Ok(Self::Information),
            ("expected", _) if !name.contains(':') => Ok(Self::Expected),
            ("top", Ok(count)) if count > 0 => Ok(Self::Top(count)),
            _ => Err(choice("select", name, known)),
        }
    }
}

fn choice(option: &'static str, value: &str, known: &'static str) -> crate::Error {
    AdaptiveError::Choice { option, value: value.to_owned(), known }.into()
}

impl RunOptions {
    /// Whether scores outside the range are clipped, by name.
    ///
    /// # Errors
    /// It is neither `error` nor `clip`.
    pub fn clips(name: &str) -> Result<bool> {
        match name {
            "error" => Ok(false),
            "clip" => Ok(true),
            _ => Err(choice("out_of_range", name, "error, clip")),
        }
    }

    /// The boundary of a pair among so many models.
    pub(crate) fn pair_boundary(&self, models: usize) -> Result<PairBoundary> {
        let pairs = if self.family { models * models.saturating_sub(1) / 2 } else { 1 };
        PairBoundary::new(self.rule(), self.confidence, pairs, self.rho, self.resolution)
    }

    /// The rule that decides pairs. A run knows its last look by a budget or by a number of items.
    fn rule(&self) -> BoundaryRule {
        let tuned = self.rho != RHO || self.resolution.is_some();
        let has_horizon = self.goal == Goal::Rank && !tuned && self.is_limited();
        self.boundary.resolved(has_horizon)
    }

    fn is_limited(&self) -> bool {
        self.budget.is_some() || self.max_items.is_some()
    }

    /// Checks the options for so many models.
    pub(crate) fn check(&self, models: usize) -> Result<()> {
        check::level("confidence", self.confidence)?;
        for (name, value) in [("budget", self.budget), ("precision", self.precision)] {
            if let Some(value) = value {
                check::positive(name, value)?;
            }
        }
        if self.max_items == Some(0) {
            return Err(check::outside("max_items", 0.0, "a whole number from 1").into());
        }
        // Without a precision, scores have no use for a warm-up.
        if self.goal == Goal::Rank || self.precision.is_some() {
            self.check_warmup()?;
        }
        if self.goal == Goal::Rank && models < 2 {
            return Err(AdaptiveError::TooFewModels { models }.into());
        }
        if models == 0 {
            return Err(AdaptiveError::NoModels.into());
        }
        if let Some(top) = self.top {
            if self.baseline.is_some() {
                return Err(AdaptiveError::Exclusive { first: "top", second: "baseline" }.into());
            }
            if top == 0 || top >= models {
                return Err(AdaptiveError::Top { top, models }.into());
            }
        }
        Ok(())
    }

    /// Checks that the warm-up is not longer than the run of a model.
    pub(crate) fn check_warmup(&self) -> Result<()> {
        match self.max_items {
            Some(most) if self.warmup > most => {
                Err(AdaptiveError::WarmupItems { warmup: self.warmup, most }.into())
            }
            _ => Ok(()),
        }
    }

    /// Checks that no option of a run means nothing beside the others.
    pub(crate) fn check_together(&self) -> Result<()> {
        let own = Self::default();
        let rho = self.rho != own.rho;
        if rho && self.resolution.is_some() {
            return Err(AdaptiveError::Exclusive { first: "rho", second: "resolution" }.into());
        }
        if self.goal == Goal::Score {
            let given = [
                ("top", self.top.is_some()),
                ("baseline", self.baseline.is_some()),
                ("family", self.family),
                ("boundary", self.boundary != own.boundary),
                ("rho", rho),
                ("resolution", self.resolution.is_some()),
                ("allocation", self.allocation != own.allocation),
                ("select", self.selection != own.selection),
                ("per_cost", self.per_cost),
            ];
            if let Some((option, _)) = given.into_iter().find(|one| one.1) {
                return Err(AdaptiveError::NotForScores { option }.into());
            }
        }
        if self.boundary == BoundaryRule::Spending && !self.is_limited() {
            return Err(AdaptiveError::NoHorizon { needed: "a budget or max_items" }.into());
        }
        if !matches!(self.boundary, BoundaryRule::Auto | BoundaryRule::Anytime) {
            let given = [("rho", rho), ("resolution", self.resolution.is_some())];
            if let Some((option, _)) = given.into_iter().find(|one| one.1) {
                return Err(AdaptiveError::NotForBoundary { option }.into());
            }
        }
        Ok(())
    }
}

impl ModelCost {
    /// The cost of an item.
    pub(crate) fn of(&self, item: usize) -> f64 {
        match self {
            Self::Same(cost) => *cost,
            Self::ByItem(costs) => costs[item],
        }
    }

    /// The mean cost of an item.
    pub(crate) fn mean(&self) -> f64 {
        match self {
            Self::Same(cost) => *cost,
            Self::ByItem(costs) => costs.iter().sum::<f64>() / costs.len().max(1) as f64,
        }
    }

    /// The least that so many items cost.
    pub(crate) fn least(&self, items: usize) -> f64 {
        match self {
            Self::Same(cost) => *cost * items as f64,
            Self::ByItem(costs) => {
                let mut sorted = costs.clone();
                sorted.sort_unstable_by(f64::total_cmp);
                sorted.iter().take(items).sum()
            }
        }
    }
}

/// Checks the names and costs of models.
pub(crate) fn check_models(models: &[RunModel], items: usize) -> Result<()> {
    for (place, model) in models.iter().enumerate() {
        let name = || model.name.clone();
        if models[..place].iter().any(|other| other.name == model.name) {
            return Err(AdaptiveError::ModelTwice { model: name() }.into());
        }
        let costs = match &model.cost {
            ModelCost::Same(cost) => std::slice::from_ref(cost),
            ModelCost::ByItem(costs) if costs.len() != items => {
                let costs = costs.len();
                return Err(AdaptiveError::Costs { model: name(), costs, items }.into());
            }
            ModelCost::ByItem(costs) => costs,
        };
        if let Some(&value) = costs.iter().find(|cost| !(**cost > 0.0 && cost.is_finite())) {
            return Err(AdaptiveError::Cost { model: name(), value }.into());
        }
    }
    Ok(())
}
