//! Threads for work that is repeated.

use std::num::NonZero;
use std::thread::available_parallelism;

use scorio_core::Replicates;

/// So many repetitions by so many threads, or by as many as there are processors for 0.
pub(crate) fn workers(count: u64, threads: usize) -> Replicates<'static> {
    Replicates { count, threads: threads_of(threads), go_on: &|_| true }
}

/// So many threads, or as many as there are processors for 0.
pub(crate) fn threads_of(threads: usize) -> usize {
    if threads == 0 { available_parallelism().map_or(1, NonZero::get) } else { threads }
}
