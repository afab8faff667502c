//! Methods that rank models by their successes, question by question.

pub(crate) mod aligned;
pub(crate) mod cells;
mod chain;
pub(crate) mod error;
mod game;
pub(crate) mod interval;
mod links;
mod means;
pub(crate) mod options;
pub(crate) mod pair_law;
pub(crate) mod pair_model;
pub(crate) mod pairs;
pub(crate) mod ranking;
pub(crate) mod registry;
pub(crate) mod source;
pub(crate) mod square;
mod stationary;

pub use aligned::AlignedTrials;
pub use cells::Cells;
pub use error::RankersError;
pub use options::{MethodOptions, MethodValue};
pub use pair_law::PairLaw;
pub use pair_model::{PairModel, StrengthPrior, Strengths};
pub use pairs::TrialPairs;
pub use ranking::{RankInterval, RankRequest, RankedModel, RankedModels, rank_models, score_ranks};
pub use registry::{METHODS, Method, method};
pub use source::RankSource;
pub use square::Square;
