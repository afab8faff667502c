//! Counts: their states, their results and their categories.

use std::path::Path;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use scorio_core::counts::results;
use scorio_core::{Place, Weights};
use scorio_logs::{
    GoOn, Report, count_file, counts_batch, counts_from_bytes, counts_to_bytes, is_samples,
    read_counts, write_counts, write_samples,
};

use crate::arrays::load::load_numpy;
use crate::arrays::matrix::States;
use crate::counting::tallied::tallied;
use crate::failure::{Failure, Outcome};

/// Counts by model, task and question, with the report of how they were read.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Counts {
    pub(crate) counts: scorio_core::Counts,
    pub(crate) report: Report,
}

/// Results of several models, as an array.
type Ordered<'py> =
    (Vec<String>, Vec<(String, String)>, Bound<'py, PyArray3<u16>>, (usize, usize, bool));

impl Counts {
    pub(crate) fn labelled(&self) -> &scorio_core::Counts {
        &self.counts
    }

    fn labels_of(counts: &mut scorio_core::Counts) -> &mut scorio_core::Counts {
        counts
    }
}

/// Writes a count file, or samples of Every Eval Ever if the file name asks for them.
fn write(
    counts: &scorio_core::Counts,
    report: &Report,
    path: &Path,
    go_on: &mut GoOn<'_>,
) -> scorio_logs::Result<()> {
    if is_samples(path) {
        return write_samples(counts, path, go_on);
    }
    write_counts(counts, report, path, go_on)
}

tallied! {
    Counts { counts },
    files [read_counts, write, count_file],
    bytes [counts_to_bytes, counts_from_bytes],
    batch counts_batch;

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
        load_numpy(py)?;
        let found = py.detach(|| results(&self.counts, drop)).map_err(Failure::from)?;
        let shape = [found.models.len(), found.questions.len(), found.trials];
        let categories = PyArray1::from_vec(py, found.categories).reshape(shape)?;
        let rest = (found.questions_left_out, found.trials_left_out, found.numbered);
        Ok((found.models, found.questions, categories, rest))
    }

    /// The weights that the categories have by default.
    fn weights(&self) -> Outcome<Vec<f64>> {
        Ok(Weights::default_of(&self.counts)?.values())
    }

    #[getter]
    fn categories(&self) -> Vec<String> {
        self.counts.categories().to_vec()
    }

    /// Trials in each category, over all questions.
    fn by_category(&self) -> Vec<u64> {
        let mut all = vec![0_u64; self.counts.categories().len()];
        for question in self.counts.iter() {
            for (sum, count) in all.iter_mut().zip(question.counts) {
                *sum = sum.saturating_add(*count);
            }
        }
        all
    }

    /// The most trials of a question, including missing ones.
    fn most_trials(&self) -> u64 {
        self.counts.iter().map(|q| q.trials().saturating_add(q.missing)).max().unwrap_or(0)
    }

    /// The model of each question, and its trials including missing ones.
    fn totals(&self) -> Vec<(&str, u64)> {
        self.counts.iter().map(|q| (q.model, q.trials().saturating_add(q.missing))).collect()
    }

    /// Task, name and trials in each category of each model's questions.
    fn by_question(&self) -> Vec<(&str, &str, &[u64])> {
        self.counts.iter().map(|q| (q.task, q.question, q.counts)).collect()
    }
}
