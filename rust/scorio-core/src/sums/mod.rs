//! Numeric scores beside counts: number, and sums of powers, of each question's outcomes.

pub(crate) mod error;
pub(crate) mod maximum;
mod merge;
pub(crate) mod powers;
mod rows;
#[expect(clippy::module_inception, reason = "the file holds the type of this name")]
pub(crate) mod sums;
pub(crate) mod within;

pub use error::SumsError;
pub use powers::{ExactTexts, PowerSums, StoredSums, nearest};
pub use rows::RowSums;
pub use sums::Sums;
