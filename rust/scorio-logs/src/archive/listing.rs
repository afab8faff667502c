//! The entries of an archive. Its directory is believed only as far as the entries themselves agree:
//! they must fill the file from its start to the directory, and state what it states.
//!
//! An archive whose writer was interrupted, or that was cut off, has no end; its entries are then found
//! one behind the other, and what stands behind the last whole one must be the beginning of what is lacking.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};

use memchr::memmem;

use super::header::{
    Bytes, END, END_LENGTH, ENTRY, ENTRY_LENGTH, LARGE_END, LARGE_END_LENGTH, LOCATOR,
    LOCATOR_LENGTH, Listed, Local, RECORD, Stated,
};

/// The longest comment behind an archive's end.
const COMMENT: u64 = 0xffff;

/// An entry, and where its data begin.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) stated: Stated,
    pub(super) offset: u64,
    pub(super) start: u64,
}

impl Entry {
    fn new(stated: Stated, offset: u64, header: u64) -> Self {
        let name = String::from_utf8_lossy(&stated.name).into_owned();
        Self { name, stated, offset, start: offset + header }
    }

    /// Where its data end.
    fn end(&self) -> Option<u64> {
        self.start.checked_add(self.stated.packed)
    }
}

/// All entries, in their order in the file.
pub(super) struct Listing {
    pub(super) entries: Vec<Entry>,
    /// The archive's end is lacking.
    pub(super) cut: bool,
}

/// Why there is no listing.
pub(super) enum Fault {
    Io(io::Error),
    Damaged(String),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

type Result<T> = std::result::Result<T, Fault>;

fn damaged<T>(what: impl Into<String>) -> Result<T> {
    Err(Fault::Damaged(what.into()))
}

/// Lists the entries of a file.
pub(super) fn list(file: &File) -> Result<Listing> {
    let length = file.metadata()?.len();
    let mut archive = Stored { file: BufReader::new(file), at: 0, length };
    archive.file.rewind()?;
    let listing = match archive.end()? {
        Some(end) => Listing { entries: archive.directory(&end)?, cut: false },
        None => Listing { entries: archive.walk()?, cut: true },
    };
    let mut names = HashSet::new();
    match listing.entries.iter().find(|entry| !names.insert(&entry.name)) {
        Some(twice) => damaged(format!("it has two entries {}", twice.name)),
        None => Ok(listing),
    }
}

/// What an archive's end says of its directory.
struct End {
    records: u64,
    start: u64,
    length: u64,
    /// Where the end begins.
    at: u64,
}

struct Stored<'f> {
    file: BufReader<&'f File>,
    at: u64,
    length: u64,
}

