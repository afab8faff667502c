//! Ranking methods.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{
    Element, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray3, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use scorio_core::calls::GivenValue;
use scorio_core::rankers::{
    AlignedTrials, Cells, Method, MethodOptions, PairModel, Penalty, RankInterval, RankRequest,
    RankSource, RankersError, TrialPairs, method, methods, rank_models, score_ranks, usual_draws,
};
use scorio_core::{Outcome as Entry, Weights};

use crate::arrays::load::load_numpy;
use crate::arrays::matrix::{by_element, policy};
use crate::calls::call::{Said, option, said};
use crate::calls::rows::tuples;
use crate::counting::counts::Counts;
use crate::failure::{Failure, Outcome};
use crate::watch::{stoppable, watched};

/// What models are ranked by.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct RankData {
    source: RankSource,
}

/// The value of an option: a number, a text, numbers, or a function of the strengths.
#[derive(FromPyObject)]
enum OptionGiven {
    Number(f64),
    Text(String),
    Numbers(Vec<f64>),
    Penalty(Py<PyAny>),
}

/// The first exception of a function that the core calls.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// Options, and the exception that a penalty may raise.
fn checked(given: BTreeMap<String, OptionGiven>) -> (MethodOptions, Raised) {
    let raised = Raised::default();
    let options = MethodOptions::new(given.into_iter().map(|(name, value)| {
        let value = match value {
            OptionGiven::Number(value) => GivenValue::Number(value),
            OptionGiven::Text(value) => GivenValue::Text(value),
            OptionGiven::Numbers(values) => GivenValue::Numbers(values),
            OptionGiven::Penalty(function) => GivenValue::Penalty(penalty(function, &raised)),
        };
        (name, value)
    }));
    (options, raised)
}

/// A penalty that calls a function of Python. Where it raises, the value is NaN.
fn penalty(function: Py<PyAny>, raised: &Raised) -> Penalty {
    let raised = Arc::clone(raised);
    Penalty::new(move |theta| {
        let value = Python::attach(|py| {
            load_numpy(py)?;
            let theta = numpy::PyArray1::from_slice(py, theta);
            function.call1(py, (theta,))?.extract::<f64>(py)
        });
        value.unwrap_or_else(|error| {
            raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            f64::NAN
        })
    })
}

/// What the core found, or the exception that a penalty raised meanwhile.
fn or_raised<T>(found: PyResult<T>, raised: &Raised) -> PyResult<T> {
    match raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => found,
    }
}

/// A number for each pair of models.
type PairTable<'py> = Bound<'py, PyArray2<f64>>;

/// Scores, then ranks by each convention.
type Scored = (Vec<f64>, (Vec<usize>, Vec<usize>, Vec<usize>, Vec<f64>));

