//! Counts: reading logs, merging, keeping, scoring.

use std::path::PathBuf;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use scorio_core::leaderboard::{Request, leaderboard};
use scorio_core::results::results;
use scorio_core::{Metric, Parameters, Place, Weights};
use scorio_logs::samples;
use scorio_logs::store::{counts_batch, read_counts, write_counts};
use scorio_logs::{
    Categories, Error, Input, Label, Measure, Pattern, Progress, Report, Spec, Survey, Which,
};

use crate::arrow;
use crate::compare::{Comparing, Comparisons};
use crate::failure::{Failure, Outcome};
use crate::matrix::States;
use crate::metrics::Share;
use crate::scores::Scores;

/// Counts by model, task and question, with the report of how they were read.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Counts {
    pub(crate) counts: scorio_core::Counts,
    pub(crate) report: Report,
}

/// What the user says about a log; the names are those of `scorio.count`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    model: (String, String),
    task: (String, String),
    question: (String, String),
    trial: (String, String),
    outcome: String,
    times: Option<String>,
    grouped: bool,
    ordered: bool,
    aggregate: Option<(String, String)>,
    categories: Option<Vec<(String, Vec<String>)>>,
    threshold: Option<f64>,
    on_missing: String,
    on_repeat: String,
    on_bad_line: String,
    format: Option<String>,
    own_fields: bool,
    on_error: Option<String>,
    score: Option<String>,
    ids: String,
    regrade: Option<String>,
}

/// What the user says about a leaderboard; the names are those of `Counts.score`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Scoring {
    weights: Option<Vec<f64>>,
    tau: Option<Share>,
    pass_power: Option<f64>,
    unanimous_power: Option<f64>,
    lam: Option<f64>,
    spectrum: Option<Vec<f64>>,
    confidence: f64,
    by_task: bool,
    macro_average: bool,
    drop_short: bool,
}

impl Scoring {
    /// What the metrics take, and a request still without them.
    fn request(self) -> Outcome<(Parameters, Request)> {
        let weights = self.weights.map(|w| Weights::new(&w)).transpose()?;
        let request = Request {
            metrics: Vec::new(),
            default_weights: weights.is_none(),
            drop_short: self.drop_short,
            confidence: self.confidence,
            by_task: self.by_task,
            macro_average: self.macro_average,
            apart: false,
        };
        let parameters = Parameters {
            weights,
            tau: self.tau.map(Share::checked).transpose()?,
            pass_power: self.pass_power,
            unanimous_power: self.unanimous_power,
            lam: self.lam,
            spectrum: self.spectrum,
        };
        Ok((parameters, request))
    }
}

/// A label from its kind ("field", "optional", "constant") and text.
fn label((kind, text): (String, String)) -> Label {
    match kind.as_str() {
        "constant" => Label::Constant(text),
        "optional" => Label::Optional(text),
        _ => Label::Field(text),
    }
}

impl Options {
    fn spec(self) -> scorio_logs::Result<Spec> {
        let categories = match (self.categories, self.threshold) {
            (Some(named), _) => Categories::named(named),
            (None, Some(threshold)) => Categories::threshold(threshold),
            (None, None) => Ok(Categories::binary()),
        };
        let categories = categories.map_err(Error::Options)?;
        let measure = match self.aggregate {
            Some((total, correct)) => Measure::Aggregate { total, correct },
            None => Measure::Outcome { field: self.outcome, categories },
        };
        Ok(Spec {
            model: label(self.model),
            task: label(self.task),
            question: label(self.question),
            trial: label(self.trial),
            measure,
            times: self.times,
            grouped: self.grouped,
            ordered: self.ordered,
            on_missing: self.on_missing.parse()?,
            on_repeat: self.on_repeat.parse()?,
            on_bad_line: self.on_bad_line.parse()?,
            format: self.format.map(|format| format.parse()).transpose()?,
            own_fields: self.own_fields,
            on_error: self.on_error.map(|policy| policy.parse()).transpose()?,
            score: match self.score.as_deref() {
                None => Which::First,
                Some("all") => Which::All,
                Some(name) => Which::Named(name.to_owned()),
            },
            ids: self.ids.parse()?,
            regrade: self.regrade.as_deref().map(Pattern::new).transpose()?,
        })
    }
}

