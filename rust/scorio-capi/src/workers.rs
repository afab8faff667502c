//! Threads for work that is repeated.

use std::num::NonZero;
use std::thread::available_parallelism;

/// So many threads, or as many as there are processors for 0.
pub(crate) fn threads_of(threads: usize) -> usize {
    if threads == 0 { available_parallelism().map_or(1, NonZero::get) } else { threads }
}
