//! The list of metrics. An entry holds all that scorio, its bindings and its command line know
//! about one.

use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::estimand::Estimand;
use crate::metric::geometric::Blend;
use crate::metric::maximum::Maximum;
use crate::metric::parameters::{Arguments, Parameter, ParameterKind, Parameters};
use crate::metric::subset::credit::Credit;
use crate::metric::weights::Weights;

/// A metric of the list.
#[derive(Debug)]
pub struct Entry {
    /// The name of its point estimate.
    pub name: &'static str,
    /// The name of its posterior.
    pub posterior: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    /// Its parameters besides a budget.
    pub parameters: &'static [Parameter],
    make: Make,
}

/// How a metric is made.
#[derive(Debug)]
enum Make {
    /// A mean score of weights, without a budget.
    Mean(fn(Weights) -> Estimand),
    /// A credit function.
    Subset(fn(&Arguments<'_>) -> Result<Credit>),
    /// Any other metric with a budget.
    Other(fn(&Arguments<'_>) -> Result<Estimand>),
}

const WEIGHTS: Parameter = Parameter::numbers("weights", "0,1");
const TAU: Parameter = Parameter::required("tau", ParameterKind::Share);
const PASS_POWER: Parameter = Parameter::number("pass_power", 0.5);
const UNANIMOUS_POWER: Parameter = Parameter::number("unanimous_power", 0.5);
const LAM: Parameter = Parameter::number("lam", 0.5);
const SPECTRUM: Parameter = Parameter::required("spectrum", ParameterKind::Numbers);
const MG_SPECTRUM: Parameter = Parameter::numbers("spectrum", "that of mg_pass_at_k");

macro_rules! metric {
    ($make:ident, $name:literal, $summary:literal, $parameters:expr, $with:expr) => {
        Entry {
            name: $name,
            posterior: concat!($name, "_ci"),
            summary: $summary,
            parameters: &$parameters,
            make: Make::$make($with),
        }
    };
}

/// Every metric.
#[rustfmt::skip]
pub static METRICS: &[Entry] = &[
    metric!(Mean, "bayes", "mean weighted score, estimated with a prior", [WEIGHTS], Estimand::Bayes),
    metric!(Mean, "avg", "plain average of the weighted scores", [WEIGHTS], Estimand::Avg),
    metric!(Subset, "pass_at_k", "at least one of k trials succeeds", [], |a| Credit::pass_at(a.k)),
    metric!(Subset, "pass_hat_k", "all of k trials succeed", [], |a| Credit::pass_hat(a.k)),
    metric!(Subset, "unanimous_at_k", "another name of pass_hat_k", [], |a| Credit::pass_hat(a.k)),
    metric!(Subset, "g_pass_at_k", "another name of pass_hat_k", [], |a| Credit::pass_hat(a.k)),
    metric!(Subset, "g_pass_at_k_tau", "at least a share tau of k trials succeeds", [TAU],
            |a| Credit::threshold(a.k, a.share(&TAU)?)),
    metric!(Subset, "mg_pass_at_k", "g_pass_at_k_tau averaged over tau from 1/2 to 1", [],
            |a| Credit::upper_half(a.k)),
    metric!(Subset, "maj_at_k", "more than half of k trials succeed", [], |a| Credit::majority(a.k)),
    metric!(Subset, "auc_at_k", "area under pass_at_k from 1 to k", [], |a| Credit::area(a.k)),
    metric!(Subset, "threshold_spectrum_at_k", "weighted chances of at least 1, …, k successes", [SPECTRUM],
            |a| Credit::spectrum(a.k, a.numbers(&SPECTRUM)?.unwrap_or_default())),
    metric!(Other, "geom_at_k", "each question's pass_at_k and pass_hat_k, each to a power", [PASS_POWER, UNANIMOUS_POWER],
            |a| geom(a, true)),
    metric!(Other, "geom_ds_at_k", "the same of the data set's pass_at_k and pass_hat_k", [PASS_POWER, UNANIMOUS_POWER],
            |a| geom(a, false)),
    metric!(Other, "geo_spectrum_at_k", "pass_at_k to lam, a threshold spectrum to 1 - lam", [LAM, MG_SPECTRUM],
            |a| Ok(Estimand::Blend(Blend::spectrum(a.k, a.number(&LAM)?, a.numbers(&MG_SPECTRUM)?)?))),
    metric!(Other, "geo_spectrum_star_at_k", "geo_spectrum_at_k with its defaults", [],
            |a| Ok(Estimand::Blend(Blend::spectrum(a.k, 0.5, None)?))),
    metric!(Other, "max_at_k", "best reward among k trials", [WEIGHTS],
            |a| Ok(Estimand::Maximum(Maximum::new(a.k, a.weights(&WEIGHTS)?)?))),
];

fn geom(arguments: &Arguments<'_>, questionwise: bool) -> Result<Estimand> {
    let powers = (arguments.number(&PASS_POWER)?, arguments.number(&UNANIMOUS_POWER)?);
    Ok(Estimand::Blend(Blend::geom(arguments.k, powers, questionwise)?))
}

/// The metric of a name, or of the name of its posterior.
///
/// # Errors
/// No metric has the name.
pub fn find(name: &str) -> Result<&'static Entry> {
    let entry = METRICS.iter().find(|entry| entry.name == name || entry.posterior == name);
    entry.ok_or_else(|| {
        let known = METRICS.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        MetricError::Unknown { name: name.to_owned(), known }.into()
    })
}

/// The constructor for all front ends.
///
/// It gives what a metric estimates, from its name, budget and parameters, or for 1 − metric.
///
/// # Errors
/// - The name is unknown.
/// - A budget or parameter is missing or out of range, or the metric does not take it.
/// - The metric has no complement.
pub fn estimand(
    name: &str,
    k: Option<i64>,
    parameters: &Parameters,
    complement: bool,
) -> Result<Estimand> {
    let entry = find(name)?;
    if k.is_some() && !entry.has_budget() {
        return Err(MetricError::NeedlessBudget { metrics: entry.name.to_owned() }.into());
    }
    let known: Vec<_> = entry.parameters.iter().collect();
    if let Some(other) = parameters.other_than(&known) {
        let (name, metrics) = (other.to_owned(), entry.name.to_owned());
        return Err(MetricError::NeedlessParameter { name, metrics }.into());
    }
    let estimand = entry.estimand(k, parameters)?;
    match estimand {
        Estimand::Subset(credit) if complement => Ok(Estimand::Subset(credit.complement())),
        _ if complement => Err(MetricError::NoComplement { metric: entry.name }.into()),
        estimand => Ok(estimand),
    }
}

impl Entry {
    /// Whether the metric takes a budget k.
    #[must_use]
    pub fn has_budget(&self) -> bool {
        !matches!(self.make, Make::Mean(_))
    }

    /// Whether it is a sum over questions of a value of their counts.
    #[must_use]
    pub fn is_additive(&self) -> bool {
        !matches!(self.make, Make::Other(_))
    }

    /// Whether its outcomes are categories with a weight each, and not failures and successes.
    #[must_use]
    pub fn is_weighted(&self) -> bool {
        self.parameters.contains(&WEIGHTS)
    }

    /// Whether outcomes that are known beforehand can join its prior.
    #[must_use]
    pub fn takes_known(&self) -> bool {
        match self.make {
            Make::Mean(make) => matches!(make(Weights::binary()), Estimand::Bayes(_)),
            _ => self.is_weighted(),
        }
    }

    /// What it estimates. Parameters of other metrics are ignored.
    pub(crate) fn estimand(&self, k: Option<i64>, parameters: &Parameters) -> Result<Estimand> {
        let arguments = |k| Arguments { metric: self.name, k, parameters };
        match (&self.make, k) {
            (Make::Mean(make), _) => Ok(make(arguments(0).weights(&WEIGHTS)?)),
            (Make::Subset(make), Some(k)) => Ok(Estimand::Subset(make(&arguments(k))?)),
            (Make::Other(make), Some(k)) => make(&arguments(k)),
            (_, None) => Err(MetricError::NoBudget { name: self.name }.into()),
        }
    }
}
