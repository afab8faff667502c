//! Records of trials, from bytes to [`scorio_core::Counts`]: JSON, tables, labels, outcomes, and the
//! policies for what is missing, repeated or broken. Nothing here opens a file or starts a thread.
//!
//! `scorio-logs` and the WebAssembly module read by it. Its names are theirs, and may change.
#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "two crates of this workspace call it, and no user"
)]

pub mod costs;
pub mod json;
pub mod records;
pub mod remedy;
pub mod report;
pub mod spec;
pub mod trials;
