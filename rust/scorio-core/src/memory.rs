//! Memory that may be lacking: a large table is reserved before it is filled, or refused.

use crate::error::{Error, Result};

/// Room for `size` entries; `None` stands for a size beyond all numbers.
pub(crate) fn reserved<T>(what: &str, size: Option<usize>) -> Result<Vec<T>> {
    let mut table = Vec::new();
    match size.map(|size| table.try_reserve_exact(size)) {
        Some(Ok(())) => Ok(table),
        _ => Err(Error::Memory { what: what.to_owned() }),
    }
}
