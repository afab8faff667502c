//! The order of the rows of a table, and their adjusted p-values.

use super::comparison::Comparison;

use super::decision::adjust::{benjamini_hochberg, holm};
use crate::numeric::sorting::sort_by;

/// Rows by descending difference.
pub(super) fn sorted(mut rows: Vec<Comparison>) -> Vec<Comparison> {
    sort_by(&mut rows, |a, b| {
        b.difference.total_cmp(&a.difference).then_with(|| a.model.cmp(&b.model))
    });
    rows
}

/// Sets the adjusted p-values of rows that are read together.
pub(super) fn adjust<'r>(rows: impl Iterator<Item = &'r mut Comparison>) {
    let rows: Vec<_> = rows.collect();
    let values: Vec<f64> = rows.iter().map(|row| row.pvalue).collect();
    let adjusted = holm(&values).into_iter().zip(benjamini_hochberg(&values));
    for (row, (holm, benjamini_hochberg)) in rows.into_iter().zip(adjusted) {
        row.holm = holm;
        row.bh = benjamini_hochberg;
    }
}
