//! Why a text cannot be read as JSON.

use std::fmt;

/// Where and why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub at: usize,
    pub what: FaultKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    NotJson(&'static str),
    /// JSON, but no object.
    NotObject,
    /// A key that is wanted, a second time in one object: nothing tells which is meant.
    Twice(Box<str>),
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(what) => write!(f, "not JSON: {what}"),
            Self::NotObject => f.write_str("not JSON: not an object with named fields"),
            Self::Twice(key) => write!(f, "the key \"{key}\" is there twice"),
        }
    }
}

pub type Scan<T> = Result<T, Fault>;
