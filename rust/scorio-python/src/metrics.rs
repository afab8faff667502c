//! The metrics: a function of its parameters for each of them, and their values of count states.

use pyo3::prelude::*;
use scorio_core::geometric::Blend;
use scorio_core::maximum::Maximum;
use scorio_core::{Credit, Estimate, Interval, Tau, Weights, subset};

use crate::failure::Outcome;
use crate::matrix::States;

type Bounds = Option<(f64, f64)>;

/// A metric with its budget and parameters.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Metric(scorio_core::Target);

#[pymethods]
impl Metric {
    /// Point estimate; the questions with fewer than k trials are left out on request, and counted.
    fn point(&self, py: Python<'_>, states: &States, drop_short: bool) -> Outcome<(f64, u64)> {
        let (long, short) = states.long(self.0.budget(), drop_short)?;
        Ok((py.detach(|| self.0.point(&long, |_| states.shortest.clone()))?, short))
    }

    /// Point estimate and its uncertainty, of a metric without a budget.
    fn estimate(&self, states: &States) -> Outcome<(f64, f64)> {
        let estimate = self.posterior(states, (1.0, 1.0))?;
        Ok((estimate.mu(), estimate.sigma()))
    }

    /// Posterior mean, standard deviation and credible interval.
    fn interval(
        &self,
        py: Python<'_>,
        states: &States,
        confidence: f64,
        bounds: Bounds,
        prior: (f64, f64),
    ) -> Outcome<(f64, f64, f64, f64)> {
        let estimate = py.detach(|| self.posterior(states, prior))?;
        let Interval { mu, sigma, lo, hi } = estimate.interval(confidence, bounds)?;
        Ok((mu, sigma, lo, hi))
    }

    /// What an interval is clipped to where no bounds are given.
    #[getter]
    fn default_bounds(&self) -> Bounds {
        self.0.default_bounds()
    }
}

impl Metric {
    fn posterior(&self, states: &States, prior: (f64, f64)) -> Outcome<Estimate> {
        Ok(self.0.posterior(&states.states, prior)?)
    }
}

fn weights(w: Option<Vec<f64>>) -> Outcome<Weights> {
    w.map_or_else(|| Ok(Weights::binary()), |w| Ok(Weights::new(&w)?))
}

fn credit(credit: scorio_core::Result<Credit>, complement: bool) -> Outcome<Metric> {
    let credit = if complement { credit?.complement() } else { credit? };
    Ok(Metric(scorio_core::Target::Subset(credit)))
}

#[pyfunction]
pub(crate) fn bayes(w: Option<Vec<f64>>) -> Outcome<Metric> {
    Ok(Metric(scorio_core::Target::Bayes(weights(w)?)))
}

#[pyfunction]
pub(crate) fn avg(w: Option<Vec<f64>>) -> Outcome<Metric> {
    Ok(Metric(scorio_core::Target::Avg(weights(w)?)))
}

#[pyfunction]
pub(crate) fn pass_at_k(k: i64, complement: bool) -> Outcome<Metric> {
    credit(Credit::pass_at(k), complement)
}

#[pyfunction]
pub(crate) fn pass_hat_k(k: i64, complement: bool) -> Outcome<Metric> {
    credit(Credit::pass_hat(k), complement)
}

#[pyfunction]
pub(crate) fn g_pass_at_k_tau(k: i64, tau: Share, complement: bool) -> Outcome<Metric> {
    credit(Credit::threshold(k, tau.checked()?), complement)
}

#[pyfunction]
pub(crate) fn mg_pass_at_k(k: i64, complement: bool) -> Outcome<Metric> {
    credit(Credit::upper_half(k), complement)
}

#[pyfunction]
pub(crate) fn maj_at_k(k: i64, complement: bool) -> Outcome<Metric> {
    credit(Credit::majority(k), complement)
}

#[pyfunction]
pub(crate) fn auc_at_k(k: i64, complement: bool) -> Outcome<Metric> {
    credit(Credit::area(k), complement)
}

#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn threshold_spectrum_at_k(
    k: i64,
    weights: Vec<f64>,
    complement: bool,
) -> Outcome<Metric> {
    credit(Credit::spectrum(k, &weights), complement)
}

#[pyfunction]
pub(crate) fn geom_at_k(k: i64, powers: (f64, f64), questionwise: bool) -> Outcome<Metric> {
    Ok(Metric(scorio_core::Target::Blend(Blend::geom(k, powers, questionwise)?)))
}

#[pyfunction]
#[pyo3(signature = (k, lam, weights))]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
pub(crate) fn geo_spectrum_at_k(k: i64, lam: f64, weights: Option<Vec<f64>>) -> Outcome<Metric> {
    Ok(Metric(scorio_core::Target::Blend(Blend::spectrum(k, lam, weights.as_deref())?)))
}

#[pyfunction]
pub(crate) fn max_at_k(k: i64, w: Option<Vec<f64>>) -> Outcome<Metric> {
    Ok(Metric(scorio_core::Target::Maximum(Maximum::new(k, weights(w)?)?)))
}

#[pyfunction]
pub(crate) fn pass_curve(
    py: Python<'_>,
    states: &States,
    k_max: i64,
    complement: bool,
    drop_short: bool,
) -> Outcome<(Vec<f64>, u64)> {
    let (long, short) = states.long(u64::try_from(k_max).ok(), drop_short)?;
    let name = |_| states.shortest.clone();
    Ok((py.detach(|| subset::pass_curve(&long, k_max, complement, name))?, short))
}

/// τ as Python has it: numerator and denominator, a number and its significant bits, or a double.
#[derive(FromPyObject)]
pub(crate) enum Share {
    Ratio((u64, u64)),
    Rounded((f64, u32)),
    Decimal(f64),
}

impl Share {
    pub(crate) fn checked(self) -> Outcome<Tau> {
        Ok(match self {
            Self::Ratio((numerator, denominator)) => Tau::ratio(numerator, denominator)?,
            Self::Rounded((value, bits)) => Tau::rounded(value, bits)?,
            Self::Decimal(value) => Tau::decimal(value)?,
        })
    }
}
