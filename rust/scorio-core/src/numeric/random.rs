//! Random streams from a seed. They are the same on every platform and with any number of threads.
//!
//! Replicate i of a simulation draws from stream i of ChaCha8. The seed and the purpose are the
//! key. So no two replicates share a number, and any replicate can be drawn again alone.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

pub(crate) use rand::rngs::ChaCha8Rng as Stream;
use rand::{Rng as _, SeedableRng};

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::watch;

/// What numbers are drawn for. Two purposes with the same seed have different streams.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// Draws from the observed trials.
    Resampling = 1,
    /// Models and their trials.
    Simulation = 2,
    /// Future trials that a plan predicts.
    Planning = 3,
    /// Random orders of models, for the p-value of unrelated rankings.
    Permutation = 4,
    /// Weights of questions that are a sample.
    Bootstrap = 5,
    /// Orders of trials.
    Order = 6,
    /// Items that are drawn for a model.
    Selection = 7,
    /// Chances of questions from their posterior.
    Posterior = 8,
    /// Held-out models, and samples of items for a replay.
    Replay = 9,
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

/// A whole number below `end`, each with the same chance to one in 2^64.
pub(crate) fn below(stream: &mut Stream, end: usize) -> usize {
    let wide = u128::from(stream.next_u64()) * end as u128;
    usize::try_from(wide >> 64).unwrap_or(0)
}

/// The number of replicates, and who works on them.
#[derive(Clone, Copy)]
pub struct Replicates<'a> {
    /// Their number.
    pub count: u64,
    /// Number of threads. Results do not depend on it.
    pub threads: usize,
    /// Called now and then on the calling thread, with the number of replicates begun. `false`
    /// stops the work.
    pub go_on: &'a dyn Fn(u64) -> bool,
}

/// Replicates in one piece of work. Sums of floats are taken piece by piece, in order.
pub(crate) const PIECE: u64 = 32;

/// Pieces that are done, and the sum of all pieces before the first unfinished one.
struct Done<T, S> {
    next: u64,
    waiting: BTreeMap<u64, T>,
    sum: S,
}

impl Replicates<'_> {
    /// Runs `work` on ranges of replicates. `add` takes the results in the order of the replicates.
    ///
    /// # Errors
    /// - There is no replicate.
    /// - `go_on` stopped the work.
    /// - `work` failed: its first error.
    pub(crate) fn fold<T: Send, S: Send>(
        &self,
        sum: S,
        work: impl Fn(Range<u64>) -> Result<T> + Sync,
        add: impl Fn(&mut S, T) + Sync,
    ) -> Result<S> {
        self.fold_pieces(PIECE, sum, work, add)
    }

    /// The same with so many replicates in a piece of work.
    pub(crate) fn fold_pieces<T: Send, S: Send>(
        &self,
        piece: u64,
        sum: S,
        work: impl Fn(Range<u64>) -> Result<T> + Sync,
        add: impl Fn(&mut S, T) + Sync,
    ) -> Result<S> {
        if self.count == 0 {
            return Err(NumericError::NoReplicates.into());
        }
        // WebAssembly has no threads, and its module is smaller without them.
        if cfg!(target_family = "wasm") || self.threads <= 1 {
            return self.fold_alone(piece, sum, work, add);
        }
        // Helpers could do all work before the calling thread begins. So it is asked first.
        if !(self.go_on)(0) {
            return Err(NumericError::Stopped.into());
        }
        let size = piece;
        let (count, pieces) = (self.count, self.count.div_ceil(size));
        let (begun, stopped) = (AtomicU64::new(0), Arc::new(AtomicBool::new(false)));
        let done = Mutex::new(Done { next: 0, waiting: BTreeMap::new(), sum });
        // Only a panic of `add`, a defect, poisons the lock. Then the sum lacks a piece, and `fold`
        // returns an error.
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
                let first = piece * size;
                let go_on = go_on.is_none_or(|go_on| go_on(first));
                let result = if go_on {
                    work(first..count.min(first.saturating_add(size)))
                        .and_then(|result| watch::unless_stopped().map(|()| result))
                } else {
                    Err(NumericError::Stopped.into())
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
            // If a thread cannot start, the others do its work.
            let helpers: Vec<_> = (1..helpers)
                .map_while(|_| {
                    let ends = Arc::clone(stopped);
                    let helper = move || {
                        let going = move || !ends.load(Ordering::Relaxed);
                        watch::while_going(going, || worker(None))
                    };
                    thread::Builder::new().spawn_scoped(scope, helper).ok()
                })
                .collect();
            let mut ended = worker(Some(self.go_on));
            for helper in helpers {
                ended = ended.and(helper.join().unwrap_or(Err(NumericError::Stopped.into())));
            }
            ended
        });
        ended?;
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        if done.next == pieces { Ok(done.sum) } else { Err(NumericError::Stopped.into()) }
    }

    /// The same on the calling thread alone.
    fn fold_alone<T, S>(
        &self,
        piece: u64,
        mut sum: S,
        work: impl Fn(Range<u64>) -> Result<T>,
        add: impl Fn(&mut S, T),
    ) -> Result<S> {
        let mut first = 0;
        while first < self.count {
            if !(self.go_on)(first) {
                return Err(NumericError::Stopped.into());
            }
            let end = self.count.min(first.saturating_add(piece));
            let result = work(first..end)?;
            watch::unless_stopped()?;
            add(&mut sum, result);
            first = end;
        }
        Ok(sum)
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

    /// The results of `work` on single replicates that take long, in their order.
    ///
    /// # Errors
    /// As [`Self::fold`].
    pub(crate) fn each<T: Send>(&self, work: impl Fn(u64) -> Result<T> + Sync) -> Result<Vec<T>> {
        self.fold_pieces(1, Vec::new(), |range| work(range.start), Vec::push)
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::error::Error;

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
        assert!(matches!(
            ended.map(|range| Ok(range.end)),
            Err(Error::Numeric(NumericError::Stopped))
        ));
        // Two helpers would be done before the calling thread is. Still it is asked first.
        let few = Replicates { count: 3, threads: 3, go_on: &|_| false };
        assert!(matches!(few.map(|_| Ok(())), Err(Error::Numeric(NumericError::Stopped))));
        let none = Replicates { count: 0, threads: 1, go_on: &|_| true };
        assert!(matches!(none.map(|_| Ok(())), Err(Error::Numeric(NumericError::NoReplicates))));
    }
}
