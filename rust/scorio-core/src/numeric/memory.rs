//! Large tables: memory is reserved before the work begins, and a lack of it is an error.

use crate::error::Result;
use crate::numeric::error::NumericError;

/// Memory for `size` entries. `None` is a size too large for a number.
pub(crate) fn reserved<T>(what: &str, size: Option<usize>) -> Result<Vec<T>> {
    let mut table = Vec::new();
    match size.map(|size| table.try_reserve_exact(size)) {
        Some(Ok(())) => Ok(table),
        _ => Err(NumericError::Memory { what: what.to_owned() }.into()),
    }
}
