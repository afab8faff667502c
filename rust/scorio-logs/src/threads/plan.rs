//! How a reading is divided among threads.

use std::thread;

/// How the work is divided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkPlan {
    pub(crate) readers: usize,
    /// Bytes of a chunk.
    pub(crate) chunk: usize,
    /// Logs up to this many bytes are not worth a thread.
    pub(crate) small: usize,
    /// The most bytes that a record may have.
    pub(crate) longest: usize,
}

/// The most bytes of a record, where nothing else is said: 1 GiB.
pub(crate) const LONGEST: usize = 1 << 30;

impl WorkPlan {
    /// A reader for each processor.
    pub(crate) fn usual() -> Self {
        // The source has one reader at a time. More than these would only wait for it.
        let readers = thread::available_parallelism().map_or(1, |count| count.get().min(16));
        Self { readers, chunk: 1 << 18, small: 1 << 20, longest: LONGEST }
    }
}
