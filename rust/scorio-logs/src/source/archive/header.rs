//! The headers of a ZIP archive: what they state, where they are whole.

/// What a header is read from. Places beyond it hold zeros.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'b>(pub(super) &'b [u8]);

impl Bytes<'_> {
    fn number(self, at: usize, width: usize) -> u64 {
        let bytes = self.0.get(at..at + width).unwrap_or(&[]);
        bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    pub(super) fn two(self, at: usize) -> u64 {
        self.number(at, 2)
    }

    pub(super) fn four(self, at: usize) -> u64 {
        self.number(at, 4)
    }

    pub(super) fn eight(self, at: usize) -> u64 {
        self.number(at, 8)
    }
}

/// With which an entry begins, a record of the directory, the archive's end, and its two forms for large
/// archives.
pub(super) const ENTRY: &[u8] = b"PK\x03\x04";
pub(super) const RECORD: &[u8] = b"PK\x01\x02";
pub(super) const END: &[u8] = b"PK\x05\x06";
pub(super) const LARGE_END: &[u8] = b"PK\x06\x06";
pub(super) const LOCATOR: &[u8] = b"PK\x06\x07";

/// Lengths of what is fixed of them.
pub(super) const ENTRY_LENGTH: usize = 30;
pub(super) const RECORD_LENGTH: usize = 46;
pub(super) const END_LENGTH: usize = 22;
pub(super) const LARGE_END_LENGTH: usize = 56;
pub(super) const LOCATOR_LENGTH: usize = 20;

/// What stands for a number that is too large for four bytes.
const LARGE: u64 = 0xffff_ffff;

/// What both an entry and its record in the directory state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) name: Vec<u8>,
    pub(super) method: u64,
    pub(super) crc: u64,
    pub(super) packed: u64,
    pub(super) size: u64,
}

/// The header of an entry.
pub(super) struct Local {
    pub(super) stated: Stated,
    /// Its checksum and its sizes stand behind its data.
    pub(super) described: bool,
    pub(super) encrypted: bool,
    pub(super) length: u64,
}

impl Local {
    /// The length of the header that begins so.
    pub(super) fn length(fixed: &[u8]) -> usize {
        let fixed = Bytes(fixed);
        ENTRY_LENGTH + usize::try_from(fixed.two(26) + fixed.two(28)).unwrap_or(0)
    }

    /// A whole header, if these bytes are one.
    pub(super) fn read(header: &[u8]) -> Option<Self> {
        if !header.starts_with(ENTRY) || header.len() < Self::length(header) {
            return None;
        }
        let bytes = Bytes(header);
        let (name, extra) = named(header.get(ENTRY_LENGTH..)?, bytes.two(26))?;
        let [size, packed] = large(extra, [bytes.four(22), bytes.four(18)])?;
        let (method, crc) = (bytes.two(8), bytes.four(14));
        let stated = Stated { name, method, crc, packed, size };
        let flags = bytes.two(6);
        let (described, encrypted) = (flags & 8 != 0, flags & 1 != 0);
        Some(Self { stated, described, encrypted, length: header.len() as u64 })
    }
}

/// A record of the directory.
pub(super) struct Listed {
    pub(super) stated: Stated,
    /// Where the entry begins.
    pub(super) offset: u64,
    pub(super) length: usize,
}

impl Listed {
    /// The record that the bytes begin with, if it is whole.
    pub(super) fn read(directory: &[u8]) -> Option<Self> {
        let bytes = Bytes(directory);
        let variable = bytes.two(28) + bytes.two(30) + bytes.two(32);
        let length = RECORD_LENGTH + usize::try_from(variable).ok()?;
        if !directory.starts_with(RECORD) || directory.len() < length {
            return None;
        }
        let (name, extra) = named(directory.get(RECORD_LENGTH..length)?, bytes.two(28))?;
        let extra = extra.get(..usize::try_from(bytes.two(30)).ok()?)?;
        let numbers = [bytes.four(24), bytes.four(20), bytes.four(42)];
        let [size, packed, offset] = large(extra, numbers)?;
        let (method, crc) = (bytes.two(10), bytes.four(16));
        Some(Self { stated: Stated { name, method, crc, packed, size }, offset, length })
    }
}

fn named(rest: &[u8], length: u64) -> Option<(Vec<u8>, &[u8])> {
    let (name, extra) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    Some((name.to_vec(), extra))
}

/// Numbers of which the large ones stand in an extra field, in their order.
fn large<const N: usize>(extra: &[u8], mut numbers: [u64; N]) -> Option<[u64; N]> {
    const LARGE_NUMBERS: u64 = 1;
    let mut rest = extra;
    while numbers.contains(&LARGE) {
        let field = Bytes(rest);
        let length = usize::try_from(field.two(2)).ok()?;
        let content = rest.get(4..4 + length)?;
        if field.two(0) == LARGE_NUMBERS {
            let lacking = numbers.iter_mut().filter(|number| **number == LARGE);
            for (place, number) in lacking.enumerate() {
                content.get(8 * place..8 * place + 8)?;
                *number = Bytes(content).eight(8 * place);
            }
            break;
        }
        rest = rest.get(4 + length..)?;
    }
    Some(numbers)
}
