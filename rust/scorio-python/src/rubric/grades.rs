//! Grading logs by rubrics, and studying how far the rubrics agree.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scorio_core::rubric::freeze::frozen;
use scorio_core::rubric::grading::{Graded, GradedTrial, Grades as CoreGrades};
use scorio_core::rubric::rubric::Rubric;
use scorio_core::rubric::rubrics::Rubrics;
use scorio_core::rubric::study::{agreements, shares};
use scorio_logs::{Progress, Report, Spec};

use crate::arrow::capsule;
use crate::calls::rows::tuples;
use crate::counting::counts::Counts;
use crate::counting::reading::{Labelled, Options, input};
use crate::counting::tallied::{Noted, notes};
use crate::failure::Failure;
use crate::interrupt::stoppable;
use crate::rubric::labelling::{GradedLog, Labelling, OtherLabels};

/// The trials of logs as rubrics count them.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Grades {
    rubrics: Arc<Rubrics>,
    log: GradedLog,
}

/// Labels of another file: its trials, its name, the field of the log that has labels, too, what stands for
/// the model where the file names none, and whether labels of trials that the log lacks are left out.
type LabelsOfFile<'py> = (PyRef<'py, Grades>, String, Option<String>, Vec<String>, bool);

/// The same as the trials of a log take them.
fn of_file<'o>((other, file, beside, unnamed, drops): &'o LabelsOfFile<'_>) -> OtherLabels<'o> {
    let (file, beside, unnamed) = (file.clone(), beside.clone(), unnamed.clone());
    OtherLabels { log: &other.log, file, beside, unnamed, drops: *drops }
}

/// A graded trial: model, task, question, trial, its signals, and its category by each rubric.
type Shown = ((String, String, String, String), Vec<Option<f64>>, Vec<Option<String>>);

#[pymethods]
impl Grades {
    /// The counts of each rubric, in their order.
    #[getter]
    fn counts(&self) -> Vec<Counts> {
        let counts = self.log.graded.rubrics.iter().map(|graded| graded.counts.clone());
        counts.map(|counts| Counts { counts, report: self.log.report.clone() }).collect()
    }

    /// What the reading did, in numbers.
    #[getter]
    fn report(&self) -> BTreeMap<&'static str, u64> {
        self.log.report.fields().into()
    }

    /// What the reading has to say.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Noted<'py>>> {
        notes(py, &self.log.report)
    }

    /// The values of the thresholds.
    fn thresholds<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.log.graded.thresholds)
    }

    /// What each rubric did with the trials.
    fn tallies<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let tallies: Vec<_> = self.log.graded.rubrics.iter().map(|one| one.tally.clone()).collect();
        tuples(py, &tallies)
    }

    /// How often the trials of each model fall into each category.
    fn shares<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let all = self.with_rubrics().flat_map(|(rubric, graded)| shares(rubric, &graded.counts));
        tuples(py, &all.collect::<Vec<_>>())
    }

    /// How far each pair of rubrics agrees by the scores of models, and the models that flip.
    #[expect(clippy::type_complexity, reason = "two lists of rows")]
    fn agreements<'py>(
        &self,
        py: Python<'py>,
        scores: Vec<BTreeMap<String, (f64, String)>>,
    ) -> PyResult<(Vec<Bound<'py, PyTuple>>, Vec<Bound<'py, PyTuple>>)> {
        let found = agreements(&self.rubrics, &scores).map_err(Failure::from)?;
        Ok((tuples(py, &found.pairs)?, tuples(py, &found.flips)?))
    }

    /// A rubric file with these thresholds frozen.
    fn frozen(&self, rubrics: PyRef<'_, crate::rubric::rubrics::Rubrics>) -> String {
        frozen(&rubrics.rubrics, &self.log.graded.thresholds)
    }

    /// The trials, from one place on, in the order of the log.
    fn trials(&self, first: usize, most: usize) -> Vec<Shown> {
        let trials = self.log.graded.trials.iter().skip(first).take(most);
        trials.map(|trial| self.trial(trial)).collect()
    }

    /// How many trials there are to show.
    #[getter]
    fn kept(&self) -> usize {
        self.log.graded.trials.len()
    }

    /// The place of each trial among all that the log added, those aside that others replaced.
    fn places(&self) -> Vec<usize> {
        self.log.graded.trials.iter().map(|trial| trial.place).collect()
    }

    /// The texts that were asked for, by the places of their trials.
    #[getter]
    fn told(&self) -> BTreeMap<usize, Vec<Option<String>>> {
        self.log.graded.details.told.clone()
    }

    /// Counts whose categories tell a judge's outcomes and labels, which are two of the signals. Or the
    /// labels are those of another file, whose first signal they are.
    #[pyo3(signature = (outcome, label, ends = None, other = None, check = None))]
    fn labelled(
        &self,
        outcome: usize,
        label: usize,
        ends: Option<(f64, f64)>,
        other: Option<LabelsOfFile<'_>>,
        check: Option<(String, usize)>,
    ) -> PyResult<Counts> {
        let by = Labelling { outcome, label, ends, check };
        Ok(self.log.labelled_by(by, other.as_ref().map(of_file))?)
    }

    /// Counts whose categories tell a judge's outcomes, which are one of the signals, where no trial has a
    /// label yet.
    fn unlabelled(&self, outcome: usize) -> PyResult<Counts> {
        Ok(self.log.unlabelled_by(outcome)?)
    }

    /// The judge's outcome of each trial, as the categories of these counts name it, and whether the trial
    /// has a label.
    #[pyo3(signature = (outcome, label, other = None))]
    fn judged(
        &self,
        outcome: usize,
        label: usize,
        other: Option<LabelsOfFile<'_>>,
    ) -> PyResult<Vec<(String, bool)>> {
        Ok(self.log.judged_by(outcome, label, other.as_ref().map(of_file))?)
    }

    /// The number or the text that a judge gave each trial.
    fn ratings(&self, outcome: usize) -> PyResult<Vec<(Option<f64>, Option<String>)>> {
        Ok(self.log.rated_by(outcome)?)
    }

    /// For each rubric and trial the category's place, or −1.
    fn categories(&self) -> Vec<Vec<i32>> {
        let places = 0..self.log.graded.rubrics.len();
        let of = |rubric: usize| {
            let trials = self.log.graded.trials.iter();
            let category = trials.map(|trial| trial.categories.get(rubric).copied().flatten());
            category.map(|one| one.and_then(|one| i32::try_from(one).ok()).unwrap_or(-1)).collect()
        };
        places.map(of).collect()
    }
}

