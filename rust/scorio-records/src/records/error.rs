//! What can be wrong with a record.

use thiserror::Error;

use crate::json::fault::FaultKind;
use crate::records::place::Place;
use crate::remedy::Remedy;

/// What is wrong with a record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Bytes that are not UTF-8.
    #[error("{place}: not UTF-8: byte {at} of the {} is 0x{byte:02x}; it begins: {}", place.unit, place.beginning)]
    NotUtf8 {
        /// Where.
        place: Box<Place>,
        /// Which byte of the record, from 1.
        at: usize,
        /// Its value.
        byte: u8,
    },
    /// A record that cannot be read.
    #[error("{place}: {problem}; it begins: {}", place.beginning)]
    Malformed {
        /// Where.
        place: Box<Place>,
        /// What is wrong with it.
        problem: String,
        /// The same as data.
        kind: Broken,
        /// The file ends before the record does.
        cut: bool,
    },
    /// A record that cannot be read, and that could be skipped.
    #[error("{inner}")]
    Skippable {
        /// What is wrong with it.
        inner: Box<RecordError>,
    },
}

/// What is wrong with a record that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    NotJson,
    NotObject,
    KeyTwice,
    NotUtf8,
    /// A row has another number of cells than the header.
    Cells,
    /// A quote that does not end, or that stands inside a cell.
    Quote,
    ColumnTwice,
}

impl From<FaultKind> for Broken {
    fn from(what: FaultKind) -> Self {
        match what {
            FaultKind::NotJson(_) => Self::NotJson,
            FaultKind::NotObject => Self::NotObject,
            FaultKind::Twice(_) => Self::KeyTwice,
        }
    }
}

impl RecordError {
    /// The name of the variant.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotUtf8 { .. } => "not_utf8",
            Self::Malformed { .. } => "malformed",
            Self::Skippable { inner } => inner.name(),
        }
    }

    /// Whether the text ends too early.
    pub fn is_cut(&self) -> bool {
        matches!(self, Self::Malformed { cut: true, .. })
    }

    /// Where the record is.
    pub fn place(&self) -> &Place {
        match self {
            Self::NotUtf8 { place, .. } | Self::Malformed { place, .. } => place,
            Self::Skippable { inner } => inner.place(),
        }
    }

    /// The error of a record that could be skipped, as it is said where it is not.
    #[must_use]
    pub fn skippable(self) -> Self {
        if self.is_cut() { self } else { Self::Skippable { inner: Box::new(self) } }
    }

    /// What a user can do about a record that could be skipped. Where all records are wrong in one way,
    /// nothing would be left.
    fn way_past(&self) -> Remedy {
        match self {
            Self::Malformed { place, .. } if place.beginning.starts_with("{'") => {
                Remedy::WriteAsJson {}
            }
            Self::Malformed { place, .. }
                if place.unit == "line" && place.number == 1 && place.beginning.trim() == "{" =>
            {
                Remedy::WriteOnLines {}
            }
            _ => Remedy::SkipBadLines {},
        }
    }

    /// What a user can do.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::NotUtf8 { .. } | Self::Malformed { .. } => None,
            Self::Skippable { inner } => Some(inner.way_past()),
        }
    }
}
