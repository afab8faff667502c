//! The entries of an archive. Its directory is believed only as far as the entries themselves agree:
//! they must fill the file from its start to the directory, and state what it states.
//!
//! An archive without an end was cut off, or its writer was interrupted. Its entries are then found one
//! after the other. What follows the last complete one must be the beginning of the next part.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};

use memchr::memmem;

use crate::remedy::Remedy;
use crate::source::archive::header::{
    Bytes, END, END_LENGTH, ENTRY, ENTRY_LENGTH, LARGE_END, LARGE_END_LENGTH, LOCATOR,
    LOCATOR_LENGTH, Listed, Local, RECORD, Stated,
};
use crate::source::archive::measure::{Measured, measure};
use crate::source::archive::method::STORED;

/// The longest comment behind an archive's end.
const COMMENT: u64 = 0xffff;

/// An entry, and where its data begin.
#[derive(Clone, Debug)]
pub(super) struct ArchiveEntry {
    pub(super) name: String,
    pub(super) stated: Stated,
    pub(super) offset: u64,
    pub(super) start: u64,
}

impl ArchiveEntry {
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
    pub(super) entries: Vec<ArchiveEntry>,
    /// The archive's end is lacking.
    pub(super) cut: bool,
    /// Names of which an earlier entry was left out.
    pub(super) replaced: HashSet<String>,
}

/// Why there is no listing.
pub(super) enum ListingFault {
    Io(io::Error),
    Damaged(String),
    /// It is whole, or cut, but cannot be read.
    Other(String, Remedy),
}

impl From<io::Error> for ListingFault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

type ListingResult<T> = Result<T, ListingFault>;

fn damaged<T>(what: impl Into<String>) -> ListingResult<T> {
    Err(ListingFault::Damaged(what.into()))
}

/// Lists the entries of a file.
pub(super) fn list(file: &File) -> ListingResult<Listing> {
    let length = file.metadata()?.len();
    let mut archive = ArchiveFile { file: BufReader::new(file), at: 0, length };
    archive.file.rewind()?;
    let (entries, cut) = match archive.end()? {
        Some(end) => (archive.directory(&end)?, false),
        None => (archive.walk()?, true),
    };
    last_of_each(entries, cut)
}

/// Leaves out a sample that inspect_ai wrote again when it retried it: of entries of one name, the last
/// counts, as for inspect_ai.
fn last_of_each(mut entries: Vec<ArchiveEntry>, cut: bool) -> ListingResult<Listing> {
    let (mut names, mut replaced) = (HashSet::new(), HashSet::new());
    for entry in entries.iter().rev() {
        if !names.insert(entry.name.as_str()) {
            if !entry.name.starts_with("samples/") {
                return damaged(format!("it has two entries {}", entry.name));
            }
            replaced.insert(entry.name.clone());
        }
    }
    if !replaced.is_empty() {
        let mut later = HashSet::new();
        entries.reverse();
        entries.retain(|entry| later.insert(entry.name.clone()));
        entries.reverse();
    }
    Ok(Listing { entries, cut, replaced })
}

fn encrypted<T>(name: &[u8]) -> ListingResult<T> {
    let name = String::from_utf8_lossy(name);
    Err(ListingFault::Other(format!("its entry {name} is encrypted"), Remedy::Decrypt {}))
}

/// What an archive's end says of its directory.
struct End {
    records: u64,
    start: u64,
    length: u64,
    /// Where the end begins.
    at: u64,
}

struct ArchiveFile<'f> {
    file: BufReader<&'f File>,
    at: u64,
    length: u64,
}

