//! The metrics by the names of their functions, with what each of them takes.

use std::fmt::Write;

use crate::bayes::{avg, bayes};
use crate::credit::Credit;
use crate::error::{Error, Place, Result};
use crate::geometric::Blend;
use crate::interval::Estimate;
use crate::maximum::Maximum;
use crate::states::States;
use crate::subset;
use crate::tau::Tau;
use crate::weights::Weights;

/// A metric with its budget and parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    name: &'static str,
    target: Target,
    posterior: bool,
    parameters: String,
}

/// What a metric estimates.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// The mean score under a Dirichlet posterior.
    Bayes(Weights),
    /// The plain average score.
    Avg(Weights),
    /// The best of k rewards.
    Maximum(Maximum),
    /// The expected credit of k trials.
    Subset(Credit),
    /// A geometric blend of two such.
    Blend(Blend),
}

impl Target {
    /// k, where it has one.
    #[must_use]
    pub fn budget(&self) -> Option<u64> {
        match self {
            Self::Bayes(_) | Self::Avg(_) => None,
            Self::Maximum(maximum) => Some(maximum.budget()),
            Self::Subset(credit) => Some(credit.budget()),
            Self::Blend(blend) => Some(blend.budget()),
        }
    }

    /// The weights of the categories, where it depends on them.
    #[must_use]
    pub fn weights(&self) -> Option<&Weights> {
        match self {
            Self::Bayes(weights) | Self::Avg(weights) => Some(weights),
            Self::Maximum(maximum) => Some(maximum.weights()),
            Self::Subset(_) | Self::Blend(_) => None,
        }
    }

    /// The point estimate from the observed trials.
    ///
    /// # Errors
    /// A question with fewer than k trials, which `question` names; whatever the metric refuses.
    pub fn point(&self, states: &States, question: impl Fn(usize) -> Place) -> Result<f64> {
        match self {
            Self::Bayes(weights) => Ok(bayes(states, weights)?.mu()),
            Self::Avg(weights) => Ok(avg(states, weights)?.mu()),
            Self::Maximum(maximum) => maximum.point(states, question),
            Self::Subset(credit) => subset::point(states, credit, question),
            Self::Blend(blend) => blend.point(states, question),
        }
    }

    /// What its interval is clipped to where its user names no bounds: for Max@k the rewards, but not
    /// at k = 1, which is the mean score.
    #[must_use]
    pub fn default_bounds(&self) -> Option<(f64, f64)> {
        match self {
            Self::Maximum(maximum) if maximum.budget() > 1 => Some(maximum.weights().range()),
            _ => None,
        }
    }

    /// The point estimate and how far it scatters from one set of trials to the next.
    ///
    /// # Errors
    /// As [`Self::point`].
    pub fn sampled(&self, states: &States, question: impl Fn(usize) -> Place) -> Result<Estimate> {
        match self {
            Self::Bayes(weights) => bayes(states, weights),
            Self::Avg(weights) => avg(states, weights),
            Self::Maximum(maximum) => maximum.sampled(states, question),
            Self::Subset(credit) => subset::sampled(states, credit, question),
            Self::Blend(blend) => blend.sampled(states, question),
        }
    }

    /// The posterior; a Beta prior is that of each question's success probability.
    ///
    /// # Errors
    /// Whatever the metric refuses.
    pub fn posterior(&self, states: &States, prior: (f64, f64)) -> Result<Estimate> {
        match self {
            Self::Bayes(weights) => bayes(states, weights),
            Self::Avg(weights) => avg(states, weights),
            Self::Maximum(maximum) => maximum.posterior(states),
            Self::Subset(credit) => subset::posterior(states, credit, prior),
            Self::Blend(blend) => blend.posterior(states, prior),
        }
    }
}

/// What some metrics take besides a budget.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    /// A weight for each category; (0, 1).
    pub weights: Option<Weights>,
    /// The share of G-Pass@k_τ.
    pub tau: Option<Tau>,
    /// Exponents of Geom@k; 1/2.
    pub pass_power: Option<f64>,
    /// The other of them.
    pub unanimous_power: Option<f64>,
    /// λ of GeoSpectrum@k; 1/2.
    pub lam: Option<f64>,
    /// Threshold weights, k of them; for GeoSpectrum@k those of mG-Pass@k if there are none.
    pub spectrum: Option<Vec<f64>>,
}

/// How a metric is made, from k where it has a budget.
enum Make {
    Plain(fn(Weights) -> Target),
    Budget(fn(i64, &Parameters) -> Result<Target>),
}

/// A metric's name, that of its companion, the parameters it takes, and how it is made.
struct Entry {
    name: &'static str,
    interval: &'static str,
    takes: &'static [&'static str],
    make: Make,
}

