//! Notes: what an answer says below its tables, as data.

use crate::printable::Printable;
use crate::rows::{Cell, Value};

/// A kind of note.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoteKind {
    /// A stable name, `folder.note`.
    pub name: &'static str,
    /// Its words, which the crate scorio-words spells for a language.
    pub words: &'static str,
}

/// A note.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Its kind.
    pub kind: &'static NoteKind,
    /// The values that its words need.
    pub values: Vec<(&'static str, Value)>,
}

impl Note {
    pub(crate) fn of(kind: &'static NoteKind) -> Self {
        Self { kind, values: Vec::new() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Cell) -> Self {
        self.values.push((name, value.value()));
        self
    }
}

/// Names that a note lists, and notes of one kind.
pub(crate) const LISTED: usize = 5;

/// Some names on a line.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut shown: Vec<String> =
        names.into_iter().take(LISTED + 1).map(|name| Printable(name).to_string()).collect();
    if let Some(last) = shown.get_mut(LISTED) {
        "…".clone_into(last);
    }
    shown.join(", ")
}

/// Some values, each once, in order.
pub(crate) fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut known, one| {
        if !known.contains(&one) {
            known.push(one);
        }
        known
    })
}

/// Declares kinds of notes, and the list of them.
macro_rules! notes {
    ($list:ident: $($(#[doc = $doc:literal])+ $kind:ident $name:literal = $words:expr;)+) => {
        $(
            $(#[doc = $doc])+
            pub(crate) static $kind: $crate::calls::NoteKind = $crate::calls::NoteKind {
                name: $name,
                words: $words,
            };
        )+

        pub(crate) const $list: &[$crate::calls::NoteKind] = &[$(
            $crate::calls::NoteKind { name: $name, words: $words }
        ),+];
    };
}

pub(crate) use notes;
