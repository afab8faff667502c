//! TailPass: the chances that k future trials earn at least a share of the full score, for each share.

pub(crate) mod bank;
pub(crate) mod binary;
mod binomial;
pub mod calls;
pub(crate) mod categorical;
mod draws;
mod lattice;
mod payoffs;
pub(crate) mod profile;
mod rollout;
mod scores;
mod utilities;
pub(crate) mod weights;

pub use bank::{TailBank, TailPrior};
pub use draws::summary_of_draws;
pub use payoffs::Payoff;
pub use profile::{TailProfile, empirical_profile};
pub use weights::{beta_weights, maxent_weights, moment_weights};
