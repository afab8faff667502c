//! TailPass profiles.

use numpy::{
    Element, IntoPyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods,
    PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use scorio_core::tailpass::{TailBank, TailPrior, TailProfile};
use scorio_core::tally::{Matrix, Missing};
use scorio_core::{Outcome as Entry, Weights};

use crate::arrays::matrix::by_element;
use crate::arrays::vector::Vector;
use crate::failure::Outcome;
use crate::watch::stoppable;

/// A posterior profile.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct TailPass {
    pub(crate) profile: TailProfile,
}

/// A prior: eta, and the shapes of the Dirichlet law.
type PriorGiven = (f64, Vec<f64>);

type ProfileArray<'py> = Bound<'py, PyArray1<f64>>;

#[pymethods]
impl TailPass {
    /// The same posterior with another budget.
    fn at_k(&self, py: Python<'_>, k: i64, thresholds: Option<Vector>) -> PyResult<Self> {
        let profile = stoppable(py, || self.profile.at_k(k, thresholds.as_deref()))?;
        Ok(Self { profile })
    }

    #[getter]
    fn thresholds<'py>(&self, py: Python<'py>) -> ProfileArray<'py> {
        self.profile.thresholds().to_vec().into_pyarray(py)
    }

    #[getter]
    fn questions(&self) -> usize {
        self.profile.questions()
    }

    fn mean<'py>(&self, py: Python<'py>) -> PyResult<ProfileArray<'py>> {
        Ok(stoppable(py, || Outcome::Ok(self.profile.mean()))?.into_pyarray(py))
    }

    fn question_mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let found = stoppable(py, || Outcome::Ok(self.profile.question_mean()))?;
        PyArray2::from_vec2(py, &found).map_err(|error| PyTypeError::new_err(error.to_string()))
    }

    fn std<'py>(&self, py: Python<'py>) -> PyResult<ProfileArray<'py>> {
        Ok(stoppable(py, || self.profile.std())?.into_pyarray(py))
    }

    fn covariance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let found = stoppable(py, || self.profile.covariance())?;
        let size = self.profile.thresholds().len();
        found.into_pyarray(py).reshape([size, size])
    }

    fn linear(&self, py: Python<'_>, weights: Vector) -> PyResult<(f64, f64)> {
        let found = stoppable(py, || self.profile.linear(&weights))?;
        Ok((found.mu(), found.sigma()))
    }

    fn moment(&self, py: Python<'_>, lam: f64) -> PyResult<(f64, f64)> {
        let found = stoppable(py, || self.profile.moment(lam))?;
        Ok((found.mu(), found.sigma()))
    }

    fn rollout(&self, py: Python<'_>, m: u64, weights: Vector) -> PyResult<(f64, f64)> {
        let found = stoppable(py, || self.profile.rollout(m, &weights))?;
        Ok((found.mu(), found.sigma()))
    }

    fn end(&self, py: Python<'_>, full: bool) -> PyResult<(f64, f64)> {
        let found = stoppable(py, || self.profile.end(full))?;
        Ok((found.mu(), found.sigma()))
    }
}

/// The posterior profile of an M × N matrix.
#[pyfunction]
#[pyo3(signature = (entries, known, k, w, prior, thresholds, drop))]
#[expect(clippy::too_many_arguments, reason = "the arguments of Python's function")]
pub(crate) fn tail_profile(
    py: Python<'_>,
    entries: &Bound<'_, PyUntypedArray>,
    known: Option<PyReadonlyArray2<'_, i64>>,
    k: i64,
    w: Vec<f64>,
    prior: PriorGiven,
    thresholds: Option<Vector>,
    drop: bool,
) -> PyResult<TailPass> {
    let missing = if drop { Missing::Drop } else { Missing::Error };
    by_element!(entries, profiled(py, entries, known, (k, &w), prior, thresholds, missing))
}

fn profiled<T: Element + Entry>(
    py: Python<'_>,
    entries: &Bound<'_, PyUntypedArray>,
    known: Option<PyReadonlyArray2<'_, i64>>,
    (k, w): (i64, &[f64]),
    (eta, shapes): PriorGiven,
    thresholds: Option<Vector>,
    missing: Missing,
) -> PyResult<TailPass> {
    let entries: PyReadonlyArray2<'_, T> = entries.extract()?;
    let matrix = Matrix { name: "R", entries: entries.as_array() };
    let known = known.as_ref().map(|known| Matrix { name: "R0", entries: known.as_array() });
    let profile = stoppable(py, || {
        let prior = TailPrior { known, eta, shapes: &shapes };
        let bank = TailBank::posterior(&matrix, &Weights::new(w)?, &prior, missing)?;
        TailProfile::new(bank, k, thresholds.as_deref())
    })?;
    Ok(TailPass { profile })
}
