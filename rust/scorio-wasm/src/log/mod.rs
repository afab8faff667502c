//! Logs, piece by piece, to counts: JSON Lines and tables.

pub(crate) mod at;
pub(crate) mod cell;
pub(crate) mod error;
pub(crate) mod fields;
pub(crate) mod json;
pub(crate) mod list;
pub(crate) mod names;
pub(crate) mod outcome;
pub(crate) mod reader;
pub(crate) mod record;
pub(crate) mod scanner;
pub(crate) mod seen;
pub(crate) mod start;
pub(crate) mod table;
