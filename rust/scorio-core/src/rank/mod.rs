//! Ranks with ties, how far models are separated, and how far two rankings agree.

pub(crate) mod agreement;
pub mod call_chances;
pub mod calls;
pub(crate) mod error;
pub(crate) mod first;
pub(crate) mod kendall;
pub(crate) mod ranks;
pub(crate) mod resampled;
pub mod separated;
pub(crate) mod separation;
pub(crate) mod spearman;
pub(crate) mod table_prior;
pub(crate) mod two_scores;
pub(crate) mod weighted_tau;

pub use agreement::{Agreement, agreement};
pub use error::RankError;
pub use kendall::{Correlation, Variant, kendall};
pub use ranks::{Ranks, Tie, Uncertainty, competition, dense, ranks, with_uncertainty};
pub use separation::{groups, letters, pairwise, ranking_confidence};
pub use spearman::spearman;
pub use weighted_tau::{WeightedTau, weighted_tau};
