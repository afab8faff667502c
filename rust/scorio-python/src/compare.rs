//! Comparisons: models beside a baseline.

use numpy::{
    Element, PyArrayDescrMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use scorio_core::bayes::Scale;
use scorio_core::compare::{Comparison, QuestionDifference, Request, compare};
use scorio_core::tally::count_rows;
use scorio_core::{Outcome as Entry, Weights};
use scorio_logs::store::{comparisons_batch, write_parquet};

use crate::arrow;
use crate::counts::Counts;
use crate::failure::{Failure, Outcome};
use crate::matrix::{by_element, policy};

/// What the user says about a comparison; the names are those of `scorio.compare`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
#[expect(clippy::struct_excessive_bools, reason = "a user's switches, as in the request")]
pub(crate) struct Comparing {
    models: Vec<String>,
    baseline: String,
    metric: String,
    weights: Option<Vec<f64>>,
    paired: bool,
    sampled: bool,
    clustered: bool,
    by_task: bool,
    confidence: f64,
    margin: Option<f64>,
}

impl Comparing {
    fn request(self) -> scorio_core::Result<Request> {
        Ok(Request {
            models: self.models,
            baseline: self.baseline,
            scale: Scale::of(&self.metric)?,
            weights: self.weights.map(|w| Weights::new(&w)).transpose()?,
            paired: self.paired,
            sampled: self.sampled,
            clustered: self.clustered,
            by_task: self.by_task,
            confidence: self.confidence,
            margin: self.margin,
        })
    }
}

/// Rows of a comparison.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Comparisons {
    found: scorio_core::compare::Comparisons,
}

/// How probable a model is to be worse by more than a margin, whether it is found so, and how much
/// worse it must be for that.
type Said = (f64, bool, f64);

#[pymethods]
impl Comparisons {
    /// The rows, as keyword arguments.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let row = |one: &Comparison| {
            let row = PyDict::new(py);
            row.set_item("model", &one.model)?;
            row.set_item("baseline", &one.baseline)?;
            row.set_item("task", &one.task)?;
            row.set_item("difference", one.interval.mu)?;
            row.set_item("sigma", one.interval.sigma)?;
            row.set_item("lo", one.interval.lo)?;
            row.set_item("hi", one.interval.hi)?;
            row.set_item("level", one.level)?;
            row.set_item("probability", one.probability)?;
            row.set_item("ranking", one.ranking)?;
            row.set_item("z", one.z)?;
            row.set_item("pvalue", one.pvalue)?;
            row.set_item("holm", one.holm)?;
            row.set_item("bh", one.benjamini_hochberg)?;
            row.set_item("degrees", one.degrees)?;
            row.set_item("score", one.score)?;
            row.set_item("baseline_score", one.baseline_score)?;
            row.set_item("questions", one.questions)?;
            row.set_item("baseline_questions", one.baseline_questions)?;
            row.set_item("unmatched", one.unmatched)?;
            row.set_item("baseline_unmatched", one.baseline_unmatched)?;
            row.set_item("trials", one.trials)?;
            row.set_item("baseline_trials", one.baseline_trials)?;
            row.set_item("uneven", one.uneven)?;
            row.set_item("clusters", one.clusters)?;
            row.set_item("decisive", one.decisive)?;
            row.set_item("margin", one.verdict.map(|said| said.margin))?;
            row.set_item("worse_probability", one.verdict.map(|said| said.probability))?;
            row.set_item("worse", one.verdict.map(|said| said.worse))?;
            row.set_item("detectable", one.verdict.map(|said| said.detectable))?;
            Ok(row)
        };
        self.found.rows.iter().map(row).collect()
    }

    /// Each model's questions that the baseline has too, those that differ most first, as keyword
    /// arguments.
    fn questions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let row = |one: &QuestionDifference| {
            let row = PyDict::new(py);
            row.set_item("model", &one.model)?;
            row.set_item("task", &one.task)?;
            row.set_item("question", &one.question)?;
            row.set_item("score", one.score)?;
            row.set_item("baseline_score", one.baseline_score)?;
            row.set_item("difference", one.difference)?;
            row.set_item("part", one.part)?;
            row.set_item("sigma", one.sigma)?;
            row.set_item("probability", one.probability)?;
            Ok(row)
        };
        self.found.questions.iter().map(row).collect()
    }

    /// The model of the row, which of the two has the question, its task and its name.
    fn unmatched(&self) -> Vec<(&str, &str, &str, &str)> {
        let unmatched = self.found.unmatched.iter();
        unmatched.map(|one| (&*one.model, &*one.of, &*one.task, &*one.question)).collect()
    }

    /// Model and task of the rows that there are not, and why.
    fn uncompared(&self) -> Vec<(&str, &str, String)> {
        let uncompared = self.found.uncompared.iter();
        uncompared.map(|one| (&*one.model, &*one.task, one.reason.to_string())).collect()
    }

    /// For each row, whether it is worse by more than a margin.
    fn verdicts(&self, margin: f64) -> Outcome<Vec<Said>> {
        let verdict = |row: &Comparison| {
            let said = row.verdict(margin)?;
            Ok((said.probability, said.worse, said.detectable))
        };
        Ok(self.found.rows.iter().map(verdict).collect::<scorio_core::Result<_>>()?)
    }

    /// Writes the rows as Parquet.
    fn write_parquet(&self, path: std::path::PathBuf) -> PyResult<()> {
        let table = arrow::checked(comparisons_batch(&self.found.rows))?;
        Ok(write_parquet(&table, &path).map_err(Failure::from)?)
    }

    /// The rows as an Arrow stream.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol lets a producer ignore a schema that it cannot cast to.
        drop(requested_schema);
        arrow::stream(py, comparisons_batch(&self.found.rows))
    }
}

