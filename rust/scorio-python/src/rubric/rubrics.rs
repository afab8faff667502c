//! Rubrics: reading and choosing them.

use std::collections::BTreeSet;
use std::sync::Arc;

use pyo3::prelude::*;
use scorio_core::rubric;
use scorio_core::rubric::file::{MOST_BYTES, read};
use scorio_core::rubric::grading::MEMORY;
use scorio_core::rubric::rubric::MissingSignal;
use scorio_core::rubric::signal::{Reading, SignalSource};
use scorio_logs::RubricSpec;

use crate::failure::Outcome;

/// The rubrics of a file.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Rubrics {
    pub(crate) rubrics: Arc<rubric::rubrics::Rubrics>,
}

/// How a log is graded: rubrics, memory, whether each trial is wanted, the signal that is a judge's
/// outcome, whether to tell where trials stand, and from which signal on the texts of which trials.
pub(crate) type Grading =
    (Py<Rubrics>, u64, bool, Option<usize>, bool, Option<(usize, BTreeSet<usize>)>);

/// The same as the log reader takes it.
pub(crate) fn grading((rubrics, memory, each_trial, judged, placed, told): Grading) -> RubricSpec {
    let rubrics = Arc::clone(&rubrics.get().rubrics);
    RubricSpec { rubrics, memory, each_trial, judged, placed, told }
}

impl From<rubric::rubrics::Rubrics> for Rubrics {
    fn from(rubrics: rubric::rubrics::Rubrics) -> Self {
        Self { rubrics: Arc::new(rubrics) }
    }
}

#[pymethods]
impl Rubrics {
    /// Reads the text of a rubric file.
    #[staticmethod]
    fn read(text: &str) -> Outcome<Self> {
        Ok(read(text)?.into())
    }

    /// Some of the rubrics alone.
    fn choose(&self, names: Vec<String>) -> Outcome<Self> {
        Ok((*self.rubrics).clone().choose(&names)?.into())
    }

    /// The same with another source for a signal.
    fn with_signal(&self, name: &str, source: &str) -> Outcome<Self> {
        Ok((*self.rubrics).clone().with_signal(name, source)?.into())
    }

    /// The same, whose quantiles are taken anew.
    fn thawed(&self) -> Self {
        (*self.rubrics).clone().thawed().into()
    }

    /// The text of the file.
    #[getter]
    fn text(&self) -> &str {
        self.rubrics.text()
    }

    /// The names of the rubrics.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.rubrics.rubrics().iter().map(|rubric| rubric.name.clone()).collect()
    }

    /// The categories of a rubric, each with its weight and its rule.
    fn categories(&self, place: usize) -> Vec<(String, f64, String)> {
        let rubric = self.rubrics.rubrics().get(place);
        let all = rubric.map_or(&[][..], |rubric| &rubric.categories).iter();
        all.map(|one| (one.name.clone(), one.weight, one.written.clone())).collect()
    }

    /// The signals: name, source, and whether the rubrics use it.
    #[getter]
    fn signals(&self) -> Vec<(String, String, bool)> {
        let used = self.rubrics.used_signals().into_iter();
        let signals = self.rubrics.signals().iter().zip(used);
        signals.map(|(one, used)| (one.name.clone(), described(&one.source), used)).collect()
    }

    /// The thresholds that the rubrics use: name, and value or origin in words.
    #[getter]
    fn thresholds(&self) -> Vec<(String, String)> {
        let used = self.rubrics.used_thresholds().into_iter();
        let thresholds = self.rubrics.thresholds().iter().zip(used).filter(|(_, used)| *used);
        thresholds.map(|(one, _)| (one.name.clone(), self.rubrics.described(one))).collect()
    }

    /// How a rubric takes quantiles, and what it does with missing signals: scope, quantile, missing.
    fn policy(&self, place: usize) -> Option<(&'static str, &'static str, String)> {
        let rubric = self.rubrics.rubrics().get(place)?;
        let missing = match rubric.missing {
            MissingSignal::Error => "error".to_owned(),
            MissingSignal::Drop => "drop".to_owned(),
            MissingSignal::Category(place) => rubric.categories.get(place)?.name.clone(),
        };
        Some((rubric.scope.name(), rubric.rule.name(), missing))
    }

    /// Pairs of rubrics with the same rules and weights.
    #[getter]
    fn twins(&self) -> Vec<(String, String)> {
        let twins = self.rubrics.twins().into_iter();
        twins.map(|(one, other)| (one.to_owned(), other.to_owned())).collect()
    }
}

/// Where the values of a signal come from, in words.
fn described(source: &SignalSource) -> String {
    match source {
        SignalSource::Constant(number) => number.to_string(),
        SignalSource::Field { path, reading } => match reading {
            Reading::Number { scale } if *scale == 1.0 => path.clone(),
            Reading::Number { scale } => format!("{path} × {scale}"),
            Reading::Matches(pattern) => format!("{path} matches {pattern}"),
            Reading::Is(texts) => format!("{path} is {}", texts.join(" or ")),
            Reading::IsNot(texts) => format!("{path} is not {}", texts.join(" or ")),
        },
    }
}

/// The largest text of a rubric file, in bytes.
#[pyfunction]
pub(crate) fn rubric_bytes() -> usize {
    MOST_BYTES
}

/// The twelve rubrics of the paper, as a rubric file.
#[pyfunction]
pub(crate) fn paper_rubrics() -> &'static str {
    rubric::PAPER
}

/// The memory that signals may take if nothing else is said.
#[pyfunction]
pub(crate) fn rubric_memory() -> u64 {
    MEMORY
}
