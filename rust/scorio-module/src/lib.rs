//! The extension module `scorio._core`.
//!
//! How all crates are optimised is decided by the one that is linked, which is this. `scorio-python`
//! is built for size. If it were linked, no loop of the core would have vector instructions.

pub use scorio_python::_core;
