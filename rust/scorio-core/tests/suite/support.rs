//! What several files need: counts from rows, and tallies of a 0/1 matrix, the usual way and by the
//! careful pass that checks it.

use ndarray::ArrayView2;
use scorio_core::tally::{Matrix, Missing, tally, tally_ragged};
use scorio_core::{Counts, Error, Outcome, States};

/// A model's question: model, task, question, failures and successes.
pub(crate) type CountedRow<'a> = (&'a str, &'a str, &'a str, [u64; 2]);

/// Counts of failures and successes.
pub(crate) fn counts(rows: &[CountedRow<'_>]) -> Counts {
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for &(model, task, question, outcomes) in rows {
        let row = counts.row(model, task, question);
        for (category, count) in outcomes.into_iter().enumerate() {
            counts.add(row, category, count).unwrap();
        }
    }
    counts
}

pub(crate) fn states_of<T: Outcome>(entries: ArrayView2<'_, T>) -> Result<States, Error> {
    tally(&Matrix { name: "R", entries }, None, 2, Missing::Error)
}

/// The careful pass, which ragged rows always take. It checks the fast passes.
pub(crate) fn careful_of<T: Outcome>(
    entries: ArrayView2<'_, T>,
    categories: usize,
    missing: Missing,
) -> Result<States, Error> {
    let lengths = vec![entries.ncols(); entries.nrows()];
    let flat: Vec<T> = entries.iter().copied().collect();
    tally_ragged(flat.as_slice().into(), &lengths, categories, missing)
}

pub(crate) fn careful<T: Outcome>(entries: ArrayView2<'_, T>) -> Result<States, Error> {
    careful_of(entries, 2, Missing::Error)
}
