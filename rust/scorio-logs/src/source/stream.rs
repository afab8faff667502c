//! Opening a log: file or standard input, plain or packed, by its first bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

use crate::error::{Error, Result};
use crate::source::error::SourceError;
use crate::source::progress::Meter;
use crate::source::progress::Total;
use crate::threads::ordered::PATIENCE;

const ZIP: &str = "ZIP";
const CHUNK: usize = 1 << 16;

/// The memory that unpacking xz may take, in KiB: four times what its highest level needs.
const XZ_MEMORY: u32 = 1 << 18;

/// A log as text bytes.
pub(crate) struct Source {
    name: String,
    compression: Option<&'static str>,
    reader: Box<dyn Read + Send>,
    text: u64,
}

/// Passes bytes on and adds them to a shared total.
pub(crate) struct Metered<R> {
    pub(crate) inner: R,
    pub(crate) total: Total,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.total.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl Source {
    /// Opens a path; `-` is standard input.
    pub(crate) fn open(path: &Path, meter: &mut Meter<'_>) -> Result<Self> {
        let name = path.display().to_string();
        let raw: Box<dyn Read + Send> = if name == "-" {
            Box::new(io::stdin())
        } else {
            let failed = |source| Error::from(SourceError::Open { file: name.clone(), source });
            let file = opened(path, meter)?.map_err(failed)?;
            if file.metadata().map_err(failed)?.is_dir() {
                return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
            }
            Box::new(file)
        };
        let metered = Metered { inner: raw, total: meter.total() };
        let mut buffered = BufReader::with_capacity(CHUNK, metered);
        let failed = |source| Error::from(SourceError::Read { file: name.clone(), source });
        let mut first = [0; 6];
        let length = fill(&mut buffered, &mut first, meter)?.map_err(failed)?;
        let head = first.get(..length).unwrap_or(&[]).to_vec();
        let whole = BufReader::with_capacity(CHUNK, Cursor::new(head.clone()).chain(buffered));
        let (compression, reader): (_, Box<dyn Read + Send>) = match head.as_slice() {
            [0x1f, 0x8b, ..] => (Some("gzip"), Box::new(MultiGzDecoder::new(whole))),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, 0x41 | 0x72] => {
                (Some("bzip2"), Box::new(MultiBzDecoder::new(whole)))
            }
            [0xfd, b'7', b'z', b'X', b'Z', 0] => {
                (Some("xz"), Box::new(XzReader::new_mem_limit(whole, true, XZ_MEMORY)))
            }
            // A frame, or one to be skipped before it.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                let decoder = zstd::stream::read::Decoder::with_buffer(whole).map_err(failed)?;
                (Some("zstd"), Box::new(decoder))
            }
            _ => (None, Box::new(whole)),
        };
        Ok(Self { name, compression, reader, text: 0 })
    }

    /// What an archive holds under a name.
    pub(crate) fn packed(name: String, reader: Box<dyn Read + Send>) -> Self {
        Self { name, compression: Some(ZIP), reader, text: 0 }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// How it is compressed, if it is.
    pub(crate) fn compression(&self) -> Option<&'static str> {
        self.compression
    }

    /// What an error of [`Read::read`] means.
    pub(crate) fn explain(&self, source: io::Error) -> Error {
        let (file, bytes) = (self.name.clone(), self.text);
        match self.compression {
            // An archive says how long its entries are: one that ends too early is damaged.
            Some(compression)
                if source.kind() == io::ErrorKind::UnexpectedEof && compression != ZIP =>
            {
                Error::from(SourceError::Truncated { file, compression, bytes })
            }
            Some(compression) => {
                Error::from(SourceError::Damaged { file, compression, bytes, source })
            }
            None => Error::from(SourceError::Read { file, source }),
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.text += count as u64;
        Ok(count)
    }
}

/// Opens a file. A pipe without a writer keeps whoever opens it waiting: a thread does, so that the reading
/// can be stopped meanwhile.
fn opened(path: &Path, meter: &mut Meter<'_>) -> Result<io::Result<File>> {
    if !is_pipe(path) {
        return Ok(File::open(path));
    }
    let (sender, receiver) = channel();
    let there = path.to_owned();
    let waiting = thread::Builder::new().name("scorio-pipe".to_owned());
    if let Err(error) = waiting.spawn(move || sender.send(File::open(there))) {
        return Ok(Err(error));
    }
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(file) => return Ok(file),
            Err(RecvTimeoutError::Timeout) => meter.ask()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Ok(Err(io::Error::other("it could not be waited for")));
            }
        }
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|known| known.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Reads until the buffer is full or the input ends. How much it is.
fn fill(
    reader: &mut impl BufRead,
    buffer: &mut [u8],
    meter: &mut Meter<'_>,
) -> Result<io::Result<usize>> {
    let mut length = 0;
    while let Some(rest) = buffer.get_mut(length..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => meter.ask()?,
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(length))
}
