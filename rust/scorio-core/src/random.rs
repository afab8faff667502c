//! Random streams: from a seed, the same on every platform and whatever the number of threads.
//!
//! Replicate i of a simulation draws from stream i of ChaCha8, whose key is the seed and the purpose;
//! so no two of them share a number, and any one of them can be drawn again alone.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rand::SeedableRng;
pub(crate) use rand::rngs::ChaCha8Rng as Stream;

use crate::error::{Error, Result};

/// What numbers are drawn for; one purpose's do not meet another's under the same seed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// Trials drawn again from those observed.
    Resampling = 1,
    /// Models, and their trials.
    Simulation = 2,
    /// Trials that a plan foresees.
    Planning = 3,
    /// Orders of models under which two rankings are unrelated.
    Permutation = 4,
}

/// Stream `index` of a seed.
pub(crate) fn stream(seed: u64, purpose: Purpose, index: u64) -> Stream {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8] = purpose as u8;
    let mut stream = Stream::from_seed(key);
    stream.set_stream(index);
    stream
}

/// How many replicates, and who works on them.
#[derive(Clone, Copy)]
pub struct Replicates<'a> {
    /// Their number.
    pub count: u64,
    /// Processors at work; results do not depend on it.
    pub threads: usize,
    /// Asked now and then, on the calling thread, with the number of replicates begun; `false` ends
    /// the work.
    pub go_on: &'a dyn Fn(u64) -> bool,
}

/// So many replicates are one piece of work: sums of floats are taken piece by piece, in order.
const PIECE: u64 = 32;

/// Pieces that are done, and the sum of those up to the first that is not.
struct Done<T, S> {
    next: u64,
    waiting: BTreeMap<u64, T>,
    sum: S,
}

impl Replicates<'_> {
    /// `work` on ranges of replicates, whose results `add` takes in the order of the replicates.
    ///
    /// # Errors
    /// No replicate; work that was ended; the first error of `work`.
    pub(crate) fn fold<T: Send, S: Send>(
        &self,
        sum: S,
        work: impl Fn(Range<u64>) -> Result<T> + Sync,
        add: impl Fn(&mut S, T) + Sync,
    ) -> Result<S> {
        if self.count == 0 {
            return Err(Error::NoReplicates);
        }
        let (count, pieces) = (self.count, self.count.div_ceil(PIECE));
        let (begun, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let done = Mutex::new(Done { next: 0, waiting: BTreeMap::new(), sum });
        // A lock is poisoned only by a panic of `add`, which would be a defect; then the sum lacks a piece.
        let put = |piece: u64, result: T| {
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.waiting.insert(piece, result);
            let done = &mut *done;
            while let Some(result) = done.waiting.remove(&done.next) {
                add(&mut done.sum, result);
                done.next += 1;
            }
        };
        let (begun, stopped, work, put) = (&begun, &stopped, &work, &put);
        let worker = move |go_on: Option<&dyn Fn(u64) -> bool>| -> Result<()> {
            while !stopped.load(Ordering::Relaxed) {
                let piece = begun.fetch_add(1, Ordering::Relaxed);
                if piece >= pieces {
                    break;
                }
                let first = piece * PIECE;
                let go_on = go_on.is_none_or(|go_on| go_on(first));
                let result = if go_on {
                    work(first..count.min(first.saturating_add(PIECE)))
                } else {
                    Err(Error::Stopped)
                };
                match result {
                    Ok(result) => put(piece, result),
                    Err(error) => {
                        stopped.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
            Ok(())
        };
        let helpers = u64::try_from(self.threads).unwrap_or(u64::MAX).min(pieces);
        let ended = thread::scope(|scope| {
            // A thread that cannot be had is done without.
            let helpers: Vec<_> = (1..helpers)
                .map_while(|_| {
                    thread::Builder::new().spawn_scoped(scope, move || worker(None)).ok()
                })
                .collect();
            let mut ended = worker(Some(self.go_on));
            for helper in helpers {
                ended = ended.and(helper.join().unwrap_or(Err(Error::Stopped)));
            }
            ended
        });
        ended?;
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        if done.next == pieces { Ok(done.sum) } else { Err(Error::Stopped) }
    }

    /// The results of `work` on ranges of replicates, in the order of the replicates.
    ///
    /// # Errors
    /// As [`Self::fold`].
    pub(crate) fn map<T: Send>(
        &self,
        work: impl Fn(Range<u64>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        self.fold(Vec::new(), work, Vec::push)
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;

    fn draws(threads: usize) -> Vec<u64> {
        let replicates = Replicates { count: 1000, threads, go_on: &|_| true };
        let pieces = replicates.map(|range| {
            Ok(range.map(|i| stream(7, Purpose::Resampling, i).next_u64()).collect::<Vec<_>>())
        });
        pieces.into_iter().flatten().flatten().collect()
    }

    #[test]
    fn streams_do_not_depend_on_threads_and_do_not_repeat() {
        let alone = draws(1);
        assert_eq!(alone, draws(3));
        let mut sorted = alone.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 1000);
        assert_ne!(alone[0], stream(7, Purpose::Planning, 0).next_u64());
        assert_ne!(alone[0], stream(8, Purpose::Resampling, 0).next_u64());
    }

    #[test]
    fn work_can_be_ended_and_needs_a_replicate() {
        let ended = Replicates { count: 1 << 40, threads: 2, go_on: &|begun| begun < 5000 };
        assert!(matches!(ended.map(|range| Ok(range.end)), Err(Error::Stopped)));
        let none = Replicates { count: 0, threads: 1, go_on: &|_| true };
        assert!(matches!(none.map(|_| Ok(())), Err(Error::NoReplicates)));
    }
}