impl Grades {
    fn with_rubrics(&self) -> impl Iterator<Item = (&Rubric, &Graded)> {
        self.rubrics.rubrics().iter().zip(&self.log.graded.rubrics)
    }

    fn trial(&self, trial: &GradedTrial) -> Shown {
        let [model, task, question] = self.log.counts.get(trial.row).map_or_else(
            || [const { String::new() }; 3],
            |question| [question.model, question.task, question.question].map(str::to_owned),
        );
        let signals = trial.signals.iter().map(|&value| (!value.is_nan()).then_some(value));
        let rubrics = self.rubrics.rubrics().iter().zip(&trial.categories);
        let categories = rubrics.map(|(rubric, place)| {
            place.and_then(|place| rubric.categories.get(place)).map(|one| one.name.clone())
        });
        let name = self.log.graded.names.name(trial.key).into_owned();
        ((model, task, question, name), signals.collect(), categories.collect())
    }

    fn new(
        spec: &Spec,
        (graded, counts, report): (CoreGrades, scorio_core::Counts, Report),
    ) -> Self {
        let rubrics = spec.rubric.as_ref().map(|spec| Arc::clone(&spec.rubrics));
        let log = GradedLog { graded, counts, report };
        Self { rubrics: rubrics.unwrap_or_default(), log }
    }
}

/// Grades logs by the rubrics of the options, as `count` counts them.
#[pyfunction]
#[pyo3(signature = (inputs, options, progress = None))]
pub(crate) fn grade(
    py: Python<'_>,
    inputs: Vec<Labelled>,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Grades> {
    let inputs: Vec<_> = inputs.into_iter().map(input).collect();
    let spec = options.spec().map_err(Failure::from)?;
    let read = |advance: &mut Progress<'_>| scorio_logs::grade(&inputs, &spec, advance);
    let found = stoppable(py, progress, read)?;
    Ok(Grades::new(&spec, found))
}

/// Grades the rows of a table, as `count_arrow` counts them.
#[pyfunction]
#[pyo3(signature = (table, name, options, progress = None))]
pub(crate) fn grade_arrow(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    name: &str,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Grades> {
    let spec = options.spec().map_err(Failure::from)?;
    let stream = capsule::imported(table)?;
    let found = stoppable(py, progress, |advance| {
        let (batches, schema) = capsule::batches(stream, name)?;
        scorio_logs::grade_batches(batches, &schema, name, &spec, advance)
    })?;
    Ok(Grades::new(&spec, found))
}
