//! One log on several threads, with results as of one.
//!
//! Threads take turns at a supply of pieces. Each works on the piece that it took. Then the pieces go
//! to one collector, in the order of the supply. The speed of a thread changes no result.
//!
//! A thread leaves its piece on a desk and goes on with another. Whoever leaves the next one of the
//! order collects all that are ready. To put a thread to sleep and wake it takes as long as a piece
//! of work, so none waits for another while there is a spare piece.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::error::{Error, Result};
use crate::source::error::SourceError;
use crate::source::progress::Meter;

/// The longest time between two questions to the caller whether to go on.
pub(crate) const PATIENCE: Duration = Duration::from_millis(100);

/// How often, and after what time, a look is taken at threads that have no more work: half a second in all.
const LAST_LOOKS: u32 = 500;
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// Pieces beside one for each thread. Each takes memory.
const SPARE: usize = 1;

/// Hands out the pieces of a log in order.
pub(crate) trait Supply: Send + 'static {
    /// A piece. The same ones are used again and again, so that they can keep their memory.
    type Piece: Default + Send;

    /// Puts the next piece into `piece`. `None` after the last one.
    fn next(&mut self, piece: &mut Self::Piece) -> Option<Result<Position>>;

    /// Gives back what a piece has of the readers' common memory. It is collected.
    fn give_back(_: &mut Self::Piece) {}
}

/// Whether a piece is the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// Another piece follows.
    Inside,
    /// No piece follows.
    Last,
}

/// The work of one thread on a piece.
pub(crate) trait Work<P>: Send + 'static {
    /// Works on a piece. After an error the part before it is collected all the same.
    fn work(&mut self, piece: &mut P) -> Result<()>;
}

/// Takes the pieces in order.
pub(crate) trait Collect<P>: Send + 'static {
    /// Takes a piece, and the number of the thread that worked on it.
    fn collect(&mut self, piece: &mut P, thread: usize) -> Result<()>;

    /// Decides on an error: `Ok` if the log ends there and that is accepted.
    fn tolerate(&mut self, result: Result<()>) -> Result<()> {
        result
    }
}

/// What the threads share.
struct Shared<S: Supply, C> {
    supply: Mutex<Numbered<S>>,
    desk: Mutex<Desk<S::Piece, C>>,
    changed: Condvar,
}

/// A supply, and the number of its next piece.
struct Numbered<S> {
    supply: S,
    next: u64,
}

/// What lies between the threads and the collector.
struct Desk<P, C> {
    /// The number of the piece to collect next.
    next: u64,
    /// Pieces to be collected, by number.
    ready: BTreeMap<u64, Ready<P>>,
    spare: Vec<P>,
    /// `None` while a thread collects.
    collector: Option<C>,
    /// There is no more work.
    over: bool,
}

/// A piece that a thread has worked on, and how that ended.
struct Ready<P> {
    piece: P,
    thread: usize,
    worked: Result<(Position, Result<()>)>,
}

/// Collects all pieces of a supply, with a thread for each of `workers`. `file` is the log's name.
pub(crate) fn ordered_threads<S, W, C>(
    supply: S,
    workers: impl IntoIterator<Item = W>,
    collector: C,
    file: &str,
    meter: &mut Meter<'_>,
) -> Result<C>
where
    S: Supply,
    S::Piece: 'static,
    W: Work<S::Piece>,
    C: Collect<S::Piece>,
{
    let desk = Desk {
        next: 0,
        ready: BTreeMap::new(),
        spare: (0..SPARE).map(|_| S::Piece::default()).collect(),
        collector: Some(collector),
        over: false,
    };
    let shared = Arc::new(Shared {
        supply: Mutex::new(Numbered { supply, next: 0 }),
        desk: Mutex::new(desk),
        changed: Condvar::new(),
    });
    let failed = |source| Error::from(SourceError::Read { file: file.to_owned(), source });
    let (sender, receiver) = channel();
    let mut threads = Vec::new();
    for (number, worker) in workers.into_iter().enumerate() {
        let (shared, sender) = (Arc::clone(&shared), sender.clone());
        let run = move || shared.run(number, worker, &sender);
        match thread::Builder::new().name("scorio-reader".to_owned()).spawn(run) {
            Ok(thread) => threads.push(thread),
            // Fewer threads are slower, but do the same.
            Err(_) if number > 0 => break,
            Err(error) => return Err(failed(error)),
        }
    }
    drop(sender);
    let done = loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(done) => break done,
            Err(RecvTimeoutError::Timeout) => {
                if let Err(stopped) = meter.ask() {
                    // One thread may still wait for a pipe: it is left alone.
                    shared.end();
                    farewell(threads);
                    return Err(stopped);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(failed(io::Error::other("the threads ended before the log did")));
            }
        }
    };
    if done.is_err() {
        farewell(threads);
        return done;
    }
    for thread in threads {
        let _ = thread.join();
    }
    meter.ask()?;
    done
}