impl Counts {
    /// Compares models of these counts.
    pub(crate) fn compared(&self, py: Python<'_>, options: Comparing) -> Outcome<Comparisons> {
        let request = options.request()?;
        let tasks = self.tasks().len();
        let apart = self.report.scores_apart > 0 && tasks > 1;
        if apart && !request.by_task {
            return Err(scorio_core::Error::Apart { tasks }.into());
        }
        let mut found = py.detach(|| compare(&self.counts, &request))?;
        if apart {
            // What is overall would pool scores of the same trials.
            found.rows.retain(|row| row.task.is_some());
            found.questions.clear();
        }
        Ok(Comparisons { found })
    }
}

/// Counts of one side of a comparison from the trials of its questions end to end.
#[pyfunction]
#[pyo3(signature = (first, outcomes, lengths, tasks, categories, drop_missing))]
pub(crate) fn count_matrix(
    first: bool,
    outcomes: &Bound<'_, PyUntypedArray>,
    lengths: Vec<usize>,
    tasks: Vec<String>,
    categories: usize,
    drop_missing: bool,
) -> PyResult<Counts> {
    let rows = Rows { name: if first { "a" } else { "b" }, lengths, tasks, categories };
    by_element!(outcomes, counted_as(outcomes, &rows, drop_missing))
}

/// What is known of a matrix beside its entries.
struct Rows {
    name: &'static str,
    lengths: Vec<usize>,
    tasks: Vec<String>,
    categories: usize,
}

fn counted_as<T: Element + Entry>(
    outcomes: &Bound<'_, PyUntypedArray>,
    rows: &Rows,
    drop_missing: bool,
) -> PyResult<Counts> {
    let outcomes: PyReadonlyArray1<'_, T> = outcomes.extract()?;
    let Rows { name, lengths, tasks, categories } = rows;
    let missing = policy(drop_missing);
    let counts = count_rows(name, outcomes.as_array(), lengths, tasks, *categories, missing);
    Ok(Counts { counts: counts.map_err(Failure::from)?, report: scorio_logs::Report::default() })
}
