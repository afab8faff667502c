//! What counts of categories and sums of numbers have in common.
//!
//! Both are read, kept, merged, selected and renamed alike, and both know their questions.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use scorio_logs::{GoOn, Note, NoteValue, Report};

/// A note as Python takes it: kind, values, sentence.
pub(crate) type Noted<'py> = (&'static str, Bound<'py, PyDict>, String);

/// Declares the methods of counts or sums: first its own ones, then the common ones.
///
/// `files` has the functions that read, write and hand out a count file. Those of `bytes` keep the
/// complete content. `batch` makes an Arrow batch.
macro_rules! tallied {
    (
        $name:ident { $tally:ident },
        files [$read:path, $write:path, $file:path],
        bytes [$to_bytes:path, $from_bytes:path],
        batch $batch:path;
        $($own:tt)*
    ) => {
        const _: () = {
            use std::collections::{BTreeMap, HashMap, HashSet};
            use std::path::PathBuf;

            use pyo3::prelude::*;
            use pyo3::types::{PyBytes, PyCapsule};
            use scorio_core::counts::Wanted;
            use scorio_logs::{Report, note_similar_names};

            use $crate::arrow::capsule;
            use $crate::interrupt::unless_stopped;
            use $crate::counting::tallied::{Noted, notes, together};

            #[pymethods]
            impl $name {
                $($own)*

                /// Reads a count file.
                #[staticmethod]
                fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
                    let ($tally, report) =
                        unless_stopped(py, |go_on| $read(&path, go_on))?;
                    Ok(Self { $tally, report })
                }

                /// Writes a file.
                fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
                    unless_stopped(py, |go_on| {
                        $write(&self.$tally, &self.report, &path, go_on)
                    })
                }

                /// The bytes of a count file.
                fn count_file<'py>(
                    &self,
                    py: Python<'py>,
                ) -> PyResult<Bound<'py, PyBytes>> {
                    let bytes = unless_stopped(py, |go_on| {
                        $file(&self.$tally, &self.report, go_on)
                    })?;
                    Ok(PyBytes::new(py, &bytes))
                }

                /// The complete content, including the order of trials and kept outcomes, for `from_bytes`.
                fn to_bytes<'py>(
                    &self,
                    py: Python<'py>,
                ) -> PyResult<Bound<'py, PyBytes>> {
                    let bytes = py.detach(|| $to_bytes(&self.$tally, &self.report));
                    let bytes = bytes.map_err($crate::failure::Failure::from)?;
                    Ok(PyBytes::new(py, &bytes))
                }

                /// What `to_bytes` gave the bytes of.
                #[staticmethod]
                fn from_bytes(
                    py: Python<'_>,
                    content: &[u8],
                ) -> $crate::failure::Outcome<Self> {
                    let ($tally, report) = py.detach(|| $from_bytes(content))?;
                    Ok(Self { $tally, report })
                }

                /// These and others together.
                fn merge(
                    &self,
                    py: Python<'_>,
                    others: Vec<PyRef<'_, Self>>,
                ) -> PyResult<Self> {
                    let others: Vec<&Self> = others.iter().map(|other| &**other).collect();
                    unless_stopped(py, |go_on| {
                        let several = std::iter::once(self).chain(others.iter().copied());
                        let several: Vec<_> =
                            several.map(|one| (one.labelled(), &one.report)).collect();
                        let mut report = together(&several, go_on);
                        let mut $tally = self.$tally.clone();
                        let others: Vec<_> = others.iter().map(|other| &other.$tally).collect();
                        $tally.merge_all_while(&others, go_on)?;
                        let made = Self { $tally, report: Report::default() };
                        note_similar_names(made.labelled(), &mut report);
                        Ok(Self { report, ..made })
                    })
                }

                /// Whether every observed question of others is here, with the same outcomes.
                fn holds(&self, other: &Self) -> bool {
                    self.$tally.holds(&other.$tally)
                }

                /// How others lie in these: questions, equal ones, trials, and the chances of both.
                fn inclusion(&self, other: &Self) -> Option<(u64, u64, u64, f64, f64)> {
                    let found = self.$tally.inclusion(&other.$tally)?;
                    let chances = (found.chance_equal, found.chance);
                    Some((found.questions, found.equal, found.trials, chances.0, chances.1))
                }

                /// Those of some models, tasks, scores and questions.
                ///
                /// The report is about all that was read, so it is dropped.
                fn select(
                    &self,
                    py: Python<'_>,
                    models: Option<Vec<String>>,
                    tasks: Option<Vec<String>>,
                    scores: Option<Vec<String>>,
                    questions: Option<HashSet<String>>,
                ) -> $crate::failure::Outcome<Self> {
                    let questions = questions.map(|names| names.into_iter().collect());
                    let wanted = Wanted { models, tasks, scores, questions };
                    let $tally = py.detach(|| self.$tally.select(&wanted))?;
                    Ok(Self { $tally, report: Report::default() })
                }

                /// The same with other names of models, tasks and questions. Those of one name add up.
                fn relabelled(
                    &self,
                    py: Python<'_>,
                    models: HashMap<String, String>,
                    tasks: HashMap<String, String>,
                    questions: HashMap<String, String>,
                ) -> $crate::failure::Outcome<Self> {
                    let $tally = py.detach(|| {
                        self.$tally.relabelled(|question| {
                            let mut key = question.key();
                            key.model = models.get(key.model).map_or(key.model, String::as_str);
                            key.task = tasks.get(key.task).map_or(key.task, String::as_str);
                            key.question =
                                questions.get(key.question).map_or(key.question, String::as_str);
                            Some(key)
                        })
                    })?;
                    let made = Self { $tally, report: Report::default() };
                    let mut report = self.report.clone();
                    note_similar_names(made.labelled(), &mut report);
                    Ok(Self { report, ..made })
                }

                /// The same of one model under another name.
                fn renamed(
                    &self,
                    py: Python<'_>,
                    name: &str,
                ) -> $crate::failure::Outcome<Self> {
                    let $tally = py.detach(|| self.$tally.renamed(name))?;
                    Ok(Self { $tally, report: self.report.clone() })
                }

                /// Each question with its task, whatever models have it.
                fn questions_by_task(&self) -> Vec<(String, String)> {
                    let all = self.labelled().questions_by_task().into_iter();
                    all.map(|(task, question)| (task.to_owned(), question.to_owned())).collect()
                }

                /// The same, where questions have values of a field: task or none, question, value.
                fn with_field(
                    &self,
                    py: Python<'_>,
                    field: &str,
                    values: Vec<(Option<String>, String, String)>,
                ) -> $crate::failure::Outcome<Self> {
                    let $tally = py.detach(|| {
                        let mut $tally = self.$tally.clone();
                        let each = values.iter().map(|(task, question, value)| {
                            (task.as_deref(), question.as_str(), value.as_str())
                        });
                        Self::labels_of(&mut $tally).note_each(field, each)?;
                        scorio_core::Result::Ok($tally)
                    })?;
                    Ok(Self { $tally, report: self.report.clone() })
                }

                /// The same with a sentence among its notes.
                fn noting(&self, sentence: String) -> Self {
                    let mut report = self.report.clone();
                    report.note(scorio_logs::Note::Saved { sentence });
                    Self { $tally: self.$tally.clone(), report }
                }

                /// The questions, in order of appearance.
                fn questions(&self, py: Python<'_>) -> Vec<String> {
                    py.detach(|| {
                        let mut seen = HashSet::new();
                        let names = self.labelled().iter().map(|question| question.question);
                        names.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
                    })
                }

                /// The fields of which questions have values.
                #[getter]
                fn fields(&self) -> Vec<&str> {
                    self.labelled().fields()
                }

                /// Whether any question has a cluster.
                #[getter]
                fn has_clusters(&self) -> bool {
                    self.labelled().has_clusters()
                }

                /// Whether any question has a weight.
                #[getter]
                fn has_weights(&self) -> bool {
                    self.labelled().has_weights()
                }

                /// Questions with an outcome that their weight of 0 leaves out.
                #[getter]
                fn zero_weights(&self) -> usize {
                    self.labelled().zero_weights()
                }

                /// Equality of the outcomes. The reports do not matter.
                fn __eq__(&self, other: &Self) -> bool {
                    self.$tally == other.$tally
                }

                fn __len__(&self) -> usize {
                    self.labelled().len()
                }

                #[getter]
                fn models(&self) -> Vec<&str> {
                    self.labelled().models()
                }

                #[getter]
                fn tasks(&self) -> Vec<&str> {
                    self.labelled().tasks()
                }

                #[getter]
                fn scores(&self) -> Vec<&str> {
                    self.labelled().scores()
                }

                #[getter]
                fn trials(&self) -> u64 {
                    let questions = self.labelled().iter();
                    questions.map(|question| question.trials()).fold(0, u64::saturating_add)
                }

                #[getter]
                fn missing(&self) -> u64 {
                    let questions = self.labelled().iter();
                    questions.map(|question| question.missing).fold(0, u64::saturating_add)
                }

                #[getter]
                fn report(&self) -> BTreeMap<&'static str, u64> {
                    self.report.fields().into()
                }

                /// What a reader should know: kind, values and sentence of each note.
                #[getter]
                fn notes<'py>(
                    &self,
                    py: Python<'py>,
                ) -> PyResult<Vec<Noted<'py>>> {
                    notes(py, &self.report)
                }

                /// An Arrow stream.
                #[pyo3(signature = (requested_schema = None))]
                fn __arrow_c_stream__<'py>(
                    &self,
                    py: Python<'py>,
                    requested_schema: Option<Bound<'py, PyAny>>,
                ) -> PyResult<Bound<'py, PyCapsule>> {
                    // The protocol lets a producer ignore a schema that it cannot cast to.
                    drop(requested_schema);
                    capsule::stream(py, $batch(&self.$tally, &self.report))
                }
            }
        };
    };
}
pub(crate) use tallied;

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

/// The report of several counts or sums together, as far as it is about reading.
pub(crate) fn together(
    several: &[(&scorio_core::Counts, &Report)],
    go_on: &mut GoOn<'_>,
) -> Report {
    let Some(((_, first), others)) = several.split_first() else { return Report::default() };
    let mut report = (*first).clone();
    for (_, other) in others {
        report.merge(other);
    }
    if planned_twice(several, go_on) {
        report.note(Note::PlannedTwice {});
    }
    report
}

/// Questions between two questions whether to go on.
const STEP: usize = 1 << 16;

/// Whether a question is in several counts, of which those with missing trials have plans.
///
/// It ends early where `go_on` says to stop, and the next caller gets the same answer.
fn planned_twice(several: &[(&scorio_core::Counts, &Report)], go_on: &mut GoOn<'_>) -> bool {
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
