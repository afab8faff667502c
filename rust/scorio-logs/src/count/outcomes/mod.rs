//! Outcomes that are not one field of a record.

pub(crate) mod details;
pub(crate) mod graded;
pub(crate) mod several;
pub(crate) mod shape;
pub(crate) mod signals;