const fn entry(
    name: &'static str,
    interval: &'static str,
    takes: &'static [&'static str],
    make: fn(i64, &Parameters) -> Result<Target>,
) -> Entry {
    Entry { name, interval, takes, make: Make::Budget(make) }
}

const WEIGHTS: &[&str] = &["weights"];
const POWERS: &[&str] = &["pass_power", "unanimous_power"];

static ENTRIES: [Entry; 16] = [
    Entry { name: "bayes", interval: "bayes_ci", takes: WEIGHTS, make: Make::Plain(Target::Bayes) },
    Entry { name: "avg", interval: "avg_ci", takes: WEIGHTS, make: Make::Plain(Target::Avg) },
    entry("pass_at_k", "pass_at_k_ci", &[], |k, _| Credit::pass_at(k).map(Target::Subset)),
    entry("pass_hat_k", "pass_hat_k_ci", &[], |k, _| Credit::pass_hat(k).map(Target::Subset)),
    entry("unanimous_at_k", "unanimous_at_k_ci", &[], |k, _| {
        Credit::pass_hat(k).map(Target::Subset)
    }),
    entry("g_pass_at_k", "g_pass_at_k_ci", &[], |k, _| Credit::pass_hat(k).map(Target::Subset)),
    entry("g_pass_at_k_tau", "g_pass_at_k_tau_ci", &["tau"], |k, parameters| {
        let tau =
            parameters.tau.ok_or(Error::NoParameter { metric: "g_pass_at_k_tau", name: "tau" })?;
        Credit::threshold(k, tau).map(Target::Subset)
    }),
    entry("mg_pass_at_k", "mg_pass_at_k_ci", &[], |k, _| Credit::upper_half(k).map(Target::Subset)),
    entry("maj_at_k", "maj_at_k_ci", &[], |k, _| Credit::majority(k).map(Target::Subset)),
    entry("auc_at_k", "auc_at_k_ci", &[], |k, _| Credit::area(k).map(Target::Subset)),
    entry("threshold_spectrum_at_k", "threshold_spectrum_at_k_ci", &["spectrum"], |k, given| {
        let weights = given
            .spectrum
            .as_ref()
            .ok_or(Error::NoParameter { metric: "threshold_spectrum_at_k", name: "spectrum" })?;
        Credit::spectrum(k, weights).map(Target::Subset)
    }),
    entry("geom_at_k", "geom_at_k_ci", POWERS, |k, parameters| geom(k, parameters, true)),
    entry("geom_ds_at_k", "geom_ds_at_k_ci", POWERS, |k, parameters| geom(k, parameters, false)),
    entry("geo_spectrum_at_k", "geo_spectrum_at_k_ci", &["lam", "spectrum"], |k, parameters| {
        let lambda = parameters.lam.unwrap_or(0.5);
        Blend::spectrum(k, lambda, parameters.spectrum.as_deref()).map(Target::Blend)
    }),
    entry("geo_spectrum_star_at_k", "geo_spectrum_star_at_k_ci", &[], |k, _| {
        Blend::spectrum(k, 0.5, None).map(Target::Blend)
    }),
    entry("max_at_k", "max_at_k_ci", WEIGHTS, |k, parameters| {
        Maximum::new(k, parameters.weights()).map(Target::Maximum)
    }),
];

fn geom(k: i64, parameters: &Parameters, questionwise: bool) -> Result<Target> {
    let power = |power: Option<f64>| power.unwrap_or(0.5);
    let powers = (power(parameters.pass_power), power(parameters.unanimous_power));
    Blend::geom(k, powers, questionwise).map(Target::Blend)
}

impl Parameters {
    fn weights(&self) -> Weights {
        self.weights.clone().unwrap_or_else(Weights::binary)
    }

    /// The given ones, by name, as their user would write them.
    fn given(&self) -> Vec<(&'static str, String)> {
        let number = |value: Option<f64>| value.map(|value| value.to_string());
        [
            ("weights", self.weights.as_ref().map(|weights| list(&weights.values()))),
            ("tau", self.tau.map(|tau| tau.to_string())),
            ("pass_power", number(self.pass_power)),
            ("unanimous_power", number(self.unanimous_power)),
            ("lam", number(self.lam)),
            ("spectrum", self.spectrum.as_ref().map(|spectrum| list(spectrum))),
        ]
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| (name, value)))
        .collect()
    }
}

fn list(values: &[f64]) -> String {
    values.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
}

