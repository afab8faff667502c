//! Adaptive evaluation: items of a calibrated bank, chosen one after another for each model, until
//! the models are ranked or scored.

mod boundary;
pub mod calls;
mod error;
mod items;
mod options;
mod replay;
mod running;
mod spending;

pub use boundary::{BoundaryRule, Located, PairBoundary, PairDecision};
pub use error::AdaptiveError;
pub use items::bank::{BankColumns, ItemBank, ScoreScale};
pub use items::calibrated::{CalibratedBank, CalibrationTable, ScoredCell, calibrate_bank};
pub use items::given::{GivenTrials, ItemOutcomes};
pub use items::whole::{WholeScore, assisted, predicted};
pub use options::{Allocation, Goal, ModelCost, RunModel, RunOptions, Selection};
pub use replay::{
    Calibrators, ReplayDecisions, ReplayNeed, ReplayOptions, ReplayReport, ReplaySet, ReplayStep,
    ReplaySummary, ReplayTable, ReplayTruth, replay,
};
pub use running::one_model::next_item;
pub use running::outlook::PairOutlook;
pub use running::report::{AdaptiveModel, AdaptivePair, AdaptiveReport};
pub use running::run::Ranker;
pub use running::state::{Logged, Pending, Query, RunState, StopReason};
