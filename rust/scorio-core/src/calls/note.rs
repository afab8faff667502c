//! Notes: what an answer says below its tables, as data.

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
