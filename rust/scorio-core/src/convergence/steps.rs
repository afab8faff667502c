//! A study that goes on step by step, so that a caller can show it between two steps.

use super::course::{Course, CourseSums};
use super::study::Study;
use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::random::PIECE;

/// How far a study is.
#[derive(Clone, Debug)]
pub struct Progress {
    done: u64,
    count: u64,
    sums: Vec<CourseSums>,
}

impl Progress {
    /// The replicates that are done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// All replicates of the study.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }
}

impl Study {
    /// Begins to follow every metric through so many replicates.
    ///
    /// # Errors
    /// - There is no replicate.
    /// - There are more replicates than given sets.
    pub fn begin(&self, count: u64) -> Result<Progress> {
        if count == 0 {
            return Err(NumericError::NoReplicates.into());
        }
        self.require_sets(count)?;
        Ok(Progress { done: 0, count, sums: Vec::new() })
    }

    /// Does at least so many replicates more, until all are done. Those are whole pieces of [`Study::run`],
    /// so that the bits of its courses do not depend on the steps.
    pub fn advance(&self, progress: &mut Progress, replicates: u64) {
        let until = progress.done.saturating_add(replicates).min(progress.count);
        while progress.done < until {
            let end = progress.count.min(progress.done + PIECE);
            CourseSums::extend(&mut progress.sums, self.piece(progress.done..end));
            progress.done = end;
        }
    }

    /// The course of every metric over the replicates that are done. None before the first.
    #[must_use]
    pub fn courses(&self, progress: &Progress) -> Vec<Course> {
        self.finished(progress.sums.clone(), progress.done)
    }
}
