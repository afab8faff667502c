//! Answers that are selected at run time: the best by a verifier, and the most frequent.

pub(crate) mod ballot;
pub(crate) mod best_of;
pub mod calls;
pub(crate) mod spread;

pub use ballot::{Ballot, vote, vote_interval};
pub use best_of::VerifiedTrials;
pub use spread::Resampling;
