//! The numerics of scorio: counts of categorical outcomes of repeated trials, and the estimates,
//! intervals and ranks that depend only on those counts.
//!
//! A matrix or a log becomes [`Counts`] or [`States`]. A [`Metric`] turns them into an [`Estimate`]
//! with an
//! [`Interval`]. Leaderboards, comparisons, plans and studies of convergence build on these. Each
//! folder is a theory.
#![forbid(unsafe_code)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "a test may check against the platform")
)]

pub mod adaptive;
pub mod answers;
pub mod calls;
pub mod check;
pub mod compare;
pub mod convergence;
pub mod cost;
pub mod counts;
pub mod drift;
mod error;
pub mod gate;
pub mod horizon;
pub mod irt;
pub mod judge;
pub mod leaderboard;
pub mod metric;
pub mod near;
mod numeric;
pub mod plan;
pub mod posterior;
mod printable;
pub mod rank;
pub mod rankers;
mod remedy;
pub mod rows;
pub mod rubric;
pub mod simulate;
pub mod slices;
pub mod sums;
pub mod tailpass;
pub mod tally;

pub use counts::counts::Counts;
pub use counts::place::Place;
pub use counts::states::{State, States};
pub use error::{Error, Result};
pub use metric::estimand::Estimand;
pub use metric::metric::Metric;
pub use metric::parameters::{ParameterValue, Parameters};
pub use metric::subset::credit::Credit;
pub use metric::tau::Tau;
pub use metric::weights::Weights;
pub use numeric::decimal::decimal;
pub use numeric::error::NumericError;
pub use numeric::random::Replicates;
pub use numeric::watch::while_going;
pub use posterior::interval::{Estimate, Interval, IntervalMethod};
pub use posterior::prior::{Prior, PriorChoice};
pub use posterior::target::{Clusters, Target};
pub use printable::Printable;
pub use remedy::Remedy;
pub use sums::sums::Sums;
pub use tally::entry::Outcome;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