impl ArchiveFile<'_> {
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
    fn end(&mut self) -> ListingResult<Option<End>> {
        let from = self.length.saturating_sub(END_LENGTH as u64 + COMMENT);
        let tail = self.bytes(from, self.length - from)?;
        // What stands behind the end that begins there.
        let behind = |at: usize| {
            let end = tail.get(at..)?;
            let comment = usize::try_from(Bytes(end).two(20)).ok()?;
            end.get(END_LENGTH + comment..)
        };
        let whole = |&at: &usize| behind(at).is_some_and(<[u8]>::is_empty);
        let whole = memmem::rfind_iter(&tail, END).find(whole);
        let Some(at) = whole.map_or_else(|| self.padded(from, &tail, behind), |at| Ok(Some(at)))?
        else {
            return Ok(None);
        };
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

    /// The end behind which there is nothing but padding, and before which there is a directory.
    fn padded<'t>(
        &mut self,
        from: u64,
        tail: &'t [u8],
        behind: impl Fn(usize) -> Option<&'t [u8]>,
    ) -> ListingResult<Option<usize>> {
        for at in memmem::rfind_iter(tail, END) {
            let Some(rest) = behind(at) else { continue };
            let end = Bytes(tail.get(at..).unwrap_or(&[]));
            let place = from + at as u64;
            let follows = end.four(12) + end.four(16) == place;
            let large = place.saturating_sub(LOCATOR_LENGTH as u64);
            if !follows && !self.bytes(large, LOCATOR_LENGTH as u64)?.starts_with(LOCATOR) {
                continue;
            }
            if rest.iter().all(|byte| matches!(byte, 0 | b'\n' | b'\r')) {
                return Ok(Some(at));
            }
            let length = rest.len();
            return Err(ListingFault::Other(
                format!(
                    "{length} bytes that are none of it stand behind its end, at byte {}",
                    self.length - length as u64
                ),
                Remedy::TakeOffBytes {},
            ));
        }
        Ok(None)
    }

    /// The entries that the directory lists, each of them as it says.
    fn directory(&mut self, end: &End) -> ListingResult<Vec<ArchiveEntry>> {
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
    fn listed(&mut self, record: Listed, next: u64) -> ListingResult<ArchiveEntry> {
        let Listed { stated, offset, .. } = record;
        let name = String::from_utf8_lossy(&stated.name).into_owned();
        let wrong = |what: &str| damaged(format!("the entry {name} {what}"));
        let Some(local) = self.local(offset)? else {
            return wrong("does not stand where the directory says");
        };
        if local.encrypted {
            return encrypted(&stated.name);
        }
        let mut here = local.stated;
        if local.described {
            here = Stated { crc: stated.crc, packed: stated.packed, size: stated.size, ..here };
        }
        if here != stated {
            return wrong("is not what the directory says of it");
        }
        let entry = ArchiveEntry::new(stated, offset, local.length);
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
    fn local(&mut self, at: u64) -> ListingResult<Option<Local>> {
        let mut header = self.bytes(at, ENTRY_LENGTH as u64)?;
        let (fixed, whole) = (header.len() as u64, Local::length(&header) as u64);
        header.extend(self.bytes(at + fixed, whole - fixed)?);
        Ok(Local::read(&header))
    }

    /// The entries that stand one behind the other from the start, as far as they are whole.
    fn walk(&mut self) -> ListingResult<Vec<ArchiveEntry>> {
        let (mut entries, mut at) = (Vec::new(), 0);
        while let Some(mut local) = self.local(at)? {
            if local.encrypted {
                return encrypted(&local.stated.name);
            }
            let mut descriptor = 0;
            if local.described {
                if local.stated.method == STORED {
                    let name = String::from_utf8_lossy(&local.stated.name).into_owned();
                    return Err(ListingFault::Other(
                        format!(
                            "its end is cut off, and of its entry {name}, which is stored unpacked with its size behind it, nothing else tells where it ends"
                        ),
                        Remedy::TakeCompleteCopy {},
                    ));
                }
                let Some(measured) = self.described(&local, at)? else { break };
                (local.stated, descriptor) = measured;
            }
            let entry = ArchiveEntry::new(local.stated, at, local.length);
            match entry.end().and_then(|end| end.checked_add(descriptor)) {
                Some(end) if end <= self.length => at = end,
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

    /// What an entry states behind its data, which tell by themselves where they end, and the length of
    /// that. Nothing if one or the other is not whole.
    fn described(&mut self, local: &Local, at: u64) -> ListingResult<Option<(Stated, u64)>> {
        let start = at + local.length;
        self.bytes(start, 0)?;
        let left = self.length.saturating_sub(start);
        let measured = measure(local.stated.method, (&mut self.file).take(left));
        // What was read of it by another is forgotten.
        self.file.rewind()?;
        self.at = 0;
        let Some(Measured { packed, size, crc }) = measured? else { return Ok(None) };
        let stated = Stated { crc, packed, size, ..local.stated.clone() };
        let behind = self.bytes(start + packed, 24)?;
        let length = [16, 12, 24, 20].into_iter().find(|&length| {
            behind.get(..length).is_some_and(|descriptor| describes(descriptor, &stated))
        });
        Ok(length.map(|length| (stated, length as u64)))
    }

    /// Whether from here on there is one entry that goes to the end, and none behind it that would be lost.
    fn is_one(&mut self, at: u64) -> ListingResult<bool> {
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
    fn is_begun_directory(&mut self, at: u64, entries: &[ArchiveEntry]) -> ListingResult<bool> {
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
