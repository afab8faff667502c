//! Why a text cannot be read as JSON.

use std::fmt;

/// Where and why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) what: FaultKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    NotJson(&'static str),
    /// A key that is wanted, a second time in one object: nothing tells which is meant.
    Twice(Box<str>),
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(what) => write!(f, "not JSON: {what}"),
            Self::Twice(key) => write!(f, "the key \"{key}\" is there twice"),
        }
    }
}

pub(crate) type Scan<T> = Result<T, Fault>;
