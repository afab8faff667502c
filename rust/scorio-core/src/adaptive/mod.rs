//! Adaptive evaluation: items of a calibrated bank, chosen one after another for each model, until
//! the models are ranked or scored.

mod bank;
mod boundary;
mod calibrated;
mod choosing;
mod error;
mod given;
mod model_trials;
mod next;
mod one_model;
mod options;
mod outlook;
mod replay;
mod report;
mod run;
mod search;
mod state;
mod whole;

pub use bank::{BankColumns, ItemBank, ScoreScale};
pub use boundary::{BoundaryRule, Located, PairBoundary, PairDecision};
pub use calibrated::{CalibratedBank, CalibrationTable, ScoredCell, calibrate_bank};
pub use error::AdaptiveError;
pub use given::{GivenTrials, ItemOutcomes};
pub use one_model::next_item;
pub use options::{Allocation, Goal, ModelCost, RunModel, RunOptions, Selection};
pub use outlook::PairOutlook;
pub use replay::{
    Calibrators, ReplayDecisions, ReplayNeed, ReplayOptions, ReplayReport, ReplaySet, ReplayStep,
    ReplaySummary, ReplayTable, replay,
};
pub use report::{AdaptiveModel, AdaptivePair, AdaptiveReport};
pub use run::Ranker;
pub use state::{Logged, Pending, Query, RunState, StopReason};
pub use whole::{WholeScore, assisted, predicted};
