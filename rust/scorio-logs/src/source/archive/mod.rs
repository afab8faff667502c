//! ZIP archives, listed and checked against their own headers.

pub(crate) mod header;
pub(crate) mod listing;
pub(crate) mod measure;
pub(crate) mod method;
pub(crate) mod zip;
