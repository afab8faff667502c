//! Opening a log: file or standard input, plain, gzip or zstd by its first bytes.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::rc::Rc;

use flate2::bufread::MultiGzDecoder;

use crate::error::{Error, Result};

const CHUNK: usize = 1 << 18;

/// Called with the bytes read from files so far; false stops the reading.
pub type Progress<'p> = dyn FnMut(u64) -> bool + 'p;

/// A log as text bytes.
pub(crate) struct Source<'p> {
    name: String,
    compression: Option<&'static str>,
    reader: Box<dyn Read>,
    consumed: Rc<Cell<u64>>,
    reported: u64,
    text: u64,
    progress: &'p mut Progress<'p>,
}

/// Passes bytes on and adds them to a shared total.
struct Metered<R> {
    inner: R,
    total: Rc<Cell<u64>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.total.set(self.total.get() + count as u64);
        Ok(count)
    }
}

/// The error that carries "the progress function said stop" through `io::Read`.
#[derive(Debug, thiserror::Error)]
#[error("stopped")]
struct Stop;

impl<'p> Source<'p> {
    /// Opens a path; `-` is standard input. `total` goes on counting over several files.
    pub(crate) fn open(
        path: &Path,
        total: Rc<Cell<u64>>,
        progress: &'p mut Progress<'p>,
    ) -> Result<Self> {
        let name = path.display().to_string();
        let raw: Box<dyn Read> = if name == "-" {
            Box::new(io::stdin())
        } else {
            let failed = |source| Error::Open { file: name.clone(), source };
            let file = File::open(path).map_err(failed)?;
            if file.metadata().map_err(failed)?.is_dir() {
                return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
            }
            Box::new(file)
        };
        let metered = Metered { inner: raw, total: Rc::clone(&total) };
        let mut buffered = BufReader::with_capacity(CHUNK, metered);
        let failed = |source| Error::Read { file: name.clone(), source };
        let mut first = [0; 4];
        let length = fill(&mut buffered, &mut first).map_err(failed)?;
        let head = first.get(..length).unwrap_or(&[]).to_vec();
        let whole = BufReader::with_capacity(CHUNK, Cursor::new(head.clone()).chain(buffered));
        let (compression, reader): (_, Box<dyn Read>) = match head.as_slice() {
            [0x1f, 0x8b, ..] => (Some("gzip"), Box::new(MultiGzDecoder::new(whole))),
            [0x28, 0xb5, 0x2f, 0xfd] => {
                let decoder = zstd::stream::read::Decoder::with_buffer(whole).map_err(failed)?;
                (Some("zstd"), Box::new(decoder))
            }
            _ => (None, Box::new(whole)),
        };
        let reported = total.get();
        Ok(Self { name, compression, reader, consumed: total, reported, text: 0, progress })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What an error of [`Read::read`] means.
    pub(crate) fn explain(&self, source: io::Error) -> Error {
        if source.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Stop>) {
            return Error::Stopped;
        }
        let (file, bytes) = (self.name.clone(), self.text);
        match self.compression {
            Some(compression) if source.kind() == io::ErrorKind::UnexpectedEof => {
                Error::Truncated { file, compression, bytes }
            }
            Some(compression) => Error::Damaged { file, compression, bytes, source },
            None => Error::Read { file, source },
        }
    }
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let consumed = self.consumed.get();
        if consumed - self.reported >= CHUNK as u64 {
            self.reported = consumed;
            if !(self.progress)(consumed) {
                return Err(io::Error::other(Stop));
            }
        }
        let count = self.reader.read(buffer)?;
        self.text += count as u64;
        Ok(count)
    }
}

/// Reads until the buffer is full or the input ends; how much it is.
fn fill(reader: &mut impl BufRead, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while let Some(rest) = buffer.get_mut(length..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// A window over a source: the bytes not yet used, with more read on demand.
pub(crate) struct Window<'p> {
    pub(crate) source: Source<'p>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Offset in the text of the first unused byte.
    pub(crate) offset: u64,
    pub(crate) ended: bool,
}

impl<'p> Window<'p> {
    pub(crate) fn new(source: Source<'p>) -> Self {
        Self { source, buffer: vec![0; CHUNK], start: 0, end: 0, offset: 0, ended: false }
    }

    /// The bytes not yet used.
    pub(crate) fn rest(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or(&[])
    }

    /// Uses up bytes.
    pub(crate) fn advance(&mut self, count: usize) {
        self.start += count;
        self.offset += count as u64;
    }

    /// Reads more behind the unused bytes; after the end of the text, sets `ended`.
    pub(crate) fn more(&mut self) -> Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.end == self.buffer.len() {
            // A record longer than the window: it doubles, so that the copying stays linear.
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let room = self.buffer.get_mut(self.end..).unwrap_or(&mut []);
        let count = loop {
            match self.source.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        match count {
            Ok(0) => self.ended = true,
            Ok(count) => self.end += count,
            Err(error) => return Err(self.source.explain(error)),
        }
        Ok(())
    }
}
