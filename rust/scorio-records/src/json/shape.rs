//! The shape of a log's records: what stands before a value mostly is what stood there a record ago,
//! and was checked then. Equal bytes need no second look: they are skipped in a comparison or two.
//! The short values between them are read here as well. The scanner reads whatever has changed or is
//! long, and then the shape goes on. Values that name a question mostly repeat those of the record
//! before, and a comparison detects that too. Where two records in a row begin with the same names, one
//! comparison detects all of them.

use std::ops::Range;

use crate::json::fields::{RecordFields, ShortValue, ValueKind};
use crate::json::node::Node;
use crate::json::short::ShortText;
use crate::json::words::{MASKS, bit, repeated, zeros};

/// Bytes of what stands before a value, if it is to be remembered.
const KEY: usize = 32;
/// Bytes of a short value, and what shows its end.
const VALUE: usize = 24;
const WINDOW: usize = KEY + VALUE;

/// The bytes before each value of a record, with what they lead to.
pub struct RecordShape {
    steps: Vec<KnownStep>,
    /// Slots below this one hold names, which mostly repeat.
    names: usize,
    /// How many steps lead to names, before the first that does not.
    leading: usize,
    /// No other step leads to a name.
    all_lead: bool,
    beginning: Beginning,
}

/// The bytes with which the last two records begin, up to their last name and one more, which tells the end
/// of a number. None if the two differ.
#[derive(Default)]
struct Beginning {
    text: Vec<u8>,
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
    value: ShortValue,
}

/// How far a record is as it was.
pub struct Progressed {
    /// Values read.
    pub step: usize,
    /// The first byte not read.
    pub at: usize,
    pub stop: Stop,
}

/// Why a shape reads no further.
pub enum Stop {
    /// The record is read, up to its line end.
    Whole,
    /// Here is a value for the scanner, of the child of the root that has this place.
    Value(Option<usize>),
    /// The record goes on as none did before.
    Other,
}

impl RecordShape {
    /// A shape not yet known. The values of the first `names` slots mostly repeat.
    pub fn new(names: usize) -> Self {
        let beginning = Beginning::default();
        Self { steps: Vec::new(), names, leading: 0, all_lead: true, beginning }
    }

    /// Reads a record from `at` and from a step on as far as it is like the one before it. A line end
    /// is nowhere in what is read. Before the first step, the values of the record before are still there.
    #[inline]
    pub fn read<'a>(
        &mut self,
        text: &'a str,
        at: usize,
        step: usize,
        found: &mut RecordFields<'a>,
    ) -> Progressed {
        let bytes = text.as_bytes();
        let (mut at, mut step) = (at, step);
        if step == 0 {
            let length = if found.renamed { None } else { self.beginning.over(bytes, at) };
            if let Some(length) = length {
                found.clear_from(self.names);
                (at, step) = (at + length, self.leading);
            } else {
                found.clear_from(0);
                let start = at;
                match self.names(bytes, &mut at, found) {
                    Ok(same) => {
                        let same = same && self.all_lead && self.leading > 0;
                        self.beginning.learn(bytes, start..at + 1, same);
                    }
                    Err(stopped) => {
                        self.beginning.text.clear();
                        return stopped;
                    }
                }
                step = self.leading;
            }
        }
        for (step, known) in self.steps.iter_mut().enumerate().skip(step) {
            let Some(value) = known.value_at(bytes, at) else {
                return Progressed { step, at, stop: Stop::Other };
            };
            let start = at + known.length;
            if known.repeats(value, start, found) {
                at = start + usize::from(known.last.value.length);
                continue;
            }
            let Some(length) = known.read(value, start, found) else {
                return Progressed { step, at: start, stop: Stop::Value(known.place) };
            };
            at = start + length;
        }
        // Where nothing is remembered, not even an opening brace was read.
        let closed = matches!(bytes.get(at..), Some([b'}', b'\n', ..]));
        let whole = closed && !self.steps.is_empty();
        let stop = if whole { Stop::Whole } else { Stop::Other };
        Progressed { step: self.steps.len(), at: at + usize::from(whole), stop }
    }

    /// Reads the names with which a record begins. Whether they are those of the record before.
    #[inline]
    fn names(
        &mut self,
        bytes: &[u8],
        at: &mut usize,
        found: &mut RecordFields<'_>,
    ) -> Result<bool, Progressed> {
        let mut same = true;
        for (step, known) in self.steps.iter_mut().enumerate().take(self.leading) {
            let Some(value) = known.value_at(bytes, *at) else {
                return Err(Progressed { step, at: *at, stop: Stop::Other });
            };
            let start = *at + known.length;
            if known.repeats(value, start, found) {
                *at = start + usize::from(known.last.value.length);
                continue;
            }
            same = false;
            let Some(length) = known.read(value, start, found) else {
                return Err(Progressed { step, at: start, stop: Stop::Value(known.place) });
            };
            *at = start + length;
        }
        Ok(same)
    }

    /// Remembers the bytes before a value, and forgets those that came after them.
    pub fn learn(&mut self, step: usize, bytes: &[u8], root: &Node, place: Option<usize>) {
        self.steps.truncate(step);
        let node = place.and_then(|place| root.child(place));
        self.steps.push(KnownStep { place, ..KnownStep::new(bytes, node, self.names) });
        self.changed();
    }

    /// The bits of the wanted keys before a step. No step repeats one: those that are remembered stood
    /// in one record.
    pub fn seen(&self, step: usize) -> u64 {
        self.steps.iter().take(step).fold(0, |seen, known| seen | bit(known.place))
    }

    /// Remembers how many values there are.
    pub fn end(&mut self, step: usize) {
        self.steps.truncate(step);
        self.changed();
    }

    fn changed(&mut self) {
        let names = |steps: &&KnownStep| matches!(steps.aim, Aim::Name(_));
        self.leading = self.steps.iter().take_while(names).count();
        self.all_lead = self.steps.iter().filter(names).count() == self.leading;
        self.beginning.text.clear();
    }
}

