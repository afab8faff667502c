//! Threads for work that is repeated.

use std::num::NonZero;
use std::thread::available_parallelism;

use scorio_core::Replicates;

/// So many repetitions by so many threads, or by as many as there are processors for 0.
pub(crate) fn workers(count: u64, threads: usize) -> Replicates<'static> {
    let processors = || available_parallelism().map_or(1, NonZero::get);
    let threads = if threads == 0 { processors() } else { threads };
    Replicates { count, threads, go_on: &|_| true }
}