/// What a log holds: its format, fields and mapping; its counts; each score with its values.
type Surveyed = (
    (&'static str, Vec<String>, Vec<(&'static str, &'static str)>),
    Counts,
    Vec<(String, Vec<(String, u64)>, u64)>,
);

/// Surveys a log, without scoring it.
#[pyfunction]
#[pyo3(signature = (file, options, progress = None))]
pub(crate) fn survey(
    py: Python<'_>,
    file: Labelled,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Surveyed> {
    let input = input(file);
    let spec = options.spec().map_err(Failure::from)?;
    let found = stoppable(py, progress, |advance| scorio_logs::survey(&input, &spec, advance))?;
    let Survey { format, fields, maps, counts, report, scores } = found;
    let scores = scores.into_iter().map(|tally| (tally.name, tally.values, tally.others));
    Ok(((format, fields, maps.to_vec()), Counts { counts, report }, scores.collect()))
}

fn input((path, model, task, trial, found): Labelled) -> Input {
    Input { path, model, task, trial, found }
}

/// Runs a reading without the interpreter's lock, asking now and then whether to go on.
fn stoppable<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    read: impl FnOnce(&mut Progress<'_>) -> scorio_logs::Result<T> + Send,
) -> PyResult<T> {
    let mut interruption = None;
    let mut advance = |bytes: u64| {
        let step = Python::attach(|py| {
            py.check_signals()?;
            progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (bytes,)).map(drop))
        });
        step.map_err(|error| interruption = Some(error)).is_ok()
    };
    let found = py.detach(|| read(&mut advance));
    match (interruption, found) {
        (Some(error), _) => Err(error),
        (None, found) => Ok(found.map_err(Failure::from)?),
    }
}

/// A tool's format: its name, what it is, and where each role is found in it.
type Known = (&'static str, &'static str, Vec<(&'static str, &'static str)>);

/// The tools' formats.
#[pyfunction]
pub(crate) fn formats() -> Vec<Known> {
    scorio_logs::formats::KINDS
        .iter()
        .map(|kind| (kind.name, kind.title, kind.maps.to_vec()))
        .collect()
}

/// A path with the model, the task and the trial of every record in it, and whether it was found in a
/// folder.
type Labelled = (PathBuf, Option<String>, Option<String>, Option<String>, bool);

