//! Counts: reading logs, merging, saving and scoring.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};
use scorio_core::counts::{Wanted, results};
use scorio_core::{Place, Weights};
use scorio_logs::{
    GoOn, Note, NoteValue, Report, count_file, counts_batch, counts_from_bytes, counts_to_bytes,
    is_samples, note_similar_names, read_counts, write_counts, write_samples,
};

use crate::arrow;
use crate::failure::{Failure, Outcome};
use crate::interrupt::unless_stopped;
use crate::matrix::States;

/// Counts by model, task and question, with the report of how they were read.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Counts {
    pub(crate) counts: scorio_core::Counts,
    pub(crate) report: Report,
}

/// Results of several models, as an array.
type Ordered<'py> =
    (Vec<String>, Vec<(String, String)>, Bound<'py, PyArray3<u16>>, (usize, usize, bool));

/// A note as Python takes it: kind, values, sentence.
pub(crate) type Noted<'py> = (&'static str, Bound<'py, PyDict>, String);

#[pymethods]
impl Counts {
    /// Reads a count file.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let (counts, report) = unless_stopped(py, |go_on| read_counts(&path, go_on))?;
        Ok(Self { counts, report })
    }

    /// Writes a count file, or samples of Every Eval Ever if the file name asks for them.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        if is_samples(&path) {
            return unless_stopped(py, |go_on| write_samples(&self.counts, &path, go_on));
        }
        unless_stopped(py, |go_on| write_counts(&self.counts, &self.report, &path, go_on))
    }

    /// The bytes of a count file.
    fn count_file<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = unless_stopped(py, |go_on| count_file(&self.counts, &self.report, go_on))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The complete content of the counts, including the order of trials, for `from_bytes`.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| counts_to_bytes(&self.counts, &self.report));
        Ok(PyBytes::new(py, &bytes.map_err(Failure::from)?))
    }

    /// Counts from the bytes of `to_bytes`.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, content: &[u8]) -> Outcome<Self> {
        let (counts, report) = py.detach(|| counts_from_bytes(content))?;
        Ok(Self { counts, report })
    }

    /// The sum of these counts and others.
    fn merge(&self, py: Python<'_>, others: Vec<PyRef<'_, Self>>) -> PyResult<Self> {
        let others: Vec<&Self> = others.iter().map(|other| &**other).collect();
        unless_stopped(py, |go_on| {
            let (mut counts, mut report) = (self.counts.clone(), self.report.clone());
            for other in &others {
                report.merge(&other.report);
            }
            let several = [self].into_iter().chain(others.iter().copied());
            let several: Vec<_> = several.map(|one| (&one.counts, &one.report)).collect();
            if planned_twice(&several, go_on) {
                report.note(Note::PlannedTwice {});
            }
            let others: Vec<_> = others.iter().map(|other| &other.counts).collect();
            counts.merge_all_while(&others, go_on)?;
            note_similar_names(&counts, &mut report);
            Ok(Self { counts, report })
        })
    }

    /// Whether every observed question of other counts is here, with the same counts.
    fn holds(&self, other: &Self) -> bool {
        self.counts.holds(&other.counts)
    }

    /// The counts of some models, tasks and scores.
    ///
    /// The report is about all that was read, so it is dropped.
    fn select(
        &self,
        py: Python<'_>,
        models: Option<Vec<String>>,
        tasks: Option<Vec<String>>,
        scores: Option<Vec<String>>,
        questions: Option<HashSet<String>>,
    ) -> Outcome<Self> {
        let questions = questions.map(|names| names.into_iter().collect());
        let wanted = Wanted { models, tasks, scores, questions };
        let counts = py.detach(|| self.counts.select(&wanted))?;
        Ok(Self { counts, report: Report::default() })
    }

    /// The same counts with other names of models, tasks and questions. Those of one name add up.
    fn relabelled(
        &self,
        py: Python<'_>,
        models: HashMap<String, String>,
        tasks: HashMap<String, String>,
        questions: HashMap<String, String>,
    ) -> Outcome<Self> {
        let counts = py.detach(|| {
            self.counts.relabelled(|question| {
                let mut key = question.key();
                key.model = models.get(key.model).map_or(key.model, String::as_str);
                key.task = tasks.get(key.task).map_or(key.task, String::as_str);
                key.question = questions.get(key.question).map_or(key.question, String::as_str);
                Some(key)
            })
        })?;
        let mut report = self.report.clone();
        note_similar_names(&counts, &mut report);
        Ok(Self { counts, report })
    }

    /// The questions, in order of appearance.
    fn questions(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| {
            let mut seen = HashSet::new();
            let names = self.counts.iter().map(|question| question.question);
            names.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
        })
    }

    /// The same counts of one model under another name.
    fn renamed(&self, py: Python<'_>, name: &str) -> Outcome<Self> {
        let counts = py.detach(|| self.counts.renamed(name))?;
        Ok(Self { counts, report: self.report.clone() })
    }

    /// Count states of all questions.
    fn states(&self, py: Python<'_>) -> Outcome<States> {
        let (states, shortest) = py.detach(|| {
            let states = self.counts.states()?;
            let scored = self.counts.scored()?;
            let shortest = scored.get(states.shortest()).map(|one| Place::Named(one.name()));
            scorio_core::Result::Ok((states, shortest))
        })?;
        let shortest = shortest.unwrap_or(Place::Row(states.shortest()));
        Ok(States { states, shortest })
    }

    /// Results of counts that keep the order of the trials.
    ///
    /// - Models.
    /// - Questions with their tasks.
    /// - L x M x N categories.
    /// - How many questions and trials were dropped.
    /// - Whether trials have numbers.
    fn results<'py>(&self, py: Python<'py>, drop: bool) -> PyResult<Ordered<'py>> {
        let found = py.detach(|| results(&self.counts, drop)).map_err(Failure::from)?;
        let shape = [found.models.len(), found.questions.len(), found.trials];
        let categories = PyArray1::from_vec(py, found.categories).reshape(shape)?;
        let rest = (found.questions_left_out, found.trials_left_out, found.numbered);
        Ok((found.models, found.questions, categories, rest))
    }

    /// Whether any question has a cluster.
    #[getter]
    fn has_clusters(&self) -> bool {
        self.counts.has_clusters()
    }

    /// Whether any question has a weight.
    #[getter]
    fn has_weights(&self) -> bool {
        self.counts.has_weights()
    }

    /// Questions with an outcome that their weight of 0 leaves out.
    #[getter]
    fn zero_weights(&self) -> usize {
        self.counts.zero_weights()
    }

    /// Equality of the counts. Their reports do not matter.
    fn __eq__(&self, other: &Self) -> bool {
        self.counts == other.counts
    }

    fn __len__(&self) -> usize {
        self.counts.len()
    }

    /// The weights that the categories have by default.
    fn weights(&self) -> Outcome<Vec<f64>> {
        Ok(Weights::default_of(&self.counts)?.values())
    }

    #[getter]
    fn categories(&self) -> Vec<String> {
        self.counts.categories().to_vec()
    }

    #[getter]
    fn models(&self) -> Vec<&str> {
        self.counts.models()
    }

    #[getter]
    pub(crate) fn tasks(&self) -> Vec<&str> {
        self.counts.tasks()
    }

    #[getter]
    fn scores(&self) -> Vec<&str> {
        self.counts.scores()
    }

    #[getter]
    fn trials(&self) -> u64 {
        self.counts.iter().map(|question| question.trials()).fold(0, u64::saturating_add)
    }

    #[getter]
    fn missing(&self) -> u64 {
        self.counts.iter().map(|question| question.missing).fold(0, u64::saturating_add)
    }

    #[getter]
    fn report(&self) -> std::collections::BTreeMap<&'static str, u64> {
        self.report.fields().into()
    }

    /// The model of each question, and its trials including missing ones.
    fn totals(&self) -> Vec<(&str, u64)> {
        self.counts.iter().map(|q| (q.model, q.trials().saturating_add(q.missing))).collect()
    }

    /// What a reader should know: kind, values and sentence of each note.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Noted<'py>>> {
        notes(py, &self.report)
    }

    /// The counts as an Arrow stream.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol lets a producer ignore a schema that it cannot cast to.
        drop(requested_schema);
        arrow::stream(py, counts_batch(&self.counts, &self.report))
    }
}

