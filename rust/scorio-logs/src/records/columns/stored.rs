//! A stored file that several readers read at places of their own.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

use crate::source::progress::Total;

/// The most that is made room for before it is read: a damaged file may ask for anything.
const ROOM: usize = 1 << 20;

/// Read ahead of what is asked for, which mostly is the head of a page.
const AHEAD: usize = 512;

/// A file, and the total of the bytes read from it.
#[derive(Clone)]
pub(crate) struct Stored {
    file: Arc<Mutex<File>>,
    length: u64,
    total: Total,
    /// The bytes read, which may be the same ones again.
    read: Arc<AtomicU64>,
}

/// The file from some place on.
#[derive(Clone)]
pub(crate) struct StoredReader {
    stored: Stored,
    at: u64,
}

impl Stored {
    pub(crate) fn new(file: File, total: Total) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { file: Arc::new(Mutex::new(file)), length, total, read: Arc::default() })
    }

    /// From a place on.
    pub(crate) fn from(&self, at: u64) -> StoredReader {
        StoredReader { stored: self.clone(), at }
    }
}

impl Read for StoredReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let broken = |_| io::Error::other("another reader broke down");
        let mut file = self.stored.file.lock().map_err(broken)?;
        file.seek(SeekFrom::Start(self.at))?;
        let count = file.read(buffer)?;
        self.at += count as u64;
        // A byte that is read again counts once: no file has more of them than it has.
        let before = self.stored.read.fetch_add(count as u64, Ordering::Relaxed);
        let new = (count as u64).min(self.stored.length.saturating_sub(before));
        self.stored.total.fetch_add(new, Ordering::Relaxed);
        Ok(count)
    }
}

impl Seek for StoredReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(from) => self.stored.length.checked_add_signed(from),
            SeekFrom::Current(from) => self.at.checked_add_signed(from),
        };
        self.at = place.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

impl Length for Stored {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Stored {
    type T = BufReader<StoredReader>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(BufReader::with_capacity(AHEAD, self.from(start)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let mut bytes = Vec::with_capacity(length.min(ROOM));
        self.from(start).take(length as u64).read_to_end(&mut bytes)?;
        if bytes.len() < length {
            return Err(ParquetError::EOF(format!("{length} bytes at {start} are not all there")));
        }
        Ok(bytes.into())
    }
}