/// Reads logs; `progress` is called with the bytes read so far.
#[pyfunction]
#[pyo3(signature = (inputs, options, progress = None))]
pub(crate) fn count(
    py: Python<'_>,
    inputs: Vec<Labelled>,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counts> {
    let inputs: Vec<_> = inputs.into_iter().map(input).collect();
    let spec = options.spec().map_err(Failure::from)?;
    let read = |advance: &mut Progress<'_>| scorio_logs::count(&inputs, &spec, advance);
    let (counts, report) = stoppable(py, progress, read)?;
    Ok(Counts { counts, report })
}

/// Counts the rows of a table of any package, which hands it out as an Arrow stream; messages call it
/// by `name`.
#[pyfunction]
#[pyo3(signature = (table, name, options, progress = None))]
pub(crate) fn count_arrow(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    name: &str,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counts> {
    let spec = options.spec().map_err(Failure::from)?;
    let stream = arrow::imported(table)?;
    let (counts, report) = stoppable(py, progress, |advance| {
        let (batches, schema) = arrow::batches(stream, name)?;
        scorio_logs::count_batches(batches, &schema, name, &spec, advance)
    })?;
    Ok(Counts { counts, report })
}

/// Whether a file is a count file and not a log with an outcome of that name.
#[pyfunction]
pub(crate) fn is_counts(py: Python<'_>, path: PathBuf, outcome: &str) -> bool {
    py.detach(|| scorio_logs::store::is_counts(&path, outcome))
}

/// Results of several models, as an array.
type Ordered<'py> =
    (Vec<String>, Vec<(String, String)>, Bound<'py, PyArray3<u16>>, (usize, usize, bool));

#[pymethods]
impl Counts {
    /// Reads a count file.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> Outcome<Self> {
        let (counts, report) = py.detach(|| read_counts(&path))?;
        Ok(Self { counts, report })
    }

    /// Writes a count file, or samples of Every Eval Ever where the name says so.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        if samples::is_named(&path) {
            let written = py.detach(|| samples::write_samples(&self.counts, &path));
            return Ok(written.map_err(Failure::from)?);
        }
        let written = py.detach(|| write_counts(&self.counts, &self.report, &path));
        Ok(written.map_err(Failure::from)?)
    }

    /// These counts and others together.
    fn merge(&self, py: Python<'_>, others: Vec<PyRef<'_, Self>>) -> Outcome<Self> {
        let others: Vec<&Self> = others.iter().map(|other| &**other).collect();
        py.detach(|| {
            let (mut counts, mut report) = (self.counts.clone(), self.report.clone());
            for other in &others {
                report.merge(&other.report);
            }
            let several: Vec<&Self> = [self].into_iter().chain(others.iter().copied()).collect();
            if planned_twice(&several) {
                report.note(PLANNED_TWICE.to_owned());
            }
            let others: Vec<_> = others.iter().map(|other| &other.counts).collect();
            counts.merge_all(&others)?;
            Ok(Self { counts, report })
        })
    }

    /// The counts of some models and tasks; the report, which is of the whole reading, stays behind, but
    /// for what the tasks are.
    fn select(
        &self,
        py: Python<'_>,
        models: Option<Vec<String>>,
        tasks: Option<Vec<String>>,
    ) -> Outcome<Self> {
        let within = |names: &Option<Vec<String>>, name: &str| {
            names.as_ref().is_none_or(|names| names.iter().any(|known| known == name))
        };
        let counts = py.detach(|| {
            self.counts.filter(|q| within(&models, q.model) && within(&tasks, q.task))
        })?;
        let report = Report { scores_apart: self.report.scores_apart, ..Report::default() };
        Ok(Self { counts, report })
    }

    /// Scores every model.
    fn score(
        &self,
        py: Python<'_>,
        metrics: Vec<String>,
        budgets: Vec<i64>,
        options: Scoring,
    ) -> Outcome<Scores> {
        let confidence = options.confidence;
        let (parameters, mut request) = options.request()?;
        request.apart = self.report.scores_apart > 0;
        request.metrics = Metric::expand(&metrics, &budgets, &parameters)?;
        let board = py.detach(|| leaderboard(&self.counts, &request))?;
        Ok(Scores { board, confidence })
    }

    /// Compares models with a baseline.
    fn compare(&self, py: Python<'_>, options: Comparing) -> Outcome<Comparisons> {
        self.compared(py, options)
    }

    /// The same counts of one model under another name.
    fn renamed(&self, py: Python<'_>, name: &str) -> Outcome<Self> {
        let counts = py.detach(|| self.counts.renamed(name))?;
        Ok(Self { counts, report: self.report.clone() })
    }

    /// Count states of all questions.
    fn states(&self, py: Python<'_>) -> States {
        let (states, shortest) = py.detach(|| {
            let states = self.counts.states();
            let row = states.shortest();
            let shortest = self.counts.observed().nth(row);
            (states, shortest.map_or(Place::Row(row), |question| Place::Named(question.name())))
        });
        States { states, shortest }
    }

    /// Models, questions with their tasks, L x M x N categories, how many questions and trials were left
    /// out, and whether trials have numbers, of counts that keep the order of the trials.
    fn results<'py>(&self, py: Python<'py>, drop: bool) -> PyResult<Ordered<'py>> {
        let found = py.detach(|| results(&self.counts, drop)).map_err(Failure::from)?;
        let shape = [found.models.len(), found.questions.len(), found.trials];
        let categories = PyArray1::from_vec(py, found.categories).reshape(shape)?;
        let rest = (found.questions_left_out, found.trials_left_out, found.numbered);
        Ok((found.models, found.questions, categories, rest))
    }

    /// Whether the tasks are scores of the same trials.
    #[getter]
    fn scores_apart(&self) -> bool {
        self.report.scores_apart > 0
    }

    /// Equality of the counts; the reports do not matter.
    fn __eq__(&self, other: &Self) -> bool {
        self.counts == other.counts
    }

    fn __len__(&self) -> usize {
        self.counts.len()
    }

    /// The weights that the categories have by default.
    fn weights(&self) -> Outcome<Vec<f64>> {
        Ok(Weights::default_of(self.counts.categories())?.values())
    }

    #[getter]
    fn categories(&self) -> Vec<String> {
        self.counts.categories().to_vec()
    }

    #[getter]
    fn models(&self) -> Vec<&str> {
        distinct(self.counts.iter().map(|question| question.model))
    }

    #[getter]
    pub(crate) fn tasks(&self) -> Vec<&str> {
        distinct(self.counts.iter().map(|question| question.task))
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

    /// The model of each question, and its trials with those that are missing.
    fn totals(&self) -> Vec<(&str, u64)> {
        self.counts.iter().map(|q| (q.model, q.trials().saturating_add(q.missing))).collect()
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.report.notes.clone()
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

/// What becomes of a plan that several counts are of.
const PLANNED_TWICE: &str = "Some questions are in several of the counts that were merged, each of which has its own plan of them: trials that are missing in one may be those of another, and coverage is too low then; count such logs together";

/// Whether a question is in several counts, of which those with missing trials have plans.
fn planned_twice(several: &[&Counts]) -> bool {
    let plans = |one: &Counts| one.report.notes.iter().any(|note| note.contains(" plans "));
    if several.iter().filter(|one| plans(one)).count() < 2 {
        return false;
    }
    let mut seen = std::collections::HashMap::new();
    several.iter().filter(|one| plans(one)).flat_map(|one| one.counts.iter()).any(|question| {
        let key = (question.model, question.task, question.question);
        let missing = question.missing > 0;
        seen.insert(key, missing).is_some_and(|before| before || missing)
    })
}

/// Each value once, in order of first appearance.
fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = std::collections::HashSet::new();
    values.filter(|value| seen.insert(*value)).collect()
}
