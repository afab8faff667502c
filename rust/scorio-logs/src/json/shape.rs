//! The shape of a log's records: what stands before a value mostly is what stood there a record ago,
//! and was checked then. Equal bytes need no second look: they are skipped in a comparison or two.
//! The short values between them are read here as well. The scanner reads whatever has changed or is
//! long, and then the shape goes on. Values that name a question mostly repeat those of the record
//! before, and a comparison detects that too.

use crate::json::fields::{RecordFields, ValueKind};
use crate::json::node::Node;
use crate::json::short::ShortText;
use crate::json::words::{MASKS, bit, repeated, zeros};

/// The bytes before each value of a record, with what they lead to.
pub(crate) struct RecordShape {
    steps: Vec<KnownStep>,
    /// Slots below this one hold names, which mostly repeat.
    names: usize,
}

/// A separator, a key and a colon.
#[derive(Clone, Copy, Default)]
struct KnownStep {
    /// The bytes and which of them count, as two words. What is longer is never remembered.
    words: [u128; 2],
    masks: [u128; 2],
    /// How many they are. 0 if they are not remembered.
    length: usize,
    /// The place of its key among those that are wanted.
    place: Option<usize>,
    aim: Aim,
    last: Last,
}

/// What a value is read for.
#[derive(Clone, Copy, Default)]
enum Aim {
    #[default]
    Nothing,
    Slot(usize),
    /// For one slot, with a value that mostly is the one of the record before.
    Name(usize),
    /// For several slots, or for what is inside it: the scanner knows how.
    Tree,
}

/// The bytes of a value that was read before, of a model, a task or a question.
#[derive(Clone, Copy)]
struct Last {
    word: u128,
    mask: u128,
    value: Short,
}

/// A short value: what it is, where its text begins (and ends, from behind), its length, and the text
/// if it is a short text or number.
#[derive(Clone, Copy)]
struct Short {
    kind: ValueKind,
    from: u8,
    length: u16,
    text: ShortText,
}

/// How far a record is as it was.
pub(crate) struct Progressed {
    /// Values read.
    pub(crate) step: usize,
    /// The first byte not read.
    pub(crate) at: usize,
    pub(crate) stop: Stop,
}

/// Why a shape reads no further.
pub(crate) enum Stop {
    /// The record is read, up to its line end.
    Whole,
    /// Here is a value for the scanner, of the child of the root that has this place.
    Value(Option<usize>),
    /// The record goes on as none did before.
    Other,
}

impl RecordShape {
    /// A shape not yet known. The values of the first `names` slots mostly repeat.
    pub(crate) fn new(names: usize) -> Self {
        Self { steps: Vec::new(), names }
    }

    /// Reads a record from `at` and from a step on as far as it is like the one before it. A line end
    /// is nowhere in what is read.
    #[inline]
    pub(crate) fn read<'a>(
        &mut self,
        text: &'a str,
        at: usize,
        step: usize,
        found: &mut RecordFields<'a>,
    ) -> Progressed {
        let bytes = text.as_bytes();
        let mut at = at;
        for (step, known) in self.steps.iter_mut().enumerate().skip(step) {
            let Some((start, rest)) = known.over(bytes, at) else {
                return Progressed { step, at, stop: Stop::Other };
            };
            let named = matches!(known.aim, Aim::Name(_));
            let repeats = named && known.last.begins(rest);
            let read = match known.aim {
                _ if repeats => Some(known.last.value),
                Aim::Name(_) | Aim::Slot(_) | Aim::Nothing => short(rest),
                Aim::Tree => None,
            };
            if named && !repeats {
                found.renamed = true;
                known.last = read.and_then(|value| Last::new(rest, value)).unwrap_or_default();
            }
            let Some(Short { kind, from, length, text }) = read else {
                return Progressed { step, at: start, stop: Stop::Value(known.place) };
            };
            at = start + usize::from(length);
            if let Aim::Slot(slot) | Aim::Name(slot) = known.aim {
                let from = usize::from(from);
                let bytes = bytes.get(start + from..at - from).unwrap_or(&[]);
                found.set(slot, kind, bytes, text);
            }
        }
        // Where nothing is remembered, not even an opening brace was read.
        let closed = matches!(bytes.get(at..), Some([b'}', b'\n', ..]));
        let whole = closed && !self.steps.is_empty();
        let stop = if whole { Stop::Whole } else { Stop::Other };
        Progressed { step: self.steps.len(), at: at + usize::from(whole), stop }
    }

    /// Remembers the bytes before a value, and forgets those that came after them.
    pub(crate) fn learn(&mut self, step: usize, bytes: &[u8], root: &Node, place: Option<usize>) {
        self.steps.truncate(step);
        let node = place.and_then(|place| root.child(place));
        self.steps.push(KnownStep { place, ..KnownStep::new(bytes, node, self.names) });
    }

    /// The bits of the wanted keys before a step. No step repeats one: those that are remembered stood
    /// in one record.
    pub(crate) fn seen(&self, step: usize) -> u64 {
        self.steps.iter().take(step).fold(0, |seen, known| seen | bit(known.place))
    }

    /// Remembers how many values there are.
    pub(crate) fn end(&mut self, step: usize) {
        self.steps.truncate(step);
    }
}

