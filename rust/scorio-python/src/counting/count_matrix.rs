//! Results matrices as the sides of a comparison.

use numpy::{
    Element, PyArrayDescrMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use scorio_core::Outcome as Entry;
use scorio_core::tally::{RowLabels, count_rows};

use crate::arrays::matrix::{by_element, policy};
use crate::counting::counts::Counts;
use crate::failure::Failure;

/// Counts of one side of a comparison, from the trials of its questions one after another.
#[pyfunction]
#[pyo3(signature = (first, outcomes, lengths, clusters, weights, categories, drop_missing))]
pub(crate) fn count_matrix(
    first: bool,
    outcomes: &Bound<'_, PyUntypedArray>,
    lengths: Vec<usize>,
    clusters: Vec<String>,
    weights: Vec<f64>,
    categories: usize,
    drop_missing: bool,
) -> PyResult<Counts> {
    let rows = Rows { name: if first { "a" } else { "b" }, lengths, clusters, weights, categories };
    by_element!(outcomes, counted_as(outcomes, &rows, drop_missing))
}

/// What is known of a matrix besides its entries.
struct Rows {
    name: &'static str,
    lengths: Vec<usize>,
    clusters: Vec<String>,
    weights: Vec<f64>,
    categories: usize,
}

fn counted_as<T: Element + Entry>(
    outcomes: &Bound<'_, PyUntypedArray>,
    rows: &Rows,
    drop_missing: bool,
) -> PyResult<Counts> {
    let outcomes: PyReadonlyArray1<'_, T> = outcomes.extract()?;
    let Rows { name, lengths, clusters, weights, categories } = rows;
    let labels = RowLabels { clusters, weights };
    let missing = policy(drop_missing);
    let counts = count_rows(name, outcomes.as_array(), lengths, labels, *categories, missing);
    Ok(Counts { counts: counts.map_err(Failure::from)?, report: scorio_logs::Report::default() })
}
