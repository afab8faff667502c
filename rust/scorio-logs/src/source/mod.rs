//! Where bytes come from: files, standard input, compressed streams and archives.

pub(crate) mod archive;
pub(crate) mod copies;
pub(crate) mod error;
pub(crate) mod open;
pub(crate) mod packing;
pub(crate) mod progress;
pub(crate) mod sidecar;
pub(crate) mod stream;
pub(crate) mod window;