impl Stored<'_> {
    /// The bytes at a place, fewer where the file ends.
    fn bytes(&mut self, at: u64, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if at < self.length {
            // What was read ahead stays: the headers of small entries stand close together.
            self.file.seek_relative(at.wrapping_sub(self.at).cast_signed())?;
            (&mut self.file).take(length).read_to_end(&mut bytes)?;
            self.at = at + bytes.len() as u64;
        }
        Ok(bytes)
    }

    /// The end, if there is one that goes to the file's end.
    fn end(&mut self) -> Result<Option<End>> {
        let from = self.length.saturating_sub(END_LENGTH as u64 + COMMENT);
        let tail = self.bytes(from, self.length - from)?;
        let whole = |&at: &usize| {
            let end = tail.get(at..).unwrap_or(&[]);
            let comment = Bytes(end).two(20);
            end.len() >= END_LENGTH && end.len() as u64 == END_LENGTH as u64 + comment
        };
        let Some(at) = memmem::rfind_iter(&tail, END).find(whole) else { return Ok(None) };
        let end = Bytes(tail.get(at..).unwrap_or(&[]));
        let (records, length, start) = (end.two(10), end.four(12), end.four(16));
        let at = from + at as u64;
        let place = at.saturating_sub(LOCATOR_LENGTH as u64);
        let locator = self.bytes(place, LOCATOR_LENGTH as u64)?;
        if !locator.starts_with(LOCATOR) {
            return Ok(Some(End { records, start, length, at }));
        }
        let at = Bytes(&locator).eight(8);
        let large = self.bytes(at, LARGE_END_LENGTH as u64)?;
        let end = Bytes(&large);
        if !large.starts_with(LARGE_END)
            || at.checked_add(end.eight(4)).and_then(|at| at.checked_add(12)) != Some(place)
        {
            return damaged("its end for large archives is not where it should be");
        }
        let (records, length, start) = (end.eight(32), end.eight(40), end.eight(48));
        Ok(Some(End { records, start, length, at }))
    }

    /// The entries that the directory lists, each of them as it says.
    fn directory(&mut self, end: &End) -> Result<Vec<Entry>> {
        if end.start.checked_add(end.length) != Some(end.at) {
            return damaged("its directory is not where its end says");
        }
        let directory = self.bytes(end.start, end.length)?;
        let (mut rest, mut listed) = (directory.as_slice(), Vec::new());
        while let Some(record) = Listed::read(rest) {
            rest = rest.get(record.length..).unwrap_or(&[]);
            listed.push(record);
        }
        if !rest.is_empty() || listed.len() as u64 != end.records {
            let records = listed.len();
            return damaged(format!(
                "its directory lists {records} entries that can be read, and its end says {}",
                end.records
            ));
        }
        listed.sort_by_key(|record| record.offset);
        let next = listed.iter().skip(1).map(|record| record.offset).chain([end.start]);
        let nexts: Vec<u64> = next.collect();
        if listed.first().is_some_and(|first| first.offset > 0) {
            return damaged("its directory lists nothing that stands at its start");
        }
        let entries = listed.into_iter().zip(nexts);
        entries.map(|(record, next)| self.listed(record, next)).collect()
    }

    /// An entry that is as its record says, and ends where the next one begins.
    fn listed(&mut self, record: Listed, next: u64) -> Result<Entry> {
        let Listed { stated, offset, .. } = record;
        let name = String::from_utf8_lossy(&stated.name).into_owned();
        let wrong = |what: &str| damaged(format!("the entry {name} {what}"));
        let Some(local) = self.local(offset)? else {
            return wrong("does not stand where the directory says");
        };
        let mut here = local.stated;
        if local.described {
            here = Stated { crc: stated.crc, packed: stated.packed, size: stated.size, ..here };
        }
        if here != stated {
            return wrong("is not what the directory says of it");
        }
        let entry = Entry::new(stated, offset, local.length);
        let gap = entry.end().and_then(|end| next.checked_sub(end));
        let follows = match gap {
            Some(gap @ (12 | 16 | 20 | 24)) if local.described => {
                describes(&self.bytes(next - gap, gap)?, &entry.stated)
            }
            gap => gap == Some(0) && !local.described,
        };
        if follows { Ok(entry) } else { wrong("does not end where the next one begins") }
    }

    /// The header of an entry at a place, if a whole one is there.
    fn local(&mut self, at: u64) -> Result<Option<Local>> {
        let mut header = self.bytes(at, ENTRY_LENGTH as u64)?;
        let (fixed, whole) = (header.len() as u64, Local::length(&header) as u64);
        header.extend(self.bytes(at + fixed, whole - fixed)?);
        Ok(Local::read(&header))
    }

    /// The entries that stand one behind the other from the start, as far as they are whole.
    fn walk(&mut self) -> Result<Vec<Entry>> {
        let (mut entries, mut at) = (Vec::new(), 0);
        while let Some(local) = self.local(at)? {
            let entry = Entry::new(local.stated, at, local.length);
            match entry.end() {
                Some(end) if end <= self.length && !local.described => at = end,
                _ => break,
            }
            entries.push(entry);
        }
        let rest = self.bytes(at, 4)?;
        let begins = |signature: &[u8]| rest.starts_with(signature) || signature.starts_with(&rest);
        let cut = if begins(ENTRY) {
            self.is_one(at)?
        } else {
            begins(RECORD) && self.is_begun_directory(at, &entries)?
        };
        if cut {
            Ok(entries)
        } else {
            damaged(format!("what stands from its byte {at} on is not what belongs there"))
        }
    }

    /// Whether from here on there is one entry that goes to the end, and none behind it that would be lost.
    fn is_one(&mut self, at: u64) -> Result<bool> {
        const CHUNK: u64 = 1 << 20;
        let mut from = at + 1;
        while from < self.length {
            let bytes = self.bytes(from, CHUNK)?;
            let mut marks = memmem::find_iter(&bytes, b"PK");
            let is_header = |at| {
                let here = bytes.get(at..).unwrap_or(&[]);
                [ENTRY, RECORD, END].iter().any(|signature| here.starts_with(signature))
            };
            if marks.any(is_header) {
                return Ok(false);
            }
            // A header may stand across the end of what was looked at.
            from += CHUNK - 3;
        }
        Ok(true)
    }

    /// Whether from here on there is the beginning of the entries' directory, or of the archive's end.
    fn is_begun_directory(&mut self, at: u64, entries: &[Entry]) -> Result<bool> {
        let directory = self.bytes(at, self.length - at)?;
        let mut rest = directory.as_slice();
        while let Some(Listed { stated, offset, length }) = Listed::read(rest) {
            let place = entries.binary_search_by_key(&offset, |entry| entry.offset).ok();
            if place.and_then(|place| entries.get(place)).map(|entry| &entry.stated)
                != Some(&stated)
            {
                return Ok(false);
            }
            rest = rest.get(length..).unwrap_or(&[]);
        }
        let begins = |signature: &[u8], most: usize| {
            let same = rest.starts_with(signature) || signature.starts_with(rest);
            same && rest.len() < most
        };
        let large = LARGE_END_LENGTH + LOCATOR_LENGTH + END_LENGTH;
        Ok(begins(RECORD, usize::MAX) || begins(END, END_LENGTH) || begins(LARGE_END, large))
    }
}

/// Whether what stands behind an entry's data states its checksum and its sizes.
fn describes(descriptor: &[u8], stated: &Stated) -> bool {
    let plain = if descriptor.len().is_multiple_of(8) {
        descriptor.strip_prefix(b"PK\x07\x08")
    } else {
        Some(descriptor)
    };
    let Some(plain) = plain else { return false };
    let bytes = Bytes(plain);
    let sizes = match plain.len() {
        12 => (bytes.four(4), bytes.four(8)),
        _ => (bytes.eight(4), bytes.eight(12)),
    };
    bytes.four(0) == stated.crc && sizes == (stated.packed, stated.size)
}
