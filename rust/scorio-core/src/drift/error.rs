//! What can be wrong with a series of runs.

use thiserror::Error;

use crate::remedy::{Fault, Remedy};

/// What can be wrong with a series of runs.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum DriftError {
    /// One run, or none.
    #[error(
        "a series has two runs or more, and there is {runs}: each run is a model of the counts"
    )]
    OneRun {
        /// How many.
        runs: usize,
    },
    /// A run that is named twice.
    #[error("the run {run} is named twice")]
    Twice {
        /// The run.
        run: String,
    },
    /// No question has trials in all runs.
    #[error("no question has a trial in each of the {runs} runs")]
    NothingInCommon {
        /// How many.
        runs: usize,
    },
}

impl Fault for DriftError {
    fn kind(&self) -> &'static str {
        match self {
            Self::OneRun { .. } => "drift.one_run",
            Self::Twice { .. } => "drift.twice",
            Self::NothingInCommon { .. } => "drift.nothing_in_common",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        None
    }

    fn out_of_range(&self) -> Option<f64> {
        None
    }
}
