//! Texts of up to 15 bytes in two words. They are compared and looked up without a look at the text.

use crate::json::words::{MASKS, repeated};

/// A text of up to 15 bytes with its length. The default is no text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShortText(u64, u64);

/// In the byte of the length: the text stood in quotes and could be a number.
const QUOTED: u64 = 1 << 63;

impl ShortText {
    /// The first `length` bytes of a word. No text if they are too many.
    #[inline]
    pub fn of_word(word: u128, length: usize) -> Self {
        let (Some(mask), 0..16) = (MASKS.get(length), length) else { return Self::default() };
        let [low, high] = halves(word & mask);
        Self(low, high | (length as u64 + 1) << 56)
    }

    /// A whole text. No text if it is too long.
    #[inline]
    pub fn new(text: &[u8]) -> Self {
        let word = || match text.len() {
            0..4 => Some(text.iter().rev().fold(0, |word, &byte| word << 8 | u128::from(byte))),
            4..8 => {
                // The two halves may overlap, where they have the same bytes.
                let half = |bytes: &[u8; 4]| u128::from(u32::from_le_bytes(*bytes));
                Some(half(text.first_chunk()?) | half(text.last_chunk()?) << (8 * (text.len() - 4)))
            }
            _ => {
                let half = |bytes: &[u8; 8]| u128::from(u64::from_le_bytes(*bytes));
                Some(half(text.first_chunk()?) | half(text.last_chunk()?) << (8 * (text.len() - 8)))
            }
        };
        if text.len() < 16 {
            Self::of_word(word().unwrap_or(0), text.len())
        } else {
            Self::default()
        }
    }

    #[inline]
    pub fn is_some(self) -> bool {
        self.1 != 0
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn len(self) -> usize {
        usize::from((self.1 >> 56) as u8 & 0x7f).saturating_sub(1)
    }

    /// The first byte. 0 if there is none.
    #[inline]
    pub fn first(self) -> u8 {
        self.0.to_le_bytes()[0]
    }

    /// The same text, told from the one without quotes.
    #[inline]
    #[must_use]
    pub fn quoted(self) -> Self {
        Self(self.0, self.1 | QUOTED)
    }

    pub fn is_quoted(self) -> bool {
        self.1 & QUOTED != 0
    }

    /// Its bytes.
    pub fn bytes(self) -> Vec<u8> {
        let bytes = [self.0.to_le_bytes(), self.1.to_le_bytes()];
        bytes.as_flattened().iter().copied().take(self.len()).collect()
    }

    /// The number of up to eight digits that is written here as numbers are: without leading zeros.
    #[inline]
    pub fn digits(self) -> Option<u32> {
        let length = self.len();
        let (1..=8, true) = (length, self.first() != b'0' || length == 1) else { return None };
        // As if zeros stood before it.
        let before = 64 - 8 * length;
        let digits = (self.0 ^ repeated(b'0')) << before;
        if (digits | digits.wrapping_add(repeated(6))) & repeated(0xf0) != 0 {
            return None;
        }
        // Neighbours become numbers of two digits, then of four, then of eight.
        let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
        let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
        u32::try_from((fours * 10_000 + (fours >> 32)) & 0xffff_ffff).ok()
    }

    /// Well mixed bits.
    #[inline]
    pub fn hash(self) -> u64 {
        let (low, high) = (self.0 ^ 0x9e37_79b9_7f4a_7c15, self.1 ^ 0xd1b5_4a32_d192_ed03);
        let [low, high] = halves(u128::from(low) * u128::from(high));
        low ^ high
    }
}

#[inline]
fn halves(word: u128) -> [u64; 2] {
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a word")]
    [word as u64, (word >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::mark::number;

    proptest! {
        #[test]
        fn short_texts_are_equal_where_their_bytes_are(
            text in prop::collection::vec(0..3_u8, 0..20),
            other in prop::collection::vec(0..3_u8, 0..20),
            place: prop::sample::Index,
        ) {
            let (one, two) = (ShortText::new(&text), ShortText::new(&other));
            prop_assert_eq!(one.is_some(), text.len() < 16);
            if one.is_some() {
                prop_assert_eq!(one == two, text == other);
                prop_assert_eq!(one.bytes(), text.clone());
                prop_assert_eq!(one.quoted().bytes(), text.clone());
                prop_assert!(one.quoted() != one && one.quoted().is_quoted() && !one.is_quoted());
            }
            if one.is_some() && !text.is_empty() {
                let mut changed = text.clone();
                changed[place.index(text.len())] ^= 0x80;
                prop_assert!(one != ShortText::new(&changed));
            }
        }

        #[test]
        fn a_word_may_hold_more(word: [u8; 16], length in 0..20_usize) {
            let text = word.get(..length).filter(|_| length < 16);
            let short = ShortText::of_word(u128::from_le_bytes(word), length);
            prop_assert_eq!(short, text.map_or(ShortText::default(), ShortText::new));
        }

        #[test]
        fn digits_are_as_one_by_one(text in "[0-9]{0,9}|[0-9/:a+-]{1,9}|[0-9]{1,3}") {
            let plain = number(text.as_bytes()).filter(|_| text.len() <= 8);
            prop_assert_eq!(ShortText::new(text.as_bytes()).digits(), plain);
        }
    }
}
