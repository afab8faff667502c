//! The metrics: the list of them, one constructor for all, and their values of count states.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use scorio_core::metric::exact;
use scorio_core::metric::registry::{Entry, METRICS, estimand};
use scorio_core::metric::subset;
use scorio_core::{Interval, IntervalMethod, ParameterValue, Parameters, Prior, Tau};

use crate::arrays::matrix::States;
use crate::arrays::small::small_tally;
use crate::calls::choices::target;
use crate::failure::{Failure, Outcome};
use crate::watch::stoppable;

type Bounds = Option<(f64, f64)>;

/// A metric with its budget and parameters.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Metric(scorio_core::Estimand);

#[pymethods]
impl Metric {
    /// The point estimate. On request it drops questions with fewer than k trials, and counts them.
    fn point(&self, py: Python<'_>, states: &States, drop_short: bool) -> PyResult<(f64, u64)> {
        let (long, short) = states.long(self.0.budget(), drop_short).map_err(Failure::from)?;
        Ok((stoppable(py, || self.0.point(&long, |_| states.shortest.clone()))?, short))
    }

    /// The point estimate and its uncertainty, for a metric without a budget.
    fn estimate(&self, states: &States) -> Outcome<(f64, f64)> {
        let estimate = self.0.posterior(&states.states, &Prior::Uniform)?;
        Ok((estimate.mu(), estimate.sigma()))
    }

    /// The same of a small matrix of outcomes in adjacent memory, in one call.
    ///
    /// `None` for any other outcomes, whose errors the usual way tells.
    fn plain(&self, outcomes: &Bound<'_, PyAny>) -> Option<(f64, f64)> {
        let estimate = self.0.posterior(&small_tally(outcomes)?, &Prior::Uniform).ok()?;
        Some((estimate.mu(), estimate.sigma()))
    }

    /// Posterior mean, standard deviation and interval.
    ///
    /// The prior is a Beta distribution, or the hierarchical one.
    #[expect(clippy::too_many_arguments, reason = "a user's choices")]
    fn interval(
        &self,
        py: Python<'_>,
        states: &States,
        confidence: f64,
        bounds: Bounds,
        beta: Option<(f64, f64)>,
        sampled: bool,
        is_exact: bool,
    ) -> PyResult<(f64, f64, f64, f64)> {
        let states = &states.states;
        let method = if is_exact { IntervalMethod::Exact } else { IntervalMethod::Normal };
        let found = stoppable(py, || {
            let Some((alpha, beta)) = beta else {
                let estimate = self.0.hierarchical_posterior(states, target(sampled))?;
                return estimate.interval(confidence, bounds);
            };
            let prior = Prior::beta(alpha, beta)?;
            exact::interval(&self.0, states, &prior, method, confidence, bounds)
        });
        let Interval { mu, sigma, lo, hi } = found?;
        Ok((mu, sigma, lo, hi))
    }

    /// P(A > B) + P(A = B) / 2 of two posterior scores.
    fn superiority(
        &self,
        py: Python<'_>,
        a: &States,
        b: &States,
        prior: (f64, f64),
    ) -> PyResult<f64> {
        stoppable(py, || {
            let prior = Prior::beta(prior.0, prior.1)?;
            exact::superiority(&self.0, (&a.states, &b.states), &prior)
        })
    }

    /// The default bounds of an interval.
    #[getter]
    fn default_bounds(&self) -> Bounds {
        self.0.default_bounds()
    }
}

/// A metric from its name, its budget and its parameters; with `complement`, 1 - metric.
#[pyfunction]
pub(crate) fn metric(
    name: &str,
    k: Option<i64>,
    parameters: Given,
    complement: bool,
) -> Outcome<Metric> {
    Ok(Metric(estimand(name, k, &parameters.checked()?, complement)?))
}

/// A parameter's name, kind and default, which a required one lacks.
type DescribedMetric = (&'static str, String, Option<String>);

/// A metric: its name, its summary, whether it takes a budget, whether it is a sum over questions, whether
/// its prior takes outcomes that are known beforehand, and its parameters.
type Listed = (&'static str, &'static str, bool, bool, bool, Vec<DescribedMetric>);

/// Every metric.
#[pyfunction]
pub(crate) fn metrics() -> Vec<Listed> {
    let described = |entry: &Entry| {
        let parameters = entry.parameters.iter();
        parameters.map(|one| (one.name, one.kind.to_string(), one.default.text())).collect()
    };
    let row = |entry: &Entry| {
        let facts = (entry.is_additive(), entry.takes_known());
        (entry.name, entry.summary, entry.has_budget(), facts.0, facts.1, described(entry))
    };
    METRICS.iter().map(row).collect()
}

#[pyfunction]
pub(crate) fn pass_curve(
    py: Python<'_>,
    states: &States,
    k_max: i64,
    complement: bool,
    drop_short: bool,
) -> PyResult<(Vec<f64>, u64)> {
    let (long, short) =
        states.long(u64::try_from(k_max).ok(), drop_short).map_err(Failure::from)?;
    let name = |_| states.shortest.clone();
    Ok((stoppable(py, || subset::pass_curve(&long, k_max, complement, name))?, short))
}

/// Values of parameters by name, in the forms that Python has.
#[derive(FromPyObject)]
#[pyo3(transparent)]
pub(crate) struct Given(BTreeMap<String, Number>);

/// The value of a parameter: a share as a fraction, or as a number and its significant bits; a number;
/// a list of numbers.
#[derive(FromPyObject)]
enum Number {
    Ratio((u64, u64)),
    Rounded((f64, u32)),
    One(f64),
    Several(Vec<f64>),
}

impl Given {
    pub(crate) fn checked(self) -> Outcome<Parameters> {
        self.0.into_iter().try_fold(Parameters::default(), |parameters, (name, number)| {
            Ok(parameters.with(name, number.checked()?))
        })
    }

    /// The numbers of one name.
    pub(crate) fn numbers(&self, name: &str) -> Option<&[f64]> {
        match self.0.get(name) {
            Some(Number::Several(numbers)) => Some(numbers),
            _ => None,
        }
    }
}

impl Number {
    fn checked(self) -> Outcome<ParameterValue> {
        Ok(match self {
            Self::Ratio((numerator, denominator)) => {
                ParameterValue::Share(Tau::ratio(numerator, denominator)?)
            }
            Self::Rounded((value, bits)) => ParameterValue::Share(Tau::rounded(value, bits)?),
            Self::One(value) => ParameterValue::Number(value),
            Self::Several(values) => ParameterValue::Numbers(values),
        })
    }
}