/// Kind, values and sentence of each note.
pub(crate) fn notes<'py>(py: Python<'py>, report: &Report) -> PyResult<Vec<Noted<'py>>> {
    let noted = |note: &Note| {
        let values = PyDict::new(py);
        for (name, value) in note.values() {
            match value {
                NoteValue::Text(text) => values.set_item(name, text)?,
                NoteValue::Number(number) => values.set_item(name, number)?,
                NoteValue::Texts(texts) => values.set_item(name, texts)?,
            }
        }
        Ok((note.kind(), values, note.to_string()))
    };
    report.notes.iter().map(noted).collect()
}

/// Questions between two questions whether to go on.
const STEP: usize = 1 << 16;

/// Whether a question is in several counts, of which those with missing trials have plans.
///
/// It ends early where `go_on` says to stop, and the next caller gets the same answer.
pub(crate) fn planned_twice(
    several: &[(&scorio_core::Counts, &Report)],
    go_on: &mut GoOn<'_>,
) -> bool {
    let plans =
        |one: &&(&scorio_core::Counts, &Report)| one.1.notes.iter().any(Note::is_about_plan);
    if several.iter().filter(plans).count() < 2 {
        return false;
    }
    let mut seen = std::collections::HashMap::new();
    let questions = several.iter().filter(plans).flat_map(|one| one.0.iter()).enumerate();
    let asked = questions.take_while(|(number, _)| number % STEP > 0 || go_on());
    asked.map(|(_, question)| question).any(|question| {
        let key = question.key();
        let missing = question.missing > 0;
        seen.insert(key, missing).is_some_and(|before| before || missing)
    })
}
