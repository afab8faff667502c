//! Sums of numeric scores.

use std::path::PathBuf;

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};
use scorio_core::tally::{Missing, ModelRows, sum_outcomes};
use scorio_logs::{
    Note, Report, note_similar_names, read_sums, sum_file, sums_batch, sums_from_bytes,
    sums_to_bytes, write_sums,
};

use crate::arrow;
use crate::counts::{Noted, notes, planned_twice};
use crate::failure::{Failure, Outcome};
use crate::interrupt::unless_stopped;

/// Sums by model, task and question, with the report of how they were read.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Sums {
    pub(crate) sums: scorio_core::Sums,
    pub(crate) report: Report,
}

#[pymethods]
impl Sums {
    /// Reads a count file of numeric scores.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let (sums, report) = unless_stopped(py, |go_on| read_sums(&path, go_on))?;
        Ok(Self { sums, report })
    }

    /// Sums of the trials of one model, of one question after another, which are numbered from 0.
    ///
    /// Every outcome is kept.
    #[staticmethod]
    fn of_trials(
        py: Python<'_>,
        outcomes: PyReadonlyArray1<'_, f64>,
        lengths: Vec<usize>,
        clusters: Vec<String>,
    ) -> PyResult<Self> {
        let outcomes = outcomes.as_slice()?;
        let rows = ModelRows { model: "model", clusters: &clusters, ..ModelRows::default() };
        let sums = py.detach(|| sum_outcomes(outcomes, &lengths, &rows, true, Missing::Error));
        Ok(Self { sums: sums.map_err(Failure::from)?, report: Report::default() })
    }

    /// Whether outcomes are more likely categories than numbers.
    fn nearly_binary(&self) -> bool {
        self.sums.nearly_binary()
    }

    /// Writes a count file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        unless_stopped(py, |go_on| write_sums(&self.sums, &self.report, &path, go_on))
    }

    /// The bytes of a count file.
    fn count_file<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = unless_stopped(py, |go_on| sum_file(&self.sums, &self.report, go_on))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The complete content of the sums, for `from_bytes`.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| sums_to_bytes(&self.sums, &self.report));
        Ok(PyBytes::new(py, &bytes.map_err(Failure::from)?))
    }

    /// Sums from the bytes of `to_bytes`.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, content: &[u8]) -> Outcome<Self> {
        let (sums, report) = py.detach(|| sums_from_bytes(content))?;
        Ok(Self { sums, report })
    }

    /// These sums and others together.
    fn merge(&self, py: Python<'_>, others: Vec<PyRef<'_, Self>>) -> PyResult<Self> {
        let others: Vec<&Self> = others.iter().map(|other| &**other).collect();
        unless_stopped(py, |go_on| {
            let (mut sums, mut report) = (self.sums.clone(), self.report.clone());
            for other in &others {
                report.merge(&other.report);
            }
            let several = [self].into_iter().chain(others.iter().copied());
            let several: Vec<_> = several.map(|one| (one.sums.trials(), &one.report)).collect();
            if planned_twice(&several, go_on) {
                report.note(Note::PlannedTwice {});
            }
            let others: Vec<_> = others.iter().map(|other| &other.sums).collect();
            sums.merge_all_while(&others, go_on)?;
            note_similar_names(sums.trials(), &mut report);
            Ok(Self { sums, report })
        })
    }

    /// Whether every observed question of other sums is here, with the same sums.
    fn holds(&self, other: &Self) -> bool {
        self.sums.holds(&other.sums)
    }

    /// The sums of some models, tasks and scores. They have no report.
    fn select(
        &self,
        py: Python<'_>,
        models: Option<Vec<String>>,
        tasks: Option<Vec<String>>,
        scores: Option<Vec<String>>,
    ) -> Outcome<Self> {
        let within = |names: &Option<Vec<String>>, name: &str| {
            names.as_ref().is_none_or(|names| names.iter().any(|known| known == name))
        };
        let sums = py.detach(|| {
            self.sums.filter(|q| {
                within(&models, q.model) && within(&tasks, q.task) && within(&scores, q.score)
            })
        })?;
        Ok(Self { sums, report: Report::default() })
    }

    /// The same sums of one model under another name.
    fn renamed(&self, py: Python<'_>, name: &str) -> Outcome<Self> {
        let sums = py.detach(|| self.sums.renamed(name))?;
        Ok(Self { sums, report: self.report.clone() })
    }

    /// Whether every outcome is kept.
    #[getter]
    fn keep_values(&self) -> bool {
        self.sums.keep_values()
    }

    /// Whether any question has a cluster.
    #[getter]
    fn has_clusters(&self) -> bool {
        self.sums.trials().has_clusters()
    }

    /// Whether any question has a weight.
    #[getter]
    fn has_weights(&self) -> bool {
        self.sums.trials().has_weights()
    }

    /// Questions with an outcome that their weight of 0 leaves out.
    #[getter]
    fn zero_weights(&self) -> usize {
        self.sums.trials().zero_weights()
    }

    /// Equality of the sums. Their reports do not matter.
    fn __eq__(&self, other: &Self) -> bool {
        self.sums == other.sums
    }

    fn __len__(&self) -> usize {
        self.sums.trials().len()
    }

    #[getter]
    fn models(&self) -> Vec<&str> {
        self.sums.trials().models()
    }

    #[getter]
    fn tasks(&self) -> Vec<&str> {
        self.sums.trials().tasks()
    }

    #[getter]
    fn scores(&self) -> Vec<&str> {
        self.sums.trials().scores()
    }

    #[getter]
    fn trials(&self) -> u64 {
        let questions = self.sums.trials().iter();
        questions.map(|question| question.trials()).fold(0, u64::saturating_add)
    }

    #[getter]
    fn missing(&self) -> u64 {
        let questions = self.sums.trials().iter();
        questions.map(|question| question.missing).fold(0, u64::saturating_add)
    }

    #[getter]
    fn report(&self) -> std::collections::BTreeMap<&'static str, u64> {
        self.report.fields().into()
    }

    /// What a reader should know: kind, values and sentence of each note.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Noted<'py>>> {
        notes(py, &self.report)
    }

    /// The sums as an Arrow stream.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol lets a producer ignore a schema that it cannot cast to.
        drop(requested_schema);
        arrow::stream(py, sums_batch(&self.sums, &self.report))
    }
}
