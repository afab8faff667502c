//! The numerics of scorio: counts of categorical outcomes of repeated trials, and the estimates,
//! intervals and ranks that depend on those counts alone.
//!
//! matrix or counts → [`States`] → [`bayes`](bayes::bayes), [`avg`](bayes::avg),
//! [`point`](subset::point), [`posterior`](subset::posterior) → [`Estimate`] → [`Interval`], ranks.
#![forbid(unsafe_code)]

pub mod bayes;
mod binary;
pub mod counts;
mod credit;
mod double;
mod error;
mod interval;
pub mod leaderboard;
mod normal;
mod outcome;
pub mod rank;
mod scatter;
mod states;
pub mod subset;
mod tail;
pub mod tally;
mod urn;
mod weights;

pub use counts::Counts;
pub use credit::Credit;
pub use error::{Error, Result};
pub use interval::{Estimate, Interval};
pub use outcome::Outcome;
pub use states::{State, States};
pub use weights::Weights;
