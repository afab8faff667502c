//! A table of scores for each slice of the questions.

use super::notes::NO_TABLE;
use super::score::Score;
use crate::calls::Note;
use crate::counts::counts::Counts;
use crate::error::{Error, Result};
use crate::numeric::error::NumericError;
use crate::printable::Printable;
use crate::slices::cells::SlicedRows;

/// The rows of each slice, of which `board` gives the table of some rows of the counts. A slice that has none
/// is in a note.
///
/// # Errors
/// Those of slices.
pub(super) fn sliced(
    counts: &Counts,
    fields: Option<&[String]>,
    board: impl Fn(&[usize]) -> Result<Vec<Score>>,
) -> Result<(Vec<Score>, Vec<Note>)> {
    let (mut all, mut notes) = (Vec::new(), Vec::new());
    let Some(fields) = fields else { return Ok((all, notes)) };
    let slices = SlicedRows::of(counts, fields)?;
    for (name, rows) in slices.names.iter().zip(slices.rows()) {
        match board(&rows) {
            Ok(table) => {
                let slice = || Some(name.clone());
                all.extend(table.into_iter().map(|row| Score {
                    slice: slice(),
                    task: None,
                    ..row
                }));
            }
            Err(error @ Error::Numeric(NumericError::Stopped)) => return Err(error),
            // All questions have a table, so the options are right.
            Err(reason) => {
                let note = Note::of(&NO_TABLE).with("slice", Printable(name).to_string());
                notes.push(note.with("reason", reason.to_string()));
            }
        }
    }
    Ok((all, notes))
}
