//! Comparisons of models with a baseline.

use numpy::{
    Element, PyArrayDescrMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scorio_core::compare::{
    CompareMetric, CompareRequest, Comparison, compare_metric, compare_pairs_of_metric,
};
use scorio_core::metric::mean::Scale;
use scorio_core::tally::{RowLabels, count_rows};
use scorio_core::{Metric, Outcome as Entry};

use crate::choices::{clusters, prior, target};
use crate::counts::Counts;
use crate::failure::{Failure, Outcome};
use crate::matrix::{by_element, policy};
use crate::metrics::Given;
use crate::rows::tuples;

/// The options of a comparison, under the names of `scorio.compare`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
#[expect(clippy::struct_excessive_bools, reason = "a user's switches")]
pub(crate) struct Comparing {
    models: Vec<String>,
    baseline: String,
    metric: String,
    k: Option<i64>,
    parameters: Given,
    drop_short: bool,
    paired: bool,
    prior: String,
    sampled: bool,
    cluster: Option<String>,
    by_task: bool,
    confidence: f64,
    margin: Option<f64>,
}

impl Comparing {
    /// The metric, and all other options.
    pub(crate) fn request(self) -> Outcome<(CompareMetric, CompareRequest)> {
        let parameters = self.parameters.checked()?;
        let choice = CompareMetric {
            metric: Metric::named(&self.metric, self.k, &parameters)?,
            default_weights: parameters.get("weights").is_none(),
            drop_short: self.drop_short,
        };
        let request = CompareRequest {
            models: self.models,
            baseline: self.baseline,
            scale: Scale::Avg,
            weights: None,
            paired: self.paired,
            prior: prior(&self.prior),
            target: target(self.sampled),
            clusters: clusters(self.cluster.as_deref()),
            by_task: self.by_task,
            confidence: self.confidence,
            margin: self.margin,
        };
        Ok((choice, request))
    }
}

/// Rows of a comparison.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Comparisons {
    pub(crate) found: scorio_core::compare::Comparisons,
}

/// The verdict on a model that may be worse than the baseline by more than a margin.
///
/// It holds the probability, the decision, and the smallest detectable difference.
type Said = (f64, bool, f64);

#[pymethods]
impl Comparisons {
    /// The rows.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.found.rows)
    }

    /// Questions that both models have, by descending size of the difference.
    fn questions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.found.questions)
    }

    /// Questions that only one of the two models has.
    fn unmatched<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.found.unmatched)
    }

    /// Model, task and score of the rows that there are not, and why.
    fn uncompared(&self) -> Vec<(&str, &str, String, &str)> {
        let found = self.found.uncompared.iter();
        found
            .map(|one| (&*one.model, &*one.task, one.reason.to_string(), &*one.score_name))
            .collect()
    }

    /// Models with single numbers, whose σ is about questions like these.
    fn single(&self) -> Vec<String> {
        self.found.single.clone()
    }

    /// For each row, whether it is worse by more than a margin.
    fn verdicts(&self, margin: f64) -> Outcome<Vec<Said>> {
        let verdict = |row: &Comparison| {
            let said = row.verdict(margin, self.found.range)?;
            Ok((said.probability, said.worse, said.detectable))
        };
        Ok(self.found.rows.iter().map(verdict).collect::<scorio_core::Result<_>>()?)
    }
}

/// Compares models of counts with a baseline.
#[pyfunction(name = "compare")]
pub(crate) fn compare_counts(
    py: Python<'_>,
    counts: &Counts,
    options: Comparing,
) -> Outcome<Comparisons> {
    let (metric, request) = options.request()?;
    let found = py.detach(|| compare_metric(&counts.counts, &metric, &request))?;
    Ok(Comparisons { found })
}

/// Compares all pairs of models of counts: the named ones in their order, then the baseline.
#[pyfunction(name = "compare_pairs")]
pub(crate) fn compare_pairs_of_counts<'py>(
    py: Python<'py>,
    counts: &Counts,
    options: Comparing,
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let (metric, request) = options.request().map_err(PyErr::from)?;
    let found = py.detach(|| compare_pairs_of_metric(&counts.counts, &metric, &request));
    tuples(py, &found.map_err(Failure::from)?)
}

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