impl Metric {
    /// The metrics of several names, each once, in order; those with a budget once for each of
    /// `budgets`.
    ///
    /// # Errors
    /// An unknown name; a budget below 1; a budget or parameter that is missing, that none of them
    /// takes, or that is out of range.
    pub fn expand(names: &[String], budgets: &[i64], parameters: &Parameters) -> Result<Vec<Self>> {
        let given = parameters.given();
        let mut expanded: Vec<Self> = Vec::new();
        let mut taken: Vec<&str> = Vec::new();
        for name in names {
            let entry = ENTRIES.iter().find(|entry| entry.name == name || entry.interval == name);
            let entry = entry.ok_or_else(|| {
                let known = ENTRIES.each_ref().map(|entry| entry.name).join(", ");
                Error::Metric { name: name.clone(), known }
            })?;
            taken.extend(entry.takes);
            let posterior = entry.interval == name;
            let name = if posterior { entry.interval } else { entry.name };
            let targets = match entry.make {
                Make::Plain(make) => vec![make(parameters.weights())],
                Make::Budget(_) if budgets.is_empty() => return Err(Error::NoBudget { name }),
                Make::Budget(make) => {
                    budgets.iter().map(|&k| make(k, parameters)).collect::<Result<_>>()?
                }
            };
            let mut text = String::new();
            for (name, value) in given.iter().filter(|(name, _)| entry.takes.contains(name)) {
                let comma = if text.is_empty() { "" } else { ", " };
                // Writing into a string cannot fail.
                let _ = write!(text, "{comma}{name}={value}");
            }
            for target in targets {
                let metric = Self { name, target, posterior, parameters: text.clone() };
                if !expanded.contains(&metric) {
                    expanded.push(metric);
                }
            }
        }
        let metrics = || names.join(", ");
        if !budgets.is_empty() && expanded.iter().all(|metric| metric.budget().is_none()) {
            return Err(Error::NeedlessBudget { metrics: metrics() });
        }
        match given.iter().find(|(name, _)| !taken.contains(name)) {
            Some(&(name, _)) => Err(Error::NeedlessParameter { name, metrics: metrics() }),
            None => Ok(expanded),
        }
    }

    /// The name of its function.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it estimates.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Whether it is a point estimate, and not a posterior's mean.
    #[must_use]
    pub fn is_point(&self) -> bool {
        !self.posterior
    }

    /// The same with these weights, where it has any; they are parameters then.
    pub(crate) fn weighted(&self, weights: &Weights) -> Self {
        let target = match &self.target {
            Target::Bayes(own) if own != weights => Target::Bayes(weights.clone()),
            Target::Avg(own) if own != weights => Target::Avg(weights.clone()),
            Target::Maximum(own) if own.weights() != weights => {
                Target::Maximum(own.weighted(weights.clone()))
            }
            _ => return self.clone(),
        };
        let parameters = format!("weights={}", list(&weights.values()));
        Self { target, parameters, ..self.clone() }
    }

    /// Its parameters as `tau=0.5`; empty if none were given.
    #[must_use]
    pub fn parameters(&self) -> &str {
        &self.parameters
    }

    /// k, where it has one.
    #[must_use]
    pub fn budget(&self) -> Option<u64> {
        self.target.budget()
    }

    /// The weights of the categories, where its score depends on them.
    #[must_use]
    pub fn weights(&self) -> Option<&Weights> {
        self.target.weights()
    }

    /// What its intervals are clipped to.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        match &self.target {
            Target::Bayes(weights) | Target::Avg(weights) => weights.range(),
            Target::Maximum(maximum) => maximum.weights().range(),
            Target::Subset(_) => (0.0, 1.0),
            Target::Blend(blend) => blend.range(),
        }
    }

    /// The fewest trials that a question must have, where the score is a point estimate.
    #[must_use]
    pub fn least_trials(&self) -> u64 {
        if self.posterior { 1 } else { self.budget().unwrap_or(1) }
    }

    pub(crate) fn estimate(
        &self,
        states: &States,
        question: impl Fn(usize) -> Place,
    ) -> Result<Estimate> {
        if self.posterior {
            self.target.posterior(states, (1.0, 1.0))
        } else {
            self.target.sampled(states, question)
        }
    }

    /// The score alone, with σ = 0 where that would be work of its own.
    pub(crate) fn score(&self, states: &States) -> Result<Estimate> {
        match &self.target {
            Target::Subset(_) | Target::Blend(_) | Target::Maximum(_) if !self.posterior => {
                self.target.point(states, Place::Row).and_then(Estimate::score)
            }
            _ => self.estimate(states, Place::Row),
        }
    }

    /// The category that is worth least and the one that is worth most; `None` where a success more
    /// may lower the score.
    pub(crate) fn extremes(&self) -> Option<(usize, usize)> {
        match &self.target {
            Target::Blend(blend) if blend.may_fall() => None,
            target => Some(target.weights().map_or((0, 1), Weights::extremes)),
        }
    }
}
