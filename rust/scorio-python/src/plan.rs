//! Plans of trials.

use numpy::{PyReadonlyArray2, PyReadonlyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scorio_core::plan::{self, Components, Measured, Pair};
use scorio_core::{Prior, Weights};

use crate::counts::Counts;
use crate::failure::Outcome;
use crate::matrix::States;
use crate::rows::tuples;
use crate::vector::copied;
use crate::watch::watched;

/// What is known of a model before its trials.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Side(plan::Side);

#[pymethods]
impl Side {
    /// The posterior after a pilot.
    #[staticmethod]
    fn pilot(states: &States) -> Outcome<Self> {
        Ok(Self(plan::Side::pilot(&states.states, &Prior::Uniform)?))
    }

    /// Assumed probabilities.
    #[staticmethod]
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arrays over by value")]
    fn assumed(p: PyReadonlyArrayDyn<'_, f64>, categorical: bool) -> Outcome<Self> {
        Ok(Self(plan::Side::assumed(&copied(&p).view(), categorical)?))
    }

    /// The smallest difference from this model that this many trials separate.
    fn smallest_difference(
        &self,
        w: Option<Vec<f64>>,
        trials: u64,
        confidence: f64,
        power: f64,
    ) -> Outcome<Option<f64>> {
        Ok(plan::smallest_difference(&self.0, &weights(w)?, trials, confidence, power)?)
    }

    /// Half the width of the interval after this many trials, further ones or new ones alone.
    fn half_width(
        &self,
        w: Option<Vec<f64>>,
        trials: u64,
        confidence: f64,
        further: bool,
    ) -> Outcome<f64> {
        let weights = weights(w)?;
        Ok(if further {
            self.0.half_width(&weights, trials, confidence)?
        } else {
            self.0.new_half_width(&weights, trials, confidence)?
        })
    }

    /// The fewest further trials after which half the width is at most this.
    fn further_for_half_width(
        &self,
        w: Option<Vec<f64>>,
        most: f64,
        confidence: f64,
    ) -> Outcome<Option<u64>> {
        Ok(self.0.further_for_half_width(&weights(w)?, most, confidence)?)
    }
}

fn weights(w: Option<Vec<f64>>) -> scorio_core::Result<Weights> {
    w.map_or_else(|| Ok(Weights::binary()), |w| Weights::new(&w))
}

fn pair(Measured { value, error }: Measured) -> (f64, f64) {
    (value, error)
}

type Figure = (f64, f64);

/// The difference of the expected scores, and the fewest trials with a sufficient expected z.
#[pyfunction]
#[pyo3(signature = (a, b, w, confidence))]
pub(crate) fn plan_trials_needed(
    a: &Side,
    b: &Side,
    w: Option<Vec<f64>>,
    confidence: f64,
) -> Outcome<(f64, Option<u64>)> {
    let weights = weights(w)?;
    let pair = Pair::new(&a.0, &b.0, &weights)?;
    Ok((pair.difference(), pair.trials_needed(confidence)?))
}

/// The difference of the expected scores, z as it is, and the fewest further trials that separate.
#[pyfunction]
#[pyo3(signature = (a, b, w, confidence))]
pub(crate) fn plan_further(
    a: &Side,
    b: &Side,
    w: Option<Vec<f64>>,
    confidence: f64,
) -> Outcome<(f64, f64, Option<u64>)> {
    let weights = weights(w)?;
    let pair = Pair::new(&a.0, &b.0, &weights)?;
    Ok((pair.difference(), pair.further_z(0), pair.further_needed(confidence)?))
}

/// The number of trials that finds the order with a power, and the measured power.
///
/// For simulations, `size` is the number of replicates and the seed.
#[pyfunction]
#[pyo3(signature = (a, b, w, confidence, power, size))]
pub(crate) fn plan_trials_for_power(
    py: Python<'_>,
    a: &Side,
    b: &Side,
    w: Option<Vec<f64>>,
    confidence: f64,
    power: f64,
    size: (u64, u64),
) -> PyResult<Option<(u64, Figure)>> {
    let found = watched(py, size.0, None, None, |work| {
        let weights = weights(w)?;
        let sides = Pair::new(&a.0, &b.0, &weights)?;
        plan::trials_for_power(&sides, confidence, power, work, size.1)
    })?;
    Ok(found.map(|(trials, power)| (trials, pair(power))))
}

/// What to expect after each number of trials.
#[pyfunction]
#[pyo3(signature = (a, b, w, trials, confidence, size))]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn plan_foresee<'py>(
    py: Python<'py>,
    a: &Side,
    b: &Side,
    w: Option<Vec<f64>>,
    trials: Vec<u64>,
    confidence: f64,
    size: (u64, u64),
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let seen = watched(py, size.0, None, None, |work| {
        let weights = weights(w)?;
        let sides = Pair::new(&a.0, &b.0, &weights)?;
        plan::foresee(&sides, &trials, confidence, work, size.1)
    })?;
    tuples(py, &seen)
}

/// The outcome of looking after each number of trials.
#[pyfunction]
#[pyo3(signature = (a, b, w, trials, confidence, size))]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn plan_looks(
    py: Python<'_>,
    a: &Side,
    b: &Side,
    w: Option<Vec<f64>>,
    trials: Vec<u64>,
    confidence: f64,
    size: (u64, u64),
) -> PyResult<(Figure, Figure, Figure, Figure, bool, Option<f64>)> {
    let looks = watched(py, size.0, None, None, |work| {
        let weights = weights(w)?;
        let sides = Pair::new(&a.0, &b.0, &weights)?;
        plan::looks(&sides, &trials, confidence, work, size.1)
    })?;
    let [stopped, wrong, once, trials] =
        [looks.stopped, looks.wrong, looks.wrong_once, looks.trials].map(pair);
    Ok((stopped, wrong, once, trials, looks.equal, looks.restoring))
}

/// Variances between questions and of a trial, from results of the same questions.
#[pyfunction]
#[pyo3(signature = (a, b, w))]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arrays over by value")]
pub(crate) fn plan_components(
    a: PyReadonlyArray2<'_, f64>,
    b: PyReadonlyArray2<'_, f64>,
    w: Option<Vec<f64>>,
) -> Outcome<(f64, f64)> {
    let found = Components::estimated(&copied(&a).view(), &copied(&b).view(), &weights(w)?)?;
    Ok((found.between, found.within))
}

/// The same variances from counts of one model each.
#[pyfunction]
#[pyo3(signature = (a, b, w))]
pub(crate) fn plan_counted_components(
    a: &Counts,
    b: &Counts,
    w: Option<Vec<f64>>,
) -> Outcome<(f64, f64)> {
    let found = Components::of_counts(&a.counts, &b.counts, &weights(w)?)?;
    Ok((found.between, found.within))
}

/// The same variances from assumed probabilities.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn plan_assumed_components(a: Vec<f64>, b: Vec<f64>) -> Outcome<(f64, f64)> {
    let found = Components::assumed(&a, &b)?;
    Ok((found.between, found.within))
}

/// Questions, trials and σ of the best split.
#[pyfunction]
pub(crate) fn plan_split(
    variances: (f64, f64),
    budget: u64,
    question_cost: f64,
    questions: (u64, u64),
) -> Outcome<(u64, u64, f64)> {
    let (between, within) = variances;
    let best =
        Components { between, within }.best(budget, question_cost, questions.0..=questions.1)?;
    Ok((best.questions, best.trials, best.sigma))
}