impl KnownStep {
    fn new(bytes: &[u8], node: Option<&Node>, names: usize) -> Self {
        let aim = match node.map(|node| (&node.slots[..], &node.children[..])) {
            None => Aim::Nothing,
            Some(([slot], [])) if *slot < names => Aim::Name(*slot),
            Some(([slot], [])) => Aim::Slot(*slot),
            Some(_) => Aim::Tree,
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
        let masks = mask.map(u128::from_le_bytes);
        Self { words, masks, length: bytes.len(), place: None, aim, last: Last::default() }
    }

    /// Where the value begins if the bytes at `at` are the remembered ones, and what is from there on.
    /// Near the text's end there may not be whole words: then they are read anew.
    #[inline]
    fn over<'t>(&self, text: &'t [u8], at: usize) -> Option<(usize, &'t [u8])> {
        let here = text.get(at..)?;
        let (first, rest) = here.split_first_chunk()?;
        let mut differ = (u128::from_le_bytes(*first) ^ self.words[0]) & self.masks[0];
        // Most keys are short.
        if self.length > 16 {
            let next = rest.first_chunk()?;
            differ |= (u128::from_le_bytes(*next) ^ self.words[1]) & self.masks[1];
        }
        let value = here.get(self.length..).filter(|_| differ == 0 && self.length > 0)?;
        Some((at + self.length, value))
    }
}

impl Default for Last {
    /// Equal to no text.
    fn default() -> Self {
        let text = ShortText::default();
        let value = Short { kind: ValueKind::Absent, from: 0, length: 0, text };
        Self { word: u128::MAX, mask: u128::MAX, value }
    }
}

impl Last {
    /// Nothing if the value is longer than a word.
    #[inline]
    fn new(rest: &[u8], value: Short) -> Option<Self> {
        // What follows a number is part of what tells its end.
        let length = value.length + u16::from(value.kind == ValueKind::Number);
        let word = u128::from_le_bytes(*rest.first_chunk()?);
        Some(Self { word, mask: *MASKS.get(usize::from(length))?, value })
    }

    /// Whether the value stands here again.
    #[inline]
    fn begins(&self, rest: &[u8]) -> bool {
        let word = rest.first_chunk().copied().map(u128::from_le_bytes);
        word.is_some_and(|word| (word ^ self.word) & self.mask == 0)
    }
}

/// The values that most records are full of: short texts without escapes, whole numbers, true,
/// false, null. What they are does not decide on a branch, because true and false follow no order.
#[inline]
fn short(rest: &[u8]) -> Option<Short> {
    let (&first, more) = rest.split_first()?;
    if first == b'"' {
        let word = u128::from_le_bytes(*more.first_chunk()?);
        let length = short_text(word);
        if more.get(length) != Some(&b'"') {
            return None;
        }
        let text = ShortText::of_word(word, length);
        let length = u16::try_from(length + 2).ok()?;
        return Some(Short { kind: ValueKind::Text, from: 1, length, text });
    }
    let word = u64::from_le_bytes(*rest.first_chunk()?);
    if first.is_ascii_digit() {
        let mut length = leading_digits(word);
        if length == 8 {
            length +=
                rest.iter().skip(8).take(100).take_while(|byte| byte.is_ascii_digit()).count();
        }
        let wrong = first == b'0' && length > 1;
        let whole = matches!(rest.get(length)?, b',' | b'}' | b' ') && !wrong;
        let text = ShortText::of_word(word.into(), if length < 8 { length } else { usize::MAX });
        let length = u16::try_from(length).ok().filter(|_| whole)?;
        return Some(Short { kind: ValueKind::Number, from: 0, length, text });
    }
    let is =
        |text: &[u8; 8], length: u32| (word ^ u64::from_le_bytes(*text)) << (64 - 8 * length) == 0;
    let (truth, lie, null) = (is(b"true    ", 4), is(b"false   ", 5), is(b"null    ", 4));
    let kind = if null { ValueKind::Null } else { ValueKind::False };
    let kind = if truth { ValueKind::True } else { kind };
    let length = 4 + u16::from(lie);
    let text = ShortText::default();
    (truth | lie | null).then_some(Short { kind, from: 0, length, text })
}

/// How many digits a word begins with.
#[inline]
fn leading_digits(word: u64) -> usize {
    let digits = word ^ repeated(b'0');
    // Exact up to the lowest byte that is no digit.
    let others = (digits | digits.wrapping_add(repeated(6))) & repeated(0xf0);
    others.trailing_zeros() as usize / 8
}

/// How many bytes of a word stand before a quote, an escape or a line end.
#[inline]
fn short_text(word: u128) -> usize {
    let stops = |word: u64| {
        zeros(word ^ repeated(b'"')) | zeros(word ^ repeated(b'\\')) | zeros(word ^ repeated(b'\n'))
    };
    #[expect(clippy::cast_possible_truncation, reason = "the halves of the word")]
    let (first, next) = (stops(word as u64), stops((word >> 64) as u64));
    let stops = u128::from(next) << 64 | u128::from(first);
    stops.trailing_zeros() as usize / 8
}
