//! How far a reading is, and whether it goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

/// Bytes between two questions whether to go on.
const CHUNK: usize = 1 << 18;

/// Called with the bytes read from files so far. False stops the reading.
pub type Progress<'p> = dyn FnMut(u64) -> bool + 'p;

/// The bytes read so far, as stored, over all files.
pub(crate) type Total = Arc<AtomicU64>;

/// Tells the caller how far the reading is, and asks whether to go on.
pub(crate) struct Meter<'p> {
    total: Total,
    /// The total before this input.
    begun: u64,
    reported: u64,
    progress: &'p mut Progress<'p>,
}

impl<'p> Meter<'p> {
    pub(crate) fn new(total: Total, progress: &'p mut Progress<'p>) -> Self {
        let begun = total.load(Ordering::Relaxed);
        // The first step of an input asks in any case, as it may be one of many small ones.
        Self { begun, reported: begun.saturating_sub(CHUNK as u64), total, progress }
    }

    /// The total, for those who add to it.
    pub(crate) fn total(&self) -> Total {
        Arc::clone(&self.total)
    }

    /// Takes back what was read of this input: it is to be read again.
    pub(crate) fn forget(&mut self) {
        self.total.store(self.begun, Ordering::Relaxed);
        self.reported = self.begun;
    }

    /// Asks if enough was read since the last time.
    pub(crate) fn step(&mut self) -> Result<()> {
        let read = self.total.load(Ordering::Relaxed);
        if read - self.reported >= CHUNK as u64 { self.ask() } else { Ok(()) }
    }

    /// Asks in any case: a reading that waits for a pipe is to be stopped as well.
    pub(crate) fn ask(&mut self) -> Result<()> {
        self.reported = self.total.load(Ordering::Relaxed);
        if (self.progress)(self.reported) { Ok(()) } else { Err(Error::Stopped) }
    }
}

/// Asked now and then by work that is no reading of logs. False stops it.
pub type GoOn<'g> = dyn FnMut() -> bool + 'g;

/// Time between two questions whether to go on.
const PAUSE: Duration = Duration::from_millis(50);

/// Work on count files, which asks whether to go on.
pub(crate) struct Going<'g> {
    go_on: &'g mut GoOn<'g>,
    asked: Instant,
}

impl<'g> Going<'g> {
    pub(crate) fn new(go_on: &'g mut GoOn<'g>) -> Self {
        Self { go_on, asked: Instant::now() }
    }

    /// Asks if the last time is long ago.
    pub(crate) fn step(&mut self) -> Result<()> {
        if self.asked.elapsed() < PAUSE { Ok(()) } else { self.ask() }
    }

    /// The same for one row of many, of which a few take no time.
    pub(crate) fn row(&mut self, row: usize) -> Result<()> {
        if row.is_multiple_of(1 << 10) { self.step() } else { Ok(()) }
    }

    /// Asks in any case.
    pub(crate) fn ask(&mut self) -> Result<()> {
        let answer = (self.go_on)();
        self.asked = Instant::now();
        if answer { Ok(()) } else { Err(Error::Stopped) }
    }
}