/// Waits until threads have ended, but not for one that waits for a pipe.
///
/// A thread may hold memory of the caller's language. It must not give it back while the program ends.
fn farewell(threads: Vec<JoinHandle<()>>) {
    for _ in 0..LAST_LOOKS {
        if threads.iter().all(JoinHandle::is_finished) {
            break;
        }
        thread::sleep(LOOK_AGAIN);
    }
    for thread in threads.into_iter().filter(JoinHandle::is_finished) {
        let _ = thread.join();
    }
}

impl<S: Supply, C> Shared<S, C> {
    /// Tells all threads that there is no more work. A thread may wait for the memory of a piece on the
    /// desk.
    fn end(&self) {
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        desk.over = true;
        let left = (desk.collector.take(), std::mem::take(&mut desk.ready));
        drop(desk);
        drop(left);
        self.changed.notify_all();
    }

    /// Waits for a spare piece. `None` if there is no more work.
    fn spare(&self) -> Option<S::Piece> {
        let desk = self.desk.lock().ok()?;
        let waiting = |desk: &mut Desk<_, _>| desk.spare.is_empty() && !desk.over;
        let mut desk = self.changed.wait_while(desk, waiting).ok()?;
        if desk.over { None } else { desk.spare.pop() }
    }
}

impl<S: Supply, C: Collect<S::Piece>> Shared<S, C> {
    /// The work of one thread, until the log ends.
    fn run<W: Work<S::Piece>>(&self, number: usize, mut worker: W, sender: &Sender<Result<C>>) {
        let _end = EndOfPanic(self);
        // The piece that every thread brings along.
        let mut own = Some(S::Piece::default());
        while let Some(mut piece) = own.take().or_else(|| self.spare()) {
            let Ok(mut supply) = self.supply.lock() else { return };
            let Some(supplied) = supply.supply.next(&mut piece) else { return };
            let sequence = supply.next;
            supply.next += 1;
            drop(supply);
            let worked = supplied.map(|position| (position, worker.work(&mut piece)));
            self.leave(sequence, Ready { piece, thread: number, worked }, sender);
        }
    }

    /// Leaves a piece on the desk, and collects what is ready unless another thread does.
    fn leave(&self, sequence: u64, ready: Ready<S::Piece>, sender: &Sender<Result<C>>) {
        let Ok(mut desk) = self.desk.lock() else { return };
        if desk.over {
            return;
        }
        desk.ready.insert(sequence, ready);
        let Some(mut collector) = desk.collector.take() else { return };
        let mut next = desk.next;
        while let Some(Ready { mut piece, thread, worked }) = desk.ready.remove(&next) {
            drop(desk);
            // What is wrong before the place of an error comes first.
            let (collected, last) = match worked {
                Ok((position, worked)) => {
                    let collected = collector.collect(&mut piece, thread).and(worked);
                    (collected, position == Position::Last)
                }
                Err(error) => (Err(error), true),
            };
            let over = collected.is_err() || last;
            let collected = collector.tolerate(collected);
            next += 1;
            if over {
                self.end();
                let _ = sender.send(collected.map(|()| collector));
                return;
            }
            // Whoever fills the next piece may wait for it.
            S::give_back(&mut piece);
            match self.desk.lock() {
                Ok(locked) => desk = locked,
                Err(_) => return,
            }
            if desk.over {
                return;
            }
            desk.spare.push(piece);
            self.changed.notify_one();
        }
        desk.next = next;
        desk.collector = Some(collector);
    }
}

/// Ends the work of all threads where one of them panics.
struct EndOfPanic<'s, S: Supply, C>(&'s Shared<S, C>);

impl<S: Supply, C> Drop for EndOfPanic<'_, S, C> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}
