//! The text of a log, of which more may come.

use crate::json::fault::{Fault, FaultKind};
use crate::json::view::value_length;
use crate::records::error::{Broken, RecordError};
use crate::records::place::{Place, beginning};

/// The bytes that are not yet used.
pub trait Text {
    /// What goes wrong with the text or its records.
    type Error: From<RecordError>;

    /// The file's name in messages. Nothing if it has none.
    fn file(&self) -> &str;

    fn rest(&self) -> &[u8];

    /// The offset of the first unused byte.
    fn offset(&self) -> u64;

    /// There is nothing behind the unused bytes.
    fn ended(&self) -> bool;

    /// The most bytes that a record may have.
    fn longest(&self) -> usize;

    /// Uses up bytes.
    fn advance(&mut self, count: usize);

    /// Gets more behind the unused bytes. False if it comes later: then the reader is called again.
    fn more(&mut self) -> Result<bool, Self::Error>;

    /// The same for a record that goes on behind the unused bytes, perhaps for as long again.
    fn more_of(&mut self, unit: &'static str, number: u64) -> Result<bool, Self::Error>;

    /// The error of a record that is longer than any may be.
    fn too_long(&self, unit: &'static str, number: u64) -> Self::Error;

    /// Refuses such a record.
    fn limit(&self, length: usize, unit: &'static str, number: u64) -> Result<(), Self::Error> {
        if length > self.longest() { Err(self.too_long(unit, number)) } else { Ok(()) }
    }

    /// The place of a record that begins with the unused bytes.
    fn place(&self, unit: &'static str, number: u64) -> Box<Place> {
        let rest = self.rest();
        let beginning = beginning(rest.get(..=self.longest()).unwrap_or(rest));
        Box::new(Place {
            file: self.file().to_owned(),
            unit,
            number,
            offset: self.offset(),
            beginning,
        })
    }
}

/// What stands next in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Byte(u8),
    End,
    /// It has not come yet.
    Later,
}

/// The first byte after white space, which is used up.
pub fn next<T: Text>(text: &mut T) -> Result<Next, T::Error> {
    loop {
        let rest = text.rest();
        let bare = rest.trim_ascii_start();
        let (space, first) = (rest.len() - bare.len(), bare.first().copied());
        text.advance(space);
        if let Some(first) = first {
            return Ok(Next::Byte(first));
        }
        if text.ended() {
            return Ok(Next::End);
        }
        if !text.more()? {
            return Ok(Next::Later);
        }
    }
}

/// The length of the value at the start of the unused bytes, all of which are then there. Nothing if
/// they come later.
pub fn value_end<T: Text>(
    text: &mut T,
    number: u64,
) -> Result<Option<Result<usize, Fault>>, T::Error> {
    // Most values are short: what stands behind them is not looked at for each of them again.
    let mut size = 1 << 12;
    loop {
        let whole = text.rest().len();
        let rest = text.rest().get(..size).unwrap_or(text.rest());
        let ended = text.ended() && rest.len() == whole;
        // A character may be cut by the end.
        let valid = match std::str::from_utf8(rest) {
            Ok(valid) => valid,
            Err(error) => {
                let valid = rest.get(..error.valid_up_to()).unwrap_or(&[]);
                std::str::from_utf8(valid).unwrap_or("")
            }
        };
        match value_length(valid) {
            Ok(length) if length < valid.len() || ended => {
                text.limit(length, "entry", number)?;
                return Ok(Some(Ok(length)));
            }
            Err(fault) if fault.at < valid.len() || ended => return Ok(Some(Err(fault))),
            // It may go on behind the unused bytes, unless bytes that are not UTF-8 stand there.
            _ if rest.len() >= valid.len() + 4 => {
                let what = FaultKind::NotJson("not UTF-8");
                return Ok(Some(Err(Fault { at: valid.len(), what })));
            }
            _ if rest.len() < whole => size *= 8,
            _ => {
                if !text.more_of("entry", number)? {
                    return Ok(None);
                }
            }
        }
    }
}

/// The error of an entry after which nothing tells where the next one begins.
pub fn broken<T: Text>(text: &T, number: u64, problem: String, cut: bool) -> T::Error {
    let (place, kind) = (text.place("entry", number), Broken::NotJson);
    RecordError::Malformed { place, problem, kind, cut }.into()
}

/// The error of a document that ends too early.
pub fn cut<T: Text>(text: &T, number: u64) -> T::Error {
    let problem = "not JSON: it has no end; the file may be truncated".to_owned();
    broken(text, number, problem, true)
}
