//! NumPy's booleans, which need not be Rust's.

use numpy::{Element, PyArrayDescr, dtype};
use pyo3::prelude::*;
use scorio_core::Outcome;

/// A boolean of a NumPy array, read as its byte.
///
/// NumPy takes any byte for a boolean, such as 255 in a view of a mask. For Rust's `bool`, a byte
/// that is neither 0 nor 1 is undefined behaviour.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Flag(u8);

// SAFETY: one byte, as an element of dtype bool is, and every byte is a valid flag. It can be copied
// without the interpreter's lock.
unsafe impl Element for Flag {
    const IS_COPY: bool = true;

    fn get_dtype(py: Python<'_>) -> Bound<'_, PyArrayDescr> {
        dtype::<bool>(py)
    }

    fn clone_ref(&self, _py: Python<'_>) -> Self {
        *self
    }
}

impl Outcome for Flag {
    const CATEGORIES: usize = 2;

    fn category(self) -> Option<usize> {
        (self.0 <= 1).then_some(usize::from(self.0))
    }

    fn text(self) -> String {
        match self.0 {
            0 => "False".to_owned(),
            1 => "True".to_owned(),
            byte => format!("{byte} (a boolean is the byte 0 or 1)"),
        }
    }

    fn narrow(run: &[Self], bytes: &mut [u8]) -> bool {
        let mut all = 0;
        for (byte, flag) in bytes.iter_mut().zip(run) {
            *byte = flag.0;
            all |= flag.0;
        }
        all <= 1
    }

    fn as_bytes(run: &[Self]) -> Option<&[u8]> {
        // SAFETY: a flag is a byte, and the slice has as many.
        Some(unsafe { std::slice::from_raw_parts(run.as_ptr().cast(), run.len()) })
    }
}