/// The abilities of a model of items, and its numbers by name.
type Items = (Vec<f64>, Vec<(&'static str, Vec<f64>)>);

/// The same, the spread over orders, and deviations.
type RatedScores =
    (Vec<f64>, (Vec<usize>, Vec<usize>, Vec<usize>, Vec<f64>), Option<Vec<f64>>, Option<Vec<f64>>);

/// The rows of a ranking; what to say below them; whether theory says that the order is that of the average.
type Ranked<'py> = (Vec<Bound<'py, PyTuple>>, Vec<Said<'py>>, bool);

#[pymethods]
impl RankData {
    /// The models.
    #[getter]
    fn models(&self) -> Vec<String> {
        self.source.cells().models().to_vec()
    }

    /// Whether all models have equally many trials of all questions.
    #[getter]
    fn complete(&self) -> bool {
        self.source.cells().is_complete()
    }

    /// Whether theory says that a method with these options has the order of the average.
    fn order_of_average(
        &self,
        name: &str,
        options: BTreeMap<String, OptionGiven>,
    ) -> Outcome<bool> {
        let (options, _) = checked(options);
        Ok(self.source.cells().is_complete() && method(name)?.equals_average(&options))
    }

    /// W and T: wins and ties by pair of models.
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<(PairTable<'py>, PairTable<'py>)> {
        load_numpy(py)?;
        let pairs = py.detach(|| self.source.pairs(None));
        let table = |values: &[f64]| {
            numpy::PyArray1::from_slice(py, values).reshape([pairs.len(), pairs.len()])
        };
        Ok((table(pairs.wins().values())?, table(pairs.ties().values())?))
    }

    /// The scores and ranks of a method.
    fn scores(
        &self,
        py: Python<'_>,
        name: &str,
        options: BTreeMap<String, OptionGiven>,
    ) -> PyResult<Scored> {
        let (options, raised) = checked(options);
        let found = stoppable(py, || -> Outcome<Scored> {
            let method = method(name)?;
            let scores = method.scores(&self.source, &options)?;
            let ranks = score_ranks(method, &scores)?;
            let ranks = (ranks.competition, ranks.competition_max, ranks.dense, ranks.fractional);
            Ok((scores, ranks))
        });
        or_raised(found, &raised)
    }

    /// The abilities of a model of items, and its numbers by name; none of another method.
    fn response(
        &self,
        py: Python<'_>,
        name: &str,
        options: BTreeMap<String, OptionGiven>,
    ) -> PyResult<Option<Items>> {
        let (options, _) = checked(options);
        stoppable(py, || -> Outcome<Option<Items>> {
            let found = method(name)?.response(&self.source, &options)?;
            Ok(found.map(|found| (found.abilities, found.numbers)))
        })
    }

    /// The scores and ranks of a method that draws orders of the trials, how far the scores vary
    /// over orders, and the deviations that the method gives.
    fn rated(
        &self,
        py: Python<'_>,
        name: &str,
        options: BTreeMap<String, OptionGiven>,
        seed: u64,
    ) -> PyResult<RatedScores> {
        let (method, (options, raised)) = (method(name).map_err(Failure::from)?, checked(options));
        let found = watched(py, 1, None, None, |workers| {
            let rated = method.rate(&self.source, &options, seed, workers)?;
            let ranks = score_ranks(method, &rated.scores)?;
            let ranks = (ranks.competition, ranks.competition_max, ranks.dense, ranks.fractional);
            Ok((rated.scores, ranks, rated.order_sd, rated.deviation))
        });
        or_raised(found, &raised)
    }

    /// How many draws the intervals of a method have, if their number is not given.
    fn usual_draws(&self, name: &str) -> Outcome<u64> {
        Ok(usual_draws(method(name)?, &self.source))
    }

    /// The rows of a method with intervals.
    #[expect(clippy::too_many_arguments, reason = "the arguments of Python's function")]
    fn fit<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        options: BTreeMap<String, OptionGiven>,
        interval: Option<&str>,
        confidence: f64,
        replicates: Option<u64>,
        seed: u64,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Ranked<'py>> {
        let method = method(name).map_err(Failure::from)?;
        let (options, raised) = checked(options);
        let interval = interval.and_then(RankInterval::named);
        let request = RankRequest { options, interval, replicates, confidence, seed };
        let found = watched(py, 1, threads, progress, |workers| {
            rank_models(method, &self.source, &request, workers)
        });
        let found = or_raised(found, &raised)?;
        let notes = said(py, &found.notes(&request))?;
        Ok((tuples(py, &found.rows)?, notes, found.order_of_average))
    }

    /// The naive standard deviations of a model of pairs: trials of one question as independent.
    fn naive(
        &self,
        py: Python<'_>,
        name: &str,
        options: BTreeMap<String, OptionGiven>,
    ) -> PyResult<Option<Vec<f64>>> {
        let (options, raised) = checked(options);
        let found = stoppable(py, || -> Outcome<Option<Vec<f64>>> {
            let pairs = self.source.pairs(None);
            let model = method(name)?.pair_model(pairs.len(), &options)?;
            Ok(model.map(|model| naive(&model, &pairs)).transpose()?)
        });
        or_raised(found, &raised)
    }
}

fn naive(model: &PairModel, pairs: &TrialPairs) -> scorio_core::Result<Vec<f64>> {
    let found = model.fit(pairs, None)?;
    let covariance = model.covariance(pairs, &found)?;
    Ok((0..pairs.len()).map(|i| covariance[(i, i)].sqrt()).collect())
}

/// What models are ranked by, from counts.
#[pyfunction]
pub(crate) fn rank_counts(
    py: Python<'_>,
    c: &Counts,
    w: Option<Vec<f64>>,
    cluster: Option<String>,
    aligned: bool,
) -> Outcome<RankData> {
    if aligned {
        return Err(scorio_core::Error::from(RankersError::NotAligned).into());
    }
    let (counts, weights) = (c, w.map(|w| Weights::new(&w)).transpose()?);
    py.detach(|| {
        let mut cells = Cells::of_counts(&counts.counts, weights.as_ref())?;
        if let Some(cluster) = cluster {
            cells = cells.clustered_as(&counts.counts, cluster == "task")?;
        }
        Ok(RankData { source: RankSource::Expected(cells) })
    })
}

/// What models are ranked by, from an array of 0 and 1: models × questions × trials.
#[pyfunction]
pub(crate) fn rank_array(
    py: Python<'_>,
    array: &Bound<'_, PyUntypedArray>,
    clusters: Option<Vec<String>>,
    aligned: bool,
    drop_missing: bool,
) -> PyResult<RankData> {
    by_element!(array, array_as(py, array, clusters, aligned, drop_missing))
}

fn array_as<T: Element + Entry>(
    py: Python<'_>,
    array: &Bound<'_, PyUntypedArray>,
    clusters: Option<Vec<String>>,
    aligned: bool,
    drop_missing: bool,
) -> PyResult<RankData> {
    let array: PyReadonlyArray3<'_, T> = array.extract()?;
    let (array, missing) = (array.as_array(), policy(drop_missing));
    let source = py.detach(|| {
        let together = |cells: Cells| match &clusters {
            Some(labels) => cells.clustered(labels),
            None => Ok(cells),
        };
        if aligned {
            let trials = AlignedTrials::new(array, missing)?;
            let cells = together(trials.cells().clone())?;
            return Ok(RankSource::Aligned(trials.with_cells(cells)));
        }
        together(Cells::of_array(array, missing)?).map(RankSource::Expected)
    });
    Ok(RankData { source: source.map_err(Failure::from)? })
}

/// Every method: what is known of it, and its options as they are declared.
#[pyfunction]
pub(crate) fn rank_methods(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    methods().map(|one| described(py, one)).collect()
}

fn described<'py>(py: Python<'py>, method: &Method) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("name", method.name)?;
    found.set_item("family", method.family)?;
    found.set_item("statistic", method.statistic())?;
    found.set_item("summary", method.summary)?;
    found.set_item("same_as", method.same_as)?;
    found.set_item("order_free", method.order_free)?;
    found.set_item("equals_average_when_complete", method.equals_average_when_complete)?;
    let options = method.options.iter().map(|one| option(py, one));
    found.set_item("options", options.collect::<PyResult<Vec<_>>>()?)?;
    found.set_item("doc", method.doc)?;
    found.set_item("shares", method.shares)?;
    found.set_item("counts_pairs", method.counts_pairs())?;
    Ok(found)
}
