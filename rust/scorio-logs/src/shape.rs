//! The shape of a log's records: what stands before a value mostly is what stood there a record ago,
//! and was checked then. Equal bytes need no second look: they are skipped in a comparison or two.
//! The short values between them are read here as well; whatever is not as it was, or is not short,
//! is left to the scanner, at the place where it begins.

use crate::fields::{Fields, Kind};
use crate::json::Node;
use crate::scanner::{repeated, zeros};

/// The bytes before each value of a record, with what they lead to.
#[derive(Default)]
pub(crate) struct Shape {
    steps: Vec<Step>,
}

/// A separator, a key and a colon.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The bytes and which of them count, as two words; what is longer is never remembered.
    words: [u128; 2],
    masks: [u128; 2],
    /// How many they are; 0 if they are not remembered.
    length: usize,
    /// Where the value is wanted.
    slot: Option<usize>,
}

/// How far a record is as it was.
pub(crate) struct Progress {
    /// Values read.
    pub(crate) step: usize,
    /// The first byte not read.
    pub(crate) at: usize,
    /// The record is read, and its line with it.
    pub(crate) whole: bool,
}

impl Shape {
    /// Reads the record at `at` as far as it is like the one before it. A line end is nowhere in
    /// what is read.
    #[inline]
    pub(crate) fn read<'a>(&self, text: &'a str, at: usize, found: &mut Fields<'a>) -> Progress {
        let bytes = text.as_bytes();
        let mut at = at;
        for (step, known) in self.steps.iter().enumerate() {
            let Some(value) = known.over(bytes, at) else {
                return Progress { step, at, whole: false };
            };
            let Some((kind, from, length)) = bytes.get(value..).and_then(short) else {
                return Progress { step, at, whole: false };
            };
            if let Some(slot) = known.slot {
                let to = value + length - from;
                found.set(slot, kind, text.get(value + from..to).unwrap_or(""));
            }
            at = value + length;
        }
        // Where nothing is remembered, not even an opening brace was read.
        let closed = matches!(bytes.get(at..), Some([b'}', b'\n', ..]));
        let whole = closed && !self.steps.is_empty();
        Progress { step: self.steps.len(), at, whole }
    }

    /// Remembers the bytes before a value.
    pub(crate) fn learn(&mut self, step: usize, bytes: &[u8], node: Option<&Node>) {
        if self.steps.len() <= step {
            self.steps.resize_with(step + 1, Step::default);
        }
        if let Some(place) = self.steps.get_mut(step) {
            *place = Step::new(bytes, node);
        }
    }

    /// Remembers how many values there are.
    pub(crate) fn end(&mut self, step: usize) {
        self.steps.truncate(step);
    }
}

impl Step {
    fn new(bytes: &[u8], node: Option<&Node>) -> Self {
        let slot = match node.map_or(&[][..], |node| &node.slots) {
            [] => None,
            [slot] => Some(*slot),
            _ => return Self::default(),
        };
        let (mut text, mut mask) = ([[0; 16]; 2], [[0; 16]; 2]);
        if bytes.len() > 32 {
            return Self::default();
        }
        let places = text.as_flattened_mut().iter_mut().zip(mask.as_flattened_mut());
        for ((text, mask), &byte) in places.zip(bytes) {
            (*text, *mask) = (byte, u8::MAX);
        }
        let words = text.map(u128::from_le_bytes);
        Self { words, masks: mask.map(u128::from_le_bytes), length: bytes.len(), slot }
    }

    /// Where the value begins if the bytes at `at` are the remembered ones. Near the text's end there
    /// may not be whole words: then they are read anew.
    #[inline]
    fn over(&self, text: &[u8], at: usize) -> Option<usize> {
        let (first, rest) = text.get(at..)?.split_first_chunk()?;
        let mut differ = (u128::from_le_bytes(*first) ^ self.words[0]) & self.masks[0];
        // Most keys are short.
        if self.length > 16 {
            let next = rest.first_chunk()?;
            differ |= (u128::from_le_bytes(*next) ^ self.words[1]) & self.masks[1];
        }
        (differ == 0 && self.length > 0).then_some(at + self.length)
    }
}

/// The values that most records are full of: short texts without escapes, whole numbers, true,
/// false, null. What it is, where its text begins (and ends, from behind), and its length.
#[inline]
fn short(rest: &[u8]) -> Option<(Kind, usize, usize)> {
    match rest {
        [b'"', text @ ..] => Some((Kind::Text, 1, short_text(text)? + 2)),
        [first @ b'0'..=b'9', more @ ..] => {
            let digits = more.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let wrong = *first == b'0' && digits > 0;
            let whole = matches!(more.get(digits)?, b',' | b'}' | b' ') && !wrong;
            whole.then_some((Kind::Number, 0, digits + 1))
        }
        [b't', b'r', b'u', b'e', ..] => Some((Kind::True, 0, 4)),
        [b'f', b'a', b'l', b's', b'e', ..] => Some((Kind::False, 0, 5)),
        [b'n', b'u', b'l', b'l', ..] => Some((Kind::Null, 0, 4)),
        _ => None,
    }
}

/// The length of a text that ends within two words and has no escape and no line end, from behind
/// its quote.
#[inline]
fn short_text(text: &[u8]) -> Option<usize> {
    let stop = |word: [u8; 8]| {
        let word = u64::from_le_bytes(word);
        zeros(word ^ repeated(b'"')) | zeros(word ^ repeated(b'\\')) | zeros(word ^ repeated(b'\n'))
    };
    let (first, rest) = text.split_first_chunk()?;
    let mut stops = stop(*first);
    let mut length = 0;
    if stops == 0 {
        stops = stop(*rest.first_chunk()?);
        length = 8;
    }
    length += stops.trailing_zeros() as usize / 8;
    (text.get(length) == Some(&b'"')).then_some(length)
}
