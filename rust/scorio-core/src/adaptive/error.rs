//! Errors of adaptive evaluation.

use thiserror::Error;

use crate::check::plural;
use crate::remedy::{Fault, Remedy};

/// An error of adaptive evaluation.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum AdaptiveError {
    /// A bank without items.
    #[error("the bank has no items")]
    NoItems,
    /// A bank of which every item is left out.
    #[error("the bank keeps none of its items")]
    NothingKept,
    /// A column of a bank with another number of entries.
    #[error("{column} has {entries} but the bank has {}", plural(*items, "item"))]
    Column {
        /// The column.
        column: &'static str,
        /// Its entries.
        entries: usize,
        /// Items.
        items: usize,
    },
    /// A number of an item that is impossible.
    #[error("{column} = {value} of item {item:?} is not {needed}")]
    ItemValue {
        /// The column.
        column: &'static str,
        /// The item.
        item: String,
        /// The number.
        value: f64,
        /// What it has to be.
        needed: &'static str,
    },
    /// An item whose list of steps is empty.
    #[error("item {item:?} has an empty list of steps")]
    NoSteps {
        /// The item.
        item: String,
    },
    /// A score between the steps of an item.
    #[error("the score {value} of item {item:?} is on none of its {}", plural(*steps + 1, "level"))]
    ScoreBetween {
        /// The item.
        item: String,
        /// The score, or the mean of several.
        value: f64,
        /// Its steps: one less than its levels.
        steps: usize,
    },
    /// An item that a bank has twice.
    #[error("the bank has item {item:?} twice")]
    ItemTwice {
        /// The item.
        item: String,
    },
    /// A range of scores that is none.
    #[error("scores from {lo} to {hi} are no range")]
    ScoreRange {
        /// Lowest score.
        lo: f64,
        /// Highest score.
        hi: f64,
    },
    /// A score that is no number.
    #[error("the score {value} of item {item:?} is not finite")]
    ScoreNotFinite {
        /// The item.
        item: String,
        /// The score.
        value: f64,
    },
    /// A score outside the range of the bank.
    #[error("the score {value} of item {item:?} is outside the bank's range, {lo} to {hi}")]
    ScoreOutside {
        /// The item.
        item: String,
        /// The score.
        value: f64,
        /// Lowest score.
        lo: f64,
        /// Highest score.
        hi: f64,
    },
    /// A mean score of the calibration outside the range that the user gave.
    #[error(
        "the mean score {value} of model {model:?} on item {item:?} is outside the range of scores, {lo} to {hi}"
    )]
    FittedOutside {
        /// The model.
        model: String,
        /// The item.
        item: String,
        /// The mean score.
        value: f64,
        /// Lowest score.
        lo: f64,
        /// Highest score.
        hi: f64,
    },
    /// Too few models for a calibration.
    #[error("{} of a calibration: it needs at least 3", plural(*models, "model"))]
    CalibrationModels {
        /// How many.
        models: usize,
    },
    /// A model or an item without trials.
    #[error("{what} {name:?} of the calibration has no trial")]
    NoTrials {
        /// Whether it is a model or an item.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// An item that the bank does not have.
    #[error("the bank has no item {item:?}")]
    UnknownItem {
        /// The item.
        item: String,
    },
    /// An item whose trials are given twice.
    #[error("item {item:?} is given twice")]
    GivenTwice {
        /// The item.
        item: String,
    },
    /// Trials of an item whose number or sum is impossible.
    #[error("item {item:?} has {trials} trials with a sum of {sum}, which is impossible")]
    ItemTrials {
        /// The item.
        item: String,
        /// Trials.
        trials: f64,
        /// Sum of their outcomes.
        sum: f64,
    },
    /// A model that is not in the run.
    #[error("the run has no model {model:?}")]
    UnknownModel {
        /// The model.
        model: String,
    },
    /// A model that is named twice.
    #[error("model {model:?} is named twice")]
    ModelTwice {
        /// The model.
        model: String,
    },
    /// Too few models for the goal.
    #[error("{} to rank: a ranking needs at least two models", plural(*models, "model"))]
    TooFewModels {
        /// How many.
        models: usize,
    },
    /// No models.
    #[error("there is no model")]
    NoModels,
    /// A cost that is not positive.
    #[error("the cost {value} of model {model:?} is not positive and finite")]
    Cost {
        /// The model.
        model: String,
        /// The cost.
        value: f64,
    },
    /// Costs by item that do not match the bank.
    #[error("model {model:?} has {} but the bank has {}", plural(*costs, "cost"), plural(*items, "item"))]
    Costs {
        /// The model.
        model: String,
        /// Its costs.
        costs: usize,
        /// Items.
        items: usize,
    },
    /// A warm-up that costs more than there is to spend.
    #[error("the warm-up costs {cost}, more than the budget of {budget}")]
    WarmupBudget {
        /// Cost of the warm-up.
        cost: f64,
        /// The budget.
        budget: f64,
    },
    /// A budget that does not pay for one trial of each model.
    #[error("one trial of each model costs {cost}, more than the budget of {budget}")]
    FirstTrials {
        /// Cost of the cheapest trial of each model.
        cost: f64,
        /// The budget.
        budget: f64,
    },
    /// A warm-up of more items than a model may have.
    #[error("warmup = {warmup} is more than max_items = {most}, the most items of a model")]
    WarmupItems {
        /// Items of the warm-up.
        warmup: usize,
        /// The most items of a model.
        most: usize,
    },
    /// An option that changes nothing for the goal of the run.
    #[error("{option} is for ranks, but the goal is scores: leave it out")]
    NotForScores {
        /// The option.
        option: &'static str,
    },
    /// An option of the anytime boundary with another boundary.
    #[error("{option} is for the anytime boundary alone: leave it out")]
    NotForBoundary {
        /// The option.
        option: &'static str,
    },
    /// The error is to be spent up to the last look, which nothing tells.
    #[error("the boundary spending needs {needed}, to know which look is the last one")]
    NoHorizon {
        /// What would tell.
        needed: &'static str,
    },
    /// A place that no ranking of the models has.
    #[error("top = {top} of {}: it has to be from 1 to {}", plural(*models, "model"), models.saturating_sub(1))]
    Top {
        /// The place.
        top: usize,
        /// Models.
        models: usize,
    },
    /// Two goals at once.
    #[error("{first} and {second} exclude each other")]
    Exclusive {
        /// An option.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// A text that is none of an option's.
    #[error("{option} = {value:?} is not one of {known}")]
    Choice {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What it may be.
        known: &'static str,
    },
    /// A query that was not asked.
    #[error("query {query} was not asked")]
    NotAsked {
        /// Number of the query.
        query: u64,
    },
    /// A query that has its answer.
    #[error("query {query} is answered already")]
    Answered {
        /// Number of the query.
        query: u64,
    },
    /// A trial that the run has.
    #[error("model {model:?} has its trial of item {item:?} already")]
    TrialTwice {
        /// The model.
        model: String,
        /// The item.
        item: String,
    },
    /// Too few models are left for a calibration.
    #[error("hold_out = {hold_out} of {} leaves {left} for the calibration, which needs 3", plural(*models, "model"))]
    HoldOut {
        /// Models of a hold-out set.
        hold_out: usize,
        /// Models that there are.
        models: usize,
        /// Models of the calibration.
        left: usize,
    },
    /// Too few models to calibrate, to hold out, or to rank.
    #[error("{option} = {value} is too few: {needed}")]
    TooFew {
        /// The option.
        option: &'static str,
        /// Its value.
        value: usize,
        /// What needs more.
        needed: &'static str,
    },
    /// More calibration models than are left.
    #[error(
        "calibrate = {calibrate} is too many: with {hold_out} of {} held out, {left} are left",
        plural(*models, "model")
    )]
    TooManyCalibrators {
        /// Calibration models.
        calibrate: usize,
        /// Models of a hold-out set.
        hold_out: usize,
        /// Models that there are.
        models: usize,
        /// Models that are left.
        left: usize,
    },
    /// More models of a hold-out set than do not calibrate.
    #[error(
        "hold_out = {hold_out} is too many: of {}, {calibrate} calibrate, so that {left} are left",
        plural(*models, "model")
    )]
    TooManyHeldOut {
        /// Models of a hold-out set.
        hold_out: usize,
        /// Models that there are.
        models: usize,
        /// Calibration models.
        calibrate: usize,
        /// Models that are left.
        left: usize,
    },
    /// Too few models of other families.
    #[error("the families of {models} leave {} for the calibration, which needs 3", plural(*left, "model"))]
    Families {
        /// The held-out models.
        models: String,
        /// Models of other families.
        left: usize,
    },
    /// Models without common items.
    #[error("the held-out models {models} have fewer than 2 items in common")]
    NoCommonItems {
        /// The models.
        models: String,
    },
    /// Models that no ranking can tell apart.
    #[error("the held-out models {models} all score {score}, so that they have no order")]
    HeldAlike {
        /// The models.
        models: String,
        /// Their mean score.
        score: f64,
    },
    /// Calibration models whose scores are all alike.
    #[error("every score of the calibration models is {score}, so that items do not differ")]
    NoVariation {
        /// The score.
        score: f64,
    },
    /// A trial that costs more than is left.
    #[error("the trial costs {cost}, more than the {left} that is left of the budget of {budget}")]
    Budget {
        /// Cost of the trial.
        cost: f64,
        /// The rest of the budget.
        left: f64,
        /// The budget.
        budget: f64,
    },
    /// A state that no run has.
    #[error("the state is damaged: {what}")]
    State {
        /// What is wrong.
        what: String,
    },
}

