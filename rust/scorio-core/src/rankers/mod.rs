//! Methods that rank models by their successes, question by question.

mod call;
pub(crate) mod cells;
pub(crate) mod declared;
pub(crate) mod error;
pub(crate) mod graphs;
pub(crate) mod interval;
pub mod items;
mod means;
pub(crate) mod methods;
mod metrics;
mod notes;
pub(crate) mod options;
mod packed;
pub(crate) mod pairs;
pub(crate) mod ranking;
pub(crate) mod registry;
pub mod sets;
pub(crate) mod solver;
pub(crate) mod source;
pub(crate) mod streams;
pub mod voting;

pub use call::{CALL, RankOptions};
pub use cells::Cells;
pub use error::RankersError;
pub use items::response::Response;
pub use methods::{method, methods};
pub use options::MethodOptions;
pub use pairs::aligned::AlignedTrials;
pub use pairs::law::PairLaw;
pub use pairs::model::{PairModel, Strengths};
pub use pairs::trial_pairs::TrialPairs;
pub use ranking::{
    RankInterval, RankRequest, RankedModel, RankedModels, rank_models, score_ranks, usual_draws,
};
pub use registry::Method;
pub use solver::square::Square;
pub use solver::strength_prior::{Penalty, StrengthPrior};
pub use source::RankSource;
pub use streams::orders::Rated;
