//! Batches of a table that another library hands out.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use crate::error::Error;
use crate::records::error_of_columns::ColumnError;

/// What batches from elsewhere are read as, in messages.
pub(crate) const FORM: &str = "a table";

/// Batches from elsewhere, of the columns at the places that are asked for.
pub type Batches = Box<dyn FnOnce(&[usize]) -> std::result::Result<BatchStream, ArrowError> + Send>;

/// Batches one after another, each with the same columns.
pub type BatchStream =
    Box<dyn Iterator<Item = std::result::Result<RecordBatch, ArrowError>> + Send>;

/// What is wrong with batches from elsewhere, by the first line of the message of their maker.
#[must_use]
pub fn from_elsewhere(name: &str, error: &ArrowError) -> Error {
    let said = match error {
        ArrowError::ExternalError(source) => source.to_string(),
        ArrowError::CDataInterface(said) => said.clone(),
        other => other.to_string(),
    };
    let problem = said.lines().next().unwrap_or("").to_owned();
    Error::from(ColumnError::Table { file: name.to_owned(), form: FORM, problem, remedy: None })
}
