//! Logs, piece by piece, to counts.

pub(crate) mod buffer;
pub(crate) mod error;
pub(crate) mod reader;
pub(crate) mod start;
pub(crate) mod trials;
