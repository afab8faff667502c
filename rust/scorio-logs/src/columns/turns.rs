//! Columns on all processors. Readers take turns at the pieces of a table; each decodes what it took
//! and looks at it; then they take turns at counting, in the order of the table, so that nothing
//! depends on who was faster.

use std::cell::Cell;
use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, Once};
use std::thread;

use arrow_array::RecordBatch;

use crate::error::{Error, Result};
use crate::parallel::PATIENCE;
use crate::window::Meter;

/// The batches of a piece of a table, decoded as they are asked for.
pub(crate) type Piece = Box<dyn Iterator<Item = Result<RecordBatch>> + Send>;

/// The pieces of a table in order.
pub(crate) type Pieces = Box<dyn Iterator<Item = Result<Piece>> + Send>;

/// Looks at batches, apart from other readers.
pub(crate) trait Look: Send + 'static {
    type Found: Send;

    fn look(&mut self, batch: &RecordBatch) -> Self::Found;
}

/// Takes the batches of a table in its order.
pub(crate) trait Take<F>: Send + 'static {
    /// A batch, what was found in it, and which reader found it.
    fn take(&mut self, batch: &RecordBatch, found: &F, reader: usize) -> Result<()>;
}

/// What the readers share.
struct Shared<T> {
    pieces: Mutex<Numbered>,
    turn: Mutex<Turn<T>>,
    turned: Condvar,
    /// What it is when the decoding breaks down.
    broken: Box<dyn Fn() -> Error + Send + Sync>,
}

struct Numbered {
    pieces: Pieces,
    next: u64,
}

/// Whose turn it is to count.
struct Turn<T> {
    next: u64,
    /// Nothing when the work is over.
    taker: Option<T>,
}

/// Reads a table with a reader for each of `looks`. `broken` tells what a panic of the decoder means,
/// which comes of bytes that no check of its own had a word for.
pub(crate) fn tables<L: Look, T: Take<L::Found>>(
    pieces: Pieces,
    file: &str,
    looks: Vec<L>,
    taker: T,
    meter: &mut Meter<'_>,
    broken: impl Fn() -> Error + Send + Sync + 'static,
) -> Result<T> {
    let shared = Arc::new(Shared {
        pieces: Mutex::new(Numbered { pieces, next: 0 }),
        turn: Mutex::new(Turn { next: 0, taker: Some(taker) }),
        turned: Condvar::new(),
        broken: Box::new(broken),
    });
    let failed = |source| Error::Read { file: file.to_owned(), source };
    let (sender, receiver) = channel();
    let mut readers = Vec::new();
    for (number, look) in looks.into_iter().enumerate() {
        let (shared, sender) = (Arc::clone(&shared), sender.clone());
        let read = move || shared.read(number, look, &sender);
        match thread::Builder::new().name("scorio-reader".to_owned()).spawn(read) {
            Ok(reader) => readers.push(reader),
            // Fewer readers are slower, and that is all.
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
                    // The readers find nobody to count for. One may wait for whoever makes the
                    // batches; it is not waited for.
                    if let Ok(mut turn) = shared.turn.lock() {
                        turn.taker = None;
                    }
                    return Err(stopped);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(failed(io::Error::other("the readers ended before the table did")));
            }
        }
    };
    let taker = done?;
    for reader in readers {
        let _ = reader.join();
    }
    meter.ask()?;
    Ok(taker)
}

impl<T> Shared<T> {
    /// What one reader does until the table ends.
    fn read<L: Look>(&self, number: usize, mut look: L, sender: &Sender<Result<T>>)
    where
        T: Take<L::Found>,
    {
        loop {
            let Ok(mut pieces) = self.pieces.lock() else { return };
            let sequence = pieces.next;
            pieces.next += 1;
            let piece = self.caught(|| pieces.pieces.next());
            drop(pieces);
            let last = piece.is_none();
            let mut found = Vec::new();
            let read = match piece {
                None => Ok(()),
                Some(piece) => piece.and_then(|mut piece| {
                    let mut next = || {
                        let seen = |batch| {
                            let seen = look.look(&batch);
                            (batch, seen)
                        };
                        piece.next().map(|batch| batch.map(seen))
                    };
                    while let Some(seen) = self.caught(&mut next) {
                        found.push(seen?);
                    }
                    Ok(())
                }),
            };
            let Ok(turn) = self.turn.lock() else { return };
            let waiting = |turn: &mut Turn<T>| turn.next != sequence && turn.taker.is_some();
            let Ok(mut turn) = self.turned.wait_while(turn, waiting) else { return };
            let Some(taker) = &mut turn.taker else { return };
            // What is wrong with the rows before a failure comes first.
            let mut batches = found.iter();
            let taken = batches.try_for_each(|(batch, found)| taker.take(batch, found, number));
            let taken = taken.and(read);
            turn.next += 1;
            if (taken.is_err() || last)
                && let Some(taker) = turn.taker.take()
            {
                let _ = sender.send(taken.map(|()| taker));
            }
            drop(turn);
            self.turned.notify_all();
            if last {
                return;
            }
        }
    }

    fn caught<R>(&self, decode: impl FnOnce() -> Option<Result<R>>) -> Option<Result<R>> {
        caught(decode, &self.broken)
    }
}

/// What decoding gives; where a damaged file makes the decoder panic, `broken`.
pub(crate) fn caught<R>(
    decode: impl FnOnce() -> Option<Result<R>>,
    broken: impl Fn() -> Error,
) -> Option<Result<R>> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !CAUGHT.get() {
                usual(panic);
            }
        }));
    });
    let before = CAUGHT.replace(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    CAUGHT.set(before);
    decoded.unwrap_or_else(|_| Some(Err(broken())))
}

thread_local! {
    /// A panic of this thread is caught and becomes an error, so that nobody else is to tell of it.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
}
