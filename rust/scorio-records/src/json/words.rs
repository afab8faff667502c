//! Bytes looked at eight at a time.

use memchr::memchr;

/// The bit of a wanted key.
pub fn bit(place: Option<usize>) -> u64 {
    place.and_then(|place| 1_u64.checked_shl(u32::try_from(place).ok()?)).unwrap_or(0)
}

/// The first quote from a place on. Labels and keys end within a few bytes, where words are faster
/// than the call of a vector search, whose start alone takes as long.
pub(super) fn next_quote(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    for _ in 0..2 {
        let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk()) else { break };
        let hits = zeros(u64::from_le_bytes(*word) ^ repeated(b'"'));
        if hits != 0 {
            return Some(at + hits.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    memchr(b'"', bytes.get(at..)?).map(|step| at + step)
}

/// The first bytes of a word, by their number. Shifts by so many bits go through memory.
pub(super) const MASKS: [u128; 17] = {
    let mut masks = [u128::MAX; 17];
    let mut length = 0;
    while length < 16 {
        masks[length] = (1 << (8 * length)) - 1;
        length += 1;
    }
    masks
};

pub const fn repeated(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The high bits of the zero bytes, exact up to the lowest of them.
pub const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(repeated(1)) & !word & repeated(0x80)
}
