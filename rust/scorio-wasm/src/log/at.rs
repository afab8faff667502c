//! Where in a log a record stands.

use std::fmt;

/// A place, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum At {
    Line(u64),
    /// A record of one list.
    Entry(u64),
}

impl fmt::Display for At {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(out, "line {number}"),
            Self::Entry(number) => write!(out, "entry {number}"),
        }
    }
}
