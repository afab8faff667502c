//! The numerics of scorio: counts of categorical outcomes of repeated trials, and the estimates,
//! intervals and ranks that depend on those counts alone.
//!
//! matrix or counts → [`States`] → [`Target`], one for every metric → [`Estimate`] → [`Interval`],
//! ranks.
#![forbid(unsafe_code)]

mod adjust;
pub mod agreement;
pub mod bayes;
mod binary;
mod bounds;
mod categorical;
pub mod compare;
pub mod convergence;
pub mod counts;
mod credit;
mod difference;
mod dirichlet;
mod double;
mod error;
pub mod foresight;
pub mod geometric;
mod hahn;
mod interval;
pub mod kendall;
mod law;
pub mod leaderboard;
pub mod maximum;
mod memory;
mod metric;
mod normal;
mod outcome;
pub mod plan;
mod random;
pub mod rank;
pub mod results;
pub mod separation;
pub mod simulate;
pub mod spearman;
pub mod split;
mod states;
pub mod stopping;
mod student;
pub mod subset;
pub mod tally;
mod tau;
mod urn;
pub mod weighted;
mod weights;

pub use counts::Counts;
pub use credit::Credit;
pub use error::{Error, Place, Result};
pub use interval::{Estimate, Interval};
pub use metric::{Metric, Parameters, Target};
pub use outcome::Outcome;
pub use random::Replicates;
pub use states::{State, States};
pub use tau::Tau;
pub use weights::Weights;
