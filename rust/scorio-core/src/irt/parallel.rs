//! Blocks of items, each on some thread.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Items in a block. Sums over items are taken block by block, in order, on any number of threads.
pub(crate) const BLOCK: usize = 64;

/// Does some work on each block.
pub(crate) fn over<T: Send>(blocks: &mut [T], threads: usize, work: impl Fn(&mut T) + Sync) {
    if threads < 2 || blocks.len() < 2 {
        blocks.iter_mut().for_each(work);
        return;
    }
    let helpers = threads.min(blocks.len()) - 1;
    let waiting = Mutex::new(blocks.iter_mut());
    let worker = || {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(block) = next else { break };
            work(block);
        }
    };
    thread::scope(|scope| {
        for _ in 0..helpers {
            // If a thread cannot start, the others do its work.
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
}

/// Σ x y, in an order that lets the processor work on four terms at once.
pub(crate) fn dot(one: &[f64], other: &[f64]) -> f64 {
    let (ones, others) = (one.chunks_exact(4), other.chunks_exact(4));
    let rest: f64 = ones.remainder().iter().zip(others.remainder()).map(|(x, y)| x * y).sum();
    let mut sums = [0.0; 4];
    for (x, y) in ones.zip(others) {
        for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
            *sum += x * y;
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

/// Σ x.
pub(crate) fn sum(values: &[f64]) -> f64 {
    let parts = values.chunks_exact(4);
    let rest: f64 = parts.remainder().iter().sum();
    let mut sums = [0.0; 4];
    for part in parts {
        for (sum, x) in sums.iter_mut().zip(part) {
            *sum += x;
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

/// The mean.
pub(crate) fn mean(values: &[f64]) -> f64 {
    sum(values) / values.len().max(1) as f64
}
