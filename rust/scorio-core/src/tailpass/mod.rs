//! TailPass: the chances that k future trials earn at least a share of the full score, for each share.

pub(crate) mod bank;
pub(crate) mod binary;
pub(crate) mod categorical;
pub(crate) mod profile;
mod scores;
mod utilities;
pub(crate) mod weights;

pub use bank::{TailBank, TailPrior};
pub use profile::{TailProfile, empirical_profile};
pub use weights::{beta_weights, maxent_weights, moment_weights};
