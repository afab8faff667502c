//! How rankings settle as trials are added.

use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyReadonlyArray2, PyReadonlyArray4, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scorio_core::convergence::{self, Choices, Course, Measure, Outcomes, Scheme};
use scorio_core::{Prior, Weights};

use crate::arrays::load::load_numpy;
use crate::arrays::matrix::by_element;
use crate::arrays::vector::copied;
use crate::failure::{Failure, Outcome};
use crate::scoring::metrics::Given;
use crate::watch::watched;

/// Which metrics to follow through which replicates.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Study {
    study: convergence::Study,
    measures: Vec<Measure>,
}

#[pymethods]
impl Study {
    #[new]
    #[pyo3(signature = (entries, prior, gold, metrics, budgets, parameters, named, scheme, confidence, seed))]
    #[expect(clippy::too_many_arguments, reason = "a user's choices")]
    fn new(
        py: Python<'_>,
        entries: &Bound<'_, PyUntypedArray>,
        prior: Option<&Bound<'_, PyUntypedArray>>,
        gold: Option<PyReadonlyArray2<'_, f64>>,
        metrics: Vec<String>,
        budgets: Vec<i64>,
        parameters: Given,
        named: Option<Vec<f64>>,
        scheme: &str,
        confidence: Option<f64>,
        seed: u64,
    ) -> PyResult<Self> {
        let named = named.filter(|_| parameters.numbers("weights").is_none());
        let categories = parameters.numbers("weights").or(named.as_deref()).map_or(2, <[f64]>::len);
        let named = named.map(|w| Weights::new(&w)).transpose().map_err(Failure::from)?;
        let parameters = parameters.checked()?;
        let mut measures =
            Measure::expand(&metrics, &budgets, &parameters).map_err(Failure::from)?;
        if let Some(named) = &named {
            measures = measures.into_iter().map(|measure| measure.weighted(named)).collect();
        }
        let scheme = match scheme {
            "column" => Scheme::Column,
            "row" => Scheme::Row,
            _ => Scheme::Given,
        };
        let entries = outcomes("R", entries, categories)?;
        let prior = prior.map(|prior| outcomes("R0", prior, categories)).transpose()?;
        let gold = gold.as_ref().map(copied);
        let gold = gold.as_ref().map(|gold| gold.view());
        let weights = named.as_ref();
        let choices = Choices {
            measures: &measures,
            gold,
            weights,
            prior: Prior::Uniform,
            scheme,
            confidence,
            seed,
        };
        let study = watched(py, 0, None, None, |work| {
            convergence::Study::new(entries, prior, choices, work)
        })?;
        Ok(Self { study, measures })
    }

    /// Names, budgets and parameters of the metrics.
    #[getter]
    fn metrics(&self) -> Vec<(&'static str, Option<u64>, &str)> {
        self.measures.iter().map(|m| (m.name(), m.budget(), m.parameters())).collect()
    }

    /// Whether a gold ranking ties some models.
    #[getter]
    fn gold_has_ties(&self) -> bool {
        self.study.gold_has_ties()
    }

    /// The course of every metric.
    fn run<'py>(
        &self,
        py: Python<'py>,
        replicates: u64,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        load_numpy(py)?;
        let courses = watched(py, replicates, threads, progress, |work| self.study.run(work))?;
        courses.iter().map(|course| dictionary(py, course)).collect()
    }

    /// Ranks of the models in a replicate, by n.
    fn trajectory(&self, measure: usize, replicate: u64) -> Outcome<Vec<Vec<usize>>> {
        Ok(self.study.trajectory(measure, replicate)?)
    }

    /// Categories of a replicate, by trial, model and question.
    fn replicate<'py>(
        &self,
        py: Python<'py>,
        replicate: u64,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        load_numpy(py)?;
        let found = self.study.replicate(replicate).map_err(Failure::from)?;
        Ok(PyArray1::from_vec(py, found))
    }
}

fn dictionary<'py>(py: Python<'py>, course: &Course) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    fields.set_item("start", course.start)?;
    fields.set_item("tau", PyArray1::from_slice(py, &course.tau))?;
    fields.set_item("error", PyArray1::from_slice(py, &course.error))?;
    fields.set_item("flat", PyArray1::from_slice(py, &course.flat))?;
    fields.set_item("pmf", PyArray1::from_slice(py, &course.pmf))?;
    fields.set_item("cdf", PyArray1::from_slice(py, &course.cdf))?;
    fields.set_item("never", course.never)?;
    fields.set_item("mean", course.mean)?;
    fields.set_item("mean_error", course.mean_error)?;
    fields.set_item("slowest", course.slowest)?;
    Ok(fields)
}

fn outcomes(
    name: &'static str,
    entries: &Bound<'_, PyUntypedArray>,
    categories: usize,
) -> PyResult<Outcomes> {
    by_element!(entries, outcomes_as(name, entries, categories))
}

fn outcomes_as<T: Element + scorio_core::Outcome>(
    name: &'static str,
    entries: &Bound<'_, PyUntypedArray>,
    categories: usize,
) -> PyResult<Outcomes> {
    let array: PyReadonlyArray4<'_, T> = entries.extract()?;
    let array = array.as_array();
    let outcomes = entries.py().detach(|| Outcomes::new(name, array, categories));
    Ok(outcomes.map_err(Failure::from)?)
}
