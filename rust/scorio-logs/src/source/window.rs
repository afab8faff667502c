//! A window over a source.

use std::io::{self, Read};

use scorio_records::records::text::Text;

use crate::error::{Error, Result};
use crate::source::error::SourceError;
use crate::source::progress::Meter;
use crate::source::stream::Source;

const CHUNK: usize = 1 << 18;

/// The bytes not yet used, with more read on demand.
pub(crate) struct Window<'p> {
    pub(crate) source: Source,
    pub(crate) meter: Meter<'p>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The most bytes that a record may have.
    longest: usize,
    /// Offset in the text of the first unused byte.
    pub(crate) offset: u64,
    pub(crate) ended: bool,
    /// What went wrong while reading ahead.
    failure: Option<Error>,
}

impl<'p> Window<'p> {
    pub(crate) fn new(source: Source, meter: Meter<'p>, longest: usize) -> Self {
        let (buffer, failure) = (vec![0; CHUNK], None);
        Self { source, meter, buffer, start: 0, end: 0, longest, offset: 0, ended: false, failure }
    }

    /// The same with another source, from its start.
    pub(crate) fn onto(self, source: Source) -> Self {
        Self::new(source, self.meter, self.longest)
    }

    /// The source, the meter, the bytes not yet used and their offset.
    pub(crate) fn into_parts(mut self) -> (Source, Meter<'p>, Vec<u8>, u64) {
        self.buffer.truncate(self.end);
        self.buffer.drain(..self.start);
        (self.source, self.meter, self.buffer, self.offset)
    }

    /// The bytes not yet used.
    pub(crate) fn rest(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or(&[])
    }

    /// Reads more of a record that goes on behind the unused bytes. It reads as much again, so that a
    /// record is not scanned again for each small piece of a compressed file.
    pub(crate) fn more_of(&mut self, unit: &'static str, number: u64) -> Result<()> {
        let length = self.rest().len();
        self.limit(length, unit, number)?;
        self.more()?;
        self.ahead((2 * length).min(self.longest)).map(drop)
    }

    /// Uses up bytes.
    pub(crate) fn advance(&mut self, count: usize) {
        self.start += count;
        self.offset += count as u64;
    }

    /// Reads ahead until more than `bytes` are unused. False if there are no more of them. An
    /// error is kept for [`Window::more`], so that errors in the bytes before it come first.
    pub(crate) fn ahead(&mut self, bytes: usize) -> Result<bool> {
        while self.rest().len() <= bytes && !self.ended {
            match self.more() {
                Ok(()) => {}
                Err(Error::Stopped) => return Err(Error::Stopped),
                Err(error) => {
                    self.failure = Some(error);
                    return Ok(false);
                }
            }
        }
        Ok(!self.ended)
    }

    /// Reads more behind the unused bytes. After the end of the text, sets `ended`.
    pub(crate) fn more(&mut self) -> Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.end == self.buffer.len() {
            // A record longer than the window: it doubles, so that the copying stays linear, but not
            // beyond what shows that the record is too long.
            let (double, most) = (self.buffer.len() * 2, self.longest.saturating_add(1));
            let size = if self.end < most { double.min(most) } else { double };
            if self.buffer.try_reserve_exact(size - self.end).is_err() {
                let place = self.place("part", 1);
                return Err(Error::from(SourceError::NoMemory { place, needed: size }));
            }
            self.buffer.resize(size, 0);
        }
        self.meter.step()?;
        let room = self.buffer.get_mut(self.end..).unwrap_or(&mut []);
        let count = loop {
            match self.source.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => self.meter.ask()?,
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

impl Text for Window<'_> {
    type Error = Error;

    fn file(&self) -> &str {
        self.source.name()
    }

    fn rest(&self) -> &[u8] {
        Self::rest(self)
    }

    fn offset(&self) -> u64 {
        self.offset
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn longest(&self) -> usize {
        self.longest
    }

    fn advance(&mut self, count: usize) {
        Self::advance(self, count);
    }

    fn more(&mut self) -> Result<bool> {
        Self::more(self).map(|()| true)
    }

    fn more_of(&mut self, unit: &'static str, number: u64) -> Result<bool> {
        Self::more_of(self, unit, number).map(|()| true)
    }

    fn too_long(&self, unit: &'static str, number: u64) -> Error {
        let (place, most) = (self.place(unit, number), self.longest);
        SourceError::TooLong { place, most }.into()
    }
}
