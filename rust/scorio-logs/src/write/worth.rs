//! What the categories of stored counts are worth.

use arrow_schema::Schema;
use scorio_core::Counts;

use crate::error::{Error, Result};

/// The key in the metadata of a schema.
const WORTH: &str = "scorio.worth";

/// What the categories are worth, as metadata.
pub(super) fn worth_of(counts: &Counts) -> Option<(String, String)> {
    let worth: Vec<_> = counts.worth()?.iter().map(|value| format!("{value:?}")).collect();
    Some((WORTH.to_owned(), worth.join(",")))
}

/// What the categories are worth, if a schema says so.
pub(crate) fn with_worth(
    counts: Counts,
    schema: &Schema,
    wrong: &dyn Fn(String) -> Error,
) -> Result<Counts> {
    let Some(text) = schema.metadata().get(WORTH) else { return Ok(counts) };
    let worth: Option<Vec<f64>> = text.split(',').map(|one| one.parse().ok()).collect();
    let worth = worth.ok_or_else(|| wrong(format!("its {WORTH} is {text}, not numbers")))?;
    counts.with_worth(worth).map_err(|error| wrong(error.to_string()))
}
