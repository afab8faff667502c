//! Beta distributions of a success probability.

use crate::check;
use crate::error::Result;
use crate::posterior::error::PosteriorError;

/// Beta(alpha, beta).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beta {
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl Beta {
    /// Checks both parameters.
    ///
    /// # Errors
    /// A parameter is not positive and finite, or is outside 10⁻¹⁰⁰..10¹⁰⁰.
    pub fn new(alpha: f64, beta: f64) -> Result<Self> {
        for (name, value) in [("alpha0", alpha), ("beta0", beta)] {
            check::positive(name, value)?;
            if !(1e-100..=1e100).contains(&value) {
                return Err(PosteriorError::PriorRange { name, value }.into());
            }
        }
        Ok(Self { alpha, beta })
    }
}
