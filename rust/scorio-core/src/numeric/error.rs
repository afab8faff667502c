//! Computations that have no result.

use thiserror::Error;

use crate::remedy::Fault;

/// The reason why a computation has no result.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum NumericError {
    /// A result that does not fit in memory.
    #[error("{what} needs more memory than there is")]
    Memory {
        /// What was asked for.
        what: String,
    },
    /// A number that overflows, or an iteration that did not converge.
    #[error("{what} is not representable for these arguments")]
    NotFinite {
        /// The quantity.
        what: &'static str,
    },
    /// A simulation of nothing.
    #[error("replicates = 0: at least one is needed")]
    NoReplicates,
    /// The caller stopped the work.
    #[error("stopped before it was done")]
    Stopped,
}

impl Fault for NumericError {
    fn kind(&self) -> &'static str {
        match self {
            Self::Memory { .. } => "numeric.memory",
            Self::NotFinite { .. } => "numeric.not_finite",
            Self::NoReplicates => "numeric.no_replicates",
            Self::Stopped => "numeric.stopped",
        }
    }
}
