//! Limits on the number of trials and categories.

use crate::counts::error::CountsError;
use crate::error::Result;

/// The most trials of a question. Beyond that, doubles cease to be exact.
pub(crate) const MOST_TRIALS: u64 = 1 << 53;

/// The most categories, which is also the limit of a log.
const MOST_CATEGORIES: usize = 65_536;

/// Checks that this many categories give a score.
pub(crate) fn enough(categories: usize) -> Result<()> {
    if (2..=MOST_CATEGORIES).contains(&categories) {
        return Ok(());
    }
    Err(CountsError::CategoryCount { categories }.into())
}