impl Fault for AdaptiveError {
    fn kind(&self) -> &'static str {
        match self {
            Self::NoItems => "adaptive.no_items",
            Self::NothingKept => "adaptive.nothing_kept",
            Self::Column { .. } => "adaptive.column",
            Self::ItemValue { .. } => "adaptive.item_value",
            Self::NoSteps { .. } => "adaptive.no_steps",
            Self::ScoreBetween { .. } => "adaptive.score_between",
            Self::ItemTwice { .. } => "adaptive.item_twice",
            Self::ScoreRange { .. } => "adaptive.score_range",
            Self::ScoreNotFinite { .. } => "adaptive.score_not_finite",
            Self::ScoreOutside { .. } => "adaptive.score_outside",
            Self::FittedOutside { .. } => "adaptive.fitted_outside",
            Self::CalibrationModels { .. } => "adaptive.calibration_models",
            Self::NoTrials { .. } => "adaptive.no_trials",
            Self::UnknownItem { .. } => "adaptive.unknown_item",
            Self::GivenTwice { .. } => "adaptive.given_twice",
            Self::ItemTrials { .. } => "adaptive.item_trials",
            Self::UnknownModel { .. } => "adaptive.unknown_model",
            Self::ModelTwice { .. } => "adaptive.model_twice",
            Self::TooFewModels { .. } => "adaptive.too_few_models",
            Self::NoModels => "adaptive.no_models",
            Self::Cost { .. } => "adaptive.cost",
            Self::Costs { .. } => "adaptive.costs",
            Self::WarmupBudget { .. } => "adaptive.warmup_budget",
            Self::FirstTrials { .. } => "adaptive.first_trials",
            Self::WarmupItems { .. } => "adaptive.warmup_items",
            Self::NotForScores { .. } => "adaptive.not_for_scores",
            Self::NoHorizon { .. } => "adaptive.no_horizon",
            Self::NotForBoundary { .. } => "adaptive.not_for_boundary",
            Self::Top { .. } => "adaptive.top",
            Self::Exclusive { .. } => "adaptive.exclusive",
            Self::Choice { .. } => "adaptive.choice",
            Self::NotAsked { .. } => "adaptive.not_asked",
            Self::Answered { .. } => "adaptive.answered",
            Self::TrialTwice { .. } => "adaptive.trial_twice",
            Self::HoldOut { .. } => "adaptive.hold_out",
            Self::TooFew { .. } => "adaptive.too_few",
            Self::TooManyCalibrators { .. } => "adaptive.too_many_calibrators",
            Self::TooManyHeldOut { .. } => "adaptive.too_many_held_out",
            Self::Families { .. } => "adaptive.families",
            Self::NoCommonItems { .. } => "adaptive.no_common_items",
            Self::HeldAlike { .. } => "adaptive.held_alike",
            Self::NoVariation { .. } => "adaptive.no_variation",
            Self::Budget { .. } => "adaptive.budget",
            Self::State { .. } => "adaptive.state",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::ScoreOutside { .. } => Some(Remedy::ClipScores),
            Self::WarmupBudget { .. } => Some(Remedy::ShortenWarmup),
            Self::WarmupItems { .. } => Some(Remedy::ShortenWarmupOrAllowItems),
            _ => None,
        }
    }

    fn out_of_range(&self) -> Option<f64> {
        match self {
            Self::ItemValue { value, .. }
            | Self::ScoreOutside { value, .. }
            | Self::FittedOutside { value, .. }
            | Self::ScoreNotFinite { value, .. }
            | Self::ScoreBetween { value, .. }
            | Self::Cost { value, .. } => Some(*value),
            _ => None,
        }
    }
}
