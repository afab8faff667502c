//! One log on several threads, with results as of one.
//!
//! Threads take turns at a supply of pieces. Each works on the piece that it took. Then the pieces go
//! to one collector, in the order of the supply. The speed of a thread changes no result.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
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

/// Hands out the pieces of a log in order.
pub(crate) trait Supply: Send + 'static {
    /// A piece. A thread uses the same one again and again, so that it can keep its memory.
    type Piece: Default;

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
struct Shared<S, C> {
    supply: Mutex<Numbered<S>>,
    turn: Mutex<Turn<C>>,
    turned: Condvar,
}

/// A supply, and the number of its next piece.
struct Numbered<S> {
    supply: S,
    next: u64,
}

/// The number of the piece to collect next.
struct Turn<C> {
    next: u64,
    /// `None` when the work is over.
    collector: Option<C>,
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
    W: Work<S::Piece>,
    C: Collect<S::Piece>,
{
    let shared = Arc::new(Shared {
        supply: Mutex::new(Numbered { supply, next: 0 }),
        turn: Mutex::new(Turn { next: 0, collector: Some(collector) }),
        turned: Condvar::new(),
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
                    // Without a collector the threads end. One may still wait for a pipe: it is left
                    // alone.
                    if let Ok(mut turn) = shared.turn.lock() {
                        turn.collector = None;
                    }
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

impl<S: Supply, C: Collect<S::Piece>> Shared<S, C> {
    /// The work of one thread, until the log ends.
    fn run<W: Work<S::Piece>>(&self, number: usize, mut worker: W, sender: &Sender<Result<C>>) {
        let mut piece = S::Piece::default();
        loop {
            let Ok(mut supply) = self.supply.lock() else { return };
            let Some(supplied) = supply.supply.next(&mut piece) else { return };
            let sequence = supply.next;
            supply.next += 1;
            drop(supply);
            let worked = supplied.map(|position| (position, worker.work(&mut piece)));
            let Ok(turn) = self.turn.lock() else { return };
            let waiting = |turn: &mut Turn<C>| turn.next != sequence && turn.collector.is_some();
            let Ok(mut turn) = self.turned.wait_while(turn, waiting) else { return };
            let Some(collector) = &mut turn.collector else { return };
            // What is wrong before the place of an error comes first.
            let (collected, last) = match worked {
                Ok((position, worked)) => {
                    let collected = collector.collect(&mut piece, number).and(worked);
                    (collected, position == Position::Last)
                }
                Err(error) => (Err(error), true),
            };
            let over = collected.is_err() || last;
            let collected = collector.tolerate(collected);
            turn.next += 1;
            if over && let Some(collector) = turn.collector.take() {
                let _ = sender.send(collected.map(|()| collector));
            }
            drop(turn);
            self.turned.notify_all();
            // Whoever fills the next piece may wait for it.
            S::give_back(&mut piece);
        }
    }
}