impl Beginning {
    /// How long the beginning is, if a record that begins here has it.
    #[inline]
    fn over(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let length = self.text.len().checked_sub(1)?;
        (bytes.get(at..=at + length)? == &*self.text).then_some(length)
    }

    /// Remembers a beginning that came twice, or forgets the last one.
    #[inline]
    fn learn(&mut self, bytes: &[u8], place: Range<usize>, same: bool) {
        self.text.clear();
        if same {
            self.text.extend_from_slice(bytes.get(place).unwrap_or(&[]));
        }
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
        if bytes.len() > KEY {
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

    /// What begins with the value, if the remembered bytes stand here. Near the text's end the scanner
    /// reads on.
    #[inline]
    fn value_at<'t>(&self, bytes: &'t [u8], at: usize) -> Option<&'t [u8; VALUE]> {
        bytes.get(at..).and_then(|rest| rest.first_chunk()).and_then(|window| self.over(window))
    }

    /// Keeps a name that is the one of the record before. False if it is another, or no name.
    #[inline]
    fn repeats(&self, value: &[u8; VALUE], start: usize, found: &mut RecordFields<'_>) -> bool {
        let Aim::Name(slot) = self.aim else { return false };
        let same = self.last.begins(value);
        if same {
            found.keep(slot, start, self.last.value);
        }
        same
    }

    /// Reads a short value. How long it is.
    #[inline(always)]
    fn read(
        &mut self,
        value: &[u8; VALUE],
        start: usize,
        found: &mut RecordFields<'_>,
    ) -> Option<usize> {
        let read = if let Aim::Tree = self.aim { None } else { short(value) };
        if let Aim::Name(_) = self.aim {
            found.renamed = true;
            self.last = read.and_then(|read| Last::new(value, read)).unwrap_or_default();
        }
        let read = read?;
        if let Aim::Slot(slot) | Aim::Name(slot) = self.aim {
            found.keep(slot, start, read);
        }
        Some(usize::from(read.length))
    }

    /// What begins with the value, if the remembered bytes stand before it.
    #[inline]
    fn over<'t>(&self, window: &'t [u8; WINDOW]) -> Option<&'t [u8; VALUE]> {
        let (first, rest) = window.split_first_chunk()?;
        let mut differ = (u128::from_le_bytes(*first) ^ self.words[0]) & self.masks[0];
        // Most keys are short.
        if self.length > 16 {
            differ |= (u128::from_le_bytes(*rest.first_chunk()?) ^ self.words[1]) & self.masks[1];
        }
        let value = window.get(self.length..)?.first_chunk();
        value.filter(|_| differ == 0 && self.length > 0)
    }
}

impl Default for Last {
    /// Equal to no text.
    fn default() -> Self {
        let value = ShortValue::new(ValueKind::Absent, 0, 0, ShortText::default());
        Self { word: u128::MAX, mask: u128::MAX, value }
    }
}

impl Last {
    /// Nothing if the value is longer than a word.
    #[inline]
    fn new(bytes: &[u8; VALUE], value: ShortValue) -> Option<Self> {
        // What follows a number is part of what tells its end.
        let length = value.length + u8::from(value.kind == ValueKind::Number);
        let word = u128::from_le_bytes(*bytes.first_chunk()?);
        Some(Self { word, mask: *MASKS.get(usize::from(length))?, value })
    }

    /// Whether the value stands here again.
    #[inline]
    fn begins(&self, bytes: &[u8; VALUE]) -> bool {
        let word = bytes.first_chunk().copied().map_or(0, u128::from_le_bytes);
        (word ^ self.word) & self.mask == 0
    }
}

/// The values that most records are full of: short texts without escapes, whole numbers, true,
/// false, null. What they are does not decide on a branch, because true and false follow no order.
#[inline(always)]
fn short(bytes: &[u8; VALUE]) -> Option<ShortValue> {
    let (&first, more) = bytes.split_first()?;
    if first == b'"' {
        let word = u128::from_le_bytes(*more.first_chunk()?);
        let length = short_text(word);
        let text = ShortText::of_word(word, length);
        let value = ShortValue::new(ValueKind::Text, 1, length + 2, text);
        return (more.get(length) == Some(&b'"')).then_some(value);
    }
    let word = u64::from_le_bytes(*bytes.first_chunk()?);
    if first.is_ascii_digit() {
        let mut length = leading_digits(word);
        let text = ShortText::of_word(word.into(), if length < 8 { length } else { usize::MAX });
        if length == 8 {
            length = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        }
        let wrong = first == b'0' && length > 1;
        let whole = matches!(bytes.get(length)?, b',' | b'}' | b' ') && !wrong;
        return whole.then_some(ShortValue::new(ValueKind::Number, 0, length, text));
    }
    let differs =
        |text: &[u8; 8], length: u32| (word ^ u64::from_le_bytes(*text)) << (64 - 8 * length);
    let (truth, lie) = (differs(b"true    ", 4), differs(b"false   ", 5));
    let null = differs(b"null    ", 4);
    // The least of them, for a comparison of each would be a branch.
    if truth.min(lie).min(null) != 0 {
        return None;
    }
    let kind = if null == 0 { ValueKind::Null } else { ValueKind::False };
    let kind = if truth == 0 { ValueKind::True } else { kind };
    Some(ShortValue::new(kind, 0, 4 + usize::from(lie == 0), ShortText::default()))
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
