//! The C interface of scorio, which `include/scorio.h` declares.
//!
//! Each function takes its arguments from C, makes one call into the core, and stores the result. A
//! panic ends at this border ([`failure::guard`]).
//!
//! # Safety
//! The contract of every function that takes pointers is stated once, in the header:
//!
//! - A pointer is NULL, or points to what its type and the sizes next to it say.
//! - Handles come from this library and were not freed.
//! - No other thread writes to them during the call.
#![deny(clippy::undocumented_unsafe_blocks, unsafe_op_in_unsafe_fn)]
#![allow(clippy::missing_safety_doc, reason = "stated once, above and in the header")]

pub mod call;
pub mod counts;
pub mod failure;
pub mod labelled;
pub mod last;
pub mod matrix;
pub mod metric;
pub mod options;
mod pointer;
pub mod sums;
pub mod table;
mod wording;
mod workers;

use std::ffi::{CStr, c_char};

/// The version of this interface. It changes when a function, a type or a meaning changes. Compare
/// it with `scorio_abi_version` when you load the library at run time.
pub const SCORIO_ABI_VERSION: u32 = 3;

/// `SCORIO_ABI_VERSION` of the loaded library.
#[unsafe(no_mangle)]
pub extern "C" fn scorio_abi_version() -> u32 {
    SCORIO_ABI_VERSION
}

/// The version of scorio, such as "1.2.3". The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn scorio_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    CStr::from_bytes_with_nul(VERSION.as_bytes()).map_or(std::ptr::null(), CStr::as_ptr)
}
